#include "related/hits.h"

#include <algorithm>
#include <cmath>

#include "related/page_map.h"

namespace cocite::related {
namespace {

// hosts[i] as numbers from 0, without gaps; how many there are.
uint32_t renumber(std::span<const uint32_t> hosts, std::vector<uint32_t>& numbers) {
  HostMap<uint32_t> known;
  known.reserve(hosts.size());
  numbers.clear();
  for (const uint32_t host : hosts) {
    uint32_t& number = known[host_id(host)];
    if (number == 0) number = static_cast<uint32_t>(known.size());
    numbers.push_back(number - 1);
  }
  return static_cast<uint32_t>(known.size());
}

// For each link of a node, one over how many of its links go to that host.
void weigh(const LocalGraph& graph, std::span<const uint32_t> hosts, uint32_t host_count,
           std::vector<double>& weights) {
  std::vector<uint32_t> counts(host_count, 0);
  weights.resize(graph.edges());
  size_t at = 0;
  for (size_t node = 0; node < graph.size(); ++node) {
    const auto targets = graph.targets(node);
    for (const uint32_t target : targets) ++counts[hosts[target]];
    for (const uint32_t target : targets) weights[at++] = 1.0 / counts[hosts[target]];
    for (const uint32_t target : targets) counts[hosts[target]] = 0;
  }
}

// weights[i] times more[i]; empty weights are 1.
void multiply(std::span<const double> more, std::vector<double>& weights) {
  if (weights.empty()) weights.assign(more.size(), 1);
  for (size_t i = 0; i < more.size(); ++i) weights[i] *= more[i];
}

// to[n] = sum over its links of from[target] * weight, times its own weight; then scaled to length 1. Returns how much
// `to` changed, and its new sum, as L1.
struct Change {
  double change = 0;
  double sum = 0;
};
Change pass_on(const LocalGraph& graph, std::span<const double> weights,
               std::span<const double> node_weights, const std::vector<double>& from,
               std::vector<double>& to, std::vector<double>& next) {
  double squares = 0;
  const uint32_t* link = graph.links.data();
  const double* weight = weights.data();
  for (size_t node = 0; node < graph.size(); ++node) {
    double sum = 0;
    const uint32_t* const end = graph.links.data() + graph.offsets[node + 1];
    if (weights.empty()) {
      for (; link != end; ++link) sum += from[*link];
    } else {
      for (; link != end; ++link, ++weight) sum += from[*link] * *weight;
    }
    if (!node_weights.empty()) sum *= node_weights[node];
    next[node] = sum;
    squares += sum * sum;
  }
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
  Change result;
  for (size_t node = 0; node < graph.size(); ++node) {
    const double value = next[node] * scale;
    result.change += std::abs(value - to[node]);
    result.sum += value;
    to[node] = value;
  }
  return result;
}

}  // namespace

Hits run_hits(const LocalGraph& graph, const HitsRule& rule, Budget* budget) {
  Hits hits;
  turn_round(graph, hits.parents);
  if (rule.by_host) {
    std::vector<uint32_t> hosts;
    const uint32_t host_count = renumber(graph.hosts, hosts);
    if (host_count < graph.size()) {
      weigh(graph, hosts, host_count, hits.hub_weights);
      weigh(hits.parents, hosts, host_count, hits.authority_weights);
    }
  }
  if (!rule.link_weights.empty()) {
    multiply(rule.link_weights, hits.hub_weights);
    multiply(turned_weights(graph, rule.link_weights), hits.authority_weights);
  }
  hits.authority.assign(graph.size(), 1);
  hits.hub.assign(graph.size(), 1);
  std::vector<double> next(graph.size());
  while (hits.iterations < rule.most_iterations) {
    ++hits.iterations;
    const Change authority = pass_on(hits.parents, hits.authority_weights, rule.node_weights,
                                     hits.hub, hits.authority, next);
    const Change hub =
        pass_on(graph, hits.hub_weights, rule.node_weights, hits.authority, hits.hub, next);
    const bool is_done = rule.relative_l1 > 0
                             ? authority.change < rule.relative_l1 * authority.sum &&
                                   hub.change < rule.relative_l1 * hub.sum
                             : authority.change < rule.authority_l1;
    if (is_done || graph.edges() == 0) {
      hits.end = Hits::End::kConverged;
      break;
    }
    if (is_spent(budget)) {
      hits.end = Hits::End::kBudget;
      break;
    }
  }
  return hits;
}

namespace {

Explanation explain_node(const LocalGraph& links, std::span<const double> weights,
                         std::span<const double> from, PageId page, std::string_view kind) {
  Explanation explanation;
  for (size_t node = 0; node < links.size(); ++node) {
    if (links.pages[node] != page) continue;
    const auto targets = links.targets(node);
    double sum = 0;
    for (size_t i = 0; i < targets.size(); ++i) {
      const double weight = weights.empty() ? 1 : weights[links.offsets[node] + i];
      explanation.reasons.push_back({links.pages[targets[i]], from[targets[i]] * weight, kind});
      sum += explanation.reasons.back().amount;
    }
    explanation.score = sum;
  }
  sort_reasons(explanation);
  return explanation;
}

// Shares of the score instead of what they were before it was scaled.
void scale_to(Explanation& explanation, double score) {
  for (Reason& reason : explanation.reasons) {
    reason.amount *= explanation.score > 0 ? score / explanation.score : 0;
  }
  explanation.score = score;
}

double value_of(const LocalGraph& graph, std::span<const double> values, PageId page) {
  for (size_t node = 0; node < graph.size(); ++node) {
    if (graph.pages[node] == page) return values[node];
  }
  return 0;
}

}  // namespace

Explanation explain_authority(const LocalGraph& graph, const Hits& hits, PageId page) {
  Explanation explanation =
      explain_node(hits.parents, hits.authority_weights, hits.hub, page, "hub");
  scale_to(explanation, value_of(graph, hits.authority, page));
  return explanation;
}

Explanation explain_hub(const LocalGraph& graph, const Hits& hits, PageId page) {
  Explanation explanation = explain_node(graph, hits.hub_weights, hits.authority, page, "child");
  scale_to(explanation, value_of(graph, hits.hub, page));
  return explanation;
}

void sort_reasons(Explanation& explanation) {
  std::ranges::sort(explanation.reasons, [](const Reason& a, const Reason& b) {
    return a.amount != b.amount ? a.amount > b.amount : a.page < b.page;
  });
}

}  // namespace cocite::related
