#include "serve/rows.h"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/testing/asking.h"

namespace cocite::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// An answer with structs, lists, optional fields and a cursor.
class Sample final : public api::Content {
 public:
  void write(api::AnswerWriter& out) const override {
    out.begin('{').field("by", "links").key("pages").begin('[').begin('{').field("key", "a");
    out.end('}').end(']').key("items").begin('[');
    out.line()
        .begin('{')
        .field("rank", 1U)
        .field("title", "=Bees, \"honey\"")
        .key("page")
        .begin('{');
    out.field("key", "com,example)/").end('}').key("why").begin('[').value("one").value("two");
    out.end(']').field("matched", true).end('}');
    out.line().begin('{').field("rank", 2U).field("gone", "2026-01-02").end('}');
    out.end(']').field("next", "2.abc").end('}');
  }
};

// Findings with a list each.
class Nested final : public api::Content {
 public:
  void write(api::AnswerWriter& out) const override {
    out.begin('{').key("findings").begin('[');
    for (const char* kind : {"orphans", "dead"}) {
      out.begin('{').field("kind", kind).key("items").begin('[');
      for (const char* key : {"x", "y"}) out.begin('{').field("key", key).end('}');
      out.end(']').end('}');
    }
    out.end(']').end('}');
  }
};

TEST(Rows, FormatIsThatOfTheParameterElseOfTheHeader) {
  EXPECT_EQ(row_format("csv", "application/json"), RowFormat::kCsv);
  EXPECT_EQ(row_format("json", "text/csv"), RowFormat::kJson);
  EXPECT_EQ(row_format("", ""), RowFormat::kJson);
  EXPECT_EQ(row_format("", "text/csv"), RowFormat::kCsv);
  EXPECT_EQ(row_format("", "text/html, application/x-ndjson; q=0.9, */*;q=0.1"), RowFormat::kJsonl);
  EXPECT_EQ(row_format("", "text/csv;q=0.2, application/json"), RowFormat::kJson);
  EXPECT_EQ(row_format("", "text/csv;q=0"), RowFormat::kJson);
  EXPECT_EQ(row_format("", "text/html,application/xhtml+xml,*/*;q=0.8"), RowFormat::kJson);
}

TEST(Rows, CsvHasAColumnForEachField) {
  api::Answer answer{.content = std::make_shared<Sample>()};
  EXPECT_EQ(put_rows(answer, "items", RowFormat::kCsv), "2.abc");
  EXPECT_EQ(answer.type, "text/csv; charset=utf-8");
  EXPECT_EQ(answer.json(),
            "rank,title,page.key,why,matched,gone\n"
            "1,\"'=Bees, \"\"honey\"\"\",\"com,example)/\",\"one; two\",\"yes\",\n"
            "2,,,,,\"2026-01-02\"\n");
}

TEST(Rows, JsonLinesAreTheElementsAsTheyAre) {
  api::Answer answer{.content = std::make_shared<Sample>()};
  EXPECT_EQ(put_rows(answer, "items", RowFormat::kJsonl), "2.abc");
  EXPECT_EQ(answer.json(),
            "{\"rank\": 1, \"title\": \"=Bees, \\\"honey\\\"\", \"page\": {\"key\": "
            "\"com,example)/\"}, \"why\": [\"one\", \"two\"], \"matched\": true}\n"
            "{\"rank\": 2, \"gone\": \"2026-01-02\"}\n");
}

TEST(Rows, ElementsWithAListHaveARowForEachOfIt) {
  api::Answer answer{.content = std::make_shared<Nested>()};
  EXPECT_EQ(put_rows(answer, "findings", RowFormat::kCsv), "");
  EXPECT_EQ(answer.json(),
            "kind,key\n\"orphans\",\"x\"\n\"orphans\",\"y\"\n\"dead\",\"x\"\n\"dead\",\"y\"\n");
}

TEST_F(ServiceTest, AnswersInRows) {
  start();
  const std::string target = "/api/related?page=www.apples.example&by=cocitation&top=2";
  const Response csv = get(target + "&format=csv");
  EXPECT_EQ(csv.status, 200U);
  EXPECT_EQ(csv.type, "text/csv; charset=utf-8");
  EXPECT_THAT(body(csv), StartsWith("rank,score,key,url,title"));
  EXPECT_THAT(body(csv), HasSubstr("\n1,2,\"example,pears,www)/\",\"http://www.pears.example/\""));
  const Response lines = ask({.target = target, .accept = "application/jsonl"});
  EXPECT_EQ(lines.type, "application/jsonl");
  EXPECT_THAT(body(lines), StartsWith("{\"rank\": 1, \"score\": 2"));
  EXPECT_THAT(lines.headers, HasSubstr("Vary: Accept\r\n"));
  // Each format is an answer of its own.
  EXPECT_NE(header(csv, "ETag"), header(lines, "ETag"));
  EXPECT_NE(header(lines, "ETag"), header(get(target), "ETag"));
  EXPECT_EQ(get(target).type, "application/json");
  EXPECT_EQ(body(ask({.target = target, .accept = "text/csv"})), body(csv));
  EXPECT_EQ(get(target + "&format=xml").status, 400U);
  EXPECT_EQ(get("/api/page?page=www.apples.example&format=csv").status, 400U);
}

TEST_F(ServiceTest, RowsGoOnAsJsonDoes) {
  start();
  const std::string target = "/api/rank?by=indegree&top=2";
  const Response first = get(target + "&format=csv");
  const std::string next = header(first, "Cocite-Next");
  ASSERT_FALSE(next.empty());
  EXPECT_THAT(body(get(target)), HasSubstr(next));
  const Response second = ask({.target = target + "&cursor=" + next, .accept = "text/csv"});
  EXPECT_EQ(second.status, 200U);
  EXPECT_THAT(body(second), HasSubstr("\n3,"));
}

TEST_F(ServiceTest, ParametersHaveOneSpelling) {
  start();
  for (const Route& route : routes()) {
    for (const Parameter& parameter : route.parameters) {
      EXPECT_EQ(parameter.name.find('-'), std::string::npos) << route.path << ' ' << parameter.name;
    }
  }
  EXPECT_EQ(body(get("/api/methods")).find("\"content-filter\""), std::string::npos);
  EXPECT_EQ(get("/api/mirrors?min-score=0.5").status, 200U);  // older clients
}

}  // namespace
}  // namespace cocite::serve
