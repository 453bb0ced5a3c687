#include "insight/sample_walk.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace cocite::insight {
namespace {

// The links that a walk knows, between pages by place in a sorted list.
struct KnownLinks {
  std::vector<uint64_t> first = {0};  // of each page in `to`, and the end
  std::vector<uint32_t> to;
};

// x = (1 - jump) x P + (what is left) * jumps: PageRank where jumps go as `jumps` says, which sums
// to 1. Pages without known links jump always.
Result<std::vector<double>> rank_with_jumps(Context& context, const KnownLinks& links,
                                            std::span<const double> jumps, double jump) {
  constexpr int kMostIterations = 200;
  constexpr double kTolerance = 1e-10;
  const size_t size = jumps.size();
  std::vector<double> rank(jumps.begin(), jumps.end());
  std::vector<double> next(size);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    std::ranges::fill(next, 0);
    double followed = 0;
    for (size_t i = 0; i < size; ++i) {
      if (i % 65536 == 0) {
        COCITE_CHECK(context.tell("ranking what the walk saw", static_cast<uint64_t>(iteration),
                                  kMostIterations, "rounds"));
      }
      const uint64_t count = links.first[i + 1] - links.first[i];
      if (count == 0) continue;
      const double share = (1 - jump) * rank[i] / static_cast<double>(count);
      for (uint64_t k = links.first[i]; k < links.first[i + 1]; ++k) next[links.to[k]] += share;
      followed += (1 - jump) * rank[i];
    }
    double change = 0;
    for (size_t i = 0; i < size; ++i) {
      next[i] += (1 - followed) * jumps[i];
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
    seen_.emplace_back();
  }
  SeenHost& seen = seen_[place->second];
  seen.settle(chances_);
  seen.pages.push_back({.page = page, .before = seen.chance});
}

double Walk::SeenHost::chance_at(double chances) const {
  // Since it was settled last, its pages shared what jumps came.
  return pages.empty() ? chance : chance + (chances - settled) / static_cast<double>(pages.size());
}

void Walk::SeenHost::settle(double chances) {
  chance = chance_at(chances);
  settled = chances;
}

void Walk::forget_chances() {
  for (SeenHost& host : seen_) {
    host = {.pages = std::move(host.pages)};
    for (SeenPage& page : host.pages) page.before = 0;
  }
  chances_ = 0;
}

Result<Walk> Walk::run(Context& context, std::span<const PageId> starts,
                       const WalkOptions& options) {
  const store::Store& store = context.store();
  Walk walk;
  walk.jump_ = options.jump;
  walk.is_seen_.resize(store.pages());
  walk.is_read_.resize(store.pages());
  Random random(options.seed);
  for (const PageId page : starts) {
    COCITE_TRY(const HostId host, store.host_of(page));
    walk.see(page, host);
  }
  const uint64_t uncounted =
      static_cast<uint64_t>(std::ceil(static_cast<double>(options.steps) * options.uncounted));
  std::unordered_map<uint32_t, uint32_t> visits;
  graph::ListBuffer buffer;
  PageId at = starts[random.below(starts.size())];
  for (uint64_t step = 0; step < options.steps; ++step) {
    if (step % 1024 == 0) COCITE_CHECK(context.tell("walking", step, options.steps, "steps"));
    if (step == uncounted) walk.forget_chances();
    if (step >= uncounted) ++visits[index(at)];
    COCITE_TRY(const auto children, store.children(at, buffer));
    if (!walk.is_read_[index(at)]) {
      walk.is_read_[index(at)] = true;
      for (const PageId child : children) {
        COCITE_TRY(const HostId host, store.host_of(child));
        walk.see(child, host);
      }
    }
    walk.chances_ +=
        (children.empty() ? 1 : options.jump) / static_cast<double>(walk.hosts_.size());
    if (children.empty() || random.unit() < options.jump) {
      const auto& pages = walk.seen_[random.below(walk.hosts_.size())].pages;
      at = pages[random.below(pages.size())].page;
    } else {
      at = children[random.below(children.size())];
    }
  }
  for (const auto& [page, count] : visits) walk.visited_.push_back({page_id(page), count});
  std::ranges::sort(walk.visited_, {}, &Visited::page);
  return walk;
}

Result<std::vector<double>> Walk::own_pagerank(Context& context) const {
  const store::Store& store = context.store();
  constexpr uint32_t kNot = ~uint32_t{0};
  std::unordered_map<uint32_t, uint32_t> places;
  for (uint32_t i = 0; i < visited_.size(); ++i) places[index(visited_[i].page)] = i;
  const auto place_of = [&](PageId page) {
    const auto found = places.find(index(page));
    return found == places.end() ? kNot : found->second;
  };
  std::vector<double> jumps(visited_.size());  // how many were to be expected
  double all = 0;
  for (const SeenHost& host : seen_) {
    const double chance = host.chance_at(chances_);
    for (const SeenPage& page : host.pages) {
      const uint32_t place = place_of(page.page);
      if (place == kNot) continue;
      jumps[place] = chance - page.before;
      all += jumps[place];
    }
  }
  for (double& jump : jumps) jump = all > 0 ? jump / all : 1.0 / static_cast<double>(jumps.size());
  KnownLinks links;
  graph::ListBuffer buffer;
  for (size_t i = 0; i < visited_.size(); ++i) {
    if (i % 4096 == 0) {
      COCITE_CHECK(context.tell("reading links again", i, visited_.size(), "pages"));
    }
    COCITE_TRY(const auto children, store.children(visited_[i].page, buffer));
    for (const PageId child : children) {
      if (const uint32_t place = place_of(child); place != kNot) links.to.push_back(place);
    }
    links.first.push_back(links.to.size());
  }
  return rank_with_jumps(context, links, jumps, jump_);
}

std::vector<double> inclusion_weights(std::span<const double> ranks, double steps) {
  // What was visited at the very end may have nothing that leads to it but the end itself.
  const double least = 1e-6 / static_cast<double>(ranks.size());
  std::vector<double> weights;
  for (const double rank : ranks) {
    weights.push_back(1 / -std::expm1(-std::max(rank, least) * steps));
  }
  return weights;
}

Result<std::vector<double>> Walk::weights(Context& context, Correct correct) const {
  std::vector<double> weights(visited_.size(), 1.0);
  if (correct == Correct::kVisits) {
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = 1.0 / visited_[i].visits;
  } else if (correct == Correct::kPageRank) {
    COCITE_TRY(const std::vector<double> ranks, own_pagerank(context));
    double steps = 0;
    for (const Visited& visited : visited_) steps += visited.visits;
    weights = inclusion_weights(ranks, steps);
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
  const auto end = keys.begin() + static_cast<ptrdiff_t>(kept);
  if (end != keys.end()) std::ranges::nth_element(keys, end, std::greater<>());
  std::ranges::sort(keys.begin(), end, std::greater<>());
  std::vector<PageId> pages;
  for (size_t i = 0; i < kept; ++i) pages.push_back(keys[i].second);
  return pages;
}

Result<std::vector<PageId>> draw_uniform(uint64_t pages, uint64_t count, uint64_t seed,
                                         const std::function<Result<void>(uint64_t)>& tell) {
  // Floyd: one number a page drawn, whatever the size of the store.
  Random random(mix(seed) + 1);
  count = std::min(count, pages);
  // A bit a page takes less than a set of those drawn, unless these are few.
  constexpr uint64_t kFew = 512;
  const bool are_few = count * kFew < pages;
  std::unordered_set<uint64_t> few;
  std::vector<bool> many(are_few ? 0 : pages);
  std::vector<PageId> drawn;
  drawn.reserve(count);
  for (uint64_t limit = pages - count; limit < pages; ++limit) {
    if (tell && drawn.size() % 65536 == 0) COCITE_CHECK(tell(drawn.size()));
    const uint64_t one = random.below(limit + 1);
    const uint64_t page = (are_few ? few.contains(one) : many[one]) ? limit : one;
    if (are_few) {
      few.insert(page);
    } else {
      many[page] = true;
    }
    drawn.push_back(page_id(page));
  }
  // Floyd's order is not random.
  for (size_t i = drawn.size(); i > 1; --i) std::swap(drawn[i - 1], drawn[random.below(i)]);
  return drawn;
}

}  // namespace cocite::insight
