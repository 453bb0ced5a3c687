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

TEST(Query, OfNothingIsEmpty) {
  EXPECT_EQ(parse_query(""), Query{});
  EXPECT_EQ(parse_query(" \t\n"), Query{});
}

}  // namespace
}  // namespace cocite::text
