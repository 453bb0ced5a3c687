// How fast are related pages found? Every method of the registry, and cocitation against the same
// links in plain arrays, in one run.
//
//   related_bench web.cocite [--pages N] [--least N] [--most N] [--by NAME] [--ranks]
//
// Takes N random pages with least to most parents (default 200, from 200 to 2000), asks each method
// about each of them twice and times the second time, single-threaded, in processor time, so that
// other work on the machine matters less. "plain arrays" is cocitation
// written for arrays of offsets and targets in memory, with what comes next fetched ahead; its
// answers must be the same. Methods that need ranks of all pages (blend, hubfinder) are left out
// without --ranks, which computes these first. Prints name, median, 90th and
// 99th percentile, unit.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"
#include "rank/rank.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/window.h"
#include "store/store.h"

namespace {

using namespace cocite;
using namespace cocite::related;

constexpr uint64_t kTop = 10;

// Of this thread.
double now_us() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void print(const std::string& name, std::vector<double> times) {
  if (times.empty()) return;
  std::ranges::sort(times);
  std::printf("%-32s %12.1f %12.1f %12.1f  us\n", name.c_str(), times[times.size() / 2],
              times[times.size() * 9 / 10], times[times.size() * 99 / 100]);
  std::fflush(stdout);
}

struct Csr {
  std::vector<uint64_t> offsets = {0};
  std::vector<PageId> targets;

  explicit Csr(const graph::PackedLinks& links) {
    targets.reserve(links.links());
    auto scan = links.scan(page_id(0), links.pages());
    while (scan.next()) {
      targets.insert(targets.end(), scan.list().begin(), scan.list().end());
      offsets.push_back(targets.size());
    }
  }
  [[nodiscard]] std::span<const PageId> list(PageId page) const {
    return std::span(targets).subspan(offsets[index(page)],
                                      offsets[index(page) + 1] - offsets[index(page)]);
  }
};

// Cocitation at its defaults, on plain arrays; no stoplist, one query page.
std::vector<Item> plain_cocitation(const Web& web, const Csr& out, const Csr& in, PageId page) {
  constexpr size_t kAhead = 16;
  thread_local PageMap<uint32_t> counts;
  thread_local std::vector<PageId> chosen;
  counts.clear();
  std::span<const PageId> parents = in.list(page);
  constexpr size_t kMost = 2000;
  if (parents.size() > kMost) {
    std::vector<std::pair<uint64_t, PageId>> hashed;
    for (const PageId parent : parents) {
      hashed.emplace_back(mix(mix(mix(0) ^ index(page)) ^ index(parent)), parent);
    }
    std::nth_element(hashed.begin(), hashed.begin() + kMost, hashed.end());
    chosen.clear();
    for (size_t i = 0; i < kMost; ++i) chosen.push_back(hashed[i].second);
    std::ranges::sort(chosen);
    parents = chosen;
  }
  counts.reserve(parents.size() * 8);
  const auto for_each_list = [&](const auto& use) {
    for (size_t i = 0; i < parents.size(); ++i) {
      if (i + 2 * kAhead < parents.size()) {
        __builtin_prefetch(&out.offsets[index(parents[i + 2 * kAhead])]);
      }
      if (i + kAhead < parents.size()) {
        __builtin_prefetch(&out.targets[out.offsets[index(parents[i + kAhead])]]);
      }
      use(out.list(parents[i]));
    }
  };
  for_each_list([&](std::span<const PageId> list) {
    const Window near = window(list, page, 8);
    for (const PageId child : near.before) counts[child];
    for (const PageId child : near.after) counts[child];
  });
  for_each_list([&](std::span<const PageId> list) {
    for (const PageId child : list) {
      if (uint32_t* count = counts.find(child)) ++*count;
    }
  });
  std::vector<Item> items;
  counts.for_each([&](PageId other, uint32_t count) {
    items.push_back({.page = other, .score = static_cast<double>(count)});
  });
  return best(web, true, std::move(items), kTop).value();
}

struct Arguments {
  std::string store;
  std::string by;
  uint64_t pages = 200;
  uint64_t least = 200;
  uint64_t most = 2000;
  bool ranks = false;
};

bool parse(int argc, char** argv, Arguments& arguments) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&](uint64_t& value) {
      if (++i >= argc) return false;
      const char* const end = argv[i] + std::strlen(argv[i]);
      return std::from_chars(argv[i], end, value).ptr == end;
    };
    if (word == "--ranks") {
      arguments.ranks = true;
    } else if (word == "--by" && i + 1 < argc) {
      arguments.by = argv[++i];
    } else if (word == "--pages" || word == "--least" || word == "--most") {
      if (!number(word == "--pages"   ? arguments.pages
                  : word == "--least" ? arguments.least
                                      : arguments.most)) {
        return false;
      }
    } else if (arguments.store.empty() && word[0] != '-') {
      arguments.store = word;
    } else {
      return false;
    }
  }
  return !arguments.store.empty();
}

Result<std::vector<PageId>> choose_pages(const store::Store& store, const Arguments& arguments) {
  std::vector<PageId> pages;
  for (uint64_t i = 1; pages.size() < arguments.pages && i < store.pages() * 20; ++i) {
    const PageId page = page_id(mix(i) % store.pages());
    COCITE_TRY(const uint32_t parents, store.in().degree(page));
    if (parents >= arguments.least && parents <= arguments.most) pages.push_back(page);
  }
  return pages;
}

Result<std::vector<double>> compute_rank(const store::Store& store, const std::string& name) {
  COCITE_TRY(const rank::Kind* kind, rank::find_kind(name));
  COCITE_TRY(const rank::Scores scores, kind->compute(store, {.threads = hardware_threads()}));
  const std::span<const double> values(scores.of(name));
  return std::vector<double>(values.begin(), values.end());
}

Result<void> time_method(const Web& web, const MethodInfo& method, std::span<const PageId> pages) {
  COCITE_TRY(const Parameters parameters, Parameters::make(method.name, method.parameters, {}));
  std::vector<double> times;
  uint64_t answers = 0;
  for (const PageId& page : pages) {
    for (const bool is_timed : {false, true}) {
      const double begin = now_us();
      const Query query{.web = &web,
                        .pages = {&page, 1},
                        .parameters = &parameters,
                        .hosts_on = web.has_hosts(),
                        .wanted = kTop};
      COCITE_TRY(Answer answer, method.find(query));
      COCITE_TRY(const std::vector<Item> items, best(web, true, std::move(answer.items), kTop));
      if (is_timed) times.push_back(now_us() - begin);
      answers += items.size();
    }
  }
  print(std::string(method.name), times);
  if (answers == 0) std::printf("  (no answers)\n");
  return {};
}

Result<void> against_plain_arrays(const Web& web, std::span<const PageId> pages) {
  const MethodInfo* method = method_named("cocitation").value();
  COCITE_TRY(const Parameters parameters, Parameters::make(method->name, method->parameters, {}));
  const Csr out(web.out());
  const Csr in(web.in());
  std::vector<double> plain;
  std::vector<double> packed;
  uint64_t different = 0;
  for (const PageId& page : pages) {
    std::vector<Item> expected;
    std::vector<Item> found;
    for (const bool is_timed : {false, true}) {
      double begin = now_us();
      expected = plain_cocitation(web, out, in, page);
      if (is_timed) plain.push_back(now_us() - begin);
      begin = now_us();
      COCITE_TRY(Answer answer,
                 method->find({.web = &web, .pages = {&page, 1}, .parameters = &parameters}));
      COCITE_TRY(found, best(web, true, std::move(answer.items), kTop));
      if (is_timed) packed.push_back(now_us() - begin);
    }
    if (!std::ranges::equal(expected, found, {}, &Item::page, &Item::page)) ++different;
  }
  print("cocitation, plain arrays", plain);
  print("cocitation, store", packed);
  std::ranges::sort(plain);
  std::ranges::sort(packed);
  std::printf("%-32s %12.2f\n", "ratio of the medians",
              packed[packed.size() / 2] / plain[plain.size() / 2]);
  std::printf("%-32s %12lu\n", "different answers", static_cast<unsigned long>(different));

  // Throughput: the same queries on one thread and on two.
  double seconds[2] = {0, 0};
  for (const unsigned threads : {1U, 2U}) {
    const double begin = wall_seconds();
    parallel_for(pages.size() * 5, threads, [&](size_t i) {
      const PageId& page = pages[i % pages.size()];
      auto answer = method->find({.web = &web, .pages = {&page, 1}, .parameters = &parameters});
      if (answer) static_cast<void>(best(web, true, std::move(answer->items), kTop));
    });
    seconds[threads - 1] = wall_seconds() - begin;
  }
  std::printf("%-32s %12.2f\n", "two threads against one", seconds[0] / seconds[1]);
  return {};
}

Result<void> run(const Arguments& arguments) {
  COCITE_TRY(const store::Store store, store::Store::open(arguments.store));
  const Web web(store, [&](const std::string& name) -> Result<Web::Ranked> {
    COCITE_TRY(std::vector<double> values, compute_rank(store, name));
    return Web::Ranked{std::move(values), name};
  });
  COCITE_TRY(const std::vector<PageId> pages, choose_pages(store, arguments));
  std::printf("%zu pages with %lu to %lu parents\n", pages.size(),
              static_cast<unsigned long>(arguments.least),
              static_cast<unsigned long>(arguments.most));
  if (pages.empty()) return {};
  std::printf("%-32s %12s %12s %12s\n", "", "median", "90 %", "99 %");
  if (arguments.by.empty() || arguments.by == "cocitation") {
    COCITE_CHECK(against_plain_arrays(web, pages));
  }
  for (const MethodInfo* method : methods()) {
    const bool needs_ranks = method->name == "blend" || method->name == "hubfinder";
    const bool is_named = arguments.by == method->name;
    if (is_named || (arguments.by.empty() && (arguments.ranks || !needs_ranks) &&
                     method->name != "personalized-pagerank" && method->name != "simrank")) {
      const Result<void> timed = time_method(web, *method, pages);
      // Words or visits, which this store may not have.
      if (!timed && timed.error().code == ErrorCode::kUnsupported && !is_named) {
        std::printf("%-32s not timed: %s\n", std::string(method->name).c_str(),
                    timed.error().message.c_str());
        continue;
      }
      COCITE_CHECK(timed);
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fprintf(stderr,
                 "usage: related_bench STORE [--pages N] [--least N] [--most N] [--by NAME] "
                 "[--ranks]\n");
    return 2;
  }
  const Result<void> done = run(arguments);
  if (!done) std::fprintf(stderr, "related_bench: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
