#include "answer/chop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::answer {
namespace {

using testing::ElementsAre;

TEST(Chop, GoesDownToTheRoot) {
  EXPECT_THAT(chopped_keys("com,a)/x/y?q=1"),
              ElementsAre("com,a)/x/y?q=1", "com,a)/x/y", "com,a)/x/y/", "com,a)/x", "com,a)/x/",
                          "com,a)/"));
  EXPECT_THAT(chopped_keys("com,a)/x/"), ElementsAre("com,a)/x/", "com,a)/x", "com,a)/"));
  EXPECT_THAT(chopped_keys("com,a)/x"), ElementsAre("com,a)/x", "com,a)/x/", "com,a)/"));
}

TEST(Chop, LeavesTheRootAlone) {
  EXPECT_THAT(chopped_keys("com,a)/"), ElementsAre("com,a)/"));
  EXPECT_THAT(chopped_keys("com,a)/?q"), ElementsAre("com,a)/?q", "com,a)/"));
}

TEST(Chop, KeepsEmptyElements) {
  EXPECT_THAT(chopped_keys("com,a)/x//y"), ElementsAre("com,a)/x//y", "com,a)/x//y/", "com,a)/x/",
                                                       "com,a)/x//", "com,a)/x", "com,a)/"));
}

TEST(Chop, TakesAQuestionMarkWithinTheQueryAsPartOfIt) {
  EXPECT_THAT(chopped_keys("com,a)/x?b=/c/?d"),
              ElementsAre("com,a)/x?b=/c/?d", "com,a)/x", "com,a)/x/", "com,a)/"));
}

}  // namespace
}  // namespace cocite::answer
