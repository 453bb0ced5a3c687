#include <limits>

#include <gtest/gtest.h>

#include <cocite/json.h>

#include "api/json_writer.h"

namespace cocite {
namespace {

TEST(Json, EscapesWhatMustBe) {
  EXPECT_EQ(json_string("a\"b\\c\nd\te\x01"), "\"a\\\"b\\\\c\\nd\\te\\u0001\"");
  EXPECT_EQ(json_string("B\xC3\xBC \xF0\x9F\x98\x80"), "\"B\xC3\xBC \xF0\x9F\x98\x80\"");
}

TEST(Json, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(json_string("\xFF"
                        "a\xC3"),
            "\"\xEF\xBF\xBD"
            "a\xEF\xBF\xBD\"");
  EXPECT_EQ(json_string("\xC0\xAF"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
  EXPECT_EQ(json_string("\xED\xA0\x80").find('\xA0'), std::string::npos);
}

TEST(Json, HoldsAWholeReport) {
  ImportReport report;
  report.links = 7;
  report.skipped.push_back({"no tab", 2, {"a:1: \"x\""}});
  report.stage_seconds.emplace_back("reading", 0.5);
  std::string json = to_json(report);
  std::erase(json, '\n');
  EXPECT_NE(json.find("\"links\": 7,"), std::string::npos);
  EXPECT_NE(
      json.find(R"("skipped": [{"reason": "no tab", "count": 2, "samples": ["a:1: \"x\""]}])"),
      std::string::npos);
  EXPECT_NE(json.find(R"("stage_seconds": [{"stage": "reading", "seconds": 0.5}])"),
            std::string::npos);
}

TEST(Json, WritesNestedThingsWithTheirCommas) {
  api::JsonWriter json;
  json.begin('{').field("a", 1U).key("b").begin('[').value(true).value("x").begin('{').end('}');
  json.end(']').key("c").begin('[').end(']').field("d", 0.1).end('}');
  EXPECT_EQ(json.take(), R"({"a": 1, "b": [true, "x", {}], "c": [], "d": 0.1})");
}

TEST(Json, HasNoInfinity) {
  api::JsonWriter json;
  json.begin('[').value(std::numeric_limits<double>::infinity());
  json.value(std::numeric_limits<double>::quiet_NaN()).value(1e-300).end(']');
  EXPECT_EQ(json.take(), "[null, null, 1e-300]");
}

TEST(Json, HoldsAnAnswerWithItsReasons) {
  RelatedAnswer answer{.by = "blend", .with = {"links"}, .is_complete = false, .notes = {"a note"}};
  answer.pages.push_back({{.key = "a", .url = "http://a/", .title = "\"t\""}, "A"});
  answer.items.push_back({{.key = "b", .called = "bee"}, 1, 0.5});
  ReasonItem reason{{.key = "c"}, "parent", 2};
  reason.distance = 3;
  reason.anchor = "see";
  answer.items[0].reasons.push_back(reason);
  EXPECT_EQ(
      to_json(answer),
      R"({"by": "blend", "pages": [)"
      "\n"
      R"({"asked": "A", "key": "a", "url": "http://a/", )"
      R"("title": "\"t\"", "called": ""})"
      "\n"
      R"(], "with": ["links"], "hosts": "on", "only": "any", "complete": false, "notes": ["a note"], "items": [)"
      "\n"
      R"({"rank": 1, "score": 0.5, "key": "b", "url": "", "title": "", "called": "bee", )"
      R"("reasons": [{"kind": "parent", "amount": 2, "key": "c", "url": "", "title": "", "called": "", )"
      R"("distance": 3, "anchor": "see"}]})"
      "\n]}");
}

}  // namespace
}  // namespace cocite
