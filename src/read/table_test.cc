#include "read/table.h"

#include <gtest/gtest.h>

#include "read/table_format.h"
#include "read/text_pieces.h"

namespace cocite::read::table {
namespace {

using namespace std::string_literals;

struct Told {
  std::string links;    // "a>b(text)@date"; - where only the page itself was seen
  std::string skipped;  // "3: row without a source or a target; "
  std::string note;
  std::string error;
};

Told read(const std::string& text, SourceOptions options = {.opaque_names = true}) {
  Told told;
  auto stream = InputStream::from_memory(text, "links.csv");
  EXPECT_TRUE(stream);
  auto source = over(std::move(*stream), options);
  if (!source) {
    told.error = source.error().message;
    return told;
  }
  LinkBlock block;
  for (;;) {
    auto piece = (*source)->next();
    EXPECT_TRUE(piece);
    if (!piece || *piece == nullptr) break;
    block.clear();
    (*piece)->parse(block);
    const auto name = [&](uint32_t page) {
      return page == LinkBlock::kNoTarget ? "-"s : std::string(block.key(block.names()[page]));
    };
    for (size_t i = 0; i < block.links().size(); ++i) {
      const auto& link = block.links()[i];
      // Each piece repeats of which page its first rows are.
      if (block.has_rows() && link.target == LinkBlock::kNoTarget) continue;
      told.links += (told.links.empty() ? "" : " ") + name(link.source) + ">" + name(link.target);
      if (block.fetches().empty()) continue;
      const std::string_view anchor = block.text(block.anchors()[i]);
      if (!anchor.empty()) told.links += "(" + std::string(anchor) + ")";
      uint32_t date = 0;
      for (const auto& fetch : block.fetches()) {
        if (fetch.first_link <= i) date = fetch.date;
      }
      if (date != 0) told.links += "@" + std::to_string(date);
    }
    for (const auto& sample : block.samples()) {
      told.skipped +=
          std::to_string(sample.line) + ": " + std::string(skip_reason_text(sample.reason)) + "; ";
    }
  }
  told.note = (*source)->note();
  return told;
}

TEST(Table, ColumnsAreFoundByTheirNames) {
  EXPECT_EQ(read("source,target\na,b\na,c\n").links, "a>b a>c");
  EXPECT_EQ(read("Target,Weight,Source\nb,3,a\n").links, "a>b");
  EXPECT_EQ(read("from\tto\na\tb\n").links, "a>b");
  EXPECT_EQ(read("SRC;DST\na;b\n").links, "a>b");
  EXPECT_EQ(read("u|v\na|b\n").links, "a>b");
  EXPECT_EQ(read("url,referrer\nb,a\n").links, "a>b");
  EXPECT_EQ(read("Source_URL,Target URL\na,b\n").links, "a>b");
  EXPECT_EQ(read("\"id\",\"source\",\"target\"\n1,a,b\n").links, "a>b");
}

TEST(Table, WhatWasFoundIsInTheNote) {
  EXPECT_EQ(read("source,target\na,b\n").note,
            "links.csv: read as CSV: source = column 1 (source), target = column 2 (target)");
  EXPECT_NE(read("a.com,b.com\nc.com,d.com\n", {}).note.find("CSV without a header"),
            std::string::npos);
  EXPECT_NE(read("source;target;weight\na;b;2\n").note.find("whatever its weight"),
            std::string::npos);
}

TEST(Table, ColumnsMayBeNamedByTheUser) {
  const std::string text = "who,when,whom\na,2024-05-01,b\n";
  const SourceOptions by_name{.opaque_names = true, .columns = "source=who,target=whom,date=when"};
  EXPECT_EQ(read(text, by_name).links, "a>b@1714521600");
  const SourceOptions by_number{.opaque_names = true, .columns = "source=1,target=3"};
  EXPECT_EQ(read("a,x,b\nc,y,d\n", by_number).links, "a>b c>d");
  const SourceOptions missing{.columns = "source=who,target=missing"};
  EXPECT_NE(
      read(text, missing).error.find("no column 'missing'; the first line has who, when, whom"),
      std::string::npos);
  EXPECT_NE(read(text, {.columns = "source=who"}).error.find("target is missing"),
            std::string::npos);
  EXPECT_NE(read(text, {.columns = "fish=who"}).error.find("'fish=who'"), std::string::npos);
}

TEST(Table, QuotedFieldsHoldSeparatorsQuotesAndLineBreaks) {
  EXPECT_EQ(read("source,target,anchor\n\"a,1\",\"b\"\"2\"\"\",\"two\nlines\"\nc,d,\n").links,
            "a,1>b\"2\"(two lines) c>d");
  // A quote that is never closed is a character like any other.
  EXPECT_EQ(read("source,target\n\"a,b\nc,d\n").links, "\"a>b c>d");
}

TEST(Table, AnchorsAndDatesAreKept) {
  EXPECT_EQ(read("crawl_date,source,target,anchor_text\n20240501,a,b,Hello\n20240501,a,c,\n").links,
            "a>b(Hello)@1714521600 a>c@1714521600");
}

TEST(Table, MarksOfOrderLineEndsAndUtf16AreRead) {
  EXPECT_EQ(read("\xEF\xBB\xBFsource,target\r\na,b\r\n").links, "a>b");
  for (const bool is_big : {false, true}) {
    std::string wide = is_big ? "\xFE\xFF"s : "\xFF\xFE"s;
    for (const char c : "source,target\na,b\n"s) {
      wide += is_big ? "\0"s + c : c + "\0"s;
    }
    EXPECT_EQ(read(wide).links, "a>b");
  }
}

TEST(Table, TwoColumnsOfAddressesNeedNoHeader) {
  EXPECT_EQ(read("http://a.com/,http://b.com/\nhttp://a.com/,http://c.com/\n", {}).links,
            "com,a)/>com,b)/ com,a)/>com,c)/");
  EXPECT_EQ(read("http://a.com/ http://b.com/\n", {}).links, "com,a)/>com,b)/");
  EXPECT_EQ(read("20240501,a.com,b.com,7\n20240502,c.com,d.com,1\n", {}).links,
            "com,a)/>com,b)/ com,c)/>com,d)/");
  EXPECT_EQ(read("1 2\n1 3\n").links, "1>2 1>3");
  EXPECT_EQ(read("1,2,0.5\n1,3,0.5\n").links, "1>2 1>3");
}

TEST(Table, JsonLinesHaveALinkOrAListOfThem) {
  EXPECT_EQ(read("{\"source\": \"a\", \"target\": \"b\"}\n{\"target\": \"c\", \"source\": \"a\"}\n")
                .links,
            "a>b a>c");
  EXPECT_EQ(read("{\"url\": \"a\", \"links\": [\"b\", {\"href\": \"c\"}, 7]}\n").links,
            "a>- a>b a>c a>7");
  EXPECT_EQ(read("{\"source\": \"a\", \"target\": \"b\"}\n{broken\n{\"source\": \"a\"}\n").skipped,
            "2: not a JSON object; 3: row without a source or a target; ");
}

TEST(Table, RowsWithoutATargetAreCountedOrPages) {
  const Told told = read("source,target\na,b\nc\nd,\n");
  EXPECT_EQ(told.links, "a>b d>-");
  EXPECT_EQ(told.skipped, "3: row without a source or a target; ");
}

TEST(Table, ACommentOnTopOfALinkListIsNoHeader) {
  for (const char* const text :
       {"# source, tab, target\na\tb\n", "# from a to b; source;target\na\tb\n"}) {
    const auto format = find_table_format(text, {});
    ASSERT_TRUE(format);
    EXPECT_FALSE(format->has_value()) << text;
  }
}

TEST(Table, AListOfLinksWithPagesAloneIsNone) {
  for (const char* const text : {"http://alone.com/\nhttp://a.com/\thttp://b.com/\n",
                                 "http://a.com/\thttp://b.com/\nhttp://a.com/\thttp://c.com/\n"}) {
    const auto format = find_table_format(text, {});
    ASSERT_TRUE(format);
    EXPECT_FALSE(format->has_value()) << text;
  }
}

TEST(Table, AFileOfOneColumnIsNone) {
  EXPECT_NE(read("source\na\nb\n").error, "");
  EXPECT_NE(read("").error, "");
  const auto format = find_table_format("https://a.com/\nhttps://b.com/\n", {});
  ASSERT_TRUE(format);
  EXPECT_FALSE(format->has_value());
}

TEST(Table, PiecesOfAnySizeTellTheSame) {
  std::string text = "source,target,anchor\n";
  for (int i = 0; i < 300; ++i) {
    text += "p" + std::to_string(i / 7) + ",\"q," + std::to_string(i) + "\",\"x\ny\"\n";
  }
  const std::string whole = read(text).links;
  for (const size_t size : {7U, 64U, 1000U}) {
    EXPECT_EQ(read(text, {.opaque_names = true, .piece_bytes = size}).links, whole) << size;
  }
}

}  // namespace
}  // namespace cocite::read::table
