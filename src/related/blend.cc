// Blend: cocitation, coupling, direct links and common neighbours together. The default.
//
//   S(u,v) = I + 0.8 O + 2 D + 0.1 U
//
// I, u and v stand on the same pages x: near each other counts more, a host counts once, and
// parents that nobody else links to count next to nothing (votes.h), with beta = 0.25:
//   I = (sum of sqrt(t_u t_v) p(d) k_u^-(1-beta) k_v^-beta, and s) / (n(u)^(1-beta) n(v)^beta) * c
//   / (c + 1), p(d) = 0.3 + 0.7 / (1 + (d - 1) / 2) with d the places between the two links (1
//   without order)
//   Strangers are not in the sum: x that are endorsed for neither page and stand on another host
//   than u. Whoever wants to can make as many of them as he likes, so they all have one voice, that
//   of the nearest, and none of them weakens what others say:
//   s = 0.03 max p(d) (strangers / parents of v that are not endorsed)^beta, 0.45 times that where
//   v is on another host than u; in c they are one. k_u of those that are not endorsed counts those
//   on u's host and the others apart. Without hosts nobody is a stranger.
// O, u and v link to the same pages x: rare ones, and links at the top of a page, count more:
//   O = sum of in(x)^-0.3 e_u e_v / sqrt((m(u) + 1)(m(v) + 1)),  e = 1 / (1 + place / 10)
// D, a link between u and v on different hosts, against how many links there are;
// U, the cosine of the closed undirected neighbourhoods; with hosts, parents of both that are
// endorsed for neither are not counted as shared.
// Candidates: the parents (B sampled) and their children, within 1000 places where there are more
// than 2000; the first F children and B sampled parents of each, T in all. All that counts for a
// candidate is then counted exactly, where it may be among the first answers: what each may score
// at most is known without reading its links, from how it was found and from what is known of every
// page beforehand (page_bounds.h); then the links of the most promising are read, and the parents
// of those that stay so, until nobody left can come in. Found by measurement on graphs with human
// ground truth; see docs/methods/blend.md. Several query pages: related to more of them first, then
// by sum. Negative pages w: minus half the largest S(w,v). Needs PageRank.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string_view>

#include "related/blend_scores.h"
#include "related/hits.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/votes.h"

namespace cocite::related::blend {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "2000", "parents of the page that are looked at"},
    ParameterInfo{"F", ParameterKind::kCount, "2000",
                  "first children of the page that are looked at"},
    ParameterInfo{"T", ParameterKind::kCount, "50000", "parents of all its children together"},
};

constexpr double kNegative = 0.5;
constexpr uint64_t kAll = std::numeric_limits<uint64_t>::max();

// Found in the store, or made, which takes as long as reading all links a few times, and saved
// there.
Result<Beforehand> make_beforehand(const Web& web, const std::string& name, bool hosts_on) {
  COCITE_TRY(const std::string page_rank, web.about_rank("pagerank"));
  const std::string about = "blend's votes and bounds, 1; " + page_rank;
  if (const auto notes = web.notes(name, about)) {
    const auto witnesses = notes->part<Endorsements::Witnesses>("witnesses");
    const auto bounds = notes->part<PageBounds::Page>("bounds");
    if (witnesses && bounds && witnesses->size() == web.pages() && bounds->size() == web.pages()) {
      return Beforehand{Endorsements(*witnesses, notes), PageBounds(*bounds, notes)};
    }
  }
  COCITE_TRY(Endorsements endorsements, Endorsements::make(web));
  COCITE_TRY(PageBounds bounds, PageBounds::make(web, endorsements, hosts_on));
  web.save({.name = name,
            .about = about,
            .parts = {{"witnesses", std::as_bytes(endorsements.witnesses())},
                      {"bounds", std::as_bytes(bounds.pages())}}});
  return Beforehand{std::move(endorsements), std::move(bounds)};
}

Result<std::shared_ptr<const Beforehand>> beforehand(const Query& query) {
  const bool hosts_on = query.hosts_on;
  const std::string name = hosts_on ? "blend" : "blend-no-hosts";
  return query.web->keep<Beforehand>(
      name, [&](const Web& web) { return make_beforehand(web, name, hosts_on); });
}

Result<Answer> find_one(const Query& query, PageId page) {
  COCITE_TRY(const auto known, beforehand(query));
  Around around(query, *known);
  COCITE_CHECK(around.look(page));
  // Where scores are summed or taken off, all count.
  const bool is_alone = query.pages.size() == 1 && query.not_pages.empty();
  COCITE_CHECK(around.score_all(is_alone ? std::max<uint64_t>(query.wanted, 1) : kAll));
  Answer answer;
  around.candidates().for_each([&](PageId other, uint32_t candidate) {
    answer.items.push_back({.page = other, .score = around.score(candidate)});
  });
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

Result<Answer> find(const Query& query) {
  COCITE_TRY(Answer answer, sum_over_pages(query, find_one));
  if (query.not_pages.empty()) return answer;
  PageMap<double> against;
  for (const PageId page : query.not_pages) {
    COCITE_TRY(const Answer one, find_one(query, page));
    for (const Item& item : one.items) {
      double& most = against[item.page];
      most = std::max(most, item.score);
    }
  }
  for (Item& item : answer.items) {
    if (const double* most = against.find(item.page)) item.score -= kNegative * *most;
  }
  drop_zeros(query, answer.items);
  return answer;
}

Result<std::vector<Explanation>> explain(const Query& query, std::span<const PageId> answers) {
  COCITE_TRY(const auto known, beforehand(query));
  std::vector<Explanation> all(answers.size());
  for (const PageId page : query.pages) {
    Around around(query, *known);
    COCITE_CHECK(around.look(page));
    for (size_t i = 0; i < answers.size(); ++i) {
      COCITE_CHECK(around.explain(answers[i], all[i]));
    }
  }
  for (Explanation& explanation : all) sort_reasons(explanation);
  return all;
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "blend",
    .summary = "shared parents near each other, shared children, direct links, common neighbours",
    .paper = "this project; see docs/methods/blend.md",
    .parameters = kParameters,
    .takes_not = true,
    .find = find,
    .explain = explain,
};

}  // namespace cocite::related::blend
