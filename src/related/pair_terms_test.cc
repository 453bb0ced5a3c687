#include "related/pair_terms.h"

#include <string>

#include <gtest/gtest.h>

namespace cocite::related {
namespace {

TEST(AddressLikeness, CountsFoldersFromTheRootAndRunsOfLettersInNames) {
  const auto same = address_likeness("org,example)/a/b/c.html", "org,example)/a/b/c.html");
  EXPECT_DOUBLE_EQ(same.folder, 1);
  EXPECT_DOUBLE_EQ(same.name, 1);
  // org, example, a of org, example, a, b.
  const auto near = address_likeness("org,example)/a/b/c.html", "org,example)/a/x.html");
  EXPECT_DOUBLE_EQ(near.folder, 0.75);
  EXPECT_GT(near.name, 0.4) << ".html";
  const auto far = address_likeness("org,example)/a/vector", "com,other)/a/list");
  EXPECT_DOUBLE_EQ(far.folder, 0);
  EXPECT_DOUBLE_EQ(far.name, 0);
}

TEST(AddressLikeness, IsTheSameBothWaysAndNeverMoreThanOne) {
  const std::string some[] = {
      "",   "a",   "org,example)/",     "org,example)/?x=1/2",   "Zebra", "Zebras", "/",
      "//", ",,)", "org,example)/a/b/", "org,example)/a/b/index"};
  for (const std::string& one : some) {
    for (const std::string& other : some) {
      const auto there = address_likeness(one, other);
      const auto back = address_likeness(other, one);
      EXPECT_EQ(there.folder, back.folder) << one << " " << other;
      EXPECT_EQ(there.name, back.name) << one << " " << other;
      EXPECT_TRUE(there.folder >= 0 && there.folder <= 1 && there.name >= 0 && there.name <= 1);
    }
  }
}

TEST(Terms, HaveNamesOfOneWordThatAreFoundAgain) {
  for (size_t i = 0; i < kTermCount; ++i) {
    const std::string_view name = term_table()[i].name;
    EXPECT_EQ(name.find_first_of(" \t\n"), std::string_view::npos);
    ASSERT_TRUE(term_named(name));
    EXPECT_EQ(static_cast<size_t>(*term_named(name)), i);
  }
  EXPECT_FALSE(term_named("no such term"));
}

}  // namespace
}  // namespace cocite::related
