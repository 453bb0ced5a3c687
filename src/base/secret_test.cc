#include "base/secret.h"

#include <set>

#include <gtest/gtest.h>

namespace cocite {
namespace {

TEST(Secret, IsLongAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string secret = random_secret().value();
    EXPECT_EQ(secret.size(), 32U);
    EXPECT_EQ(secret.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_TRUE(seen.insert(secret).second);
  }
}

TEST(Secret, EqualsItselfAndNothingElse) {
  EXPECT_TRUE(is_equal_secret("abc", "abc"));
  for (const char* other : {"", "ab", "abd", "abcabc", "abcd", "Abc"}) {
    EXPECT_FALSE(is_equal_secret("abc", other)) << other;
  }
}

}  // namespace
}  // namespace cocite
