// What visits add to blend: a weight times how much people go to and fro between two pages.
//
//   COCITE_TRY(const auto visits, BlendVisits::of(query));    // null: they do not count
//   COCITE_TRY(const auto added, visits->add(page, others));
//
// The weight is 0 unless somebody gives one (visits-weight): what is known of them did not help
// (docs/quality.md). Any thread.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"
#include "related/visit_scores.h"

namespace cocite::related::blend {

// Whether the query asks for this ("links", "text", "visits"): a word of with=, or all of them.
// "usage" is another name for visits.
[[nodiscard]] inline bool asks_for(const Query& query, std::string_view what) {
  std::string_view with = query.parameters->word("with");
  if (with == "all") return true;
  while (!with.empty()) {
    const std::string_view word = with.substr(0, with.find(','));
    if (word == what || (what == "visits" && word == "usage")) return true;
    with.remove_prefix(std::min(with.size(), word.size() + 1));
  }
  return false;
}

class BlendVisits {
 public:
  // Null where the query does not want them, the store has none, or they weigh nothing.
  [[nodiscard]] static std::unique_ptr<BlendVisits> of(const Query& query) {
    const double weight = query.parameters->number("visits-weight");
    if (weight == 0 || !asks_for(query, "visits") || query.web->store().visits() == nullptr) {
      return nullptr;
    }
    auto visits = std::make_unique<BlendVisits>();
    visits->web_ = query.web;
    visits->weight_ = weight;
    return visits;
  }
  // What the user should know who asked for them; empty: nothing.
  [[nodiscard]] static std::string note(const Query& query) {
    if (query.parameters->word("with") == "all" || !asks_for(query, "visits")) return "";
    if (query.web->store().visits() == nullptr) return "visits: the store has none";
    if (query.parameters->number("visits-weight") != 0) return "";
    return "visits: they count nothing until they have a weight (visits-weight)";
  }

  // Of the page and each of the others.
  [[nodiscard]] Result<std::vector<double>> add(PageId page, std::span<const PageId> others) const {
    COCITE_TRY(const VisitScores visits, VisitScores::needed(*web_, page));
    std::vector<double> added;
    added.reserve(others.size());
    for (const PageId other : others) {
      COCITE_TRY(const double score, visits.score(other));
      added.push_back(weight_ * score);
    }
    return added;
  }
  // Nothing where nobody went.
  [[nodiscard]] Result<void> explain(PageId page, PageId other, Explanation& explanation) const {
    COCITE_TRY(const VisitScores visits, VisitScores::needed(*web_, page));
    COCITE_TRY(const double score, visits.score(other));
    if (score == 0) return {};
    explanation.score += weight_ * score;
    explanation.reasons.push_back(visits.reason(other, weight_ * score));
    return {};
  }

 private:
  const Web* web_ = nullptr;
  double weight_ = 0;
};

}  // namespace cocite::related::blend
