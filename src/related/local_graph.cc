#include "related/local_graph.h"

#include <algorithm>

#include "base/per_thread.h"

namespace cocite::related {

Result<void> cut_out(const Query& query, std::span<const PageId> pages, LinkArena& children,
                     CutLinks which, LocalGraph& graph) {
  graph.pages.assign(pages.begin(), pages.end());
  graph.hosts.clear();
  graph.offsets.assign(1, 0);
  graph.links.clear();
  auto& numbers = per_thread<PageMap<uint32_t>, struct LocalNumbers>();
  numbers.clear();
  numbers.reserve(pages.size());
  for (uint32_t node = 0; node < pages.size(); ++node) {
    numbers[pages[node]] = node;
    COCITE_TRY(const uint32_t host, query.host(pages[node]));
    graph.hosts.push_back(host);
  }
  COCITE_CHECK(children.load(query.web->out(), pages, query.budget));
  for (uint32_t node = 0; node < pages.size(); ++node) {
    const auto list = children.list(pages[node]);
    // A spent budget leaves the rest without links.
    const bool is_cut = query.is_spent_after(list.size() + 1);
    for (const PageId child : is_cut ? std::span<const PageId>() : list) {
      const uint32_t* target = numbers.find(child);
      if (target == nullptr) continue;
      if (which == CutLinks::kOtherHosts && graph.hosts[*target] == graph.hosts[node]) continue;
      graph.links.push_back(*target);
    }
    graph.offsets.push_back(static_cast<uint32_t>(graph.links.size()));
  }
  return {};
}

void turn_round(const LocalGraph& graph, LocalGraph& turned) {
  turned.pages.assign(graph.pages.begin(), graph.pages.end());
  turned.hosts.assign(graph.hosts.begin(), graph.hosts.end());
  turned.offsets.assign(graph.size() + 1, 0);
  turned.links.resize(graph.edges());
  for (const uint32_t target : graph.links) ++turned.offsets[target + 1];
  for (size_t i = 0; i < graph.size(); ++i) turned.offsets[i + 1] += turned.offsets[i];
  std::vector<uint32_t> next(turned.offsets.begin(), turned.offsets.end() - 1);
  for (uint32_t node = 0; node < graph.size(); ++node) {
    for (const uint32_t target : graph.targets(node)) turned.links[next[target]++] = node;
  }
}

std::vector<double> turned_weights(const LocalGraph& graph, std::span<const double> weights) {
  std::vector<uint32_t> next(graph.size() + 1, 0);
  for (const uint32_t target : graph.links) ++next[target + 1];
  for (size_t i = 0; i < graph.size(); ++i) next[i + 1] += next[i];
  std::vector<double> turned(graph.edges());
  for (size_t i = 0; i < graph.edges(); ++i) turned[next[graph.links[i]]++] = weights[i];
  return turned;
}

}  // namespace cocite::related
