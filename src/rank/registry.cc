#include <algorithm>
#include <array>
#include <string>

#include "base/assert.h"
#include "rank/rank.h"

namespace cocite::rank {

#define RANK(name)         \
  namespace name {         \
  extern const Kind kKind; \
  }
#include "rank/ranks.def"
#undef RANK

std::span<const Kind* const> kinds() {
  static constexpr std::array kAll = {
#define RANK(name) &name::kKind,
#include "rank/ranks.def"
#undef RANK
  };
  return kAll;
}

Result<const Kind*> find_kind(std::string_view rank) {
  std::string known;
  for (const Kind* kind : kinds()) {
    for (const RankName& name : kind->ranks) {
      if (name.name == rank) return kind;
      known += (known.empty() ? "" : ", ") + std::string(name.name);
    }
  }
  return fail(ErrorCode::kInvalidArgument,
              "there is no rank '" + std::string(rank) + "'; there are " + known);
}

Result<void> check(const Options& options) {
  if (!(options.epsilon > 0 && options.epsilon <= 1)) {
    return fail(ErrorCode::kInvalidArgument,
                "epsilon is the share of jumps: more than 0 and at most 1");
  }
  if (!(options.tolerance >= 0 && options.tolerance < 1)) {
    return fail(ErrorCode::kInvalidArgument, "the tolerance is at least 0 and less than 1");
  }
  if (options.max_iterations == 0) {
    return fail(ErrorCode::kInvalidArgument, "at least one iteration is needed");
  }
  return {};
}

const Numbers& Scores::of(std::string_view rank) const {
  const auto found =
      std::ranges::find(columns, rank, [](const auto& column) { return column.first; });
  COCITE_ASSERT(found != columns.end(), "a kind was asked for a rank that it does not have");
  return found->second;
}

}  // namespace cocite::rank
