// Building, finding, getting and reading on 10 million made-up page keys, or on the lines of the
// file that COCITE_BENCH_KEYS names (sorted bytewise, without doubles).
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>

#include <benchmark/benchmark.h>

#include "file/scratch_file.h"
#include "file/string_sampler.h"
#include "file/string_table.h"

namespace cocite::file {
namespace {

constexpr size_t kCount = 10'000'000;

struct Keys {
  std::string bytes;
  std::vector<size_t> ends = {0};

  void add(std::string_view key) {
    bytes += key;
    ends.push_back(bytes.size());
  }
  [[nodiscard]] size_t size() const { return ends.size() - 1; }
  [[nodiscard]] std::string_view operator[](size_t i) const {
    return std::string_view(bytes).substr(ends[i], ends[i + 1] - ends[i]);
  }
};

class Words {
 public:
  explicit Words(std::mt19937_64& random) : random_(random) {
    static constexpr std::string_view kSyllables[] = {
        "ka",  "ro", "in",   "ter",  "pro", "duct", "s",  "a",  "el",   "news",
        "com", "li", "st",   "ing",  "er",  "an",   "do", "mi", "page", "fo",
        "ru",  "m",  "blog", "tion", "ex",  "de",   "co", "re"};
    for (int i = 0; i < 20'000; ++i) {
      std::string word;
      const size_t parts = 1 + random_() % 4;
      for (size_t p = 0; p < parts; ++p) word += kSyllables[random_() % std::size(kSyllables)];
      words_.push_back(word);
    }
  }
  // Few words are frequent, many are rare.
  const std::string& word() {
    const double u = std::uniform_real_distribution<>(0, 1)(random_);
    return words_[static_cast<size_t>(u * u * u * static_cast<double>(words_.size() - 1))];
  }

 private:
  std::mt19937_64& random_;
  std::vector<std::string> words_;
};

std::string make_path(Words& words, std::mt19937_64& random,
                      const std::vector<std::string>& folders) {
  std::string path = folders[random() % folders.size()];
  switch (random() % 4) {
    case 0:
      return path + words.word() + "-" + words.word() + "-" + words.word() + ".html";
    case 1:
      return path + words.word() + "/" + std::to_string(random() % 1'000'000);
    case 2:
      return path + words.word() + ".php?id=" + std::to_string(random() % 100'000);
    default:
      return path + words.word() + "-" + words.word() + "/";
  }
}

Keys make_keys() {
  Keys keys;
  if (const char* name = std::getenv("COCITE_BENCH_KEYS")) {
    std::ifstream in(name, std::ios::binary);
    for (std::string line; std::getline(in, line);) keys.add(line);
    return keys;
  }
  std::mt19937_64 random(1);
  Words words(random);
  std::set<std::string> hosts;
  static constexpr std::string_view kEnds[] = {"com,", "com,", "com,",  "org,",
                                               "net,", "de,",  "uk,co,"};
  while (hosts.size() < 120'000) {
    std::string host(kEnds[random() % std::size(kEnds)]);
    host += words.word() + words.word();
    if (random() % 2 == 0) host += ",www";
    hosts.insert(host + ")");
  }
  for (const std::string& host : hosts) {
    // Pareto with exponent 1.2: half of the pages are on few hosts.
    const double u = std::uniform_real_distribution<>(1e-6, 1)(random);
    const size_t pages = 18 + static_cast<size_t>(13 * std::pow(u, -1 / 1.2));
    std::vector<std::string> folders = {"/"};
    for (size_t f = 0; f < pages / 20; ++f) {
      folders.push_back(folders[random() % folders.size()] + words.word() + "/");
      if (folders.back().size() > 60) folders.back() = "/" + words.word() + "/";
    }
    std::set<std::string> paths = {"/"};
    for (size_t p = 0; p < pages; ++p) paths.insert(make_path(words, random, folders));
    for (const std::string& path : paths) keys.add(host + path);
    if (keys.size() >= kCount) break;
  }
  return keys;
}

struct Sample {
  Keys keys = make_keys();
  std::vector<std::string> training;
  ScratchFile file{"string_table_bench", ScratchFile::Where::kDisk};
  Container container;
  StringTable table;
  std::vector<uint64_t> numbers;
  std::vector<std::string> wanted;

  Sample() {
    StringSampler sampler;
    for (size_t i = 0; i < keys.size(); ++i) sampler.add(keys[i]);
    training = sampler.sample();
    build(file.path());
    container = *Container::open(file.path(), "test");
    table = *StringTable::open(container, "keys");
    std::mt19937_64 random(2);
    for (int i = 0; i < 1 << 18; ++i) {
      numbers.push_back(random() % keys.size());
      wanted.emplace_back(keys[numbers.back()]);
    }
  }
  void build(const std::string& path) const {
    auto writer = ContainerWriter::create(path, "test");
    auto table_writer = StringTableWriter::create(*writer, "keys", training);
    for (size_t i = 0; i < keys.size(); ++i) {
      if (!table_writer->add(keys[i])) std::abort();
    }
    if (!table_writer->finish() || !writer->finish()) std::abort();
  }
};

const Sample& sample() {
  static const Sample kSample;
  return kSample;
}

void BM_Find(benchmark::State& state) {
  const Sample& data = sample();
  size_t n = 0;
  for (auto _ : state) {
    const size_t i = n++ % data.wanted.size();
    const auto found = data.table.find(data.wanted[i]);
    if (!found || *found != data.numbers[i]) state.SkipWithError("not found");
  }
  const auto per_key = [&](const char* name) {
    return static_cast<double>(data.container.section(name)->size()) /
           static_cast<double>(data.keys.size());
  };
  const auto total = static_cast<double>(data.container.size());
  state.counters["keys"] = static_cast<double>(data.keys.size());
  state.counters["raw"] =
      static_cast<double>(data.keys.bytes.size()) / static_cast<double>(data.keys.size());
  state.counters["bytes_per_key"] = total / static_cast<double>(data.keys.size());
  state.counters["blocks"] = per_key("keys.blocks");
  state.counters["offsets"] = per_key("keys.offsets");
  state.counters["index"] = per_key("keys.index");
}
BENCHMARK(BM_Find);

void BM_FindOfAbsent(benchmark::State& state) {
  const Sample& data = sample();
  size_t n = 0;
  std::vector<std::string> absent = data.wanted;
  for (std::string& key : absent) key += "x";
  for (auto _ : state) {
    benchmark::DoNotOptimize(data.table.find(absent[n++ % absent.size()]));
  }
}
BENCHMARK(BM_FindOfAbsent);

void BM_Get(benchmark::State& state) {
  const Sample& data = sample();
  size_t n = 0;
  std::string key;
  for (auto _ : state) {
    const size_t i = n++ % data.wanted.size();
    if (!data.table.get(data.numbers[i], key) || key != data.wanted[i]) {
      state.SkipWithError("not the key");
    }
  }
}
BENCHMARK(BM_Get);

void BM_Cursor(benchmark::State& state) {
  const Sample& data = sample();
  size_t keys = 0;
  for (auto _ : state) {
    size_t bytes = 0;
    auto cursor = data.table.cursor();
    for (std::string_view key; cursor.next(key); ++keys) bytes += key.size();
    if (bytes != data.keys.bytes.size()) state.SkipWithError("not the keys");
  }
  state.counters["per_key"] = benchmark::Counter(
      static_cast<double>(keys), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_Cursor)->Unit(benchmark::kMillisecond);

void BM_Build(benchmark::State& state) {
  const Sample& data = sample();
  const ScratchFile file("string_table_bench_build", ScratchFile::Where::kDisk);
  for (auto _ : state) data.build(file.path());
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * data.keys.size()));
}
BENCHMARK(BM_Build)->Unit(benchmark::kMillisecond);

void BM_Train(benchmark::State& state) {
  const Sample& data = sample();
  const std::vector<std::string_view> views(data.training.begin(), data.training.end());
  for (auto _ : state) benchmark::DoNotOptimize(SymbolTable::train(views));
}
BENCHMARK(BM_Train)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cocite::file
