#include "cli/table.h"

#include <cstdio>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/tree_table.h"

namespace cocite::cli {
namespace {

// What a function writes to an Output.
template <class Write>
std::string written(Write&& write) {
  std::FILE* file = std::tmpfile();
  Output out(::fileno(file));
  write(out);
  EXPECT_TRUE(out.finish());
  std::rewind(file);
  std::string text;
  for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

std::string table_of(Format format, std::vector<std::vector<Cell>> rows) {
  return written([&](Output& out) {
    Table table(out, format,
                {{.name = "place"}, {.name = "key", .in_text = false}, {.name = "url"}});
    for (auto& row : rows) table.row(std::move(row));
    table.finish();
  });
}

TEST(Table, WritesTsvWithAHeaderLine) {
  EXPECT_EQ(table_of(Format::kTsv, {{uint64_t{1}, "a", "u"}, {uint64_t{1000}, "b", ""}}),
            "place\tkey\turl\n1\ta\tu\n1000\tb\t\n");
}

TEST(Table, WritesTheTsvHeaderOfAnEmptyTable) {
  EXPECT_EQ(table_of(Format::kTsv, {}), "place\tkey\turl\n");
}

TEST(Table, KeepsTsvCellsOnOneLineAndBackslashesAsTheyAre) {
  EXPECT_EQ(tsv_of(std::string("a\tb\nc\rd\\e")), "a\\tb\\nc\\rd\\e");
  // Titles and anchors are anybody's: none of them steers the terminal of who looks at a table.
  const std::string steering = "\x1B[2Ja\x07\x7F\xC2\x9B" + std::string(1, '\0') + "é";
  EXPECT_EQ(tsv_of(steering), "?[2Ja????é");
  EXPECT_EQ(csv_of(steering), "\"?[2Ja????é\"");
}

TEST(Table, QuotesCsvAndDefusesFormulas) {
  EXPECT_EQ(table_of(Format::kCsv, {{uint64_t{1}, "a,\"b\"", "=1+1"}, {uint64_t{1000}, "b", -0.5}}),
            "place,key,url\n1,\"a,\"\"b\"\"\",\"'=1+1\"\n1000,\"b\",-0.5\n");
  for (const char* text : {"=a", "+a", "-a", "@a", "\ta", "\ra"}) {
    EXPECT_EQ(csv_of(std::string(text)), "\"'" + std::string(text) + "\"");
  }
  EXPECT_EQ(csv_of(std::string("a=b")), "\"a=b\"");
  EXPECT_EQ(csv_of(std::string("a\nb\t\"c\"")), "\"a\nb\t\"\"c\"\"\"");
  EXPECT_EQ(csv_of(std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(csv_of(Cell()), "");
  EXPECT_EQ(table_of(Format::kCsv, {}), "place,key,url\n");
}

TEST(Table, WritesJsonLinesAsObjectsALineEach) {
  EXPECT_EQ(table_of(Format::kJsonl, {{uint64_t{1}, "a\n", Cell()}, {uint64_t{2}, "b", 0.5}}),
            "{\"place\": 1, \"key\": \"a\\n\", \"url\": null}\n"
            "{\"place\": 2, \"key\": \"b\", \"url\": 0.5}\n");
  EXPECT_EQ(table_of(Format::kJsonl, {}), "");
}

TEST(Table, HasColumnsForFactsOnlyWhereItIsFlat) {
  const Fields<int> fields = {
      {{.name = "page", .is_fact = true}, [](const int&) { return std::string("p"); }},
      {{.name = "n"}, [](const int& n) { return static_cast<uint64_t>(n); }},
      {{.name = "more", .in_tsv = false}, [](const int&) { return std::string("m"); }}};
  const auto text = [&](Format format) {
    return written([&](Output& out) { write_table(out, format, fields, std::vector<int>{7}); });
  };
  EXPECT_EQ(text(Format::kTsv), "n\n7\n");
  EXPECT_EQ(text(Format::kText), "n  more\n7  m\n");
  EXPECT_EQ(text(Format::kCsv), "page,n,more\n\"p\",7,\"m\"\n");
  EXPECT_EQ(text(Format::kJsonl), "{\"page\": \"p\", \"n\": 7, \"more\": \"m\"}\n");
  EXPECT_EQ(text(Format::kJson), "[\n{\"n\": 7, \"more\": \"m\"}\n]\n");
}

TEST(Format, IsToldFromTheNameOfAFile) {
  EXPECT_EQ(format_of_file("a/b.csv", Format::kTsv), Format::kCsv);
  EXPECT_EQ(format_of_file("b.jsonl", Format::kTsv), Format::kJsonl);
  EXPECT_EQ(format_of_file("b.json", Format::kTsv), Format::kJson);
  EXPECT_EQ(format_of_file("csv", Format::kTsv), Format::kTsv);
}

TEST(Table, SetsTextSideBySideAndHidesColumnsForPrograms) {
  EXPECT_EQ(table_of(Format::kText, {{uint64_t{1}, "hidden",
                                      "B\xC3\xBC"
                                      "cher"},
                                     {uint64_t{1234567}, "hidden", "x"}}),
            "    place  url\n        1  B\xC3\xBC"
            "cher\n1,234,567  x\n");
}

TEST(Table, LetsManyTextRowsFlowWithTheirHeaderOnce) {
  std::vector<std::vector<Cell>> rows;
  for (uint64_t i = 1; i <= 1000; ++i) rows.push_back({i, "", "u"});
  const std::string text = table_of(Format::kText, rows);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1001);
  EXPECT_EQ(text.find("place", 10), std::string::npos);
}

TEST(Table, PutsLinesUnderTheirRowsForPeopleOnly) {
  const auto write = [](Format format) {
    return written([format](Output& out) {
      Table table(out, format, {{.name = "n"}, {.name = "key"}});
      table.row({uint64_t{1}, "a"});
      table.under("because\x1B");
      table.under("and because");
      table.row({uint64_t{2}, "b"});
      table.finish();
    });
  };
  EXPECT_EQ(write(Format::kText), "n  key\n1  a\n      because?\n      and because\n2  b\n");
  EXPECT_EQ(write(Format::kTsv), "n\tkey\n1\ta\n2\tb\n");
  EXPECT_EQ(write(Format::kJson),
            "[\n{\"n\": 1, \"key\": \"a\"},\n{\"n\": 2, \"key\": \"b\"}\n]\n");
}

TEST(Table, LetsNoTitleSteerTheTerminal) {
  EXPECT_EQ(text_of(std::string("\x1B[2Jbad\x7F \xC2\x9B"
                                "31m \xC3\xA9")),
            "?[2Jbad? ?31m \xC3\xA9");
}

TEST(Table, WritesJsonRowsAsObjects) {
  EXPECT_EQ(table_of(Format::kJson, {{uint64_t{1}, "a\"", 0.5}, {uint64_t{2}, "b", "c"}}),
            "[\n{\"place\": 1, \"key\": \"a\\\"\", \"url\": 0.5},\n"
            "{\"place\": 2, \"key\": \"b\", \"url\": \"c\"}\n]\n");
  EXPECT_EQ(table_of(Format::kJson, {}), "[]\n");
}

TEST(Table, WritesNumbersThatReadBackTheSame) {
  for (const double value : {0.1, 1.0 / 3, 1e-300, 123456789.123}) {
    EXPECT_EQ(std::stod(tsv_of(value)), value);
    EXPECT_EQ(std::stod(json_of(value)), value);
  }
  EXPECT_EQ(json_of(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(tsv_of(std::numeric_limits<uint64_t>::max()), "18446744073709551615");
}

TEST(Rows, ShowFieldsOfAnAnswerByTheirNames) {
  const api::Tree row{
      api::Tree::Fields{{"by", {std::string("blend")}},
                        {"ndcg", {0.5}},
                        {"page", {api::Tree::Fields{{"key", {std::string("a")}}}}}}};
  const auto shown = [&](Format format) {
    return written([&](Output& out) { write_rows(out, format, "by -ndcg page.key kappa", {row}); });
  };
  EXPECT_EQ(shown(Format::kTsv), "by\tndcg\tpage\tkappa\nblend\t0.5\ta\t\n");
  EXPECT_EQ(shown(Format::kText), "by     page  kappa\nblend  a\n");
}

TEST(Pairs, AreATableOrAnObject) {
  const std::vector<std::pair<std::string, Cell>> pairs = {{"pages", uint64_t{12345}},
                                                           {"names", std::string("url")}};
  EXPECT_EQ(written([&](Output& out) { write_pairs(out, Format::kTsv, pairs); }),
            "name\tvalue\npages\t12345\nnames\turl\n");
  EXPECT_EQ(written([&](Output& out) { write_pairs(out, Format::kText, pairs); }),
            "pages  12,345\nnames  url\n");
  EXPECT_EQ(written([&](Output& out) { write_pairs(out, Format::kJson, pairs); }),
            "{\n  \"pages\": 12345,\n  \"names\": \"url\"\n}\n");
}

TEST(Output, SaysWhenTheDiskIsFull) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  Output out(::fileno(full));
  out.write("a");
  const auto result = out.finish();
  std::fclose(full);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "standard output: No space left on device");
  EXPECT_TRUE(out.is_closed());
}

}  // namespace
}  // namespace cocite::cli
