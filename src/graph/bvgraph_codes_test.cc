#include "graph/bvgraph_codes.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/bvgraph_oracle.h"

namespace cocite::graph {
namespace {

using enum BvCode::Kind;

std::vector<BvCode> all_codes() {
  std::vector<BvCode> codes = {{kUnary, 0}, {kGamma, 0}, {kDelta, 0}, {kNibble, 0}, {kOmega, 0}};
  for (uint32_t k = 1; k <= 7; ++k) codes.push_back({kZeta, k});
  for (uint32_t k : {20U, 32U}) codes.push_back({kZeta, k});
  for (uint32_t k = 1; k <= 4; ++k) codes.push_back({kPi, k});
  for (uint32_t b : {1U, 2U, 3U, 4U, 5U, 10U, 1000U}) codes.push_back({kGolomb, b});
  return codes;
}

template <bool kLittle>
uint64_t read_one(BvCode code, const std::string& bits) {
  const auto bytes = oracle::pack(bits, kLittle);
  BvBitReader<kLittle> in(bytes);
  const uint64_t x = in.code(code);
  EXPECT_FALSE(in.failed()) << bits;
  EXPECT_EQ(in.position(), bits.size()) << bits;
  return x;
}

// From the definitions by hand, so that the oracle is not believed blindly either.
TEST(BvCodes, HandMadeBigEndianBitsAreRead) {
  struct Case {
    BvCode code;
    uint64_t x;
    const char* bits;
  };
  const Case cases[] = {
      {{kUnary, 0}, 0, "1"},        {{kUnary, 0}, 3, "0001"},     {{kGamma, 0}, 0, "1"},
      {{kGamma, 0}, 1, "010"},      {{kGamma, 0}, 2, "011"},      {{kGamma, 0}, 3, "00100"},
      {{kGamma, 0}, 9, "0001010"},  {{kDelta, 0}, 0, "1"},        {{kDelta, 0}, 1, "0100"},
      {{kDelta, 0}, 2, "0101"},     {{kDelta, 0}, 3, "01100"},    {{kDelta, 0}, 7, "00100000"},
      {{kZeta, 1}, 3, "00100"},     {{kZeta, 2}, 0, "10"},        {{kZeta, 2}, 1, "110"},
      {{kZeta, 2}, 2, "111"},       {{kZeta, 2}, 3, "01000"},     {{kZeta, 3}, 0, "100"},
      {{kZeta, 3}, 1, "1010"},      {{kZeta, 3}, 6, "1111"},      {{kZeta, 3}, 7, "0100000"},
      {{kZeta, 3}, 15, "01010000"}, {{kGolomb, 1}, 2, "001"},     {{kGolomb, 3}, 0, "10"},
      {{kGolomb, 3}, 1, "110"},     {{kGolomb, 3}, 2, "111"},     {{kGolomb, 3}, 7, "00110"},
      {{kNibble, 0}, 0, "1000"},    {{kNibble, 0}, 7, "1111"},    {{kNibble, 0}, 8, "00011000"},
      {{kOmega, 0}, 0, "0"},        {{kOmega, 0}, 1, "100"},      {{kOmega, 0}, 2, "110"},
      {{kOmega, 0}, 3, "101000"},   {{kOmega, 0}, 10, "1110110"}, {{kOmega, 0}, 15, "10100100000"},
      {{kPi, 1}, 0, "10"},          {{kPi, 2}, 0, "100"},         {{kPi, 2}, 2, "1011"},
      {{kPi, 2}, 20, "01000101"},   {{kPi, 3}, 6, "101011"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(read_one<false>(c.code, c.bits), c.x) << c.bits;
    EXPECT_EQ(oracle::code(c.code, c.x, false), c.bits);
  }
}

TEST(BvCodes, HandMadeLittleEndianBitsAreRead) {
  struct Case {
    BvCode code;
    uint64_t x;
    const char* bits;
  };
  const Case cases[] = {
      {{kUnary, 0}, 2, "001"},         {{kGamma, 0}, 4, "00110"},  {{kGamma, 0}, 5, "00101"},
      {{kDelta, 0}, 4, "01110"},       {{kZeta, 3}, 1, "1100"},    {{kZeta, 3}, 4, "1011"},
      {{kOmega, 0}, 1, "100"},         {{kOmega, 0}, 3, "101000"}, {{kOmega, 0}, 4, "101100"},
      {{kOmega, 0}, 10, "1111100"},    {{kPi, 2}, 1, "1100"},      {{kPi, 2}, 4, "10110"},
      {{kOmega, 0}, 15, "10100100000"}};
  for (const Case& c : cases) {
    EXPECT_EQ(read_one<true>(c.code, c.bits), c.x) << c.bits;
    EXPECT_EQ(oracle::code(c.code, c.x, true), c.bits);
  }
}

template <bool kLittle>
void read_random_streams() {
  oracle::Random random(7);
  for (const BvCode code : all_codes()) {
    std::string bits;
    std::vector<uint64_t> values;
    for (uint64_t x = 0; x < 600; ++x) values.push_back(x);
    const bool is_long = code.kind == kUnary || code.kind == kGolomb;
    for (int i = 0; i < 400; ++i) {
      // 12 keeps unary strings short; 57 is what fits the 64 bits of every zeta code.
      const uint64_t wide = is_long ? 12 : 57;
      values.push_back(random() >> (63 - random() % wide));
    }
    for (const uint64_t x : values) bits += oracle::code(code, x, kLittle);
    const auto bytes = oracle::pack(bits, kLittle);
    BvBitReader<kLittle> in(bytes);
    for (const uint64_t x : values) {
      ASSERT_EQ(in.code(code), x) << "kind " << static_cast<int>(code.kind) << " k " << code.k;
    }
    EXPECT_EQ(in.position(), bits.size());
    EXPECT_FALSE(in.failed());
  }
}

TEST(BvCodes, StreamsOfEveryCodeAreReadAsTheOracleWroteThem) {
  read_random_streams<false>();
  read_random_streams<true>();
}

TEST(BvCodes, ValuesOf64BitsAreReadWhereTheCodeHasThem) {
  for (const BvCode code :
       {BvCode{kGamma, 0}, BvCode{kDelta, 0}, BvCode{kOmega, 0}, BvCode{kPi, 2}}) {
    for (const uint64_t x : {uint64_t{1} << 63, ~uint64_t{0} - 1, (uint64_t{1} << 57) - 1}) {
      EXPECT_EQ(read_one<false>(code, oracle::code(code, x, false)), x);
      EXPECT_EQ(read_one<true>(code, oracle::code(code, x, true)), x);
    }
  }
}

TEST(BvCodes, CutBytesFailAndNeverReadOn) {
  for (const BvCode code : all_codes()) {
    const std::string bits = oracle::code(code, 700, false);
    for (size_t bytes = 0; bytes * 8 < bits.size(); ++bytes) {
      const auto cut = oracle::pack(bits.substr(0, bytes * 8), false);
      BvBitReader<false> in(cut);
      in.code(code);
      // A cut omega code is a shorter one followed by the zeros past the end.
      EXPECT_TRUE(in.failed() || code.kind == kOmega) << static_cast<int>(code.kind);
    }
  }
}

TEST(BvCodes, ZerosOnlyEndInFailure) {
  const std::vector<std::byte> zeros(1000);
  for (const BvCode code : all_codes()) {
    if (code.kind == kOmega) continue;  // there a zero is a code
    BvBitReader<false> big(zeros);
    BvBitReader<true> little(zeros);
    big.code(code);
    little.code(code);
    EXPECT_TRUE(big.failed() && little.failed()) << static_cast<int>(code.kind) << " " << code.k;
    EXPECT_EQ(big.code(code), 0U);
    EXPECT_TRUE(big.failed());
  }
}

TEST(BvCodes, OnesOnlyEndSomewhere) {
  const std::vector<std::byte> ones(100, std::byte{0xFF});
  for (const BvCode code : all_codes()) {
    BvBitReader<false> in(ones);
    for (int i = 0; i < 2000 && !in.failed(); ++i) in.code(code);
    EXPECT_TRUE(in.failed());
  }
}

TEST(BvCodes, FieldsOfAnyWidthAtAnyPositionAreRead) {
  oracle::Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::string big;
    std::string little;
    std::vector<std::pair<uint64_t, unsigned>> fields;
    for (int i = 0; i < 20; ++i) {
      const auto width = static_cast<unsigned>(random() % 65);
      const uint64_t value = width == 0 ? 0 : random() >> (64 - width);
      fields.emplace_back(value, width);
      big += oracle::field(value, width, false);
      little += oracle::field(value, width, true);
    }
    const auto big_bytes = oracle::pack(big, false);
    const auto little_bytes = oracle::pack(little, true);
    BvBitReader<false> big_in(big_bytes);
    BvBitReader<true> little_in(little_bytes);
    for (const auto& [value, width] : fields) {
      ASSERT_EQ(big_in.bits(width), value);
      ASSERT_EQ(little_in.bits(width), value);
    }
  }
}

TEST(BvCodes, WriterAndLengthsAgreeWithTheOracle) {
  oracle::Random random(5);
  BvBitWriter out;
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    const uint64_t x = random() >> (24 + random() % 40);
    const auto k = static_cast<unsigned>(1 + random() % 7);
    const std::string gamma = oracle::code({kGamma, 0}, x, false);
    const std::string zeta = oracle::code({kZeta, k}, x, false);
    EXPECT_EQ(gamma_bits(x), gamma.size());
    EXPECT_EQ(zeta_bits(x, k), zeta.size()) << x << " " << k;
    const uint64_t small = random() % 300;
    out.gamma(x);
    out.zeta(x, k);
    out.unary(small);
    out.bits(x, 33);
    expected += gamma + zeta + oracle::unary(small) + oracle::field(x, 33, false);
    ASSERT_EQ(out.position(), expected.size());
  }
  out.finish();
  EXPECT_EQ(out.bytes(), oracle::pack(expected, false));
}

TEST(BvCodes, DifferencesComeBackFromNaturals) {
  EXPECT_EQ(to_natural(0), 0U);
  EXPECT_EQ(to_natural(-1), 1U);
  EXPECT_EQ(to_natural(1), 2U);
  EXPECT_EQ(to_natural(-2), 3U);
  for (int64_t v = -300; v < 300; ++v) {
    EXPECT_EQ(to_natural(v), oracle::zigzag(v));
    EXPECT_EQ(static_cast<int64_t>(from_natural(to_natural(v))), v);
  }
}

}  // namespace
}  // namespace cocite::graph
