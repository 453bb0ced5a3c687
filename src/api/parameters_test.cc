#include "api/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/from_options.h"

namespace cocite::api {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const ParameterTable kKnown = {
    {.name = "page", .most = 3, .is_repeatable = true, .is_required = true},
    {.name = "top", .type = Type::kCount, .fallback = "10", .most = 100, .least = 1},
    {.name = "same_site", .type = Type::kChoice, .fallback = "keep", .choices = {"keep", "drop"}},
    {.name = "in", .type = Type::kFlag, .fallback = "false"},
    {.name = "delta", .type = Type::kNumber},
};

std::string wrong(Pairs pairs) {
  const auto arguments = Arguments::check(kKnown, std::move(pairs));
  return arguments ? "nothing" : error_text(arguments.error());
}

TEST(Arguments, AreReadByNameWithTheirDefaults) {
  const auto arguments =
      Arguments::check(kKnown, {{"page", "a"}, {"page", "b"}, {"in", "true"}, {"delta", "1e-3"}});
  ASSERT_TRUE(arguments);
  EXPECT_THAT(arguments->texts("page"), ElementsAre("a", "b"));
  EXPECT_EQ(arguments->count("top"), 10U);
  EXPECT_EQ(arguments->text("same_site"), "keep");
  EXPECT_TRUE(arguments->flag("in"));
  EXPECT_TRUE(arguments->has("delta"));
  EXPECT_FALSE(arguments->has("top"));
}

TEST(Arguments, TakeTheSpellingOfTheCommandLine) {
  const auto arguments = Arguments::check(kKnown, {{"page", "a"}, {"same-site", "drop"}});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->text("same_site"), "drop");
}

TEST(ParameterTable, FindsEachByItsNameInEitherSpelling) {
  std::vector<Parameter> all;
  for (int i = 0; i < 200; ++i) all.push_back({.name = "a-name_" + std::to_string(i)});
  const ParameterTable table = all;
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(table.find(all[i].name), &table[i]);
    EXPECT_EQ(table.find("a_name-" + std::to_string(i)), &table[i]);
  }
  EXPECT_EQ(table.find("a-name_200"), nullptr);
  EXPECT_EQ(table.find(""), nullptr);
  EXPECT_EQ(ParameterTable().find("a"), nullptr);
}

TEST(ParameterTable, OneNameMayMeanAnotherThingForClients) {
  const ParameterTable table = {{.name = "x", .help = "here", .whom = For::kHere},
                                {.name = "x", .help = "there", .whom = For::kClients}};
  EXPECT_EQ(table.find("x")->help, "here");
  EXPECT_EQ(table.find("x", Caller::kHere)->help, "here");
  EXPECT_EQ(table.find("x", Caller::kClient)->help, "there");
}

TEST(Arguments, ThoseOfAnotherTableAreGivenWithItsNames) {
  const ParameterTable other = {{.name = "same-site"}, {.name = "delta"}};
  const auto arguments =
      Arguments::check(kKnown, {{"page", "a"}, {"delta", "2"}, {"same_site", "drop"}});
  EXPECT_EQ(arguments->given_of(other), (Pairs{{"delta", "2"}, {"same-site", "drop"}}));
}

TEST(Arguments, SayWhatIsWrongAsTheCommandLineDoes) {
  EXPECT_EQ(wrong({}), "page: is required");
  EXPECT_EQ(wrong({{"page", "a"}, {"top", "x"}}), "top: 'x' is not a whole number of at least 1");
  EXPECT_EQ(wrong({{"page", "a"}, {"top", "-1"}}), "top: '-1' is not a whole number of at least 1");
  EXPECT_EQ(wrong({{"page", "a"}, {"top", "0"}}), "top: '0' is not a whole number of at least 1");
  EXPECT_THAT(wrong({{"page", "a"}, {"top", "101"}}), HasSubstr("more than 100"));
  EXPECT_EQ(wrong({{"page", "a"}, {"same_site", "x"}}), "same_site: 'x' is not one of keep, drop");
  EXPECT_EQ(wrong({{"page", "a"}, {"in", "maybe"}}), "in: 'maybe' is neither true nor false");
  EXPECT_EQ(wrong({{"page", "a"}, {"delta", "nan"}}), "delta: 'nan' is not a number");
  EXPECT_EQ(wrong({{"page", "a"}, {"top", "1"}, {"top", "2"}}), "top: is given more than once");
  EXPECT_THAT(wrong({{"page", "a"}, {"page", "b"}, {"page", "c"}, {"page", "d"}}),
              HasSubstr("more than 3 times"));
  EXPECT_EQ(wrong({{"page", "a"}, {"tpo", "1"}}),
            "tpo: there is no parameter 'tpo' here; there are page, top, same_site, in, delta");
}

TEST(Arguments, ShowHostileTextInAMessageOnOneShortLine) {
  const std::string message = wrong({{"page", "a"}, {"top", "\x1B[2J" + std::string(10000, 'x')}});
  EXPECT_EQ(message.find('\x1B'), std::string::npos);
  EXPECT_LT(message.size(), 200U);
}

TEST(Arguments, HaveOneTextForWhateverMeansTheSame) {
  const auto text = [](Pairs pairs) {
    return Arguments::check(kKnown, std::move(pairs)).value().canonical();
  };
  EXPECT_EQ(text({{"page", "a"}, {"top", "10"}}), text({{"page", "a"}}));
  EXPECT_EQ(text({{"top", "5"}, {"page", "a"}}), text({{"page", "a"}, {"top", "5"}}));
  EXPECT_NE(text({{"page", "a"}, {"page", "b"}}), text({{"page", "b"}, {"page", "a"}}));
  EXPECT_NE(text({{"page", "atop:1=5"}}), text({{"page", "a"}, {"top", "5"}}));
}

TEST(Arguments, GivePeopleHereMoreThanClients) {
  const ParameterTable known = {
      {.name = "top", .type = Type::kCount, .most = 100, .least = 1, .may_be_zero_here = true},
      {.name = "memory", .type = Type::kSize, .whom = For::kHere},
      {.name = "store", .whom = For::kClients},
      {.name = "criterion", .type = Type::kChoice, .choices = {"one"}, .may_be_file = true},
      {.name = "snippets", .type = Type::kFlag, .fallback = "true"}};
  const auto here = Arguments::check(
      known, {{"top", "1000"}, {"memory", "1.5G"}, {"criterion", "my.tsv"}}, Caller::kHere);
  ASSERT_TRUE(here);
  EXPECT_EQ(here->count("top"), 1000U);
  EXPECT_EQ(here->size("memory"), uint64_t{3} << 29);
  EXPECT_TRUE(here->flag("snippets"));
  EXPECT_FALSE(Arguments::check(known, {{"store", "web"}}, Caller::kHere));
  EXPECT_FALSE(Arguments::check(known, {{"memory", "6 gigs"}}, Caller::kHere));
  EXPECT_FALSE(Arguments::check(known, {{"top", "1000"}}, Caller::kClient));
  EXPECT_TRUE(Arguments::check(known, {{"top", "0"}}, Caller::kHere));
  EXPECT_FALSE(Arguments::check(known, {{"top", "0"}}, Caller::kClient));
  EXPECT_FALSE(Arguments::check(known, {{"memory", "1G"}}, Caller::kClient));
  EXPECT_FALSE(Arguments::check(known, {{"criterion", "my.tsv"}}, Caller::kClient));
}

TEST(Arguments, OfACommandLineMayDiffer) {
  const ParameterTable known = {
      {.name = "page", .is_required = true, .shell = {.is_optional = true}},
      {.name = "by", .type = Type::kChoice, .choices = {"a", "b"}, .shell = {.listed = "rank"}},
      {.name = "cursor", .shell = {.is_hidden = true}},
      {.name = "all", .type = Type::kFlag, .fallback = "false", .whom = For::kShell}};
  const auto given =
      Arguments::check(known, {{"by", "a"}, {"by", "b"}, {"all", "true"}}, Caller::kShell);
  ASSERT_TRUE(given);
  EXPECT_THAT(given->texts("by"), ElementsAre("a", "b"));
  EXPECT_TRUE(given->flag("all"));
  EXPECT_FALSE(Arguments::check(known, {{"cursor", "x"}}, Caller::kShell));
  EXPECT_FALSE(Arguments::check(known, {{"by", "a"}}, Caller::kHere));
  EXPECT_FALSE(Arguments::check(known, {{"page", "a"}, {"all", "true"}}, Caller::kHere));
  EXPECT_FALSE(Arguments::check(known, {{"page", "a"}, {"by", "a"}, {"by", "b"}}, Caller::kHere));
}

struct ToyRequest {
  unsigned at_once = 4;
  std::string kind = "apple";
  std::vector<std::string> kinds = {};
  bool peels = true;
};
std::vector<std::string> fruit() {
  return {"apple", "pear"};
}
constexpr auto kToyOptions =
    options(option("at_once", &ToyRequest::at_once, "how many at once").between(1, 8),
            option("kind", &ToyRequest::kind, "of fruit").one_of(fruit),
            option("kinds", &ToyRequest::kinds, "of fruit").one_of(fruit, "fruit"),
            option("peels", &ToyRequest::peels, "peel it").turned_off_by("whole"));

TEST(FromOptions, OneLineIsParameterLimitAndMember) {
  const ParameterTable known = parameters_of(kToyOptions);
  const auto arguments = Arguments::check(
      known, {{"at_once", "8"}, {"kinds", "pear"}, {"peels", "false"}}, Caller::kHere);
  ASSERT_TRUE(arguments);
  ToyRequest request;
  read_options(*arguments, kToyOptions, request);
  EXPECT_EQ(request.at_once, 8U);
  EXPECT_EQ(request.kind, "apple");
  EXPECT_THAT(request.kinds, ElementsAre("pear"));
  EXPECT_FALSE(request.peels);
  for (const Caller caller : {Caller::kClient, Caller::kHere, Caller::kShell}) {
    const auto many = Arguments::check(known, {{"at_once", "9"}}, caller);
    ASSERT_FALSE(many);
    EXPECT_EQ(error_text(many.error()), "at_once: '9' is not a number from 1 to 8");
    EXPECT_FALSE(Arguments::check(known, {{"kind", "plum"}}, caller));
  }
}

TEST(ParameterTable, IsMadeOnceWhenItIsLookedAt) {
  int times = 0;
  const ParameterTable table = [&times] {
    ++times;
    return std::vector<Parameter>{{.name = "page"}};
  };
  const ParameterTable copy = table;
  EXPECT_EQ(times, 0);
  EXPECT_NE(table.find("page"), nullptr);
  EXPECT_EQ(copy.size(), 1U);
  EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace cocite::api
