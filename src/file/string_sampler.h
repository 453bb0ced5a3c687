// Draws what a StringTable learns from: runs of 32 neighbours from everywhere in a stream.
//
//   StringSampler sampler;
//   for (...) sampler.add(key);        // all keys, in order, before they are written
//   StringTableWriter::create(writer, "keys", sampler.sample());
//
// Every run of the stream has the same chance to be kept, whatever its length (reservoir sampling
// with a fixed seed, so the same keys give the same file). Neighbours, because the table writes
// what a string does not share with the one before. Holds at most 512 runs; belongs to one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace cocite::file {

class StringSampler {
 public:
  void add(std::string_view key) {
    if (in_run_ == 0) {
      // Run number n takes the place of one of the 512 with chance 512 / (n + 1).
      const uint64_t place = runs_ < kRuns ? runs_ : mix(seed_++) % (runs_ + 1);
      target_ = place < kRuns ? place : kRuns;
      if (target_ < kRuns) {
        if (target_ == kept_.size()) kept_.emplace_back();
        kept_[target_].number = runs_;
        kept_[target_].keys.clear();
      }
    }
    if (target_ < kRuns) kept_[target_].keys.emplace_back(key.substr(0, kKeyBytes));
    if (++in_run_ == kRunStrings) {
      in_run_ = 0;
      ++runs_;
    }
  }

  // What was drawn so far, in the order of the stream.
  [[nodiscard]] std::vector<std::string> sample() const {
    std::vector<const Run*> order;
    for (const Run& run : kept_) order.push_back(&run);
    std::ranges::sort(order, {}, [](const Run* run) { return run->number; });
    std::vector<std::string> keys;
    for (const Run* run : order) keys.insert(keys.end(), run->keys.begin(), run->keys.end());
    return keys;
  }

 private:
  static constexpr size_t kRuns = 512;
  static constexpr size_t kRunStrings = 32;
  static constexpr size_t kKeyBytes = 2048;  // bounds the memory; what follows is like what was
  struct Run {
    uint64_t number = 0;
    std::vector<std::string> keys;
  };

  std::vector<Run> kept_;
  uint64_t runs_ = 0;
  uint64_t target_ = 0;
  size_t in_run_ = 0;
  uint64_t seed_ = 1;
};

}  // namespace cocite::file
