#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libdeflate.h>

#include "file/scratch_file.h"
#include "read/testing/told.h"
#include "read/zip_file.h"

namespace cocite::read {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

void put(uint64_t value, size_t bytes, std::string& out) {
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 255);
}

struct Member {
  std::string name;
  std::string bytes;
  bool is_deflated = false;
};

std::string deflated(const std::string& bytes) {
  std::string packed(bytes.size() + 100, '\0');
  libdeflate_compressor* const packer = libdeflate_alloc_compressor(6);
  packed.resize(libdeflate_deflate_compress(packer, bytes.data(), bytes.size(), packed.data(),
                                            packed.size()));
  libdeflate_free_compressor(packer);
  return packed;
}

std::string zip_of(const std::vector<Member>& members) {
  std::string all;
  std::string list;
  for (const Member& member : members) {
    const std::string packed = member.is_deflated ? deflated(member.bytes) : member.bytes;
    std::string fields;
    put(20, 2, fields);  // version
    put(0, 2, fields);
    put(member.is_deflated ? 8 : 0, 2, fields);
    put(0, 4, fields);  // time
    put(libdeflate_crc32(0, member.bytes.data(), member.bytes.size()), 4, fields);
    put(packed.size(), 4, fields);
    put(member.bytes.size(), 4, fields);
    put(member.name.size(), 2, fields);
    put(0, 2, fields);
    list += "PK\x01\x02";
    put(20, 2, list);
    list += fields;
    put(0, 10, list);
    put(all.size(), 4, list);
    list += member.name;
    all += "PK\x03\x04" + fields + member.name + packed;
  }
  const size_t begin = all.size();
  all += list + "PK\x05\x06";
  put(0, 4, all);
  put(members.size(), 2, all);
  put(members.size(), 2, all);
  put(list.size(), 4, all);
  put(begin, 4, all);
  put(0, 2, all);
  return all;
}

std::string response(const std::string& url, const std::string& body) {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: 1970-01-01T00:00:09Z\r\nContent-Type: application/http; "
         "msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

const Member kFirst{"archive/a.warc",
                    response("https://a.example/", "<title>A</title><a href=/b>b</a>")};
const Member kSecond{"archive/b.warc", response("https://a.example/b", "<title>B</title>"), true};
const Member kPages{"pages/pages.jsonl",
                    "{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All\"}\n"
                    "{\"url\": \"https://a.example/c\", \"ts\": \"2020-01-01T00:00:00Z\", "
                    "\"title\": \"C\"}\nnot JSON\n",
                    true};

class Wacz : public ::testing::Test {
 protected:
  Wacz() { std::filesystem::create_directories(folder_.path()); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_.path() + "/" + name, std::ios::binary) << bytes;
    return folder_.path() + "/" + name;
  }
  [[nodiscard]] static Result<std::unique_ptr<Source>> open(const std::string& path) {
    return open_source(**find_source("wacz"), path, {});
  }
  file::ScratchFile folder_{"wacz"};
};

TEST_F(Wacz, IsReadInPlaceWithTheTitlesOfItsList) {
  const auto told = testing::tell(open(write("a.wacz", zip_of({kSecond, kPages, kFirst}))));
  EXPECT_THAT(told.pages,
              ElementsAre("example,a)/c@0 C|", "example,a)/@9 A|b", "example,a)/b@9 B|"));
  EXPECT_THAT(told.links, ElementsAre("example,a)/>example,a)/b(b)"));
  EXPECT_EQ(told.skipped.at(SkipReason::kBadJson), 1U);
}

TEST_F(Wacz, LeavesOutWhatIsNotAsItsDigestSays) {
  const Member package{
      "datapackage.json",
      "{\"resources\": [{\"path\": \"archive/a.warc\", \"hash\": \"sha256:00\"}]}"};
  const auto told = testing::tell(open(write("a.wacz", zip_of({package, kFirst, kSecond}))));
  EXPECT_THAT(told.pages, ElementsAre("example,a)/b@9 B|"));
  ASSERT_EQ(told.samples.size(), 1U);
  EXPECT_THAT(told.samples[0], HasSubstr("archive/a.warc"));
}

TEST_F(Wacz, FoldersAndListsAreReadFileByFile) {
  write("1.wacz", zip_of({kFirst}));
  write("2.wacz", "PK\x03\x04 and so on");
  write("3.wacz", zip_of({kSecond}));
  const auto told = testing::tell(open(folder_.path()));
  EXPECT_THAT(told.pages, ElementsAre("example,a)/@9 A|b", "example,a)/b@9 B|"));
  EXPECT_EQ(told.skipped.at(SkipReason::kNotReadable), 1U);
  const auto listed = testing::tell(open(write(
      "list.json",
      R"({"profile": "multi-wacz-package", "resources": [{"path": "3.wacz"}, {"path": "1.wacz"}]})")));
  EXPECT_THAT(listed.pages, ElementsAre("example,a)/b@9 B|", "example,a)/@9 A|b"));
  for (const std::string path : {"../3.wacz", "/etc/passwd", "https://a.example/3.wacz"}) {
    const auto far = open(write("far.json",
                                "{\"profile\": \"multi-wacz-package\", \"resources\": "
                                "[{\"path\": \"" +
                                    path + "\"}]}"));
    ASSERT_FALSE(far) << path;
    EXPECT_THAT(far.error().message, HasSubstr("not beside the list"));
  }
}

TEST_F(Wacz, CutAnywhereIsAnErrorOrLess) {
  const std::string whole = zip_of({kFirst, kSecond, kPages});
  for (size_t size = 0; size < whole.size(); size += 7) {
    EXPECT_FALSE(open(write("cut.wacz", whole.substr(0, size)))) << size;
  }
}

TEST_F(Wacz, OtherZipFilesAreNamedAsSuch) {
  for (const auto& members : {std::vector<Member>{}, {{"a.txt", "x"}}, {{"/archive/a", "x"}}}) {
    const auto source = open(write("a.zip", zip_of(members)));
    ASSERT_FALSE(source);
    EXPECT_THAT(source.error().message, HasSubstr("no WACZ"));
  }
}

TEST_F(Wacz, BombsAreRefused) {
  // The same member a thousand times.
  std::string zip = zip_of({kFirst});
  const size_t list = zip.find("PK\x01\x02");
  const size_t end = zip.find("PK\x05\x06");
  const std::string entry = zip.substr(list, end - list);
  std::string bomb = zip.substr(0, list);
  for (int i = 0; i < 1000; ++i) bomb += entry;
  bomb += zip.substr(end, 8);
  put(1000, 2, bomb);
  put(1000, 2, bomb);
  put(entry.size() * 1000, 4, bomb);
  put(list, 4, bomb);
  put(0, 2, bomb);
  const auto overlapping = ZipFile::open(write("bomb.zip", bomb));
  ASSERT_FALSE(overlapping);
  EXPECT_THAT(overlapping.error().message, HasSubstr("overlap"));
  // More than may be unpacked.
  const auto large =
      ZipFile::open(write("large.zip", zip_of({{"archive/a", std::string(1 << 20, 'x'), true}})));
  ASSERT_TRUE(large);
  EXPECT_FALSE(large->unpack(large->entries()[0], 1000));
  EXPECT_EQ(large->unpack(large->entries()[0], 1 << 20).value().size(), size_t{1} << 20);
}

TEST_F(Wacz, LongListsAreReadInPieces) {
  // One line of the list is longer than any page has; the others are more than a piece.
  std::string text =
      "{\"url\": \"https://a.example/x\", \"title\": \"" + std::string(2 << 20, 'x') + "\"}\n";
  constexpr int kListed = 60'000;
  for (int i = 0; i < kListed; ++i) {
    text += "{\"url\": \"https://a.example/" + std::to_string(i) + "\", \"title\": \"T\"}\n";
  }
  const std::string path =
      write("long.wacz", zip_of({{"pages/pages.jsonl", text, true}, {"archive/a.warc", ""}}));
  const auto told = testing::tell(open(path));
  EXPECT_EQ(told.pages.size(), static_cast<size_t>(kListed));
  EXPECT_EQ(told.skipped.at(SkipReason::kLineTooLong), 1U);
  EXPECT_GT(told.pieces, 2U);
}

TEST_F(Wacz, ListsOfResourcesAreShort) {
  std::string text = "{\"profile\": \"multi-wacz-package\", \"resources\": [";
  text += std::string(17 << 20, ' ') + "{\"path\": \"1.wacz\"}]}";
  write("1.wacz", zip_of({kFirst}));
  EXPECT_FALSE(open(write("list.json", text)));
  EXPECT_FALSE(open(write("a.wacz", zip_of({{"datapackage.json", text, true}, kFirst}))));
  // A file that is named twice is read once.
  const auto told = testing::tell(open(write(
      "twice.json",
      R"({"profile": "multi-wacz-package", "resources": [{"path": "1.wacz"}, {"path": "./1.wacz"}]})")));
  EXPECT_EQ(told.pages.size(), 1U);
}

}  // namespace
}  // namespace cocite::read
