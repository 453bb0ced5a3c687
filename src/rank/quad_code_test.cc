#include "rank/quad_code.h"

#include <random>

#include <gtest/gtest.h>

namespace cocite::rank {
namespace {

// Of all lengths, the borders between them more often than by chance.
std::vector<uint32_t> random_numbers(std::mt19937& random, size_t size) {
  std::vector<uint32_t> numbers(size);
  for (uint32_t& number : numbers) {
    const uint32_t border = uint32_t{1} << (random() % 32);
    const std::array<uint32_t, 6> choices = {0,
                                             1,
                                             border,
                                             border - 1,
                                             static_cast<uint32_t>(random() >> (random() % 32)),
                                             UINT32_MAX - static_cast<uint32_t>(random() % 3)};
    number = choices[random() % choices.size()];
  }
  return numbers;
}

std::vector<std::byte> packed(const std::vector<uint32_t>& numbers) {
  std::vector<std::byte> bytes(3, std::byte{7});  // something stands before
  pack_quads(numbers, bytes);
  return bytes;
}

TEST(QuadCode, NumbersComeBackWithAndWithoutTheShuffle) {
  std::mt19937 random(1);
  for (size_t size = 0; size < 300; ++size) {
    const std::vector<uint32_t> numbers = random_numbers(random, size);
    std::vector<std::byte> bytes = packed(numbers);
    const size_t end = bytes.size();
    bytes.resize(end + kQuadSlack, std::byte{0xFF});
    for (const auto unpack : {unpack_quads, unpack_quads_plainly}) {
      std::vector<uint32_t> out(size + kQuadSlack);
      EXPECT_EQ(unpack(bytes.data() + 3, size, out.data()), bytes.data() + end);
      out.resize(size);
      ASSERT_EQ(out, numbers);
    }
  }
}

TEST(QuadCode, StepsLeadToTheNumbersAndThoseOutsideAreMarked) {
  std::mt19937 random(2);
  for (size_t size = 0; size < 300; ++size) {
    std::vector<uint32_t> numbers = random_numbers(random, size);
    if (size % 2 == 0) std::ranges::sort(numbers);
    std::vector<uint32_t> steps;
    uint32_t last = 0;
    for (const uint32_t number : numbers) {
      steps.push_back(step(last, number));
      EXPECT_EQ(step_on(last, steps.back()), number);
      last = number;
    }
    std::vector<std::byte> bytes = packed(steps);
    const size_t end = bytes.size();
    bytes.resize(end + kQuadSlack);
    for (const Marks& marks : {Marks{}, Marks{.first = 0, .size = 1, .mark = 5},
                               Marks{.first = 100, .size = 70'000, .mark = 1U << 31},
                               Marks{.first = 1U << 31, .size = 1U << 30, .mark = 3},
                               Marks{.first = 7, .size = 0, .mark = 9}}) {
      std::vector<uint32_t> expected = numbers;
      for (uint32_t& number : expected) {
        const bool is_inside =
            number >= marks.first && uint64_t{number} < uint64_t{marks.first} + marks.size;
        if (!is_inside) number += marks.mark;
      }
      for (const auto unpack : {unpack_steps, unpack_steps_plainly}) {
        std::vector<uint32_t> out(size + kQuadSlack);
        EXPECT_EQ(unpack(bytes.data() + 3, size, marks, out.data()), bytes.data() + end);
        out.resize(size);
        ASSERT_EQ(out, expected);
      }
    }
  }
}

TEST(QuadCode, TheNextPageTakesNoByte) {
  EXPECT_EQ(step(41, 42), 0U);
  EXPECT_EQ(packed(std::vector<uint32_t>(400)).size(), 3U + 100U);
  EXPECT_EQ(packed({1, 255, 256, 65536}).size(), 3U + 1 + 1 + 1 + 2 + 4);
}

}  // namespace
}  // namespace cocite::rank
