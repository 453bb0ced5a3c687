#include "base/hash.h"

#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace cocite {
namespace {

// From the reference implementation of XXH3: stores and their identities rest on these.
TEST(Hash, IsXxh3) {
  EXPECT_EQ(hash64(std::string_view()), 0x2D06800538D394C2U);
  EXPECT_EQ(hash64(std::span<const std::byte>()), 0x2D06800538D394C2U);
}

TEST(Hash, IsTheSameInPieces) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    std::string text(random() % 40000, '\0');
    for (char& c : text) c = static_cast<char>(random());
    Hasher hasher;
    auto rest = std::as_bytes(std::span(text));
    while (!rest.empty()) {
      const size_t take = 1 + random() % rest.size();
      hasher.add(rest.first(take));
      rest = rest.subspan(take);
    }
    EXPECT_EQ(hasher.value(), hash64(text));
    EXPECT_EQ(hasher.value(), hash64(std::as_bytes(std::span(text))));
  }
}

TEST(Mix, IsOneStepOfSplitmix64) {
  // The first three numbers of the generator with seed 0.
  EXPECT_EQ(mix(0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(mix(0x9E3779B97F4A7C15U), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(mix(2 * 0x9E3779B97F4A7C15U), 0x06C45D188009454FU);
  std::set<uint64_t> seen;
  for (uint64_t i = 0; i < 10000; ++i) seen.insert(mix(i));
  EXPECT_EQ(seen.size(), 10000U);  // it is one to one
}

}  // namespace
}  // namespace cocite
