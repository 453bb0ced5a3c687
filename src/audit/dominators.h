// Which page is on every way from the home pages to this page?
//
//   COCITE_TRY(const auto dominators, dominators_of(links, homes, budget));
//   dominators[page]        // the last page before it that every way passes; kNone: there is none
//
// Immediate dominators with a root in front of all home pages, by repeated passes in reverse postorder
// (Cooper, Harvey & Kennedy, "A Simple, Fast Dominance Algorithm", 2001): two or three passes on
// websites. Pure function; any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "audit/site.h"
#include "base/budget.h"

namespace cocite::audit {

inline constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

// By position; kNone for home pages, for pages that no home page leads to, and for pages with ways
// that share no page.
[[nodiscard]] Result<std::vector<uint32_t>> dominators_of(const OwnLinks& links,
                                                          std::span<const uint32_t> homes,
                                                          Budget* budget);

}  // namespace cocite::audit
