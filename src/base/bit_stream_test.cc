#include "base/bit_stream.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace cocite {
namespace {

std::vector<std::byte> bytes_of(const BitWriter& writer, uint64_t behind) {
  std::vector<uint64_t> words = writer.words();
  words.insert(words.end(), {writer.partial(), behind, behind, behind, behind});
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

TEST(BitStream, LowBitsAreOnes) {
  EXPECT_EQ(low_bits(0), 0U);
  EXPECT_EQ(low_bits(1), 1U);
  EXPECT_EQ(low_bits(63), ~uint64_t{0} >> 1);
  EXPECT_EQ(low_bits(64), ~uint64_t{0});
}

TEST(BitStream, PutsTheLowestBitFirst) {
  BitWriter writer;
  writer.put(0b1, 1);
  writer.put(0b10, 2);
  writer.put(0b0110, 4);
  EXPECT_EQ(writer.size(), 7U);
  EXPECT_EQ(writer.partial(), 0b0110'10'1U);
}

// Against a string of '0' and '1'.
TEST(BitStream, ReadsWhatWasWrittenFromAnyPlace) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    BitWriter writer;
    std::string bits;
    std::vector<std::pair<uint64_t, unsigned>> numbers;
    std::vector<uint64_t> places;
    for (uint64_t i = random() % 100; i > 0; --i) {
      const auto count = static_cast<unsigned>(random() % 57);
      const uint64_t value = random() & low_bits(count);
      places.push_back(writer.size());
      numbers.emplace_back(value, count);
      writer.put(value, count);
      for (unsigned b = 0; b < count; ++b) bits += (value >> b & 1) != 0 ? '1' : '0';
      ASSERT_EQ(writer.size(), bits.size());
    }
    // What stands behind the end makes no difference.
    const auto bytes = bytes_of(writer, random() % 2 == 0 ? 0 : ~uint64_t{0});
    BitReader reader(bytes.data(), 0);
    for (size_t i = 0; i < numbers.size(); ++i) {
      ASSERT_EQ(reader.position(), places[i]);
      ASSERT_EQ(reader.take(numbers[i].second), numbers[i].first);
      BitReader from_here(bytes.data(), places[i]);
      ASSERT_EQ(from_here.position(), places[i]);
      ASSERT_EQ(from_here.take(numbers[i].second), numbers[i].first);
    }
    ASSERT_EQ(reader.position(), bits.size());
    for (size_t at = 0; at < bits.size(); at += 1 + random() % 20) {
      BitReader one(bytes.data(), at);
      const uint64_t seen = one.peek();
      for (size_t b = 0; b < 56 && at + b < bits.size(); ++b) {
        ASSERT_EQ(seen >> b & 1, bits[at + b] == '1' ? 1U : 0U);
      }
      ASSERT_EQ(one.position(), at);  // a look takes nothing
    }
  }
}

TEST(BitStream, FinishMakesAllWordsWhole) {
  BitWriter writer;
  for (int i = 0; i < 10; ++i) writer.put(0x155, 9);
  const uint64_t partial = writer.partial();
  writer.finish(3);
  ASSERT_EQ(writer.words().size(), 2 + 3U);
  EXPECT_EQ(writer.words()[1], partial);
  EXPECT_EQ(writer.words()[4], 0U);
  writer.clear();
  EXPECT_EQ(writer.size(), 0U);
}

TEST(BitStream, KnowsWhenItIsFarBeyondAnEnd) {
  const std::vector<std::byte> bytes(200);
  BitReader reader(bytes.data(), 0);
  while (reader.position() <= 320) {
    EXPECT_FALSE(reader.is_beyond(320)) << reader.position();
    static_cast<void>(reader.take(7));
  }
  while (reader.position() <= 320 + 3 * 64) static_cast<void>(reader.take(7));
  EXPECT_TRUE(reader.is_beyond(320));
}

}  // namespace
}  // namespace cocite
