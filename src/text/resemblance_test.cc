#include "text/resemblance.h"

#include <gtest/gtest.h>

namespace cocite::text {
namespace {

TEST(Resemblance, CountsRunsOfFourTerms) {
  ShingleReader reader;
  const Shingles one = reader.read("a b c d e");
  EXPECT_EQ(one.size(), 2U);
  EXPECT_DOUBLE_EQ(resemblance(one, reader.read("A, b; c D e!")), 1);
  EXPECT_DOUBLE_EQ(resemblance(one, reader.read("a b c d x")), 1.0 / 3);
  EXPECT_DOUBLE_EQ(resemblance(one, reader.read("e d c b a")), 0);
  EXPECT_DOUBLE_EQ(resemblance(reader.read("a b"), reader.read("a b")), 1);
  EXPECT_DOUBLE_EQ(resemblance(reader.read(""), reader.read("")), 0);
}

}  // namespace
}  // namespace cocite::text
