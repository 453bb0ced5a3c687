#include "base/registry.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "rank/rank.h"

namespace cocite::rank {

#define RANK(name)         \
  namespace name {         \
  extern const Kind kKind; \
  }
#include "rank/ranks.def"
#undef RANK

static std::vector<std::string_view> names_of(const Kind& kind) {
  std::vector<std::string_view> names;
  for (const RankName& rank : kind.ranks) names.push_back(rank.name);
  return names;
}

namespace {

constexpr const Kind* kAll[] = {
#define RANK(name) &name::kKind,
#include "rank/ranks.def"
#undef RANK
};
constexpr Registry<Kind> kKinds("rank", kAll);

}  // namespace

std::span<const Kind* const> kinds() {
  return kKinds.all();
}

Result<const Kind*> find_kind(std::string_view rank) {
  return kKinds.find(rank);
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
