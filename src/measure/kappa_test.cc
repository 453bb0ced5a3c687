#include "measure/kappa.h"

#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::measure {
namespace {

using Ratings = std::vector<uint8_t>;
using Votes = std::vector<std::pair<uint64_t, uint64_t>>;

TEST(CohenKappa, IsAgreementBeyondChance) {
  // The textbook's: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no of 50: 0.7 against 0.5 by chance.
  Ratings one;
  Ratings other;
  const auto add = [&](int count, uint8_t a, uint8_t b) {
    one.insert(one.end(), static_cast<size_t>(count), a);
    other.insert(other.end(), static_cast<size_t>(count), b);
  };
  add(20, 1, 1);
  add(5, 1, 0);
  add(10, 0, 1);
  add(15, 0, 0);
  EXPECT_NEAR(cohen_kappa(one, other), 0.4, 1e-12);
  EXPECT_NEAR(cohen_kappa(other, one), 0.4, 1e-12);
  EXPECT_NEAR(cohen_kappa(one, one), 1, 1e-12);
}

TEST(CohenKappa, CannotBeToldWhereAllRatingsAreTheSame) {
  EXPECT_TRUE(std::isnan(cohen_kappa(Ratings{1, 1}, Ratings{1, 1})));
  EXPECT_TRUE(std::isnan(cohen_kappa({}, {})));
  EXPECT_NEAR(cohen_kappa(Ratings{1, 0}, Ratings{0, 1}), -1, 1e-12);
}

TEST(FleissKappa, OfTwoRatersIsNearCohens) {
  // Three raters, four answers: P = (1 + 1/3 + 1 + 1/3) / 4, p = 7/12.
  const Votes votes = {{3, 0}, {2, 1}, {0, 3}, {2, 1}};
  const double agreement = (1 + 1.0 / 3 + 1 + 1.0 / 3) / 4;
  const double good = 7.0 / 12;
  const double chance = good * good + (1 - good) * (1 - good);
  EXPECT_NEAR(fleiss_kappa(votes), (agreement - chance) / (1 - chance), 1e-12);
}

TEST(FleissKappa, LeavesOutWhatOnlyOneHasRated) {
  const Votes votes = {{3, 0}, {0, 3}};
  const Votes more = {{3, 0}, {1, 0}, {0, 3}, {0, 0}, {0, 1}};
  EXPECT_NEAR(fleiss_kappa(votes), 1, 1e-12);
  EXPECT_NEAR(fleiss_kappa(more), 1, 1e-12);
  EXPECT_TRUE(std::isnan(fleiss_kappa(Votes{{1, 0}, {0, 1}})));  // one rater
  EXPECT_TRUE(std::isnan(fleiss_kappa(Votes{{2, 0}, {3, 0}})));  // all the same
  EXPECT_TRUE(std::isnan(fleiss_kappa({})));
}

}  // namespace
}  // namespace cocite::measure
