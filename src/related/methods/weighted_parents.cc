// Weighted parents: shared parents, each by how many of its pages stand behind its links.
//
//   score(v) = Σ_x g(x→u) g(x→v) / ln(1 + out(x))                       over x that link to both
//   g(x→v) = (ln(1 + pages(x→v)) / ln 2)^W                              W: pages-weight, 1
//
// For graphs of hosts and sites: that one page of a site links somewhere says less than that fifty
// do, and a site that links everywhere says less of each. pages(x→v) are the pages of x that link to
// a page of v; where the graph does not know them (a graph of pages), each link counts as one page
// and this is nearly Adamic and Adar's measure.
//
// Theirs is the sum of 1/ln out(x) (L. Adamic, E. Adar 2003); the weights are this project's, and
// measured on graphs of sites with half of the linking sites hidden (docs/quality.md). Cost: B
// sampled parents of u and all their children; the pages behind all links in memory, four bytes each, made on
// first use. Does badly where a few large sites link everywhere: they are all that two sites share.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "related/hits.h"
#include "related/link_pages.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/sampled_parents.h"
#include "related/window.h"

namespace cocite::related::weighted_parents {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "2000", "parents of a page that are looked at"},
    ParameterInfo{"pages_weight", ParameterKind::kNumber, "1",
                  "how much the pages behind a link count; 0: every link counts the same"},
};

constexpr uint64_t kStepsALink = 8;  // a logarithm and a power

// The weight of each link of a parent of u.
class ParentVote {
 public:
  ParentVote(const Query& query, const LinkPages& pages)
      : pages_(&pages), power_(query.parameters->number("pages_weight")) {}
  [[nodiscard]] double of_link(PageId parent, size_t place) const {
    if (power_ == 0) return 1;
    return std::pow(std::log1p(static_cast<double>(pages_->of(parent, place))) / std::log(2.0),
                    power_);
  }
  // What u's own link, and the number of links, make of it.
  [[nodiscard]] double of_parent(PageId parent, size_t own_place, size_t links) const {
    return of_link(parent, own_place) / std::log1p(static_cast<double>(links));
  }

 private:
  const LinkPages* pages_;
  double power_;
};

Result<std::vector<PageId>> parents_of(const Query& query, PageId page) {
  SampledParents sample;
  COCITE_TRY(const std::span<const PageId> parents,
             sample.of(query, page, query.parameters->count("B")));
  return std::vector<PageId>(parents.begin(), parents.end());
}

Result<Answer> find(const Query& query) {
  const PageId page = query.pages[0];
  COCITE_TRY(const auto pages, LinkPages::of(*query.web, query.budget));
  COCITE_TRY(const std::vector<PageId> parents, parents_of(query, page));
  const ParentVote vote(query, *pages);
  PageMap<double> sums;
  auto batch = query.web->out().batch(parents, query.budget);
  while (batch.next()) {
    const auto list = batch.list();
    const double own = vote.of_parent(batch.page(), place_of(list, page), list.size());
    for (size_t place = 0; place < list.size(); ++place) {
      sums[list[place]] += own * vote.of_link(batch.page(), place);
    }
    if (query.is_spent_after(kStepsALink * list.size() + 1)) break;
  }
  COCITE_CHECK(batch.status());
  Answer answer;
  sums.for_each(
      [&](PageId other, double sum) { answer.items.push_back({.page = other, .score = sum}); });
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  COCITE_TRY(const auto pages, LinkPages::of(*query.web, query.budget));
  const ParentVote vote(query, *pages);
  Explanation explanation;
  const PageId page = query.pages[0];
  COCITE_TRY(const std::vector<PageId> parents, parents_of(query, page));
  auto batch = query.web->out().batch(parents, query.budget);
  while (batch.next()) {
    const auto list = batch.list();
    if (query.is_spent_after(list.size() + 1)) break;
    const size_t place = place_of(list, answer);
    if (place == list.size()) continue;
    const double amount = vote.of_parent(batch.page(), place_of(list, page), list.size()) *
                          vote.of_link(batch.page(), place);
    explanation.score += amount;
    explanation.reasons.push_back({batch.page(), amount, "parent"});
  }
  COCITE_CHECK(batch.status());
  sort_reasons(explanation);
  return explanation;
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "weighted-parents",
    .summary = "shared parents, each by its pages behind its links: for hosts and sites",
    .paper = "this project, after Adamic & Adar 2003; see docs/methods/weighted-parents.md",
    .parameters = kParameters,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::weighted_parents
