#include "related/hub_finder.h"

#include <gtest/gtest.h>

namespace cocite::related {
namespace {

// Table 1 of the poster: new and kept pages of each extension.
TEST(HubFinder, KeepsWhatThePosterKept) {
  EXPECT_EQ(hub_finder_keeps(52, 1, 0.6), 43U);
  EXPECT_EQ(hub_finder_keeps(78, 2, 0.6), 39U);
  EXPECT_EQ(hub_finder_keeps(481, 3, 0.6), 159U);
  EXPECT_EQ(hub_finder_keeps(1718, 4, 0.6), 415U);
  EXPECT_EQ(hub_finder_keeps(1721, 5, 0.6), 342U);
}

TEST(HubFinder, KeepsNeitherMoreThanThereAreNorLessThanNone) {
  EXPECT_EQ(hub_finder_keeps(0, 1, 0.6), 0U);
  EXPECT_EQ(hub_finder_keeps(1, 1, 0.6), 1U);
  EXPECT_EQ(hub_finder_keeps(10, 1, 0.6), 9U);
  EXPECT_EQ(hub_finder_keeps(10000000000, 1, 0.6), 0U);
  EXPECT_EQ(hub_finder_keeps(100000000000, 1, 0.6), 0U);
}

}  // namespace
}  // namespace cocite::related
