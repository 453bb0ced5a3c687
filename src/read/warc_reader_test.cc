#include "read/warc_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read/testing/packers.h"

namespace cocite::read {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using testing::gzip;
using ::testing::IsEmpty;

std::string warc(const std::string& url, const std::string& block, const std::string& length = "",
                 const std::string& type = "response") {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: 2006-09-19T17:20:24Z\r\nContent-Type: "
         "application/http\r\nContent-Length: " +
         (length.empty() ? std::to_string(block.size()) : length) + "\r\n\r\n" + block + "\r\n\r\n";
}

struct Seen {
  std::vector<std::string> records;  // "url=block", with "!" behind it for trouble in its block
  std::vector<RecordTrouble> troubles;
  std::vector<Record> headers;
};

Seen read(const std::string& bytes, size_t most = 1 << 20) {
  auto stream = RecordStream::from_memory(bytes, "test");
  EXPECT_TRUE(stream);
  WarcReader reader(std::move(*stream));
  Seen seen;
  Record record;
  for (;;) {
    const auto found = reader.next(record);
    EXPECT_TRUE(found);
    if (*found == WarcReader::Found::kEnd) break;
    if (*found == WarcReader::Found::kTrouble) {
      seen.troubles.push_back(reader.trouble().kind);
      continue;
    }
    std::string block;
    const auto trouble = reader.read_block(block, most);
    EXPECT_TRUE(trouble);
    if (*trouble) seen.troubles.push_back(**trouble);
    seen.records.push_back(record.url + "=" + block + (*trouble ? "!" : ""));
    seen.headers.push_back(record);
  }
  return seen;
}

TEST(WarcReader, ReadsRecordsOfEveryVersionAndType) {
  const std::vector<std::string> types = {"warcinfo", "response", "resource",   "request",
                                          "metadata", "revisit",  "conversion", "continuation"};
  std::string file;
  for (const char* version : {"0.17", "0.18", "1.0", "1.1"}) {
    for (const std::string& type : types) {
      std::string record = warc("http://a.example/", "block of " + type, "", type);
      file += record.replace(5, 3, version);
    }
  }
  for (const std::string& packed : {file, gzip(file), testing::zstd(file)}) {
    const Seen seen = read(packed);
    ASSERT_EQ(seen.records.size(), 32U);
    EXPECT_THAT(seen.troubles, IsEmpty());
    for (size_t i = 0; i < 32; ++i) {
      EXPECT_EQ(seen.records[i], "http://a.example/=block of " + types[i % 8]);
      EXPECT_EQ(record_type_text(seen.headers[i].type), types[i % 8]);
      EXPECT_EQ(seen.headers[i].date, 1'158'686'424);
      EXPECT_EQ(seen.headers[i].content_type, "application/http");
    }
  }
}

TEST(WarcReader, HeadersMayLookStrange) {
  const Seen seen = read(
      "\r\n\nWARC/1.0\nwarc-type:RESPONSE\nWARC-TARGET-URI: <http://a.example/x\n y>\n"
      "content-length: 3\nno colon\n\nabc\n\nWARC/1.1\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
  EXPECT_THAT(seen.records, ElementsAre("http://a.example/x y=abc", "="));
  EXPECT_THAT(seen.troubles, IsEmpty());
  EXPECT_EQ(seen.headers[0].type, RecordType::kResponse);
  EXPECT_EQ(seen.headers[1].type, RecordType::kOther);
  EXPECT_EQ(seen.headers[1].date, std::nullopt);
}

TEST(WarcReader, BlocksThatNobodyReadsAreSkipped) {
  const std::string file =
      warc("a:a", "one") + warc("a:b", std::string(3'000'000, 'x')) + warc("a:c", "");
  auto stream = RecordStream::from_memory(file, "test");
  WarcReader reader(std::move(*stream));
  Record record;
  std::string urls;
  while (reader.next(record).value() == WarcReader::Found::kRecord) {
    urls += record.url + " ";
    EXPECT_EQ(reader.look_block(2).value().substr(0, 2), record.url == "a:a"   ? "on"
                                                         : record.url == "a:b" ? "xx"
                                                                               : "");
  }
  EXPECT_EQ(urls, "a:a a:b a:c ");
}

TEST(WarcReader, OnlyTheFirstBytesOfLargeRecordsAreKept) {
  // Larger than can be looked at in one go.
  const std::string large(9'000'000, 'x');
  for (const std::string& file : {warc("a:a", large) + warc("a:b", "two"),
                                  gzip(warc("a:a", large)) + gzip(warc("a:b", "two"))}) {
    const Seen seen = read(file, 100);
    EXPECT_THAT(seen.records, ElementsAre("a:a=" + std::string(100, 'x') + "!", "a:b=two"));
    EXPECT_THAT(seen.troubles, ElementsAre(RecordTrouble::kTooLarge));
  }
}

TEST(WarcReader, ALengthThatIsTooGreatDoesNotSwallowTheNextRecord) {
  for (const char* length : {"4", "100", "1000000000", "99999999999999"}) {
    for (const bool packed : {false, true}) {
      const auto pack = [&](const std::string& text) { return packed ? gzip(text) : text; };
      const Seen seen = read(pack(warc("a:a", "one", length)) + pack(warc("a:b", "two")) +
                             pack(warc("a:c", "three")));
      // A byte too much is taken off the empty lines behind the block.
      const bool is_harmless = length == "4"s;
      EXPECT_THAT(seen.records,
                  ElementsAre(is_harmless ? "a:a=one\r" : "a:a=one!", "a:b=two", "a:c=three"))
          << length << packed;
      EXPECT_EQ(seen.troubles,
                is_harmless ? std::vector<RecordTrouble>{} : std::vector{RecordTrouble::kShort});
    }
  }
  // One member for all: nothing says where a record begins but the record.
  const Seen seen =
      read(gzip(warc("a:a", "one", "60") + warc("a:b", "two") + warc("a:c", "three")));
  EXPECT_THAT(seen.records, ElementsAre("a:a=one!", "a:b=two", "a:c=three"));
}

TEST(WarcReader, ALengthThatIsTooSmallCostsTheRestOfItsRecord) {
  const Seen seen = read(warc("a:a", "one and a line\r\nmore\r\n", "3") + warc("a:b", "two"));
  EXPECT_THAT(seen.records, ElementsAre("a:a=one", "a:b=two"));
  EXPECT_THAT(seen.troubles, ElementsAre(RecordTrouble::kNotARecord));
}

TEST(WarcReader, MissingLengthsAndLineEndsAreSurvived) {
  const Seen seen =
      read(warc("a:a", "one", "x") + warc("a:b", "two", "-5") +
           "WARC/1.0\r\nWARC-Type: response\r\n\r\nno length\r\n\r\n" +
           warc("a:c", "three").substr(0, warc("a:c", "three").size() - 4) + warc("a:d", "four"));
  EXPECT_THAT(seen.records, ElementsAre("a:c=three", "a:d=four"));
  EXPECT_THAT(seen.troubles, ElementsAre(RecordTrouble::kBadLength, RecordTrouble::kNotARecord,
                                         RecordTrouble::kBadLength, RecordTrouble::kNotARecord,
                                         RecordTrouble::kBadLength, RecordTrouble::kNotARecord));
}

TEST(WarcReader, AbsurdHeadersAreSkipped) {
  const Seen seen = read("WARC/1.0\r\nX: " + std::string(200'000, 'x') + "\r\n\r\n" +
                         "garbage\nWARC/x\n" + warc("a:a", "one"));
  EXPECT_THAT(seen.records, ElementsAre("a:a=one"));
  EXPECT_EQ(seen.troubles.front(), RecordTrouble::kHeaderTooLong);
}

TEST(WarcReader, PagesThatQuoteRecordsStayWhole) {
  const std::string quote = "text\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n\r\nmore text";
  const Seen seen = read(warc("a:a", quote) + warc("a:b", "two"));
  EXPECT_THAT(seen.records, ElementsAre("a:a=" + quote, "a:b=two"));
  EXPECT_THAT(seen.troubles, IsEmpty());
}

TEST(WarcReader, RecordsOfDamagedMembersAreDropped) {
  const std::string one = gzip(warc("a:a", "one"));
  std::string two = gzip(warc("a:b", "two two two two two two"));
  const std::string three = gzip(warc("a:c", "three"));
  for (size_t i = 10; i < two.size(); ++i) {
    std::string bad = two;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    const Seen seen = read(one + bad + three);
    if (seen.troubles.empty() && seen.records.size() == 3) {
      EXPECT_EQ(i, two.size() - 9);  // the bits behind the end, before the checksum, mean nothing
      continue;
    }
    ASSERT_GE(seen.records.size(), 2U) << i;
    EXPECT_EQ(seen.records.front(), "a:a=one");
    EXPECT_EQ(seen.records.back(), "a:c=three");
    for (const std::string& record : seen.records) {
      EXPECT_TRUE(record == "a:a=one" || record == "a:c=three" || record.ends_with("=!")) << record;
    }
  }
}

TEST(WarcReader, FilesCutShortGiveTheirWholeRecordsAndThePartOfTheLast) {
  const std::string first = warc("a:a", "one");
  const std::string file = first + warc("a:b", "two");
  for (size_t cut = 0; cut <= file.size(); ++cut) {
    const Seen seen = read(file.substr(0, cut));
    if (cut >= first.size() - 4) {
      ASSERT_FALSE(seen.records.empty()) << cut;
      EXPECT_EQ(seen.records[0], "a:a=one") << cut;
    }
    if (seen.records.size() == 2 && cut < file.size() - 4) {
      EXPECT_TRUE(("a:b=two"s).starts_with(seen.records[1].substr(0, seen.records[1].size() - 1)));
      EXPECT_THAT(seen.troubles, ElementsAre(RecordTrouble::kCut));
    }
  }
  const std::string packed = gzip(first) + gzip(warc("a:b", "two"));
  for (size_t cut = gzip(first).size(); cut <= packed.size(); ++cut) {
    EXPECT_EQ(read(packed.substr(0, cut)).records.at(0), "a:a=one") << cut;
  }
}

TEST(WarcReader, FlippedBytesCostNoMoreThanTheirNeighbours) {
  const std::string file =
      warc("a:a", "one") + warc("a:b", "two") + warc("a:c", "three") + warc("a:d", "four");
  const size_t record = warc("a:a", "one").size();
  for (size_t i = 0; i < 2 * record; ++i) {
    for (const int bits : {1, 0x10, 0x80, 0xFF}) {
      std::string bad = file;
      bad[i] = static_cast<char>(bad[i] ^ bits);
      const Seen seen = read(bad);
      ASSERT_FALSE(seen.records.empty());
      EXPECT_EQ(seen.records.back(), "a:d=four") << i << " " << bits;
    }
  }
}

TEST(WarcReader, ReadsArcFiles) {
  const std::string version =
      "1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n\n";
  const std::string file = "filedesc://x.arc 0.0.0.0 20060919172024 text/plain " +
                           std::to_string(version.size()) + "\n" + version +
                           "\nhttp://a.example/a b 10.0.0.1 20060919172024 text/html 3\none\n"
                           "http://a.example/c 10.0.0.1 20060919172024 text/html 3\ntwo\n";
  for (const std::string& packed : {file, gzip(file)}) {
    const Seen seen = read(packed);
    EXPECT_THAT(seen.records, ElementsAre("filedesc://x.arc=" + version, "http://a.example/a b=one",
                                          "http://a.example/c=two"));
    EXPECT_THAT(seen.troubles, IsEmpty());
    EXPECT_EQ(seen.headers[0].type, RecordType::kWarcinfo);
    EXPECT_EQ(seen.headers[1].type, RecordType::kArc);
    EXPECT_EQ(seen.headers[1].date, 1'158'686'424);
  }
}

TEST(WarcReader, ArcRecordsThatLieAreSurvived) {
  const Seen seen = read(
      "http://a.example/1 10.0.0.1 20060919172024 text/html -1\none\n"
      "http://a.example/2 10.0.0.1 20060919172024 text/html abc\n\n"
      "http://a.example/3 10.0.0.1 20060919172024 text/html 3\nthree\n"
      "http://a.example/4 10.0.0.1 20060919172024 text/html 4\nfour\n");
  EXPECT_THAT(seen.records, ElementsAre("http://a.example/3=thr", "http://a.example/4=four"));
  EXPECT_THAT(seen.troubles, ElementsAre(RecordTrouble::kBadLength, RecordTrouble::kNotARecord,
                                         RecordTrouble::kBadLength, RecordTrouble::kNotARecord));
}

TEST(WarcReader, WhatIsNoArchiveHasNoRecords) {
  EXPECT_THAT(read("").records, IsEmpty());
  EXPECT_THAT(read("\r\n\r\n").troubles, IsEmpty());
  EXPECT_THAT(read("a\tb\nc\td\n").troubles, ElementsAre(RecordTrouble::kNotARecord));
  EXPECT_THAT(read(std::string(100'000, '\0')).troubles, ElementsAre(RecordTrouble::kNotARecord));
}

}  // namespace
}  // namespace cocite::read
