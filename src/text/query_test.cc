#include "text/query.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::text {
namespace {

using Strings = std::vector<std::string>;

TEST(Query, HasWordsPhrasesAndConditions) {
  EXPECT_EQ(parse_query("bees \"honey comb\" -wax  site:example.org lang:en title:apiary"),
            (Query{.words = {"bees"},
                   .phrases = {"honey comb"},
                   .excluded = {"wax"},
                   .in_title = {"apiary"},
                   .sites = {"example.org"},
                   .languages = {"en"}}));
}

TEST(Query, ConditionsTakeQuotesToo) {
  EXPECT_EQ(parse_query("-\"a b\" title:\"c d\"").excluded, Strings{"a b"});
  EXPECT_EQ(parse_query("-\"a b\" title:\"c d\"").in_title, Strings{"c d"});
}

TEST(Query, WhatMeansNothingIsAWord) {
  EXPECT_EQ(parse_query("- site: e-mail author:me").words,
            (Strings{"-", "site:", "e-mail", "author:me"}));
}

TEST(Query, AnOpenQuoteEndsWithTheText) {
  EXPECT_EQ(parse_query("a \"b c").phrases, Strings{"b c"});
  EXPECT_EQ(parse_query("a \"").phrases, Strings{});
  EXPECT_EQ(parse_query("\"\" x\"y").words, Strings{"x\"y"});
}

TEST(Query, RemarksOnWhatMayNotBeMeantSo) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  using ::testing::IsEmpty;
  EXPECT_THAT(parse_query("a \"b c").remarks, ElementsAre(HasSubstr("quote is not closed")));
  EXPECT_THAT(parse_query("a -\"b c").remarks, ElementsAre(HasSubstr("quote is not closed")));
  EXPECT_THAT(parse_query("site: example.org title: bees").remarks,
              ElementsAre(HasSubstr("site:example.org"), HasSubstr("title:bees")));
  EXPECT_THAT(parse_query("lang: x lang:").remarks, ElementsAre(HasSubstr("lang:en")));
  EXPECT_THAT(parse_query("a - \"site: x\" -b title:c sites: x\"y").remarks, IsEmpty());
}

using Must = std::vector<std::vector<Literal>>;

TEST(Query, WordsThatMustMatch) {
  EXPECT_EQ(parse_query("bees +wax"), (Query{.words = {"bees", "wax"}, .must = {{{"wax"}}}}));
  EXPECT_EQ(parse_query("bees AND wax comb").must, (Must{{{"bees"}}, {{"wax"}}}));
  EXPECT_EQ(parse_query("bees AND wax comb").words, (Strings{"bees", "wax", "comb"}));
  EXPECT_EQ(parse_query(std::string(100000, '+') + "wax").must, (Must{{{"wax"}}}));
  EXPECT_EQ(parse_query("(+wax comb)"), (Query{.words = {"wax", "comb"}, .must = {{{"wax"}}}}));
  EXPECT_EQ(parse_query("+\"honey comb\"").must, (Must{{{"honey comb", true}}}));
}

TEST(Query, AndBindsBeforeOrBeforeSpaces) {
  EXPECT_EQ(parse_query("a OR b").must, (Must{{{"a"}, {"b"}}}));
  EXPECT_EQ(parse_query("a AND b OR c").must, (Must{{{"a"}, {"c"}}, {{"b"}, {"c"}}}));
  EXPECT_EQ(parse_query("a OR b c AND d").must, (Must{{{"a"}, {"b"}}, {{"c"}}, {{"d"}}}));
  EXPECT_EQ(parse_query("(a OR b) AND c").must, (Must{{{"a"}, {"b"}}, {{"c"}}}));
  EXPECT_EQ(parse_query("(a b) c"), (Query{.words = {"a", "b", "c"}, .must = {{{"a"}, {"b"}}}}));
}

TEST(Query, OperatorsWithoutAPartnerAreWords) {
  EXPECT_EQ(parse_query("AND").words, Strings{"AND"});
  EXPECT_EQ(parse_query("a OR").words, (Strings{"a", "OR"}));
  EXPECT_EQ(parse_query("+ f(x)").words, (Strings{"+", "f(x)"}));
  EXPECT_EQ(parse_query("a AND -b").must, (Must{{{"a"}}}));
  EXPECT_EQ(parse_query("a AND -b").excluded, Strings{"b"});
  EXPECT_THAT(parse_query("(a OR b").remarks,
              ::testing::ElementsAre(::testing::HasSubstr("bracket is not closed")));
}

TEST(Query, OfNothingIsEmpty) {
  EXPECT_EQ(parse_query(""), Query{});
  EXPECT_EQ(parse_query(" \t\n"), Query{});
}

}  // namespace
}  // namespace cocite::text
