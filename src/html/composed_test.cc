#include "html/composed.h"

#include <gtest/gtest.h>

namespace cocite::html {
namespace {

TEST(Composed, LettersWithTwoSpellingsGetOne) {
  const auto composed = [](std::string text) {
    compose(text);
    return text;
  };
  EXPECT_EQ(composed("Cafe\u0301"), "Caf\u00E9");
  EXPECT_EQ(composed("\u212B"), "\u00C5");                // the sign for the unit is the letter
  EXPECT_EQ(composed("\u1112\u1161\u11AB"), "\uD55C");    // Hangul
  EXPECT_EQ(composed("q\u0307\u0323"), "q\u0323\u0307");  // accents in their order
  EXPECT_EQ(composed("\u00E9 and \uFB01"), "\u00E9 and \uFB01");  // ligatures are not taken apart
  EXPECT_EQ(composed("plain"), "plain");
  EXPECT_EQ(composed(""), "");
  EXPECT_EQ(composed("e\xCC\x81\xFF"), "e\xCC\x81\xFF");  // not UTF-8
}

}  // namespace
}  // namespace cocite::html
