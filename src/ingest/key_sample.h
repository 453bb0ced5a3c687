// Which of all keys, in order, the symbols of a store's keys are made from: runs of neighbours from
// everywhere.
//
//   for_each_sampled(keys.size(), [&](size_t i) { sample.emplace_back(sampled_part(keys[i])); });
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace cocite::ingest {

inline constexpr size_t kSampleRuns = 1024;
inline constexpr size_t kRun = 16;

// Calls use(place). Where there are few keys, runs overlap.
template <class Use>
void for_each_sampled(size_t keys, Use&& use) {
  const size_t runs = std::min(kSampleRuns, keys / kRun + 1);
  for (size_t r = 0; r < runs; ++r) {
    const size_t first = r * keys / runs;
    for (size_t i = first; i < std::min(first + kRun, keys); ++i) use(i);
  }
}

[[nodiscard]] constexpr std::string_view sampled_part(std::string_view key) {
  return key.substr(0, 512);
}

}  // namespace cocite::ingest
