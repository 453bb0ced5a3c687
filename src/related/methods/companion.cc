// Companion: the best authorities around a page.
//
// The vicinity graph of the page (its parents, the links around it there, its children,
// their other parents), links within a host left out, near-duplicates merged; then hubs and
// authorities, where a host has one vote however many of its pages agree.
//
//   A[n] = sum of H[m] / k(m,n),  H[n] = sum of A[t] / l(n,t)
//
// Paper: J. Dean and M. R. Henzinger, Finding Related Pages in the World Wide Web (WWW 1999),
// section 2.1. F is 200, which the paper leaves open. Touches the children of all nodes: some 5,000
// lists at the defaults. Does badly for a page without parents: then its children and
// their parents are all evidence.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "related/hits.h"
#include "related/merged_graph.h"
#include "related/method.h"
#include "related/order.h"
#include "related/vicinity.h"
#include "related/vicinity_graph.h"

namespace cocite::related::companion {
namespace {

constexpr std::array kParameters = {kVicinityB, kVicinityBF, kVicinityF, kVicinityFB};

// Most vicinities converge within 100. Where two communities are nearly equal it takes far longer.
constexpr uint32_t kMostIterations = 1000;

class Scored : public Gathered {
 public:
  explicit Scored(const Query& query) : Gathered(query) {}
  std::vector<PageId> pages;  // before merging
  MergedGraph merged;
  Hits hits;

  Result<Explanation> explain(PageId answer) override {
    return explain_authority(merged.graph, hits, answer);
  }
};

Result<std::shared_ptr<Scored>> score(const Query& query) {
  COCITE_TRY(VicinityGraph vicinity, vicinity_graph(query));
  auto scored = std::make_shared<Scored>(query);
  scored->pages = std::move(vicinity.graph.pages);
  scored->merged = std::move(vicinity.merged);
  const auto nodes = static_cast<double>(scored->merged.graph.size());
  scored->hits = run_hits(scored->merged.graph,
                          {.by_host = query.hosts_on,
                           .authority_l1 = 1e-8 * std::sqrt(nodes),
                           .most_iterations = kMostIterations},
                          query.budget);
  return scored;
}

Result<Answer> find(const Query& query) {
  COCITE_TRY(const std::shared_ptr<Scored> scored, score(query));
  const LocalGraph& graph = scored->merged.graph;
  // The query page is the first node. It is no answer, nor what was merged with it or another page
  // asked about.
  std::vector<bool> is_query(graph.size());
  is_query[scored->merged.nodes[0]] = true;
  for (const PageId asked : query.asked) {
    const auto place = std::ranges::find(scored->pages, asked);
    if (place == scored->pages.end()) continue;
    is_query[scored->merged.nodes[static_cast<size_t>(place - scored->pages.begin())]] = true;
  }
  Answer answer;
  answer.is_sufficient = graph.edges() > 0;
  for (uint32_t node = 0; answer.is_sufficient && node < graph.size(); ++node) {
    if (is_query[node]) continue;
    answer.items.push_back({.page = graph.pages[node], .score = scored->hits.authority[node]});
  }
  drop_zeros(query, answer.items);
  if (scored->hits.end == Hits::End::kLimit) {
    answer.note = "ended limit " + std::to_string(kMostIterations);
  }
  if (query.keeps_gathered) answer.gathered = scored;
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  COCITE_TRY(const std::shared_ptr<Scored> scored, score(query));
  return scored->explain(answer);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "companion",
    .summary = "the best authorities in the vicinity of the page, by links between hosts",
    .paper = "Dean & Henzinger 1999",
    .parameters = kParameters,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::companion
