#include "file/elias_fano.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "file/scratch_file.h"
#include "file/select.h"

namespace cocite::file {
namespace {

void write_file(const std::string& path, const std::vector<uint64_t>& values, uint64_t max_value) {
  auto writer = ContainerWriter::create(path, "test");
  ASSERT_TRUE(writer);
  EliasFanoBuilder builder(values.size(), max_value);
  for (const uint64_t value : values) builder.add(value);
  ASSERT_TRUE(builder.write(*writer, "numbers"));
  ASSERT_TRUE(writer->finish());
}

void expect_same(const EliasFano& numbers, const std::vector<uint64_t>& values) {
  ASSERT_EQ(numbers.size(), values.size());
  for (uint64_t i = 0; i < values.size(); ++i) {
    uint64_t value = 0;
    ASSERT_TRUE(numbers.get(i, value)) << i;
    ASSERT_EQ(value, values[i]) << i;
    ASSERT_EQ(*numbers.get(i), values[i]);
    uint64_t first = 0;
    uint64_t second = 0;
    if (i + 1 == values.size()) {
      ASSERT_FALSE(numbers.get_pair(i, first, second));
      ASSERT_EQ(numbers.get_pair(i).error().code, ErrorCode::kInvalidArgument);
      break;
    }
    ASSERT_TRUE(numbers.get_pair(i, first, second)) << i;
    ASSERT_EQ(first, values[i]) << i;
    ASSERT_EQ(second, values[i + 1]) << i;
    ASSERT_EQ(*numbers.get_pair(i), std::pair(first, second));
  }
  for (const uint64_t i : {uint64_t{values.size()}, ~uint64_t{0}, ~uint64_t{0} - 1}) {
    uint64_t value = 0;
    EXPECT_FALSE(numbers.get(i, value));
    EXPECT_EQ(numbers.get(i).error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(numbers.get_pair(i).error().code, ErrorCode::kInvalidArgument);
  }
}

void round_trip(const std::vector<uint64_t>& values, uint64_t max_value) {
  const ScratchFile file("elias_fano");
  write_file(file.path(), values, max_value);
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container) << container.error().message;
  const auto numbers = EliasFano::open(*container, "numbers");
  ASSERT_TRUE(numbers) << numbers.error().message;
  EXPECT_EQ(numbers->max_value(), max_value);
  expect_same(*numbers, values);
}

void round_trip(const std::vector<uint64_t>& values) {
  round_trip(values, values.empty() ? 0 : values.back());
}

std::vector<uint64_t> random_values(std::mt19937_64& random, size_t count, uint64_t below) {
  std::vector<uint64_t> values(count);
  for (uint64_t& value : values) value = random() % below;
  std::ranges::sort(values);
  return values;
}

TEST(SelectInWord, AgreesWithCountingBits) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    uint64_t word = random();
    if (round % 3 == 1) word &= random() & random();
    if (round % 3 == 2) word |= random() | random();
    if (round == 0) word = ~uint64_t{0};
    unsigned k = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
      if (((word >> bit) & 1U) == 0) continue;
      ASSERT_EQ(select_in_word<false>(word, k), bit) << word;
      if (has_bmi2()) {
        ASSERT_EQ(select_in_word<true>(word, k), bit) << word;
      }
      ++k;
    }
  }
}

TEST(EliasFano, KeepsShortSequences) {
  round_trip({});
  round_trip({}, 1000);
  round_trip({0});
  round_trip({7});
  round_trip({~uint64_t{0}});
  round_trip({0, 0, 0});
  round_trip({0, ~uint64_t{0}});
  round_trip({0, 1}, ~uint64_t{0});
  round_trip({1, 2, 3, 4, 5}, 5);
}

TEST(EliasFano, KeepsRandomSequencesOfManyDensities) {
  std::mt19937_64 random(2);
  for (const size_t count : {1U, 2U, 63U, 64U, 511U, 512U, 513U, 1024U, 5000U}) {
    for (const uint64_t below : {uint64_t{1}, uint64_t{2}, uint64_t{100}, uint64_t{5000},
                                 uint64_t{1} << 20, uint64_t{1} << 33, uint64_t{1} << 63}) {
      const auto values = random_values(random, count, below);
      round_trip(values);
      round_trip(values, std::max(below, values.back()));
    }
  }
}

TEST(EliasFano, KeepsNumbersBeyond32Bits) {
  std::vector<uint64_t> values;
  for (uint64_t i = 0; i < 3000; ++i) values.push_back((uint64_t{1} << 40) + i * i * 1000);
  round_trip(values);
}

TEST(EliasFano, KeepsSequencesWithLongFlatsAndGreatLeaps) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<uint64_t> values;
    uint64_t value = 0;
    while (values.size() < 20'000) {
      const size_t flat = random() % 3000;
      for (size_t i = 0; i < flat; ++i) values.push_back(value += random() % 2);
      value += random() % (uint64_t{1} << (random() % 24));
    }
    round_trip(values);
  }
  // One leap: all zeros of the high bits between two numbers of one stretch.
  std::vector<uint64_t> leap(30'000, 0);
  for (size_t i = 10'100; i < leap.size(); ++i) leap[i] = 1'000'000;
  round_trip(leap);
  leap.back() = 50'000'000;
  round_trip(leap);
}

TEST(EliasFano, TakesTwoBitsAndTheLogarithmOfTheGap) {
  std::mt19937_64 random(4);
  for (const uint64_t gap : {1U, 2U, 3U, 7U, 100U, 1000U, 100'000U}) {
    const auto values = random_values(random, 100'000, 100'000 * gap);
    const ScratchFile file("elias_fano");
    write_file(file.path(), values, values.back());
    const auto container = Container::open(file.path(), "test");
    ASSERT_TRUE(container);
    const double bits = static_cast<double>(container->section("numbers")->size()) * 8 / 100'000;
    // 100 bytes for the header and for rounding up.
    EXPECT_LT(bits, 2.15 + std::log2(gap) + 100.0 * 8 / 100'000) << gap;
  }
}

TEST(EliasFano, FindsEverySpoiltByteBeforeItIsUsed) {
  std::mt19937_64 random(5);
  const auto values = random_values(random, 300, 20'000);
  const ScratchFile file("elias_fano");
  write_file(file.path(), values, values.back());
  const std::vector<std::byte> whole = file.read();
  for (size_t at = 0; at < whole.size(); ++at) {
    auto spoilt = whole;
    spoilt[at] ^= std::byte{static_cast<unsigned char>(1 + random() % 255)};
    file.write(spoilt);
    const auto container = Container::open(file.path(), "test");
    if (!container) continue;
    const auto numbers = EliasFano::open(*container, "numbers");
    if (!numbers) {
      EXPECT_EQ(numbers.error().code, ErrorCode::kCorrupt);
      continue;
    }
    for (uint64_t i = 0; i + 1 < values.size(); ++i) {
      const auto pair = numbers->get_pair(i);
      if (pair) {
        ASSERT_EQ(*pair, std::pair(values[i], values[i + 1])) << at;
      } else {
        ASSERT_EQ(pair.error().code, ErrorCode::kCorrupt);
      }
    }
  }
}

// Bytes that pass the checksum because they were written so.
TEST(EliasFano, StaysInsideItsSectionWhateverTheBytes) {
  std::mt19937_64 random(6);
  std::vector<uint64_t> values(2000, 3);
  std::iota(values.begin() + 500, values.end(), 100'000);
  const ScratchFile whole("elias_fano");
  write_file(whole.path(), values, values.back());
  const auto container = Container::open(whole.path(), "test");
  ASSERT_TRUE(container);
  const auto honest = container->section("numbers")->values<uint64_t>();
  ASSERT_TRUE(honest);
  const ScratchFile file("elias_fano");
  for (int round = 0; round < 500; ++round) {
    std::vector<uint64_t> words(honest->begin(), honest->end());
    const size_t changes = 1 + random() % 3;
    for (size_t c = 0; c < changes; ++c) {
      const size_t at = random() % (round % 2 == 0 ? 30 : words.size());
      words[at] =
          random() % 2 == 0 ? random() >> (random() % 64) : words[at] ^ (1U << (random() % 32));
    }
    if (round % 10 == 0) words.resize(random() % (words.size() + 1));
    auto writer = ContainerWriter::create(file.path(), "test");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->begin("numbers"));
    ASSERT_TRUE(writer->write_values(std::span<const uint64_t>(words)));
    ASSERT_TRUE(writer->finish());
    const auto spoilt = Container::open(file.path(), "test");
    ASSERT_TRUE(spoilt);
    const auto numbers = EliasFano::open(*spoilt, "numbers");
    if (!numbers) continue;
    for (uint64_t i = 0; i < std::min<uint64_t>(numbers->size(), 5000); ++i) {
      uint64_t first = 0;
      uint64_t second = 0;
      if (!numbers->get_pair(i, first, second)) continue;
      ASSERT_LE(first, second);
      ASSERT_LE(second, numbers->max_value());
    }
  }
}

TEST(EliasFano, ServesManyThreads) {
  std::mt19937_64 random(7);
  const auto values = random_values(random, 50'000, uint64_t{1} << 36);
  const ScratchFile file("elias_fano");
  write_file(file.path(), values, values.back());
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  const auto numbers = EliasFano::open(*container, "numbers");
  ASSERT_TRUE(numbers);
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937_64 own(seed);
        for (int n = 0; n < 20'000; ++n) {
          const uint64_t i = own() % (values.size() - 1);
          uint64_t first = 0;
          uint64_t second = 0;
          if (!numbers->get_pair(i, first, second) || first != values[i] ||
              second != values[i + 1]) {
            ++wrong;
          }
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cocite::file
