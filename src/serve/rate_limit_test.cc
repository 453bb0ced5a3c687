#include "serve/rate_limit.h"

#include <gtest/gtest.h>

namespace cocite::serve {
namespace {

using std::chrono::milliseconds;

TEST(RateLimit, LetsABurstThroughAndThenTheRate) {
  RateLimit limit(10);
  RateLimit::Time now = {};
  int taken = 0;
  for (int i = 0; i < 100; ++i) taken += limit.takes("1.2.3.4", now) ? 1 : 0;
  EXPECT_EQ(taken, 20);
  for (int i = 0; i < 1000; ++i) {
    now += milliseconds(10);
    taken += limit.takes("1.2.3.4", now) ? 1 : 0;
  }
  EXPECT_NEAR(taken, 20 + 100, 1);
}

TEST(RateLimit, CountsClientsApartAndHouseholdsTogether) {
  RateLimit limit(0.5);
  const RateLimit::Time now = {};
  EXPECT_TRUE(limit.takes("1.2.3.4", now));
  EXPECT_FALSE(limit.takes("1.2.3.4", now));
  EXPECT_TRUE(limit.takes("1.2.3.5", now));
  EXPECT_TRUE(limit.takes("2001:db8:1:2:3::4", now));
  EXPECT_FALSE(limit.takes("2001:db8:1:2:9::9", now));
  EXPECT_TRUE(limit.takes("2001:db8:1:3::1", now));
}

TEST(RateLimit, RemembersABoundedNumberOfClients) {
  RateLimit limit(1);
  const RateLimit::Time now = {};
  for (size_t i = 0; i < 3 * RateLimit::kMostClients; ++i) {
    static_cast<void>(limit.takes(std::to_string(i), now));
  }
  EXPECT_LE(limit.clients(), RateLimit::kMostClients);
}

TEST(RateLimit, IsOffAtZero) {
  RateLimit limit(0);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(limit.takes("a", {}));
  EXPECT_EQ(limit.clients(), 0U);
}

}  // namespace
}  // namespace cocite::serve
