// Pages with common parents (the co-citation graph), or common children (coupling), and how many.
//
//   COCITE_CHECK(for_each_common(store, {.side = Side::kParents, .min = 2}, tell,
//                                [&](PageId page, std::span<const Common> others) { … }));
//
// Row by row: for each page the lists of its parents are counted in an array of all pages, so that
// nothing grows with the result. Lists are unpacked once where memory holds them (4 bytes a link),
// else read where they are. Rows come in order of page, others rising; the work is done on several
// threads. Time: the sum over parents of the square of their children.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::insight {

enum class Side : uint8_t { kParents, kChildren };

struct CommonOptions {
  Side side = Side::kParents;
  uint64_t min = 2;              // fewer in common are left out
  uint64_t window = 0;           // kParents: only links at most this far apart count; 0: all
  uint64_t max_children = 1000;  // parents with more are left out
  bool both_ways = false;        // each pair in both rows; else in that of the first page
  uint64_t memory_bytes = uint64_t{1} << 30;
  unsigned threads = 1;
};

struct Common {
  PageId page{};
  uint32_t count = 0;
};

// Called periodically with the number of pages done; an error stops.
using TellPages = std::function<Result<void>(uint64_t pages)>;
using UseCommon = std::function<Result<void>(PageId page, std::span<const Common> others)>;

// Rows without any are left out.
[[nodiscard]] Result<void> for_each_common(const store::Store& store, const CommonOptions& options,
                                           const TellPages& tell, const UseCommon& use);

}  // namespace cocite::insight
