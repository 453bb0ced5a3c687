// What stands behind an answer: HubFinder's trace, Companion's vicinity, LLI's numbers, and all
// methods side by side.
#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "answer/present.h"
#include "answer/related.h"
#include "answer/related_query.h"
#include "rank/agreement.h"
#include "related/hub_finder.h"
#include "related/lli_numbers.h"
#include "related/vicinity_graph.h"

namespace cocite::answer {
namespace {

Result<void> fill_in(const store::Store& store, PageId page, PageRef& shown) {
  COCITE_TRY(LinkItem item, present_link(store, 0, page));
  shown = std::move(item.ref());
  return {};
}

// The pages of a request, chosen and shown.
Result<std::vector<PageId>> choose(const store::Store& store, const Asker& asker,
                                   const RelatedRequest& request, Budget& budget,
                                   std::vector<RelatedAnswer::Page>& shown) {
  std::vector<PageId> pages;
  for (const std::string& text : request.pages) {
    COCITE_TRY(const Chosen chosen, asker.choose(text, budget));
    RelatedAnswer::Page one{{}, chosen.asked};
    COCITE_CHECK(fill_in(store, chosen.page, one));
    shown.push_back(std::move(one));
    if (std::ranges::find(pages, chosen.page) == pages.end()) pages.push_back(chosen.page);
  }
  if (pages.empty()) return fail(ErrorCode::kInvalidArgument, "there is no page to ask about");
  return pages;
}

std::vector<std::string> keys_of(const std::vector<RelatedItem>& items) {
  std::vector<std::string> keys;
  for (const RelatedItem& item : items) keys.push_back(item.key);
  return keys;
}

void compare_pairs(uint64_t top, CompareAnswer& answer) {
  for (size_t i = 0; i < answer.methods.size(); ++i) {
    for (size_t k = i + 1; k < answer.methods.size(); ++k) {
      const auto& one = answer.methods[i];
      const auto& other = answer.methods[k];
      if (one.items.empty() || other.items.empty()) continue;
      CompareAnswer::Pair pair{.one = one.by, .other = other.by};
      for (const RelatedItem& item : one.items) {
        pair.shared +=
            static_cast<uint64_t>(std::ranges::count(other.items, item.key, &RelatedItem::key));
      }
      pair.overlap = static_cast<double>(pair.shared) / static_cast<double>(top);
      pair.tau = rank::kendall(keys_of(one.items), keys_of(other.items));
      answer.pairs.push_back(std::move(pair));
    }
  }
}

void find_agreed(CompareAnswer& answer) {
  std::map<std::string, CompareAnswer::Agreed> by_key;
  for (const CompareAnswer::Method& method : answer.methods) {
    for (const RelatedItem& item : method.items) {
      CompareAnswer::Agreed& agreed = by_key[item.key];
      if (agreed.methods.empty()) agreed.item = item;
      agreed.methods.push_back(method.by);
      agreed.mean_rank += static_cast<double>(item.rank);
    }
  }
  for (auto& [key, agreed] : by_key) {
    agreed.mean_rank /= static_cast<double>(agreed.methods.size());
    agreed.item.rank = 0;
    agreed.item.score = 0;
    if (agreed.methods.size() > 1) answer.agreed.push_back(std::move(agreed));
  }
  std::ranges::stable_sort(answer.agreed, [](const auto& a, const auto& b) {
    return a.methods.size() != b.methods.size() ? a.methods.size() > b.methods.size()
                                                : a.mean_rank < b.mean_rank;
  });
}

}  // namespace

Result<TraceAnswer> trace(const Opened& opened, const RelatedRequest& request) {
  const RelatedRequest hubs = request_by(request, "hubfinder");
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const Asker asker, Asker::make(opened.web, opened.stoplists, hubs, budget));
  TraceAnswer answer;
  COCITE_TRY(const std::vector<PageId> pages,
             choose(opened.store, asker, hubs, budget, answer.pages));
  COCITE_TRY(const related::HubFinderRun run, related::run_hub_finder(asker.query(pages, budget)));
  for (const related::HubFinderStep& step : run.steps) {
    answer.steps.push_back({.step = answer.steps.size() + 1,
                            .discovered = step.discovered,
                            .fresh = step.fresh,
                            .kept = step.kept,
                            .total = step.total});
  }
  return answer;
}

Result<VicinityAnswer> vicinity(const Opened& opened, const RelatedRequest& request) {
  const RelatedRequest companion = request_by(request, "companion");
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const Asker asker, Asker::make(opened.web, opened.stoplists, companion, budget));
  VicinityAnswer answer{.hosts_on = asker.hosts_on()};
  COCITE_TRY(const std::vector<PageId> pages,
             choose(opened.store, asker, companion, budget, answer.pages));
  COCITE_TRY(const related::VicinityGraph vicinity,
             related::vicinity_graph(asker.query(pages, budget)));
  const related::LocalGraph& graph = vicinity.graph;
  answer.merged = graph.size() - vicinity.merged.graph.size();
  std::map<PageId, uint64_t> nodes;
  for (size_t i = 0; i < graph.size(); ++i) nodes[graph.pages[i]] = i;
  for (uint32_t i = 0; i < graph.size(); ++i) {
    VicinityAnswer::Node node{{}, i, nodes[vicinity.merged.graph.pages[vicinity.merged.nodes[i]]]};
    COCITE_CHECK(fill_in(opened.store, graph.pages[i], node));
    answer.nodes.push_back(std::move(node));
    for (const uint32_t target : graph.targets(i)) answer.edges.emplace_back(i, target);
  }
  return answer;
}

Result<LliAnswer> lli(const Opened& opened, const RelatedRequest& request) {
  const RelatedRequest lli = request_by(request, "lli");
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const Asker asker, Asker::make(opened.web, opened.stoplists, lli, budget));
  LliAnswer answer{.hosts_on = asker.hosts_on()};
  std::vector<RelatedAnswer::Page> shown;
  COCITE_TRY(const std::vector<PageId> pages, choose(opened.store, asker, lli, budget, shown));
  if (pages.size() != 1) {
    return fail(ErrorCode::kInvalidArgument, "lli takes exactly one page");
  }
  answer.page = shown[0];
  COCITE_TRY(const related::LliNumbers numbers,
             related::lli_numbers(asker.query(pages, budget), pages[0]));
  for (size_t which = 0; which < numbers.sides.size(); ++which) {
    const related::LliNumbers::Side& side = numbers.sides[which];
    const related::OneSide& links = side.links;
    const std::string name = which == 0 ? "back" : "forward";
    (which == 0 ? answer.back : answer.forward) = {
        .rank = side.singular_values.size(), .k = side.k, .sigma = side.singular_values};
    if (side.k > 0 && side.k == side.singular_values.size()) {
      answer.notes.push_back(name + ": all " + std::to_string(side.k) +
                             " singular values are kept");
    }
    std::vector<double> bd(links.groups());
    for (const auto& [page, group] : links.links) bd[group] += 1;
    double sum = 0;
    for (size_t group = 0; group < links.groups(); ++group) {
      if (!links.pages.empty()) bd[group] /= static_cast<double>(links.pages.size());
      sum += bd[group];
      LliAnswer::Neighbour neighbour{{}, name, links.members[group].size(), bd[group]};
      COCITE_CHECK(fill_in(opened.store, links.members[group][0], neighbour));
      answer.neighbours.push_back(std::move(neighbour));
    }
    for (size_t i = 0; i < links.pages.size(); ++i) {
      double own = 0;
      for (const auto& [page, group] : links.groups_of(i)) own += bd[group];
      LliAnswer::Item item;
      item.side = name;
      item.count = links.count(i);
      item.bcp = static_cast<double>(links.count(i)) / static_cast<double>(links.groups());
      item.dd = sum > 0 ? 1 - own / sum : 0;
      item.similarity = side.similarity[i];
      COCITE_CHECK(fill_in(opened.store, links.pages[i], item));
      answer.items.push_back(std::move(item));
    }
  }
  std::ranges::stable_sort(answer.items, [](const auto& a, const auto& b) {
    return a.similarity != b.similarity ? a.similarity > b.similarity : a.key < b.key;
  });
  return answer;
}

Result<CompareAnswer> compare(const Opened& opened, const RelatedRequest& request,
                              const std::vector<std::string>& names) {
  CompareAnswer answer;
  std::vector<std::string> wanted = names;
  if (wanted.empty()) {
    for (const related::MethodInfo* info : related::methods()) wanted.emplace_back(info->name);
  }
  uint64_t answered = 0;
  std::optional<Error> first_error;
  for (const std::string& name : wanted) {
    const RelatedRequest one = request_by(request, name);
    const auto begin = std::chrono::steady_clock::now();
    Result<RelatedAnswer> found = related(opened, one);
    CompareAnswer::Method method{.by = name};
    method.ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (found) {
      ++answered;
      if (answer.pages.empty()) answer.pages = found->pages;
      answer.hosts_on = found->hosts_on;
      method.is_complete = found->is_complete;
      method.with = std::move(found->with);
      method.tuned = found->tuned;
      method.items = std::move(found->items);
    } else {
      if (found.error().code != ErrorCode::kNoEvidence &&
          found.error().code != ErrorCode::kNotFound &&
          found.error().code != ErrorCode::kUnsupported && found.error().code != ErrorCode::kBusy) {
        return tl::unexpected<Error>(found.error());
      }
      method.error = without_path(opened.store, found.error().message);
      // Where one had too little time it is not known that there is nothing.
      method.is_complete = found.error().code != ErrorCode::kBusy;
      if (!first_error || !method.is_complete) first_error = std::move(found).error();
    }
    answer.methods.push_back(std::move(method));
  }
  if (answered == 0) return fail(first_error.value_or(Error{.message = "there is no method"}));
  compare_pairs(request.top, answer);
  find_agreed(answer);
  return answer;
}

}  // namespace cocite::answer
