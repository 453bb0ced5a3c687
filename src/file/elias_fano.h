// A never-falling sequence of numbers in about 2 + log2(largest / count) bits each, with each
// number readable at once: where list i begins and ends.
//
//   EliasFanoBuilder builder(offsets.size(), offsets.back());
//   for (uint64_t offset : offsets) builder.add(offset);
//   COCITE_CHECK(builder.write(writer, "offsets"));
//   ...
//   COCITE_TRY(auto offsets, EliasFano::open(container, "offsets"));
//   uint64_t begin, end;
//   if (!offsets.get_pair(i, begin, end)) return offsets.damage();
//
// The section (u64, little-endian; docs/formats/elias_fano.md):
//
//   | count | largest | low bits | 0 x 5 | samples | ranks | high words | low words |
//
// A number's low bits stand in a packed array; its high part h is a one at position h + i of the
// high words. samples[k] is the position of one 512 k (last: the number of high bits); ranks[b] the
// number of ones before bit 8192 b, for stretches with more zeros than can be run over.
//
// A builder belongs to one thread. Any number of threads may read one EliasFano; copies are views,
// valid while their Container lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"

namespace cocite::file {

class EliasFanoBuilder {
 public:
  // Exactly `count` numbers will come, none above `max_value` (a closer bound makes it smaller).
  // Keeps its bits, which are what is written, in memory: 2 + log2(max_value / count) bits a
  // number.
  EliasFanoBuilder(uint64_t count, uint64_t max_value);
  // REQUIRES: not less than the number before, not above max_value, at most `count` calls.
  void add(uint64_t value);
  // Writes one section. REQUIRES: `count` numbers were added.
  [[nodiscard]] Result<void> write(ContainerWriter& writer, std::string_view section_name);

 private:
  uint64_t count_;
  uint64_t max_value_;
  uint64_t low_bits_;
  uint64_t added_ = 0;
  uint64_t last_ = 0;
  std::vector<uint64_t> high_;
  std::vector<uint64_t> low_;
};

class EliasFano {
 public:
  [[nodiscard]] static Result<EliasFano> open(const Container& container,
                                              std::string_view section_name);
  EliasFano() = default;

  [[nodiscard]] uint64_t size() const { return count_; }
  // No number is above this one.
  [[nodiscard]] uint64_t max_value() const { return max_value_; }

  // Numbers i and i + 1. Fails with kInvalidArgument when i + 1 >= size(), kCorrupt when damaged.
  [[nodiscard]] Result<std::pair<uint64_t, uint64_t>> get_pair(uint64_t i) const;
  [[nodiscard]] Result<uint64_t> get(uint64_t i) const;

  // The same without the cost of a Result; false when damaged or when there is no such number.
  // What comes back is in order and at most max_value(), even from a file made by an enemy.
  [[nodiscard]] bool get_pair(uint64_t i, uint64_t& first, uint64_t& second) const;
  [[nodiscard]] bool get(uint64_t i, uint64_t& value) const;
  [[nodiscard]] tl::unexpected<Error> damage() const { return section_.damage(); }

 private:
  template <bool kBmi2>
  bool read(uint64_t i, uint64_t* values, unsigned wanted) const;
  template <bool kBmi2>
  bool select_far(uint64_t i, uint64_t from, uint64_t to, uint64_t& position) const;
  bool read_portable(uint64_t i, uint64_t* values, unsigned wanted) const;
  bool read_bmi2(uint64_t i, uint64_t* values, unsigned wanted) const;
  [[nodiscard]] bool words_are_sound(const uint64_t* begin, const uint64_t* end) const;
  [[nodiscard]] bool low_part(uint64_t i, uint64_t& low) const;

  Section section_;
  uint64_t count_ = 0;
  uint64_t max_value_ = 0;
  uint64_t low_bits_ = 0;
  uint64_t high_bits_ = 0;
  const uint64_t* samples_ = nullptr;
  const uint64_t* ranks_ = nullptr;
  const uint64_t* high_ = nullptr;
  uint64_t low_offset_ = 0;  // bytes, in the section
};

}  // namespace cocite::file
