#include "insight/scope_verdict.h"

#include <algorithm>
#include <cmath>

namespace cocite::insight {

double power(const RegionTally& links, const RegionTally& hosts, Regions::Node node) {
  if (hosts.of(node) == 0) return 0;
  return static_cast<double>(links.of(node)) / static_cast<double>(hosts.of(node));
}

namespace {

double power_of_child(const RegionTally& links, const RegionTally& hosts, Regions::Node child,
                      const ScopeRules& rules) {
  return links.of(child) < rules.links_of_child ? 0 : power(links, hosts, child);
}

}  // namespace

double spread(const Regions& regions, const RegionTally& links, const RegionTally& hosts,
              Regions::Node node, const ScopeRules& rules) {
  std::vector<Regions::Node> children;
  for (const Regions::Node child : regions.children(node)) {
    if (hosts.of(child) > 0) children.push_back(child);
  }
  if (children.size() < 2) return 0;
  if (rules.by_cosine) {
    double dot = 0;
    double link_norm = 0;
    double host_norm = 0;
    for (const Regions::Node child : children) {
      const double linking =
          links.of(child) < rules.links_of_child ? 0 : static_cast<double>(links.of(child));
      const double all = static_cast<double>(hosts.of(child));
      dot += linking * all;
      link_norm += linking * linking;
      host_norm += all * all;
    }
    return link_norm == 0 ? 0 : dot / std::sqrt(link_norm * host_norm);
  }
  double sum = 0;
  for (const Regions::Node child : children) sum += power_of_child(links, hosts, child, rules);
  if (sum == 0) return 0;
  double entropy = 0;
  for (const Regions::Node child : children) {
    const double share = power_of_child(links, hosts, child, rules) / sum;
    if (share > 0) entropy -= share * std::log(share);
  }
  return entropy / std::log(static_cast<double>(children.size()));
}

Scope scope_of(const Regions& regions, const RegionTally& links, const RegionTally& hosts,
               const ScopeRules& rules) {
  Scope scope;
  if (links.of(Regions::kWorld) < rules.links_at_least) {
    scope.verdict = "too little evidence";
    return scope;
  }
  scope.has_evidence = true;
  for (;;) {
    scope.spread = spread(regions, links, hosts, scope.region, rules);
    if (scope.spread >= rules.spread_at_least) break;
    double sum = 0;
    double most = 0;
    Regions::Node strongest = Regions::kUnknown;
    for (const Regions::Node child : regions.children(scope.region)) {
      const double own = power_of_child(links, hosts, child, rules);
      sum += own;
      if (own > most) {
        most = own;
        strongest = child;
      }
    }
    if (strongest == Regions::kUnknown || most < rules.share_at_least * sum) break;
    scope.region = strongest;
  }
  const unsigned level = regions.level(scope.region);
  scope.verdict = level == 0   ? "global"
                  : level == 1 ? "continental"
                  : level == 2 ? "national"
                               : regions.name(scope.region);
  return scope;
}

}  // namespace cocite::insight
