// Extended Cocitation: cocitation both ways, where copies and pages of one host have one vote.
//
// b(p,u) counts the parents of u, merged where they stand on one host or are near-duplicates, that
// also link to p; f(p,u) counts the children of u, merged likewise, to which p links as well:
//
//   score(p) = max(b(p,u), f(p,u)),  answers have at least delta
//
// Paper: J. Hou and Y. Zhang, Effectively Finding Relevant Web Pages from Linkage Information (IEEE
// TKDE 2003), section 3. Touches the lists of B parents and F children. Counts are small, so ties
// are large; then in-degree decides.
#include <algorithm>
#include <array>

#include "base/per_thread.h"
#include "related/hits.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/two_sides.h"

namespace cocite::related::extended_cocitation {
namespace {

constexpr std::array kParameters = {
    kTwoSidesParameters[0],
    kTwoSidesParameters[1],
    kTwoSidesParameters[2],
    kTwoSidesParameters[3],
    ParameterInfo{"delta", ParameterKind::kNumber, "1", "answers have at least this score"},
};

TwoSides& sides_here() {
  return per_thread<TwoSides, struct OwnSides>();
}

// The sides of the query page.
class Kept : public Gathered {
 public:
  using Gathered::Gathered;
  Result<Explanation> explain(PageId answer) override {
    Explanation explanation;
    const OneSide* strongest = nullptr;
    size_t place = 0;
    for (const OneSide* side : {&back_, &forward_}) {
      const auto at =
          static_cast<size_t>(std::ranges::find(side->pages, answer) - side->pages.begin());
      if (at == side->pages.size()) continue;
      if (strongest != nullptr && side->count(at) <= strongest->count(place)) continue;
      strongest = side;
      place = at;
    }
    if (strongest == nullptr) return explanation;
    for (const auto& [row, group] : strongest->groups_of(place)) {
      explanation.reasons.push_back(
          {strongest->members[group][0], 1, strongest == &back_ ? "parent" : "child"});
    }
    explanation.score = static_cast<double>(explanation.reasons.size());
    sort_reasons(explanation);
    return explanation;
  }
  void keep(const TwoSides& sides) {
    back_ = sides.back();
    forward_ = sides.forward();
  }

 private:
  OneSide back_;
  OneSide forward_;
};

Result<Answer> find(const Query& query) {
  TwoSides& sides = sides_here();
  COCITE_CHECK(sides.gather(query, query.pages[0]));
  auto& scores = per_thread<PageMap<uint32_t>, struct Scores>();
  scores.clear();
  for (const OneSide* side : {&sides.back(), &sides.forward()}) {
    for (size_t i = 0; i < side->pages.size(); ++i) {
      uint32_t& score = scores[side->pages[i]];
      score = std::max(score, side->count(i));
    }
  }
  const double delta = query.parameters->number("delta");
  Answer answer;
  answer.is_sufficient = sides.is_sufficient();
  scores.for_each([&](PageId other, uint32_t score) {
    if (score >= delta) answer.items.push_back({.page = other, .score = double(score)});
  });
  drop_zeros(query, answer.items);
  if (query.keeps_gathered) {
    auto kept = std::make_shared<Kept>(query);
    kept->keep(sides);
    answer.gathered = std::move(kept);
  }
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  TwoSides& sides = sides_here();
  COCITE_CHECK(sides.gather(query, query.pages[0]));
  Kept kept(query);
  kept.keep(sides);
  return kept.explain(answer);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "extended-cocitation",
    .summary = "shared parents or shared children, copies and hosts counted once",
    .paper = "Hou & Zhang 2003",
    .parameters = kParameters,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::extended_cocitation
