// PageRank and HubRank of what a crawl has seen, over and over again while it grows.
//
//   COCITE_CHECK(rank_seen(graph, Jumps::kAnywhere, priorities, room));
//
// For an order, not for people: single precision, from the scores of last time, until the change is
// a thousandth. Links are read one list after the other, as often as it takes (src/rank/ reads
// stores, which a crawl in progress is not); memory beside the scores is the caller's, 4 bytes a page.
// Without the term for pages that link nowhere, which scales all scores alike (rank/walk.h). Scores
// have a mean of 1. One thread.
#pragma once

#include <cstdint>
#include <span>

#include <cocite/result.h>

#include "crawl/order.h"

namespace cocite::crawl {

inline constexpr float kJump = 0.15F;  // how often the surfer jumps

enum class Jumps : uint8_t { kAnywhere, kToHubs };

// `scores`: one for each page, what they were; becomes what they are.
// REQUIRES: room.scratch is as long.
[[nodiscard]] Result<void> rank_seen(const SeenGraph& graph, Jumps jumps, std::span<float> scores,
                                     const RefreshRoom& room);

// What a link brings to the page that it leads to.
[[nodiscard]] inline float flow(const SeenLink& link) {
  return (1 - kJump) * link.source / static_cast<float>(link.children);
}

}  // namespace cocite::crawl
