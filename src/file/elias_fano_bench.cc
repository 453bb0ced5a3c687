// get_pair() at random and in order on 10 million offsets of lists of 0 to 99 bytes.
#include <random>

#include <benchmark/benchmark.h>

#include "file/elias_fano.h"
#include "file/scratch_file.h"

namespace cocite::file {
namespace {

constexpr uint64_t kCount = 10'000'000;

struct Sample {
  ScratchFile file{"elias_fano_bench", ScratchFile::Where::kDisk};
  Container container;
  EliasFano numbers;
  std::vector<uint64_t> order;

  Sample() {
    std::mt19937_64 random(1);
    std::vector<uint64_t> values(kCount);
    uint64_t sum = 0;
    for (uint64_t& value : values) value = sum += random() % 100;
    auto writer = ContainerWriter::create(file.path(), "test");
    EliasFanoBuilder builder(values.size(), values.back());
    for (const uint64_t value : values) builder.add(value);
    if (!writer || !builder.write(*writer, "numbers") || !writer->finish()) std::abort();
    container = *Container::open(file.path(), "test");
    numbers = *EliasFano::open(container, "numbers");
    for (int i = 0; i < 1 << 20; ++i) order.push_back(random() % (kCount - 1));
  }
};

const Sample& sample() {
  static const Sample kSample;
  return kSample;
}

void BM_GetPairAtRandom(benchmark::State& state) {
  const Sample& data = sample();
  size_t n = 0;
  for (auto _ : state) {
    uint64_t first = 0;
    uint64_t second = 0;
    if (!data.numbers.get_pair(data.order[n++ % data.order.size()], first, second)) {
      state.SkipWithError("damaged");
    }
    benchmark::DoNotOptimize(second - first);
  }
  state.counters["bits_per_value"] =
      static_cast<double>(data.container.section("numbers")->size()) * 8 / kCount;
}
BENCHMARK(BM_GetPairAtRandom);

// Each place depends on the answer before, as when one list leads to the next.
void BM_GetPairOneAfterTheOther(benchmark::State& state) {
  const Sample& data = sample();
  uint64_t i = 0;
  size_t n = 0;
  for (auto _ : state) {
    uint64_t first = 0;
    uint64_t second = 0;
    if (!data.numbers.get_pair(i, first, second)) state.SkipWithError("damaged");
    i = (data.order[n++ % data.order.size()] + (second - first)) % (kCount - 1);
  }
}
BENCHMARK(BM_GetPairOneAfterTheOther);

}  // namespace
}  // namespace cocite::file
