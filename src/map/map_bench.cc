// A map from features to places: 300 answers and 30 pages that tie them together, with 700 links each.
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include <benchmark/benchmark.h>

#include "map/communities.h"
#include "map/layout.h"
#include "map/likeness.h"

namespace {

using namespace cocite::map;

void whole_map(benchmark::State& state) {
  const auto pages = static_cast<size_t>(state.range(0));
  std::mt19937 random(1);
  std::vector<std::vector<uint64_t>> features(pages);
  for (size_t page = 0; page < pages; ++page) {
    std::set<uint64_t> own;
    while (own.size() < 700) {
      own.insert(random() % 2 == 0 ? random() % 5000 : 10000 * (1 + page % 7) + random() % 3000);
    }
    features[page].assign(own.begin(), own.end());
  }
  for (auto _ : state) {
    const Likeness like = likeness(Shared(features));
    const auto ties = nearest_pairs(like, 6);
    benchmark::DoNotOptimize(communities(pages, ties, 8));
    benchmark::DoNotOptimize(lay_out(pages, ties));
  }
}
BENCHMARK(whole_map)->Arg(40)->Arg(330)->Unit(benchmark::kMillisecond);

}  // namespace
