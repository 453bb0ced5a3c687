#include "rank/quad_code.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cocite::rank {
namespace {

constexpr std::array<uint8_t, 4> kLengths = {0, 1, 2, 4};

constexpr unsigned length_code(uint32_t number) {
  return number == 0 ? 0 : number < (1U << 8) ? 1 : number < (1U << 16) ? 2 : 3;
}

uint32_t read_number(const std::byte*& at, unsigned code) {
  uint32_t number = 0;
  for (unsigned i = 0; i < kLengths[code]; ++i) {
    number |= static_cast<uint32_t>(at[i]) << (8 * i);
  }
  at += kLengths[code];
  return number;
}

// Calls use(number) for each, and for those that fill the last quad.
template <class Use>
const std::byte* for_each_number(const std::byte* at, size_t size, const Use& use) {
  const size_t quads = (size + 3) / 4;
  const std::byte* data = at + quads;
  for (size_t quad = 0; quad < quads; ++quad) {
    const auto codes = static_cast<unsigned>(at[quad]);
    for (unsigned i = 0; i < 4; ++i) use(read_number(data, (codes >> (2 * i)) & 3U));
  }
  return data;
}

#if defined(__x86_64__)

struct Shuffles {
  // For each byte of codes: which of the next 16 bytes goes where (0x80: a zero), and how many of
  // them are used.
  alignas(16) std::array<std::array<uint8_t, 16>, 256> places;
  std::array<uint8_t, 256> lengths;
};

constexpr Shuffles make_shuffles() {
  Shuffles all = {};
  for (unsigned codes = 0; codes < 256; ++codes) {
    uint8_t next = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned length = kLengths[(codes >> (2 * i)) & 3U];
      for (unsigned k = 0; k < 4; ++k) all.places[codes][4 * i + k] = k < length ? next++ : 0x80;
    }
    all.lengths[codes] = next;
  }
  return all;
}

constexpr Shuffles kShuffles = make_shuffles();

bool has_shuffle() {
  static const bool kHas = __builtin_cpu_supports("ssse3") != 0;
  return kHas;
}

template <bool kIsSteps>
__attribute__((target("ssse3"))) const std::byte* unpack_shuffled(const std::byte* at, size_t size,
                                                                  const Marks& marks,
                                                                  uint32_t* out) {
  const size_t quads = (size + 3) / 4;
  const std::byte* data = at + quads;
  const __m128i one = _mm_set1_epi32(1);
  // Comparing is of signed numbers only: both sides are moved by half of all numbers.
  const auto half = static_cast<int>(0x80000000U);
  const __m128i first = _mm_set1_epi32(static_cast<int>(marks.first ^ 0x80000000U));
  const __m128i size_of_part = _mm_set1_epi32(static_cast<int>(marks.size) ^ half);
  const __m128i mark = _mm_set1_epi32(static_cast<int>(marks.mark));
  __m128i sum = _mm_setzero_si128();
  for (size_t quad = 0; quad < quads; ++quad) {
    const auto codes = static_cast<unsigned>(at[quad]);
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data));
    const __m128i places =
        _mm_load_si128(reinterpret_cast<const __m128i*>(kShuffles.places[codes].data()));
    __m128i numbers = _mm_shuffle_epi8(bytes, places);
    data += kShuffles.lengths[codes];
    if constexpr (kIsSteps) {
      const __m128i sign = _mm_sub_epi32(_mm_setzero_si128(), _mm_and_si128(numbers, one));
      __m128i steps = _mm_add_epi32(_mm_xor_si128(_mm_srli_epi32(numbers, 1), sign), one);
      steps = _mm_add_epi32(steps, _mm_slli_si128(steps, 4));
      steps = _mm_add_epi32(steps, _mm_slli_si128(steps, 8));
      sum = _mm_add_epi32(steps, _mm_shuffle_epi32(sum, 0xFF));
      const __m128i is_own = _mm_cmplt_epi32(_mm_sub_epi32(sum, first), size_of_part);
      numbers = _mm_add_epi32(sum, _mm_andnot_si128(is_own, mark));
    }
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 4 * quad), numbers);
  }
  return data;
}

#endif

}  // namespace

void pack_quads(std::span<const uint32_t> numbers, std::vector<std::byte>& bytes) {
  const size_t quads = (numbers.size() + 3) / 4;
  size_t codes_at = bytes.size();
  size_t data_at = codes_at + quads;
  bytes.resize(data_at + numbers.size() * sizeof(uint32_t));  // at most
  for (size_t quad = 0; quad < quads; ++quad) {
    unsigned codes = 0;
    for (unsigned i = 0; i < 4 && 4 * quad + i < numbers.size(); ++i) {
      const uint32_t number = numbers[4 * quad + i];
      const unsigned code = length_code(number);
      codes |= code << (2 * i);
      for (unsigned k = 0; k < kLengths[code]; ++k) {
        bytes[data_at++] = static_cast<std::byte>(number >> (8 * k));
      }
    }
    bytes[codes_at++] = static_cast<std::byte>(codes);
  }
  bytes.resize(data_at);
}

const std::byte* unpack_quads_plainly(const std::byte* at, size_t size, uint32_t* out) {
  return for_each_number(at, size, [&](uint32_t number) { *out++ = number; });
}

const std::byte* unpack_steps_plainly(const std::byte* at, size_t size, const Marks& marks,
                                      uint32_t* out) {
  uint32_t last = 0;
  return for_each_number(at, size, [&](uint32_t step) {
    last = step_on(last, step);
    *out++ = marks(last);
  });
}

const std::byte* unpack_quads(const std::byte* at, size_t size, uint32_t* out) {
#if defined(__x86_64__)
  if (has_shuffle()) return unpack_shuffled<false>(at, size, {}, out);
#endif
  return unpack_quads_plainly(at, size, out);
}

const std::byte* unpack_steps(const std::byte* at, size_t size, const Marks& marks, uint32_t* out) {
#if defined(__x86_64__)
  if (has_shuffle()) return unpack_shuffled<true>(at, size, marks, out);
#endif
  return unpack_steps_plainly(at, size, marks, out);
}

}  // namespace cocite::rank
