// Every odd input there is, and what becomes of it.
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

#include <cocite/unread_inputs.h>

#include "ingest/ingest.h"
#include "ingest/testing/import_folder.h"
#include "ingest/testing/naive_web.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using testing::ImportFolder;
using testing::NaiveWeb;
using testing::Strings;

std::string gzip(const std::string& text) {
  z_stream zlib{};
  deflateInit2(&zlib, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&zlib, text.size()), '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  zlib.avail_in = static_cast<uInt>(text.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  deflate(&zlib, Z_FINISH);
  out.resize(zlib.total_out);
  deflateEnd(&zlib);
  return out;
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

class OddInput : public ::testing::Test {
 protected:
  // The import fails with this code, names what it failed on, and leaves nothing behind.
  void expect_error(const ImportRequest& request, ErrorCode code, const std::string& named) {
    const auto report = import_store(request);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, code) << report.error().message;
    EXPECT_NE(report.error().message.find(named), std::string::npos) << report.error().message;
    EXPECT_TRUE(folder_.is_tidy());
    EXPECT_FALSE(fs::exists(folder_.store()));
  }
  void expect_input_error(const std::string& input, ErrorCode code) {
    ImportRequest request = folder_.request({});
    request.inputs = {folder_.write("good.tsv", "a.com\tb.com\n"), input};
    request.strict = true;
    expect_error(request, code, input);
  }
  // The import holds what a naive reader finds; returns its report.
  ImportReport expect_imported(const std::string& text, ImportRequest request = {}) {
    const ImportRequest named = folder_.request({text});
    request.store = named.store;
    request.inputs = named.inputs;
    request.may_be_empty = true;
    request.force = true;
    NaiveWeb web(request);
    web.read(text);
    const auto report = import_store(request);
    EXPECT_TRUE(report) << report.error().message;
    if (!report) return {};
    web.expect_in(folder_.store());
    EXPECT_TRUE(folder_.is_tidy());
    return *report;
  }
  static Strings reasons(const ImportReport& report) {
    Strings all;
    for (const Skipped& skipped : report.skipped) {
      all.push_back(std::to_string(skipped.count) + " " + skipped.reason);
    }
    return all;
  }

  ImportFolder folder_;
};

TEST_F(OddInput, ThatIsNotThereOrCannotBeReadIsNamed) {
  expect_input_error(folder_ / "missing.tsv", ErrorCode::kNotFound);
  fs::create_symlink("loop.tsv", folder_ / "loop.tsv");
  expect_input_error(folder_ / "loop.tsv", ErrorCode::kIo);
  expect_input_error(folder_ / std::string(300, 'x'), ErrorCode::kIo);
  expect_input_error("/proc/self/mem", ErrorCode::kIo);
  fs::create_directory(folder_ / "folder");
  expect_input_error(folder_ / "folder", ErrorCode::kInvalidArgument);
  expect_error(folder_.request({}), ErrorCode::kInvalidArgument, "no input");
  ImportRequest request = folder_.request({"a.com\n"});
  request.from = "nonsense";
  expect_error(request, ErrorCode::kInvalidArgument, "nonsense");
}

TEST_F(OddInput, ThatIsCutOrSpoiltIsNamed) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "a" + std::to_string(i * i) + ".com\tb.com\n";
  const std::string gz = gzip(text);
  const std::string zst = zstd(text);
  const auto expect_corrupt = [&](const std::string& name, const std::string& bytes) {
    expect_input_error(folder_.write(name, bytes), ErrorCode::kCorrupt);
  };
  expect_corrupt("cut.tsv.gz", gz.substr(0, gz.size() / 2));
  expect_corrupt("cut_at_the_end.tsv.gz", gz.substr(0, gz.size() - 1));
  expect_corrupt("garbage.tsv.gz", gz + "garbage");
  expect_corrupt("cut.tsv.zst", zst.substr(0, zst.size() / 2));
  std::string spoilt = gz;
  spoilt[gz.size() / 2] = static_cast<char>(spoilt[gz.size() / 2] + 1);
  expect_corrupt("spoilt.tsv.gz", spoilt);
}

TEST_F(OddInput, ThatCannotBeReadCostsNobodyTheOthers) {
  ImportRequest request = folder_.request({"c.com\td.com\n", "e.com\tf.com\n"});
  const std::vector<std::string> good = request.inputs;
  request.inputs = {good[0], folder_.write("spoilt.tsv.gz", "\x1f\x8b\x08 and so on"),
                    folder_.write("a.zip", "PK\x03\x04 and so on"), good[1]};
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  const Skipped* const unread = unread_inputs(*report);
  ASSERT_NE(unread, nullptr);
  EXPECT_EQ(unread->count, 2U);
  EXPECT_NE(unread->samples[0].find("spoilt.tsv.gz"), std::string::npos);
  EXPECT_NE(unread->samples[1].find("zip"), std::string::npos);
  NaiveWeb web;
  web.read("c.com\td.com\ne.com\tf.com\n");
  web.expect_in(folder_.store());
  // Nothing is left out where that is asked for, or where nothing else is there.
  fs::remove_all(folder_.store());
  request.strict = true;
  expect_error(request, ErrorCode::kCorrupt, "spoilt.tsv.gz");
  request.strict = false;
  request.inputs = {request.inputs[1], request.inputs[2]};
  expect_error(request, ErrorCode::kCorrupt, "none of the 2 inputs");
}

TEST_F(OddInput, ThatIsInTheStoreAlreadyIsNotAddedAgain) {
  ImportRequest request = folder_.request({"a.com\tb.com\n"});
  ASSERT_TRUE(import_store(request));
  const auto before = folder_.files(folder_.store());
  request.inputs = {folder_.write("copy.tsv", "a.com\tb.com\n")};
  const auto again = add_to_store(request);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->notes.size(), 2U);
  EXPECT_TRUE(folder_.files(folder_.store()) == before);
  request.force = true;
  const auto forced = add_to_store(request);
  ASSERT_TRUE(forced);
  EXPECT_EQ(forced->pages_seen_again, 1U);
  // What is new is added, and known from then on.
  request.force = false;
  request.inputs.push_back(folder_.write("new.tsv", "c.com\td.com\n"));
  const auto one = add_to_store(request);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->inputs, 1U);
  EXPECT_EQ(one->pages, 4U);
  ASSERT_TRUE(add_to_store(request));
}

TEST_F(OddInput, CompressedIsReadWhateverItsName) {
  for (const std::string& bytes :
       {gzip("a.com\tb.com\n"), zstd("a.com\tb.com\n"), gzip("a.com\t") + gzip("b.com\n")}) {
    ImportRequest request = folder_.request({});
    request.inputs = {folder_.write("links.txt", bytes)};
    request.force = true;
    ASSERT_TRUE(import_store(request));
    NaiveWeb web;
    web.read("a.com\tb.com\n");
    web.expect_in(folder_.store());
  }
}

TEST_F(OddInput, ThatIsNoTextNeedsToSayWhatItIs) {
  ImportRequest request = folder_.request({"a.com\tb.com/\0\n"s});
  expect_error(request, ErrorCode::kInvalidArgument, "0.tsv");
  request.from = "links";
  const auto report = import_store(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->pages, 2U);  // one of them com,b)/%00: a NUL is a byte of an address
}

TEST_F(OddInput, NulBytesInNamesAreCounted) {
  const ImportReport report =
      expect_imported("a\tb\nx\0y\tb\na\tx\0y\n"s, {.from = "links", .opaque_names = true});
  EXPECT_EQ(reasons(report), Strings{"2 NUL byte"});
  EXPECT_EQ(report.pages, 2U);
}

TEST_F(OddInput, LinesWithoutATabAreCounted) {
  const ImportReport report = expect_imported(
      "a.com\tb.com\nhttp://a.com/ http://b.com/\nhttp://a.com/ http://c.com/\na\tb\tc\n");
  EXPECT_EQ(reasons(report), Strings{"3 no tab between two names"});
  ASSERT_FALSE(report.skipped.empty());
  ASSERT_EQ(report.skipped[0].samples.size(), 3U);
  EXPECT_EQ(report.skipped[0].samples[0], folder_ / "0.tsv" + ":2: http://a.com/ http://b.com/");
  EXPECT_NE(report_text(report).find("left out 3: no tab between two names"), std::string::npos);
}

TEST_F(OddInput, ALineOfTenMegabytesIsCounted) {
  for (const bool opaque : {false, true}) {
    const ImportFolder folder;
    ImportRequest request =
        folder.request({"a.com\tb.com\n" + std::string(10'000'000, 'x') +
                        "\tc.com\na.com\td.com\n" + std::string(600'000, 'y') + "\n"});
    request.opaque_names = opaque;
    const auto report = import_store(request);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(reasons(*report), Strings{"2 line too long"});
    EXPECT_EQ(report->pages, 3U);
    EXPECT_EQ(report->links, 2U);
  }
}

TEST_F(OddInput, InvalidUtf8IsAName) {
  const ImportReport report =
      expect_imported("\xFF\xFE\t\xC3\x28\n\xC3\x28\tb\n", {.opaque_names = true});
  EXPECT_EQ(report.pages, 3U);
  EXPECT_TRUE(report.skipped.empty());
  EXPECT_EQ(expect_imported("a.com/\xFF\ta.com/\xC3\x28\n").pages, 2U);
  EXPECT_EQ(reasons(expect_imported("\xFF.com\tb.com\n")), Strings{"1 bad host"});
}

TEST_F(OddInput, WithoutLinksIsAStoreOfPages) {
  const ImportReport report = expect_imported("a.com\nb.com\t\nc.com\n");
  EXPECT_EQ(report.pages, 3U);
  EXPECT_EQ(report.links, 0U);
}

TEST_F(OddInput, WithOnlySelfLinksIsAStoreOfPages) {
  const ImportReport report = expect_imported("a.com\thttp://A.com/#x\nb.com\tb.com\n");
  EXPECT_EQ(report.pages, 2U);
  EXPECT_EQ(report.links, 0U);
  EXPECT_EQ(report.self_links, 2U);
}

TEST_F(OddInput, WithoutAnythingIsAnEmptyStore) {
  for (const std::string& text : {""s, "\n"s, "# nothing here\n"s, "\r\n\r\n"s, gzip("")}) {
    for (const bool opaque : {false, true}) {
      const ImportFolder folder;
      ImportRequest request = folder.request({text});
      request.opaque_names = opaque;
      request.title_file = folder.write("titles", "a.com\tNobody\n");
      const auto report = import_store(request);
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_EQ(report->pages, 0U);
      NaiveWeb(request).expect_in(folder.store());
      // And it can be added to.
      ImportRequest more = folder.request({"a\tb\n"});
      ASSERT_TRUE(add_to_store(more));
      NaiveWeb web(request);
      web.read("a\tb\n");
      web.expect_in(folder.store());
    }
  }
}

TEST_F(OddInput, WithoutAnyPageIsAMistakeUnlessSaidOtherwise) {
  for (const std::string& text : {""s, "\n"s, "mailto:x\tb.com\nhttp://a..b/\tb.com\n"s}) {
    const ImportFolder folder;
    ImportRequest request = folder.request({text});
    request.may_be_empty = false;
    const auto report = import_store(request);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(report.error().message.find("there is no page in it"), std::string::npos);
    EXPECT_TRUE(folder.is_tidy());
  }
}

TEST_F(OddInput, OnlyOfBadLinesIsAnEmptyStoreThatSaysWhy) {
  const ImportReport report = expect_imported("mailto:x\tb.com\nhttp://a..b/\tb.com\n");
  EXPECT_EQ(report.pages, 0U);
  EXPECT_EQ(reasons(report), (Strings{"1 not http(s)", "1 bad host"}));
}

TEST_F(OddInput, WithStrictEveryBadLineIsAnError) {
  const Strings bad = {"http://a.com/ http://b.com/",
                       "mailto:me",
                       "a.com\tftp://b.com/",
                       "a.com:99999",
                       "\ta.com",
                       "a.com\tb..com",
                       std::string(300'000, 'x')};
  for (const std::string& line : bad) {
    ImportRequest request = folder_.request({"a.com\tb.com\n\n# fine\na.com\ta.com\n" + line});
    request.strict = true;
    expect_error(request, ErrorCode::kInvalidArgument, "0.tsv:5");
  }
  ImportRequest request = folder_.request({"a.com\tb.com\n\n# fine\na.com\ta.com\n"});
  request.strict = true;
  EXPECT_TRUE(import_store(request));
}

TEST_F(OddInput, TheSameFileTwiceChangesNothing) {
  ImportRequest request = folder_.request({"a.com\tb.com\na.com\tc.com\n"});
  request.inputs.push_back(request.inputs[0]);
  const auto report = import_store(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->pages_seen_again, 1U);
  EXPECT_EQ(report->replaced_links, 2U);
  NaiveWeb web;
  web.read("a.com\tb.com\na.com\tc.com\n");
  web.expect_in(folder_.store());
}

TEST_F(OddInput, AFileOfNamesOfFilesStandsForThem) {
  ImportRequest request = folder_.request({"a.com\tb.com\n", "c.com\td.com\n"});
  const std::string list =
      folder_.write("list", "# parts\n" + request.inputs[0] + "\n\n" + request.inputs[1] + "\r\n");
  request.inputs = {"@" + list};
  ASSERT_TRUE(import_store(request));
  NaiveWeb web;
  web.read("a.com\tb.com\nc.com\td.com\n");
  web.expect_in(folder_.store());
  request.inputs = {"@" + folder_ / "missing"};
  request.force = true;
  EXPECT_EQ(import_store(request).error().code, ErrorCode::kNotFound);
}

// A list of links that is called edges is no graph of Common Crawl.
TEST_F(OddInput, AListCalledEdgesIsAList) {
  ImportRequest request = folder_.request({});
  request.inputs = {folder_.write("edges.tsv", "a.com\tb.com\n")};
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->links, 1U);
}

TEST_F(OddInput, AStoreThatIsThereIsNotOverwritten) {
  ImportRequest request = folder_.request({"a.com\tb.com\n"});
  ASSERT_TRUE(import_store(request));
  const auto before = folder_.files(folder_.store());
  const auto again = import_store(request);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(folder_.files(folder_.store()), before);
  request.inputs = {folder_.write("other.tsv", "c.com\td.com\n")};
  request.force = true;
  ASSERT_TRUE(import_store(request));
  NaiveWeb web;
  web.read("c.com\td.com\n");
  web.expect_in(folder_.store());
  EXPECT_TRUE(folder_.is_tidy());
}

TEST_F(OddInput, WhatIsNoStoreIsNeverReplaced) {
  fs::create_directory(folder_.store());
  std::ofstream(folder_.store() + "/thesis.txt") << "years of work";
  ImportRequest request = folder_.request({"a.com\tb.com\n"});
  request.force = true;
  const auto report = import_store(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kAlreadyExists);
  EXPECT_TRUE(fs::exists(folder_.store() + "/thesis.txt"));
  EXPECT_TRUE(folder_.is_tidy());
  const auto added = add_to_store(request);
  ASSERT_FALSE(added);
  EXPECT_TRUE(fs::exists(folder_.store() + "/thesis.txt"));
}

// --- titles ------------------------------------------------------------------------------------

class Titles : public OddInput {
 protected:
  // "a.com: A | b.com: B" for the pages that have one.
  std::string titles_in_store() const {
    const auto store = store::Store::open(folder_.store());
    std::string all;
    for (uint64_t page = 0; page < store->pages(); ++page) {
      const std::string title = *store->title(page_id(page));
      if (title.empty()) continue;
      all += (all.empty() ? "" : " | ") + *store->key(page_id(page)) + ": " + title;
    }
    return all;
  }
};

TEST_F(Titles, AreFoundByAnySpellingOrByKey) {
  ImportRequest request = folder_.request({"a.com\tb.com\nb.com\tc.com/x\n"});
  request.title_file = folder_.write("titles",
                                     "# comment\n\nHTTP://A.com:80/#top\tThe  A\tpage\r\n"
                                     "com,c)/x\t \xC3\xA9\x01x \nb.com\t\n");
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(titles_in_store(), "com,a)/: The A page | com,c)/x: \xC3\xA9 x");
  EXPECT_EQ(report->titles, 2U);
}

TEST_F(Titles, OfUnknownPagesAndLinesWithoutATabAreCounted) {
  ImportRequest request = folder_.request({"a.com\tb.com\n"});
  request.title_file = folder_.write("titles", "z.com\tZ\njust words\nmailto:x\tY\n");
  const auto report = import_store(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(reasons(*report),
            (Strings{"2 title of an unknown page", "1 title line without a tab"}));
  request.strict = true;
  request.force = true;
  EXPECT_EQ(import_store(request).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(Titles, TheLastOneCountsAndAnEmptyOneIsNone) {
  ImportRequest request = folder_.request({"a.com\tb.com\n"});
  request.title_file = folder_.write("titles",
                                     "a.com\tfirst\na.com\tsecond\na.com\t\n"
                                     "b.com\t\nb.com\tonly\n");
  ASSERT_TRUE(import_store(request));
  EXPECT_EQ(titles_in_store(), "com,a)/: second | com,b)/: only");
}

TEST_F(Titles, StayWhenAStoreIsAddedTo) {
  ImportRequest request = folder_.request({"a.com\tb.com\n"});
  request.title_file = folder_.write("titles", "a.com\tA\nb.com\tB\n");
  ASSERT_TRUE(import_store(request));
  ImportRequest more = folder_.request({"0.com\ta.com\n"});
  more.title_file = folder_.write("more", "0.com\tNought\nb.com\tNew B\n");
  ASSERT_TRUE(add_to_store(more));
  EXPECT_EQ(titles_in_store(), "com,0)/: Nought | com,a)/: A | com,b)/: New B");
}

TEST_F(Titles, ALongOneIsCutBetweenCharacters) {
  std::string title;
  while (title.size() < 3000) title += "\xC3\xA9";
  ImportRequest request = folder_.request({"a.com\tb.com\n"});
  request.title_file = folder_.write("titles", "a.com\t" + title + "\n");
  ASSERT_TRUE(import_store(request));
  EXPECT_EQ(titles_in_store(), "com,a)/: " + title.substr(0, 1000));
}

}  // namespace
}  // namespace cocite::ingest
