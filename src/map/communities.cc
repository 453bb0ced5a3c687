#include "map/communities.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "map/leiden.h"

namespace cocite::map {
namespace {

// Fewer pages are no community of their own if they have ties to another one.
constexpr size_t kLeastPages = 3;

// The pages as a graph for leiden().
Ties graph_of(size_t pages, std::span<const Tie> ties) {
  Ties graph;
  graph.begins.resize(pages + 1);
  for (const Tie& tie : ties) {
    ++graph.begins[tie.one + 1];
    ++graph.begins[tie.other + 1];
  }
  std::partial_sum(graph.begins.begin(), graph.begins.end(), graph.begins.begin());
  std::vector<uint64_t> at(graph.begins.begin(), graph.begins.end() - 1);
  graph.others.resize(2 * ties.size());
  graph.weights.resize(2 * ties.size());
  for (const Tie& tie : ties) {
    for (const auto& [from, to] : {std::pair(tie.one, tie.other), std::pair(tie.other, tie.one)}) {
      graph.others[at[from]] = to;
      graph.weights[at[from]++] = static_cast<float>(tie.weight);
    }
  }
  return graph;
}

void join_small(std::span<const Tie> ties, size_t most, std::vector<uint32_t>& community) {
  while (true) {
    const size_t count = renumber(community);
    std::vector<size_t> sizes(count);
    for (const uint32_t one : community) ++sizes[one];
    std::map<std::pair<uint32_t, uint32_t>, double> between;
    for (const Tie& tie : ties) {
      const uint32_t one = community[tie.one];
      const uint32_t other = community[tie.other];
      if (one == other) continue;
      between[{one, other}] += tie.weight;
      between[{other, one}] += tie.weight;
    }
    // The smallest that has anything to join, the last of equals.
    uint32_t smallest = 0;
    uint32_t into = 0;
    bool is_found = false;
    for (uint32_t one = 0; one < count; ++one) {
      if (sizes[one] >= kLeastPages && count <= most) continue;
      if (is_found && sizes[one] > sizes[smallest]) continue;
      double best = 0;
      for (auto it = between.lower_bound({one, 0}); it != between.end() && it->first.first == one;
           ++it) {
        if (it->second <= best) continue;
        best = it->second;
        smallest = one;
        into = it->first.second;
        is_found = true;
      }
    }
    if (!is_found) return;
    std::ranges::replace(community, smallest, into);
  }
}

}  // namespace

std::vector<uint32_t> communities(size_t pages, std::span<const Tie> ties, size_t most) {
  std::vector<uint32_t> community = leiden(graph_of(pages, ties)).community;
  join_small(ties, most > 1 ? most - 1 : 1, community);
  // Pages without ties share one.
  std::vector<bool> has_tie(pages);
  for (const Tie& tie : ties) has_tie[tie.one] = has_tie[tie.other] = true;
  uint32_t lone = static_cast<uint32_t>(pages);
  for (size_t page = 0; page < pages; ++page) {
    if (!has_tie[page]) community[page] = lone;
  }
  // Pieces that have no ties with each other cannot join: the smallest share the last place.
  size_t count = renumber(community);
  while (count > std::max<size_t>(most, 1)) {
    std::vector<size_t> sizes(count);
    for (const uint32_t one : community) ++sizes[one];
    const auto first = std::ranges::min_element(sizes);
    const auto from = static_cast<uint32_t>(first - sizes.begin());
    *first = pages + 1;
    const auto into = static_cast<uint32_t>(std::ranges::min_element(sizes) - sizes.begin());
    std::ranges::replace(community, from, into);
    count = renumber(community);
  }
  return community;
}

}  // namespace cocite::map
