#include "graph/token_code.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace cocite::graph {
namespace {

constexpr uint64_t kLargest = (uint64_t{1} << 34) - 1;

// Values at and around every border between two tokens.
std::vector<uint64_t> border_values() {
  std::vector<uint64_t> values;
  for (uint64_t value = 0; value < 40; ++value) values.push_back(value);
  for (unsigned top = 4; top < 34; ++top) {
    for (uint64_t digits = 4; digits < 8; ++digits) {
      const uint64_t first = digits << (top - 2);
      values.insert(values.end(), {first - 1, first, first + 1});
    }
  }
  values.push_back(kLargest);
  return values;
}

std::vector<std::byte> bytes_of(const BitWriter& writer) {
  std::vector<uint64_t> words = writer.words();
  words.insert(words.end(), {writer.partial(), 0, 0, 0});
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

void expect_round_trip(const TokenCode& code, const std::vector<uint64_t>& values) {
  BitWriter writer;
  uint64_t cost = 0;
  for (const uint64_t value : values) {
    code.put(writer, value);
    cost += code.cost(value);
    ASSERT_EQ(writer.size(), cost);
  }
  const auto bytes = bytes_of(writer);
  BitReader reader(bytes.data(), 0);
  for (const uint64_t value : values) ASSERT_EQ(code.take(reader), value);
  EXPECT_EQ(reader.position(), writer.size());
}

// In units of 2^-max_bits; a code that can be read has at most 2^max_bits of them.
uint64_t kraft_sum(std::span<const uint8_t> lengths, unsigned max_bits) {
  uint64_t sum = 0;
  for (const uint8_t length : lengths) sum += length == 0 ? 0 : uint64_t{1} << (max_bits - length);
  return sum;
}

TEST(Token, SplitsEveryValueIntoTokenAndRest) {
  EXPECT_EQ(token_of(0).token, 0U);
  EXPECT_EQ(token_of(15).token, 15U);
  EXPECT_EQ(token_of(16).token, 16U);
  EXPECT_EQ(token_of(kLargest).token, kTokens - 1);
  uint32_t last = 0;
  for (uint64_t value = 0; value < 5000; ++value) {
    const Token token = token_of(value);
    ASSERT_TRUE(token.token == last || token.token == last + 1) << value;
    last = token.token;
    if (value < 16) {
      ASSERT_EQ(token.extra_bits, 0U);
    } else {
      const uint64_t digits = 4 + (token.token & 3U);
      ASSERT_EQ((digits << token.extra_bits) + token.extra, value);
    }
  }
}

TEST(Token, FoldsSmallNumbersOfBothSignsToSmallOnes) {
  EXPECT_EQ(fold_sign(1), 0U);
  EXPECT_EQ(fold_sign(-1), 1U);
  EXPECT_EQ(fold_sign(2), 2U);
  const int64_t far = int64_t{1} << 32;
  for (const int64_t delta : {int64_t{1}, int64_t{-1}, int64_t{17}, int64_t{-1000}, far, -far}) {
    EXPECT_EQ(unfold_sign(fold_sign(delta)), delta);
  }
}

TEST(TokenCode, RoundTripsEveryTokenWhateverWasCounted) {
  const std::vector<uint64_t> values = border_values();
  for (const uint64_t likely : {uint64_t{0}, uint64_t{7}, uint64_t{1000}, kLargest}) {
    TokenCounts counts;
    for (int i = 0; i < 1'000'000; ++i) counts.add(likely);
    const TokenCode code = TokenCode::make(counts.counts());
    expect_round_trip(code, values);
    EXPECT_LE(code.cost(likely), 1 + token_of(likely).extra_bits);
  }
}

TEST(TokenCode, RoundTripsWhatWasCounted) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    TokenCounts counts;
    std::vector<uint64_t> values;
    const size_t kinds = 1 + random() % 30;
    std::vector<uint64_t> some(kinds);
    for (uint64_t& value : some) value = random() >> (30 + random() % 34);
    for (int i = 0; i < 300; ++i) values.push_back(some[std::min(random(), random()) % kinds]);
    for (const uint64_t value : values) counts.add(value);
    expect_round_trip(TokenCode::make(counts.counts()), values);
  }
}

TEST(TokenCode, IsReadBackFromItsLengths) {
  std::mt19937_64 random(2);
  TokenCounts counts;
  for (int i = 0; i < 1000; ++i) counts.add(random() >> (30 + random() % 34));
  const TokenCode code = TokenCode::make(counts.counts());
  TokenCode again;
  ASSERT_TRUE(TokenCode::from_lengths(code.lengths(), again));
  const std::vector<uint64_t> values = border_values();
  BitWriter writer;
  for (const uint64_t value : values) code.put(writer, value);
  const auto bytes = bytes_of(writer);
  BitReader reader(bytes.data(), 0);
  for (const uint64_t value : values) ASSERT_EQ(again.take(reader), value);
}

TEST(TokenCode, RefusesLengthsThatAreNoCode) {
  TokenCode code;
  std::vector<uint8_t> lengths(kSymbols, 0);
  EXPECT_FALSE(TokenCode::from_lengths(lengths, code));  // nothing can be written without an escape
  lengths[kEscape] = 1;
  EXPECT_TRUE(TokenCode::from_lengths(lengths, code));
  lengths[3] = lengths[4] = 1;
  EXPECT_FALSE(TokenCode::from_lengths(lengths, code));
  lengths[4] = 0;
  EXPECT_TRUE(TokenCode::from_lengths(lengths, code));
  lengths[3] = kMaxCodeBits + 1;
  EXPECT_FALSE(TokenCode::from_lengths(lengths, code));
  lengths.pop_back();
  EXPECT_FALSE(TokenCode::from_lengths(lengths, code));
}

// Bits that no writer writes: some number, some bits further on, never none.
TEST(TokenCode, GoesOnWhateverTheBits) {
  std::vector<uint8_t> lengths(kSymbols, 0);
  lengths[9] = 3;
  lengths[kEscape] = 3;
  TokenCode code;
  ASSERT_TRUE(TokenCode::from_lengths(lengths, code));
  const std::vector<std::byte> bytes(400, std::byte{0xFF});
  BitReader reader(bytes.data(), 0);
  for (int i = 0; i < 50; ++i) {
    const uint64_t before = reader.position();
    EXPECT_LE(code.take(reader), kLargest);
    EXPECT_GT(reader.position(), before);
  }
}

class CodeLengths : public testing::TestWithParam<unsigned> {};

TEST_P(CodeLengths, FitForAnyCounts) {
  const unsigned max_bits = GetParam();
  std::mt19937_64 random(max_bits);
  for (int round = 0; round < 300; ++round) {
    std::vector<uint64_t> counts(1 + random() % (uint64_t{1} << max_bits));
    for (size_t i = 0; i < counts.size(); ++i) {
      switch (round % 4) {
        case 0:  // as a deep tree wants them: Fibonacci-like, depth far above max_bits
          counts[i] = i < 2 ? 1 : std::min(counts[i - 1] + counts[i - 2], uint64_t{1} << 50);
          break;
        case 1:
          counts[i] = random() % 3 == 0 ? 0 : uint64_t{1} << random() % 50;
          break;
        case 2:
          counts[i] = 1;
          break;
        default:
          counts[i] = random() % 1000;
      }
    }
    const auto lengths = code_lengths(counts, max_bits);
    ASSERT_EQ(lengths.size(), counts.size());
    for (size_t i = 0; i < counts.size(); ++i) {
      ASSERT_EQ(lengths[i] == 0, counts[i] == 0);
      ASSERT_LE(lengths[i], max_bits);
    }
    ASSERT_TRUE(lengths_fit(lengths, max_bits));
    const uint64_t used = kraft_sum(lengths, max_bits);
    ASSERT_LE(used, uint64_t{1} << max_bits);
    // Nothing is wasted where there is anything to choose.
    const auto symbols = std::ranges::count_if(counts, [](uint64_t count) { return count > 0; });
    if (symbols > 1) {
      ASSERT_EQ(used, uint64_t{1} << max_bits);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(MaxBits, CodeLengths, testing::Values(3U, 5U, 8U, 11U, 12U));

TEST(HuffmanLengths, AreHuffmansWhereNothingIsCut) {
  const std::vector<uint64_t> counts = {5, 9, 12, 13, 16, 45};
  const std::vector<uint8_t> expected = {4, 4, 3, 3, 3, 1};
  EXPECT_EQ(code_lengths(counts, 11), expected);
}

TEST(HuffmanLengths, AreCloseToTheEntropyWhenCut) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<uint64_t> counts(kTokens);
    for (size_t i = 0; i < counts.size(); ++i) counts[i] = 1 + (uint64_t{1} << 40 >> (i / 3));
    std::ranges::shuffle(counts, random);
    const auto cut = code_lengths(counts, kMaxCodeBits);
    const auto free = code_lengths(counts, 50);
    double cut_bits = 0;
    double free_bits = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
      cut_bits += static_cast<double>(counts[i]) * cut[i];
      free_bits += static_cast<double>(counts[i]) * free[i];
    }
    EXPECT_LT(cut_bits, free_bits * 1.04);
  }
}

TEST(CodesFor, AreFreeOfPrefixes) {
  std::mt19937_64 random(6);
  std::vector<uint64_t> counts(kTokens);
  for (uint64_t& count : counts) count = uint64_t{1} << random() % 30;
  const auto lengths = code_lengths(counts, kMaxCodeBits);
  const auto codes = codes_for(lengths);
  for (size_t a = 0; a < counts.size(); ++a) {
    for (size_t b = 0; b < counts.size(); ++b) {
      if (a == b || lengths[a] > lengths[b]) continue;
      ASSERT_NE(codes[a], codes[b] & low_bits(lengths[a])) << a << " begins " << b;
    }
  }
}

}  // namespace
}  // namespace cocite::graph
