// All lists of one direction of a web, in pieces on all cores: for what is found out once.
//
//   COCITE_CHECK(for_every_list(
//       web, Direction::kIn, [&](PageId page, auto parents) { return parents.size() < 9; }));
//
// The calls of one piece follow each other; different pieces run at the same time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>

#include <cocite/result.h>

#include "base/ids.h"
#include "base/parallel.h"
#include "related/web.h"

namespace cocite::related {

enum class Direction : uint8_t { kIn, kOut };

template <class Use>  // (PageId, span<const PageId>) -> bool: all is well
[[nodiscard]] Result<void> for_every_list(const Web& web, Direction direction, const Use& use) {
  constexpr uint64_t kPiece = uint64_t{1} << 14;
  const graph::PackedLinks& links = direction == Direction::kIn ? web.in() : web.out();
  const uint64_t pages = web.pages();
  std::atomic<bool> is_good = true;
  parallel_for((pages + kPiece - 1) / kPiece, hardware_threads(), [&](size_t piece) {
    auto scan = links.scan(page_id(piece * kPiece), std::min(pages, (piece + 1) * kPiece));
    while (scan.next()) {
      if (!use(scan.page(), scan.list())) is_good = false;
    }
    if (!scan.status()) is_good = false;
  });
  if (is_good) return {};
  return fail(ErrorCode::kCorrupt, web.store().path() +
                                       (direction == Direction::kIn ? "/in" : "/out") +
                                       ": is damaged; 'cocite check' says where");
}

}  // namespace cocite::related
