// Bits and instantaneous codes of BVGraph files: the alphabet below bvgraph.h.
//
//   BvBitReader<false> in(bytes);          // false: big-endian, true: little-endian
//   uint64_t degree = in.gamma();
//   if (in.failed()) ...                   // the bytes ended inside a code, or it fits no 64 bits
//
// Big-endian: bit i of the stream is bit 7 - i % 8 of byte i / 8, fields stand most significant bit
// first. Little-endian: bit i % 8, fields least significant bit first. All codes are for naturals:
//
//   unary(x)     x zeros, a one                        0 -> 1, 2 -> 001
//   gamma(x)     y = x + 1 of l + 1 bits: unary(l), the l low bits of y       0 -> 1, 1 -> 010
//   delta(x)     gamma(l), the l low bits of y
//   zeta_k(x)    unary(h), m of hk + k - 1 bits; below 2^hk: x = m + 2^hk - 1, else one bit t more
//                and x = 2m + t - 1
//   golomb_b(x)  unary(x / b), x % b in minimal binary
//   nibble(x)    groups of a stop bit (1 on the last) and three bits of x, high groups first
//   omega(x)     blocks that begin with 1, each the length - 1 of the next, the last x + 1; a 0
//   pi_k(x)      unary(l >> k), the k low bits of l, the l low bits of y
//
// One reader belongs to one thread. It never reads outside its bytes: past the end come zeros, and
// failed() is true from then on. Codes and facts: docs/formats/bvgraph.md.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace cocite::graph {

struct BvCode {
  enum class Kind : uint8_t { kUnary, kGamma, kDelta, kZeta, kGolomb, kNibble, kOmega, kPi };
  Kind kind = Kind::kGamma;
  uint32_t k = 0;  // zeta's and pi's k, golomb's b; otherwise 0

  friend bool operator==(const BvCode&, const BvCode&) = default;
};

static_assert(std::endian::native == std::endian::little, "loads below are little-endian");

// The zeta_3 codes of up to 12 bits (x < 511), by the 12 bits they begin: value << 4 | length, or 0
// for a longer code. With it the length of a code, which the next one waits for, is there in half
// the time.
inline constexpr unsigned kZeta3TableBits = 12;
template <bool kLittleEndian>
constexpr std::array<uint16_t, size_t{1} << kZeta3TableBits> make_zeta3_table() {
  std::array<uint16_t, size_t{1} << kZeta3TableBits> table{};
  for (unsigned index = 0; index < table.size(); ++index) {
    // `count` bits of the index as a stream, `skip` bits into it.
    const auto field = [index](unsigned skip, unsigned count) {
      const unsigned shift = kLittleEndian ? skip : kZeta3TableBits - skip - count;
      return index >> shift & ((1U << count) - 1);
    };
    unsigned h = 0;
    while (h < 3 && field(h, 1) == 0) ++h;
    const unsigned short_length = h + 1 + 3 * h + 2;
    if (short_length > kZeta3TableBits) continue;
    const unsigned left = 1U << (3 * h);
    const unsigned m = field(h + 1, 3 * h + 2);
    if (m < left) {
      table[index] = static_cast<uint16_t>((m + left - 1) << 4 | short_length);
    } else if (short_length < kZeta3TableBits) {
      const unsigned x = 2 * m + field(short_length, 1) - 1;
      table[index] = static_cast<uint16_t>(x << 4 | (short_length + 1));
    }
  }
  return table;
}
template <bool kLittleEndian>
inline constexpr auto kZeta3Table = make_zeta3_table<kLittleEndian>();

template <bool kLittleEndian>
class BvBitReader {
 public:
  explicit BvBitReader(std::span<const std::byte> bytes, uint64_t position = 0)
      : data_(bytes.data()),
        size_bytes_(bytes.size()),
        size_bits_(uint64_t{bytes.size()} * 8),
        position_(position) {}

  [[nodiscard]] uint64_t position() const { return position_; }
  [[nodiscard]] bool failed() const { return position_ > size_bits_; }
  [[nodiscard]] uint64_t bits_left() const { return failed() ? 0 : size_bits_ - position_; }

  // REQUIRES: count <= 64.
  uint64_t bits(unsigned count) {
    if (count > kWindowBits) {
      const uint64_t first = bits(32);
      const uint64_t second = bits(count - 32);
      return kLittleEndian ? first | second << 32 : first << (count - 32) | second;
    }
    const uint64_t value = field(window(), 0, count);
    position_ += count;
    return value;
  }

  // This one, gamma and zeta are all that most graphs use: inlined by force, so that k is known and
  // the position stays in a register.
  [[gnu::always_inline]] inline uint64_t unary() {
    const uint64_t w = window();
    if (w == 0) [[unlikely]]
      return long_unary();
    const unsigned zeros = leading_zeros(w);
    position_ += zeros + 1;
    return zeros;
  }

  [[gnu::always_inline]] inline uint64_t gamma() {
    const uint64_t w = window();
    const unsigned l = leading_zeros(w);
    if (2 * l + 1 > kWindowBits) [[unlikely]] {
      const uint64_t length = long_unary();
      return with_top_bit(length);
    }
    position_ += 2 * l + 1;
    return (uint64_t{1} << l | field(w, l + 1, l)) - 1;
  }

  uint64_t delta() { return with_top_bit(gamma()); }

  [[gnu::always_inline]] inline uint64_t zeta(unsigned k) {
    const uint64_t w = window();
    if (k == 3) {
      const unsigned entry = kZeta3Table<kLittleEndian>[field(w, 0, kZeta3TableBits)];
      if (entry != 0) [[likely]] {
        position_ += entry & 15;
        return entry >> 4;
      }
    }
    const unsigned h = leading_zeros(w);
    const unsigned short_bits = h * k + k - 1;
    if (h + 2 + short_bits > kWindowBits) [[unlikely]]
      return long_zeta(k);
    const uint64_t left = uint64_t{1} << (h * k);
    const uint64_t m = field(w, h + 1, short_bits);
    const uint64_t t = field(w, h + 1 + short_bits, 1);
    // Both outcomes are computed: which one it is cannot be foretold, and a wrong guess is dearer.
    const uint64_t is_long = m >= left ? 1 : 0;
    position_ += h + 1 + short_bits + is_long;
    return is_long != 0 ? 2 * m + t - 1 : m + left - 1;
  }

  // REQUIRES: b > 0.
  uint64_t golomb(uint32_t b) {
    const uint64_t quotient = unary();
    const auto l = static_cast<unsigned>(std::bit_width(b) - 1);
    const uint64_t limit = (uint64_t{2} << l) - b;
    uint64_t rest = bits(l);
    if (rest >= limit) rest = (rest << 1 | bits(1)) - limit;
    return quotient * b + rest;  // 2^44 bits of file by 2^32 at most: no overflow
  }

  uint64_t nibble() {
    uint64_t x = 0;
    for (int group = 0; group < 21; ++group) {
      const uint64_t stop = bits(1);
      x = x << 3 | bits(3);
      if (stop != 0) return x;
    }
    return fail();
  }

  uint64_t omega() {
    uint64_t n = 1;
    while (field(window(), 0, 1) != 0) {
      if (n > 63) return fail();
      const auto length = static_cast<unsigned>(n);
      n = bits(length + 1);
      // Little-endian blocks are stored rotated, so that the leading one still comes first.
      if constexpr (kLittleEndian) n = n >> 1 | uint64_t{1} << length;
    }
    ++position_;
    return n - 1;
  }

  uint64_t pi(unsigned k) {
    const uint64_t high = unary();
    return with_top_bit(high << k | bits(k));
  }

  uint64_t code(BvCode which) {
    using enum BvCode::Kind;
    switch (which.kind) {
      case kUnary:
        return unary();
      case kGamma:
        return gamma();
      case kDelta:
        return delta();
      case kZeta:
        return zeta(which.k);
      case kGolomb:
        return golomb(which.k);
      case kNibble:
        return nibble();
      case kOmega:
        return omega();
      case kPi:
        return pi(which.k);
    }
    return fail();
  }

 private:
  // An 8-byte load shifted by up to 7 bits leaves this many that are surely there.
  static constexpr unsigned kWindowBits = 57;

  // The next bits, at the top (big-endian) or at the bottom of the word; zeros fill the rest.
  [[nodiscard, gnu::always_inline]] inline uint64_t window() const {
    const uint64_t byte = position_ >> 3;
    const auto shift = static_cast<unsigned>(position_ & 7);
    uint64_t word = 0;
    if (byte + sizeof word <= size_bytes_) [[likely]] {
      std::memcpy(&word, data_ + byte, sizeof word);
    } else if (byte < size_bytes_) {
      std::memcpy(&word, data_ + byte, size_bytes_ - byte);
    }
    if constexpr (kLittleEndian) return word >> shift;
    return __builtin_bswap64(word) << shift;
  }
  // 64 for a window of zeros.
  [[nodiscard]] static unsigned leading_zeros(uint64_t w) {
    return static_cast<unsigned>(kLittleEndian ? std::countr_zero(w) : std::countl_zero(w));
  }
  // `count` bits of a window, `skip` bits into it. REQUIRES: skip < 64, skip + count <= 57.
  [[nodiscard]] static uint64_t field(uint64_t w, unsigned skip, unsigned count) {
    if constexpr (kLittleEndian) return (w >> skip) & ((uint64_t{1} << count) - 1);
    return (w << skip) >> 1 >> (63 - count);
  }
  uint64_t with_top_bit(uint64_t length) {
    if (length > 63) return fail();
    return (uint64_t{1} << length | bits(static_cast<unsigned>(length))) - 1;
  }
  [[gnu::noinline]] uint64_t long_unary() {
    uint64_t zeros = 0;
    while (!failed()) {
      const uint64_t w = window();
      if (w != 0) {
        const unsigned last = leading_zeros(w);
        position_ += last + 1;
        return zeros + last;
      }
      zeros += kWindowBits;
      position_ += kWindowBits;
    }
    return fail();
  }
  [[gnu::noinline]] uint64_t long_zeta(unsigned k) {
    const uint64_t h = long_unary();
    if (h >= 64 || h * k + k > 64) return fail();
    const uint64_t left = uint64_t{1} << (h * k);
    const uint64_t m = bits(static_cast<unsigned>(h * k + k - 1));
    return m < left ? m + left - 1 : 2 * m + bits(1) - 1;
  }
  uint64_t fail() {
    position_ = size_bits_ + 1;
    return 0;
  }

  const std::byte* data_;
  uint64_t size_bytes_;
  uint64_t size_bits_;
  uint64_t position_;
};

// Lengths in bits of the codes the writer uses.
[[nodiscard]] inline uint64_t gamma_bits(uint64_t x) {
  return 2 * static_cast<uint64_t>(std::bit_width(x + 1)) - 1;
}
[[nodiscard]] inline uint64_t zeta_bits(uint64_t x, unsigned k) {
  const uint64_t h = static_cast<uint64_t>(std::bit_width(x + 1) - 1) / k;
  const uint64_t is_long = x + 1 >= uint64_t{2} << (h * k) ? 1 : 0;
  return h + 1 + h * k + k - 1 + is_long;
}

// Signed differences as naturals: 0, -1, 1, -2, 2 ... become 0, 1, 2, 3, 4 ...
[[nodiscard]] inline uint64_t to_natural(int64_t difference) {
  return static_cast<uint64_t>(difference) << 1 ^ static_cast<uint64_t>(difference >> 63);
}
// The difference modulo 2^64, so that `x + from_natural(v) < nodes` is a full range check.
[[nodiscard]] inline uint64_t from_natural(uint64_t v) {
  return v >> 1 ^ (0 - (v & 1));
}

// Big-endian bits into bytes that the caller takes away as they come.
class BvBitWriter {
 public:
  // REQUIRES: count <= 64; only the low `count` bits of value are looked at.
  void bits(uint64_t value, unsigned count) {
    position_ += count;
    while (count > 0) {
      const unsigned step = count < 64 - filled_ ? count : 64 - filled_;
      const uint64_t piece = value >> (count - step) & (~uint64_t{0} >> (64 - step));
      word_ |= piece << (64 - filled_ - step);
      filled_ += step;
      count -= step;
      if (filled_ == 64) push(8);
    }
  }
  void unary(uint64_t x) {
    for (; x >= 63; x -= 63) bits(0, 63);
    bits(1, static_cast<unsigned>(x) + 1);
  }
  void gamma(uint64_t x) {
    const auto l = static_cast<unsigned>(std::bit_width(x + 1) - 1);
    unary(l);
    bits(x + 1, l);
  }
  // REQUIRES: 1 <= k <= 7.
  void zeta(uint64_t x, unsigned k) {
    const unsigned h = static_cast<unsigned>(std::bit_width(x + 1) - 1) / k;
    const uint64_t left = uint64_t{1} << (h * k);
    unary(h);
    if (x + 1 < 2 * left) {
      bits(x + 1 - left, h * k + k - 1);
    } else {
      bits(x + 1, h * k + k);
    }
  }
  [[nodiscard]] uint64_t position() const { return position_; }
  // Whole words so far; clear() it after use.
  [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }
  // Pads with zeros to a byte; nothing may be written after it.
  void finish() {
    if (filled_ > 0) push((filled_ + 7) / 8);
  }

 private:
  void push(unsigned count) {
    const uint64_t word = __builtin_bswap64(word_);
    const auto* from = reinterpret_cast<const std::byte*>(&word);
    bytes_.insert(bytes_.end(), from, from + count);
    word_ = 0;
    filled_ = 0;
  }

  std::vector<std::byte> bytes_;
  uint64_t word_ = 0;
  unsigned filled_ = 0;
  uint64_t position_ = 0;
};

}  // namespace cocite::graph
