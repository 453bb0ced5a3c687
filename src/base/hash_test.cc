#include "base/hash.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

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

#ifdef __x86_64__
// Whether upper halves of registers are in use: each instruction on the lower ones then waits for
// what was there before, and all that runs takes half as long again. Nothing: cannot be asked.
std::optional<bool> are_upper_halves_in_use() {
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t d = 0;
  constexpr uint32_t kStates = 0xD;
  if (__get_cpuid_max(0, nullptr) < kStates) return std::nullopt;
  __cpuid_count(kStates, 1, a, b, c, d);
  if ((a & 4U) == 0) return std::nullopt;
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
  constexpr uint32_t kAvx = 1U << 2;
  constexpr uint32_t kAvx512 = 1U << 6;
  return (a & (kAvx | kAvx512)) != 0;
}

TEST(Hash, LeavesNoRegisterInUseThatSlowsOthersDown) {
  std::vector<std::byte> bytes(1 << 16, std::byte{7});
  uint64_t sum = hash64(std::span<const std::byte>(bytes));
  for (const size_t size : {size_t{1024}, size_t{16384}, bytes.size()}) {
    sum ^= hash64(std::span<const std::byte>(bytes.data(), size));
    const std::optional<bool> are_in_use = are_upper_halves_in_use();
    if (!are_in_use) GTEST_SKIP() << "this processor does not tell";
    EXPECT_FALSE(*are_in_use) << size;
  }
  EXPECT_NE(sum, 0U);
}
#endif

}  // namespace
}  // namespace cocite
