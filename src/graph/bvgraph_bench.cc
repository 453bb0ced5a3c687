// Reading and writing a real BVGraph: nanoseconds and bits for each link.
//
//   COCITE_DATA=<folder with cnr-2000/> bvgraph_bench

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "graph/bvgraph.h"

namespace {

using cocite::graph::BvGraphReader;
using cocite::graph::BvGraphWriter;

std::string sample() {
  const char* folder = std::getenv("COCITE_DATA");
  return folder == nullptr ? "" : std::string(folder) + "/cnr-2000/cnr-2000";
}

void per_link(benchmark::State& state, uint64_t links) {
  using benchmark::Counter;
  state.counters["time/link"] =
      Counter(static_cast<double>(links), Counter::kIsRate | Counter::kInvert);
}

void BM_ReadSequentially(benchmark::State& state) {
  auto graph = BvGraphReader::open(sample());
  if (!graph) return state.SkipWithError(graph.error().message.c_str());
  uint64_t links = 0;
  for (auto _ : state) {
    auto done = graph->for_each_list([&](uint64_t, std::span<const uint32_t> list) {
      links += list.size();
      return true;
    });
    if (!done) return state.SkipWithError(done.error().message.c_str());
  }
  per_link(state, links);
}
BENCHMARK(BM_ReadSequentially)->Unit(benchmark::kMillisecond);

void BM_ReadAtRandom(benchmark::State& state) {
  auto graph = BvGraphReader::open(sample());
  if (!graph) return state.SkipWithError(graph.error().message.c_str());
  if (auto loaded = graph->load_offsets(); !loaded) {
    return state.SkipWithError(loaded.error().message.c_str());
  }
  std::mt19937_64 random(1);
  std::vector<uint32_t> list;
  uint64_t links = 0;
  for (auto _ : state) {
    auto done = graph->successors(random() % graph->nodes(), list);
    if (!done) return state.SkipWithError(done.error().message.c_str());
    links += list.size();
  }
  per_link(state, links);
}
BENCHMARK(BM_ReadAtRandom)->Unit(benchmark::kNanosecond);

void BM_Write(benchmark::State& state) {
  auto graph = BvGraphReader::open(sample());
  if (!graph) return state.SkipWithError(graph.error().message.c_str());
  const std::string out = std::filesystem::temp_directory_path() / "cocite_bvgraph_bench";
  uint64_t links = 0;
  uint64_t bits = 0;
  for (auto _ : state) {
    auto writer = BvGraphWriter::create(out);
    if (!writer) return state.SkipWithError(writer.error().message.c_str());
    auto done = graph->for_each_list(
        [&](uint64_t, std::span<const uint32_t> list) { return writer->add(list).has_value(); });
    if (!done || !writer->finish()) return state.SkipWithError("writing failed");
    links += writer->arcs();
    bits = writer->graph_bits();
  }
  for (const char* end : {".graph", ".offsets", ".properties"}) std::filesystem::remove(out + end);
  per_link(state, links);
  state.counters["bits/link"] = static_cast<double>(bits) / static_cast<double>(graph->arcs());
}
BENCHMARK(BM_Write)->Unit(benchmark::kMillisecond);

}  // namespace
