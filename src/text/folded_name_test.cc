#include "text/folded_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::text {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FoldedName folded(std::string_view text) {
  FoldedName name;
  fold_name(text, name);
  return name;
}

TEST(FoldedName, HasRunsWithOneSpaceBetween) {
  EXPECT_EQ(folded("  The  Café—Größe!").text, "the café grösse");
  EXPECT_THAT(folded("std::vector<T>::push_back").starts, ElementsAre(0, 4, 11, 13, 18));
  EXPECT_EQ(folded("std::vector<T>::push_back").text, "std vector t push back");
  EXPECT_EQ(folded("ＦＵＬＬ ﬁne").text, "full fine");  // compatibility forms are folded, too
}

TEST(FoldedName, TypingMayBeginAtEachCharacterOfScriptsWithoutSpaces) {
  const FoldedName name = folded("The 東京 guide");
  EXPECT_EQ(name.text, "the 東京 guide");
  EXPECT_THAT(name.starts, ElementsAre(0, 4, 7, 11));
  // A word next to them begins a new run.
  EXPECT_THAT(folded("東京2020").starts, ElementsAre(0, 3, 6));
}

TEST(FoldedName, SaysWhetherTheLastWordIsWhole) {
  EXPECT_FALSE(folded("honey b").ends_run);
  EXPECT_TRUE(folded("honey ").ends_run);
  EXPECT_TRUE(folded("honey…").ends_run);
  EXPECT_FALSE(folded("…").ends_run);
  EXPECT_EQ(folded("…").text, "");
  EXPECT_THAT(folded("").starts, IsEmpty());
}

TEST(FoldedName, BrokenTextSeparates) {
  EXPECT_EQ(folded("a\xFF\xFE"
                   "b")
                .text,
            "a b");
}

}  // namespace
}  // namespace cocite::text
