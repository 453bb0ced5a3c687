// How fast are lists unpacked from quads, with the processor's shuffle and without? On steps as web
// graphs have them: mostly to the next page or nearby, sometimes far.
#include <random>

#include <benchmark/benchmark.h>

#include "rank/quad_code.h"

namespace cocite::rank {
namespace {

constexpr size_t kNumbers = 8192;

std::vector<std::byte> packed_steps() {
  std::mt19937 random(1);
  std::vector<uint32_t> steps(kNumbers);
  for (uint32_t& value : steps) {
    const auto kind = random() % 10;
    value = kind < 6   ? 0
            : kind < 8 ? random() % 200
            : kind < 9 ? random() % 50'000
                       : random() % 9'000'000;
  }
  std::vector<std::byte> bytes;
  pack_quads(steps, bytes);
  bytes.resize(bytes.size() + kQuadSlack);
  return bytes;
}

template <auto kUnpack>
void unpack(benchmark::State& state) {
  const std::vector<std::byte> bytes = packed_steps();
  std::vector<uint32_t> out(kNumbers + kQuadSlack);
  const Marks marks{.first = 1000, .size = 100'000, .mark = 1'000'000};
  for (auto _ : state) {
    benchmark::DoNotOptimize(kUnpack(bytes.data(), kNumbers, marks, out.data()));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kNumbers));
}

BENCHMARK(unpack<unpack_steps>)->Name("with the shuffle");
BENCHMARK(unpack<unpack_steps_plainly>)->Name("without");

}  // namespace
}  // namespace cocite::rank
