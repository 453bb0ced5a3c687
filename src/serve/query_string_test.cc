#include "serve/query_string.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(Query, IsNamesAndValues) {
  EXPECT_THAT(parse_query("page=a%2Fb&top=5&&in&x=").value(),
              ElementsAre(Pair("page", "a/b"), Pair("top", "5"), Pair("in", ""), Pair("x", "")));
  EXPECT_THAT(parse_query("").value(), ElementsAre());
  EXPECT_THAT(parse_query("a=b=c&d=x+y%2B").value(),
              ElementsAre(Pair("a", "b=c"), Pair("d", "x y+")));
  EXPECT_THAT(parse_query("p=%C3%BC%c3%bc").value(), ElementsAre(Pair("p", "\xC3\xBC\xC3\xBC")));
}

TEST(Query, RefusesBadPercentSequencesAndBytes) {
  for (const char* bad : {"a=%", "a=%1", "a=%zz", "a=%1g", "%=b", "a=%%41"}) {
    const auto pairs = parse_query(bad);
    ASSERT_FALSE(pairs) << bad;
    EXPECT_THAT(pairs.error().message, HasSubstr("%25")) << bad;
  }
  for (const char* bad : {"a=%FF", "a=%C3", "a=%ED%A0%80", "a=\x80"}) {
    EXPECT_FALSE(parse_query(bad)) << bad;
  }
  std::string many;
  for (size_t i = 0; i <= kMostPairs; ++i) many += "a&";
  EXPECT_FALSE(parse_query(many));
}

TEST(Body, IsTheSamePairs) {
  EXPECT_THAT(
      parse_body(R"({"page": ["a", "b"], "top": 5, "in": true, "delta": 0.5, "s": -3})").value(),
      ElementsAre(Pair("page", "a"), Pair("page", "b"), Pair("top", "5"), Pair("in", "true"),
                  Pair("delta", "0.5"), Pair("s", "-3")));
  EXPECT_THAT(parse_body("{}").value(), ElementsAre());
}

TEST(Body, RefusesWhatIsNoFlatObject) {
  for (const char* bad :
       {"", "[", "[1]", "5", "\"a\"", "{\"a\": null}", "{\"a\": {\"b\": 1}}", "{\"a\": [[1]]}",
        "{\"a\": 1", "{\"a\": \"\xFF\"}", "{} {}", "{\"a\": [[[[[[[[1]]]]]]]]}"}) {
    EXPECT_FALSE(parse_body(bad)) << bad;
  }
}

}  // namespace
}  // namespace cocite::serve
