#include "file/elias_fano.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "base/assert.h"
#include "file/select.h"

namespace cocite::file {
namespace {

// 64 / 512 + at most 3 * 64 / 8192 bits a number: 0.15 for both indexes together.
constexpr uint64_t kSampleStep = 512;
constexpr uint64_t kRankStep = 8192;
constexpr uint64_t kRankWords = kRankStep / 64;
// A low part then fits into eight bytes at any bit offset.
constexpr uint64_t kMaxLowBits = 56;
// A stretch between two samples is run over word by word up to this length; 512 numbers take 1024
// to 1536 bits where numbers are spread evenly.
constexpr uint64_t kNearBits = kRankStep;

using Header = std::array<uint64_t, 8>;

uint64_t divide_up(uint64_t n, uint64_t d) {
  return n / d + (n % d != 0 ? 1 : 0);
}

struct Sizes {
  uint64_t samples;
  uint64_t ranks;
  uint64_t high;
  uint64_t low;

  [[nodiscard]] uint64_t words() const { return Header{}.size() + samples + ranks + high + low; }
};

// In words.
Sizes sizes_of(uint64_t count, uint64_t high_bits, uint64_t low_bits) {
  return {.samples = divide_up(count, kSampleStep) + 1,
          .ranks = divide_up(high_bits, kRankStep),
          .high = divide_up(high_bits, 64),
          .low = divide_up(count * low_bits, 64)};
}

}  // namespace

// --- writing ---------------------------------------------------------------------------------

EliasFanoBuilder::EliasFanoBuilder(uint64_t count, uint64_t max_value)
    : count_(count), max_value_(max_value) {
  const uint64_t ratio = count == 0 ? 1 : std::max<uint64_t>(max_value / count, 1);
  low_bits_ = std::min<uint64_t>(static_cast<uint64_t>(std::bit_width(ratio)) - 1, kMaxLowBits);
  if (count == 0) return;
  const Sizes sizes = sizes_of(count, count + (max_value >> low_bits_), low_bits_);
  high_.resize(sizes.high);
  low_.resize(sizes.low);
}

void EliasFanoBuilder::add(uint64_t value) {
  COCITE_ASSERT(added_ < count_, "no more numbers than were announced");
  COCITE_ASSERT(value >= last_ && value <= max_value_, "numbers never fall nor pass the bound");
  last_ = value;
  const uint64_t position = (value >> low_bits_) + added_;
  high_[position / 64] |= uint64_t{1} << (position % 64);
  if (low_bits_ != 0) {
    const uint64_t low = value & ((uint64_t{1} << low_bits_) - 1);
    const uint64_t bit = added_ * low_bits_;
    low_[bit / 64] |= low << (bit % 64);
    if (bit % 64 + low_bits_ > 64) low_[bit / 64 + 1] |= low >> (64 - bit % 64);
  }
  ++added_;
}

Result<void> EliasFanoBuilder::write(ContainerWriter& writer, std::string_view section_name) {
  COCITE_ASSERT(added_ == count_, "as many numbers as were announced");
  const uint64_t high_bits = count_ == 0 ? 0 : count_ + (max_value_ >> low_bits_);
  std::vector<uint64_t> samples;
  std::vector<uint64_t> ranks;
  uint64_t ones = 0;
  for (uint64_t w = 0; w < high_.size(); ++w) {
    if (w % kRankWords == 0) ranks.push_back(ones);
    const uint64_t word = high_[w];
    const auto inside = static_cast<uint64_t>(std::popcount(word));
    const uint64_t next = samples.size() * kSampleStep;
    if (next < ones + inside) {
      samples.push_back(w * 64 + select_in_word<false>(word, static_cast<unsigned>(next - ones)));
    }
    ones += inside;
  }
  samples.push_back(high_bits);

  const Header header = {count_, max_value_, low_bits_, 0, 0, 0, 0, 0};
  COCITE_CHECK(writer.begin(section_name));
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(header)));
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(samples)));
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(ranks)));
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(high_)));
  return writer.write_values(std::span<const uint64_t>(low_));
}

// --- reading ---------------------------------------------------------------------------------

Result<EliasFano> EliasFano::open(const Container& container, std::string_view section_name) {
  EliasFano result;
  COCITE_TRY(result.section_, container.section(section_name));
  const Section& section = result.section_;
  Header header{};
  if (section.size() < sizeof header || !section.is_sound(0, sizeof header)) {
    return section.damage();
  }
  std::memcpy(header.data(), section.data(), sizeof header);
  const auto [count, max_value, low_bits, z0, z1, z2, z3, z4] = header;
  // Every number takes at least one bit, which bounds what comes below; no sum can overflow.
  const uint64_t bits = section.size() * 8;
  if ((z0 | z1 | z2 | z3 | z4) != 0 || low_bits > kMaxLowBits || count > bits ||
      (count != 0 && (max_value >> low_bits) > bits)) {
    return section.damage();
  }
  result.count_ = count;
  result.max_value_ = max_value;
  result.low_bits_ = low_bits;
  result.high_bits_ = count == 0 ? 0 : count + (max_value >> low_bits);
  const Sizes sizes = sizes_of(count, result.high_bits_, low_bits);
  if (section.size() != sizes.words() * sizeof(uint64_t)) return section.damage();
  // A section begins at a multiple of 64 bytes of the mapping.
  result.samples_ = reinterpret_cast<const uint64_t*>(section.data()) + header.size();
  result.ranks_ = result.samples_ + sizes.samples;
  result.high_ = result.ranks_ + sizes.ranks;
  result.low_offset_ = (sizes.words() - sizes.low) * sizeof(uint64_t);
  return result;
}

[[gnu::always_inline]] inline bool EliasFano::words_are_sound(const uint64_t* begin,
                                                              const uint64_t* end) const {
  const auto* origin = reinterpret_cast<const uint64_t*>(section_.data());
  return section_.is_sound(static_cast<uint64_t>(begin - origin) * sizeof(uint64_t),
                           static_cast<uint64_t>(end - origin) * sizeof(uint64_t));
}

[[gnu::always_inline]] inline bool EliasFano::low_part(uint64_t i, uint64_t& low) const {
  if (low_bits_ == 0) {
    low = 0;
    return true;
  }
  const uint64_t bit = i * low_bits_;
  const uint64_t begin = low_offset_ + bit / 8;
  if (!section_.is_sound(begin, low_offset_ + (bit + low_bits_ + 7) / 8)) return false;
  uint64_t word = 0;
  std::memcpy(&word, section_.data() + begin, sizeof word);  // 8 bytes follow every section
  low = (word >> (bit % 8)) & ((uint64_t{1} << low_bits_) - 1);
  return true;
}

// The position of one i, where the samples around it are too far apart to run over: the ranks say
// in which 8192 bits it stands.
template <bool kBmi2>
[[gnu::always_inline]] inline bool EliasFano::select_far(uint64_t i, uint64_t from, uint64_t to,
                                                         uint64_t& position) const {
  uint64_t first = from / kRankStep;
  uint64_t last = std::min(to, high_bits_ - 1) / kRankStep;
  while (first < last) {  // the last entry that is at most i
    const uint64_t middle = first + (last - first + 1) / 2;
    if (!words_are_sound(ranks_ + middle, ranks_ + middle + 1)) return false;
    if (ranks_[middle] <= i) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  if (!words_are_sound(ranks_ + first, ranks_ + first + 1) || ranks_[first] > i) return false;
  uint64_t left = i - ranks_[first];
  const uint64_t begin = first * kRankWords;
  const uint64_t end = std::min(begin + kRankWords, divide_up(high_bits_, 64));
  if (!words_are_sound(high_ + begin, high_ + end)) return false;
  for (uint64_t w = begin; w < end; ++w) {
    const auto inside = static_cast<uint64_t>(std::popcount(high_[w]));
    if (left < inside) {
      position = w * 64 + select_in_word<kBmi2>(high_[w], static_cast<unsigned>(left));
      return true;
    }
    left -= inside;
  }
  return false;
}

// Numbers i .. i + wanted - 1, for wanted = 1 or 2.
template <bool kBmi2>
[[gnu::always_inline]] inline bool EliasFano::read(uint64_t i, uint64_t* values,
                                                   unsigned wanted) const {
  if (i >= count_ || wanted > count_ - i) return false;
  // Where the low parts stand is known already: fetched while the high words are searched.
  __builtin_prefetch(section_.data() + low_offset_ + i * low_bits_ / 8);
  const uint64_t* sample = samples_ + i / kSampleStep;
  if (!words_are_sound(sample, sample + 2)) return false;
  const uint64_t from = sample[0];
  const uint64_t to = sample[1];  // where one i + 1 stands if it is the first of the next stretch
  if (from >= to || to > high_bits_) return false;
  std::array<uint64_t, 2> positions{};
  if (to - from <= kNearBits) [[likely]] {
    uint64_t w = from / 64;
    const uint64_t end = std::min(to / 64 + 1, divide_up(high_bits_, 64));
    if (!words_are_sound(high_ + w, high_ + end)) return false;
    uint64_t word = high_[w] & (~uint64_t{0} << (from % 64));
    uint64_t left = i % kSampleStep;
    uint64_t inside = static_cast<uint64_t>(std::popcount(word));
    while (left >= inside) {
      left -= inside;
      if (++w == end) return false;
      word = high_[w];
      inside = static_cast<uint64_t>(std::popcount(word));
    }
    const unsigned in_word = select_in_word<kBmi2>(word, static_cast<unsigned>(left));
    positions[0] = w * 64 + in_word;
    if (wanted == 2) {
      word = word & (~uint64_t{1} << in_word);
      while (word == 0) {
        if (++w == end) return false;
        word = high_[w];
      }
      positions[1] = w * 64 + static_cast<uint64_t>(std::countr_zero(word));
    }
  } else {
    for (unsigned k = 0; k < wanted; ++k) {
      if (!select_far<kBmi2>(i + k, from, to, positions[k])) return false;
    }
  }
  for (unsigned k = 0; k < wanted; ++k) {
    uint64_t low = 0;
    if (positions[k] < i + k || !low_part(i + k, low)) return false;
    values[k] = ((positions[k] - i - k) << low_bits_) | low;
    if (values[k] > max_value_) return false;
  }
  return wanted == 1 || values[0] <= values[1];
}

bool EliasFano::read_portable(uint64_t i, uint64_t* values, unsigned wanted) const {
  return read<false>(i, values, wanted);
}

#if defined(__x86_64__)
[[gnu::target("bmi,bmi2,popcnt")]]
#endif
bool EliasFano::read_bmi2(uint64_t i, uint64_t* values, unsigned wanted) const {
  return read<true>(i, values, wanted);
}

bool EliasFano::get_pair(uint64_t i, uint64_t& first, uint64_t& second) const {
  static const bool kBmi2 = has_bmi2();
  std::array<uint64_t, 2> values{};
  if (!(kBmi2 ? read_bmi2(i, values.data(), 2) : read_portable(i, values.data(), 2))) return false;
  first = values[0];
  second = values[1];
  return true;
}

bool EliasFano::get(uint64_t i, uint64_t& value) const {
  static const bool kBmi2 = has_bmi2();
  return kBmi2 ? read_bmi2(i, &value, 1) : read_portable(i, &value, 1);
}

Result<std::pair<uint64_t, uint64_t>> EliasFano::get_pair(uint64_t i) const {
  if (i >= count_ || i + 1 >= count_) {
    return fail(ErrorCode::kInvalidArgument, "no numbers " + std::to_string(i) +
                                                 " and the next in " + std::to_string(count_) +
                                                 " numbers");
  }
  std::pair<uint64_t, uint64_t> pair;
  if (!get_pair(i, pair.first, pair.second)) return damage();
  return pair;
}

Result<uint64_t> EliasFano::get(uint64_t i) const {
  if (i >= count_) {
    return fail(ErrorCode::kInvalidArgument,
                "no number " + std::to_string(i) + " in " + std::to_string(count_) + " numbers");
  }
  uint64_t value = 0;
  if (!get(i, value)) return damage();
  return value;
}

}  // namespace cocite::file
