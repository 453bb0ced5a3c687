// How fast is a store to read? Against the same links in plain arrays, in one run.
//
//   store_bench web.cocite [--lookups N] [--lists N] [--rounds N]
//
// Opens the store (timed), reads all links into plain arrays (offsets and targets, 4 bytes a link),
// then reads the same random pages from both, sums what it reads so that nothing is left out, and
// takes the best of several rounds. "random": the pages are known before (links.batch(pages), as
// when the children of all parents are wanted), "one by one": each page only when the list before
// it has been read. Prints name, value, unit.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/hash.h"
#include "store/store.h"

namespace {

using namespace cocite;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Work>
double best_of(int rounds, const Work& work) {
  double best = 1e30;
  for (int i = 0; i < rounds; ++i) {
    const double begin = now();
    work();
    best = std::min(best, now() - begin);
  }
  return best;
}

void print(const std::string& name, double value, const char* unit) {
  std::printf("%-32s %12.3f  %s\n", name.c_str(), value, unit);
  std::fflush(stdout);
}

struct Csr {
  std::vector<uint64_t> offsets;
  std::vector<PageId> targets;
};

volatile uint64_t sink = 0;

// False: the store is damaged.
bool direction(const char* name, const graph::PackedLinks& links, uint64_t lists, int rounds) {
  const std::string prefix = name;
  Csr csr;
  csr.offsets.push_back(0);
  csr.targets.reserve(links.links());
  auto load = links.scan(page_id(0), links.pages());
  while (load.next()) {
    csr.targets.insert(csr.targets.end(), load.list().begin(), load.list().end());
    csr.offsets.push_back(csr.targets.size());
  }
  if (!load.status()) return false;

  std::vector<PageId> pages(lists);
  for (uint64_t i = 0; i < lists; ++i) pages[i] = page_id(mix(i + 1) % links.pages());
  uint64_t read = 0;
  for (const PageId page : pages) read += csr.offsets[index(page) + 1] - csr.offsets[index(page)];
  const double plain = best_of(rounds, [&] {
    uint64_t sum = 0;
    for (const PageId page : pages) {
      for (uint64_t i = csr.offsets[index(page)]; i < csr.offsets[index(page) + 1]; ++i) {
        sum += index(csr.targets[i]);
      }
    }
    sink = sum;
  });
  const uint64_t expected = sink;
  bool good = true;
  graph::ListBuffer buffer;
  const double packed = best_of(rounds, [&] {
    uint64_t sum = 0;
    for (const PageId page : pages) {
      const auto list = links.list(page, buffer);
      good = good && list.has_value();
      for (const PageId target : *list) sum += index(target);
    }
    sink = sum;
  });
  good = good && sink == expected;
  const double batched = best_of(rounds, [&] {
    uint64_t sum = 0;
    auto batch = links.batch(pages);
    while (batch.next()) {
      for (const PageId target : batch.list()) sum += index(target);
    }
    sink = sum;
  });
  good = good && sink == expected;
  const double scan = best_of(rounds, [&] {
    uint64_t sum = 0;
    auto all = links.scan(page_id(0), links.pages());
    while (all.next()) {
      for (const PageId target : all.list()) sum += index(target);
    }
    sink = sum;
  });
  const double per_link = 1e9 / static_cast<double>(read);
  print(prefix + " plain arrays, random", plain * per_link, "ns/link");
  print(prefix + " store, random", batched * per_link, "ns/link");
  print(prefix + " ratio", batched / plain, "times (limit 4)");
  print(prefix + " store, one by one", packed * per_link, "ns/link");
  print(prefix + " ratio, one by one", packed / plain, "times");
  print(prefix + " store, in sequence", scan * 1e9 / static_cast<double>(links.links()),
        "ns/link (limit 6)");
  const auto size = links.size();
  print(prefix + " stream",
        static_cast<double>(size.stream_bits) / static_cast<double>(links.links()), "bits/link");
  print(prefix + " index",
        static_cast<double>(size.index_bits) / static_cast<double>(links.links()), "bits/link");
  return good;
}

uint64_t number_argument(int argc, char** argv, const char* name, uint64_t fallback) {
  for (int i = 2; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0) {
      std::from_chars(argv[i + 1], argv[i + 1] + std::strlen(argv[i + 1]), fallback);
    }
  }
  return fallback;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') {
    std::fprintf(stderr, "usage: store_bench STORE [--lookups N] [--lists N] [--rounds N]\n");
    return 2;
  }
  const uint64_t lists = number_argument(argc, argv, "--lists", 1'000'000);
  const uint64_t lookups = number_argument(argc, argv, "--lookups", 200'000);
  const int rounds = static_cast<int>(number_argument(argc, argv, "--rounds", 3));

  Result<store::Store> store = fail(ErrorCode::kNotFound, "");
  const double open = best_of(rounds, [&] { store = store::Store::open(argv[1]); });
  if (!store) {
    std::fprintf(stderr, "store_bench: %s\n", store.error().message.c_str());
    return 1;
  }
  print("pages", static_cast<double>(store->pages()), "");
  print("links", static_cast<double>(store->links()), "");
  print("open", open * 1e3, "ms (limit 10)");

  std::vector<std::string> keys(lookups);
  for (uint64_t i = 0; i < lookups; ++i) {
    if (!store->keys().get(mix(i + 7) % store->pages(), keys[i])) return 1;
  }
  const double find = best_of(rounds, [&] {
    uint64_t sum = 0;
    for (const std::string& key : keys) sum += index(**store->find(key));
    sink = sum;
  });
  print("lookup of a key", find * 1e6 / static_cast<double>(lookups), "us (limit 3)");
  std::string key;
  const double get = best_of(rounds, [&] {
    for (uint64_t i = 0; i < lookups; ++i) {
      if (store->keys().get(mix(i + 99) % store->pages(), key)) sink = sink + key.size();
    }
  });
  print("key of a page", get * 1e6 / static_cast<double>(lookups), "us");

  if (!direction("out", store->out(), lists, rounds) ||
      !direction("in", store->in(), lists, rounds)) {
    std::fprintf(stderr, "store_bench: the store and the arrays differ\n");
    return 1;
  }
  return 0;
}
