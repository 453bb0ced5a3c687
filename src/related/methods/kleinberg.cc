// Kleinberg: hubs and authorities around a page.
//
// The neighbourhood of a page is the page and B sampled parents, all their children, and d sampled
// parents of each; links within a host are left out. Then plain HITS:
//
//   a = A'h, h = A a, each scaled to length 1, until both stand still
//
// Paper: J. M. Kleinberg, Authoritative Sources in a Hyperlinked Environment (JACM 1999), as M. R.
// Henzinger's Hyperlink Analysis for the Web (IEEE Internet Computing 2001) and Dean and Henzinger
// describe it for one page. Touches the children of some 10,000 pages at the defaults. Does badly
// where the neighbourhood has a denser part that is about something else: topic drift.
#include <algorithm>
#include <array>
#include <memory>

#include "base/per_thread.h"
#include "related/extension.h"
#include "related/hits.h"
#include "related/local_graph.h"
#include "related/method.h"
#include "related/order.h"
#include "related/room.h"

namespace cocite::related::kleinberg {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "200", "parents of the page that are looked at"},
    ParameterInfo{"d", ParameterKind::kCount, "50",
                  "sampled parents of each page of the start set"},
    ParameterInfo{"want", ParameterKind::kWord, "authorities", "what to answer with",
                  "authorities|hubs"},
    ParameterInfo{"tolerance", ParameterKind::kNumber, "1e-9",
                  "HITS stops at this relative change"},
    ParameterInfo{"max_iterations", ParameterKind::kCount, "1000",
                  "HITS stops after this many iterations"},
};

bool wants_hubs(const Query& query) {
  return query.parameters->word("want") == "hubs";
}

class Scored : public Gathered {
 public:
  explicit Scored(const Query& query) : Gathered(query) {}
  LocalGraph graph;
  Hits hits;

  Result<Explanation> explain(PageId answer) override {
    return wants_hubs(query()) ? explain_hub(graph, hits, answer)
                               : explain_authority(graph, hits, answer);
  }
};

Result<std::shared_ptr<Scored>> score(const Query& query) {
  Room& room = Room::here();
  auto& extension = per_thread<Extension>();
  PageSet start;
  PageSet nodes;
  for (const PageId page : query.pages) start[page];
  for (const PageId page : query.pages) {
    COCITE_TRY(const std::span<const PageId> parents,
               room.sample.of(query, page, query.parameters->count("B")));
    for (const PageId parent : parents) start[parent];
  }
  for (const PageId page : start.pages()) nodes[page];
  COCITE_CHECK(extension.extend(query, start.pages(), query.parameters->count("d"),
                                [&](PageId page) { nodes[page]; }));
  auto scored = std::make_shared<Scored>(query);
  room.children.clear();
  COCITE_CHECK(cut_out(query, nodes.pages(), room.children, CutLinks::kOtherHosts, scored->graph));
  scored->hits = run_hits(scored->graph,
                          {.relative_l1 = query.parameters->number("tolerance"),
                           .most_iterations = static_cast<uint32_t>(std::min<uint64_t>(
                               query.parameters->count("max_iterations"), 1000000000))},
                          query.budget);
  return scored;
}

Result<Answer> find(const Query& query) {
  COCITE_TRY(const std::shared_ptr<Scored> scored, score(query));
  const std::vector<double>& scores = wants_hubs(query) ? scored->hits.hub : scored->hits.authority;
  Answer answer;
  answer.is_sufficient = scored->graph.edges() > 0;
  if (query.keeps_gathered) answer.gathered = scored;
  if (!answer.is_sufficient) return answer;
  const double least = kZero * *std::ranges::max_element(scores);
  for (size_t node = 0; node < scored->graph.size(); ++node) {
    if (scores[node] < least) continue;
    answer.items.push_back({.page = scored->graph.pages[node], .score = scores[node]});
  }
  drop_zeros(query, answer.items);
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  COCITE_TRY(const std::shared_ptr<Scored> scored, score(query));
  return scored->explain(answer);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "kleinberg",
    .summary = "the best authorities, or hubs, in Kleinberg's neighbourhood of the page",
    .paper = "Kleinberg 1999; Henzinger 2001",
    .parameters = kParameters,
    .together = Together::kAtOnce,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::kleinberg
