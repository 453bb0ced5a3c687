#include "insight/sample_walk.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace cocite::insight {
namespace {

// PageRank of the visited pages and the links between them, jumps as in the walk.
Result<std::vector<double>> own_pagerank(const store::Store& store,
                                         std::span<const Visited> visited, double jump) {
  const size_t size = visited.size();
  std::vector<std::vector<uint32_t>> children(size);
  graph::ListBuffer buffer;
  for (size_t i = 0; i < size; ++i) {
    COCITE_TRY(const auto list, store.children(visited[i].page, buffer));
    for (const PageId child : list) {
      const auto found = std::ranges::lower_bound(visited, child, {}, &Visited::page);
      if (found != visited.end() && found->page == child) {
        children[i].push_back(static_cast<uint32_t>(found - visited.begin()));
      }
    }
  }
  std::vector<double> rank(size, 1.0 / static_cast<double>(size));
  std::vector<double> next(size);
  constexpr int kMostIterations = 200;
  constexpr double kTolerance = 1e-10;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    double lost = 0;
    std::ranges::fill(next, 0);
    for (size_t i = 0; i < size; ++i) {
      if (children[i].empty()) {
        lost += rank[i];
        continue;
      }
      const double share = (1 - jump) * rank[i] / static_cast<double>(children[i].size());
      for (const uint32_t child : children[i]) next[child] += share;
    }
    double change = 0;
    const double rest = (jump * (1 - lost) + lost) / static_cast<double>(size);
    for (size_t i = 0; i < size; ++i) {
      next[i] += rest;
      change += std::abs(next[i] - rank[i]);
    }
    rank.swap(next);
    if (change < kTolerance) break;
  }
  return rank;
}

}  // namespace

void Walk::see(PageId page, HostId host) {
  if (is_seen_[index(page)]) return;
  is_seen_[index(page)] = true;
  ++seen_pages_;
  const auto [place, is_new] =
      place_of_host_.try_emplace(index(host), static_cast<uint32_t>(hosts_.size()));
  if (is_new) {
    hosts_.push_back(index(host));
    pages_of_host_.emplace_back();
  }
  pages_of_host_[place->second].push_back(page);
}

Result<Walk> Walk::run(Context& context, std::span<const PageId> starts,
                       const WalkOptions& options) {
  const store::Store& store = context.store();
  Walk walk;
  walk.jump_ = options.jump;
  walk.is_seen_.resize(store.pages());
  Random random(options.seed);
  for (const PageId page : starts) {
    COCITE_TRY(const HostId host, store.host_of(page));
    walk.see(page, host);
  }
  const uint64_t uncounted =
      static_cast<uint64_t>(std::ceil(static_cast<double>(options.steps) * options.uncounted));
  std::unordered_map<uint32_t, uint32_t> visits;
  std::vector<bool> is_read(store.pages());  // whether its children were seen
  graph::ListBuffer buffer;
  PageId at = starts[random.below(starts.size())];
  for (uint64_t step = 0; step < options.steps; ++step) {
    if (step % 1024 == 0) COCITE_CHECK(context.tell("walking", step, options.steps, "steps"));
    if (step >= uncounted) ++visits[index(at)];
    COCITE_TRY(const auto children, store.children(at, buffer));
    if (!is_read[index(at)]) {
      is_read[index(at)] = true;
      for (const PageId child : children) {
        COCITE_TRY(const HostId host, store.host_of(child));
        walk.see(child, host);
      }
    }
    if (children.empty() || random.unit() < options.jump) {
      const auto& pages = walk.pages_of_host_[random.below(walk.hosts_.size())];
      at = pages[random.below(pages.size())];
    } else {
      at = children[random.below(children.size())];
    }
  }
  for (const auto& [page, count] : visits) walk.visited_.push_back({page_id(page), count});
  std::ranges::sort(walk.visited_, {}, &Visited::page);
  return walk;
}

Result<std::vector<double>> Walk::weights(const store::Store& store, Correct correct) const {
  std::vector<double> weights(visited_.size(), 1.0);
  if (correct == Correct::kVisits) {
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = 1.0 / visited_[i].visits;
  } else if (correct == Correct::kPageRank) {
    COCITE_TRY(const std::vector<double> rank, own_pagerank(store, visited_, jump_));
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = 1.0 / rank[i];
  }
  return weights;
}

std::vector<PageId> draw(std::span<const Visited> from, std::span<const double> weights,
                         uint64_t count, uint64_t seed) {
  // Efraimidis and Spirakis: the largest of u^(1/weight), here their logarithms.
  Random random(mix(seed) + 1);
  std::vector<std::pair<double, PageId>> keys;
  keys.reserve(from.size());
  for (size_t i = 0; i < from.size(); ++i) {
    keys.emplace_back(std::log1p(-random.unit()) / weights[i], from[i].page);
  }
  const size_t kept = std::min<size_t>(count, keys.size());
  std::ranges::partial_sort(keys, keys.begin() + static_cast<ptrdiff_t>(kept), std::greater<>());
  std::vector<PageId> pages;
  for (size_t i = 0; i < kept; ++i) pages.push_back(keys[i].second);
  return pages;
}

std::vector<PageId> draw_uniform(uint64_t pages, uint64_t count, uint64_t seed) {
  // Floyd: one number a page drawn, whatever the size of the store.
  Random random(mix(seed) + 1);
  count = std::min(count, pages);
  std::unordered_set<uint64_t> chosen;
  std::vector<PageId> drawn;
  for (uint64_t limit = pages - count; limit < pages; ++limit) {
    const uint64_t one = random.below(limit + 1);
    const uint64_t page = chosen.contains(one) ? limit : one;
    chosen.insert(page);
    drawn.push_back(page_id(page));
  }
  // Floyd's order is not random.
  for (size_t i = drawn.size(); i > 1; --i) std::swap(drawn[i - 1], drawn[random.below(i)]);
  return drawn;
}

}  // namespace cocite::insight
