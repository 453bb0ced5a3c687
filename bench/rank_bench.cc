// How fast are ranks? Against a plain loop over plain arrays, in one run.
//
//   rank_bench web.cocite [--threads N] [--rounds N] [--tolerance T]
//
// The plain loop is the textbook PageRank over compressed rows (and what the GAP
// benchmark suite's pr_spmv does): the contribution of each page, then for each page the sum over
// its parents, until the L1 change is below the tolerance. Ours is timed by iteration and to the
// same residual, links unpacked and streamed; then HITS and Randomized HITS by iteration, and SALSA
// as a whole. Best of several rounds. Prints name, value, unit.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "rank/link_sweep.h"
#include "rank/rank.h"
#include "rank/walk.h"
#include "store/store.h"

namespace {

using namespace cocite;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void print(const std::string& name, double value, const char* unit) {
  std::printf("%-40s %12.3f  %s\n", name.c_str(), value, unit);
  std::fflush(stdout);
}

constexpr double kEpsilon = 0.15;

struct Plain {
  std::vector<uint64_t> offsets = {0};
  std::vector<uint32_t> sources;
  std::vector<uint32_t> out;

  [[nodiscard]] size_t pages() const { return out.size(); }

  // One iteration; the L1 change.
  double iterate(std::vector<double>& scores, std::vector<double>& given, unsigned threads) const {
    constexpr size_t kChunk = 16384;
    const size_t chunks = (pages() + kChunk - 1) / kChunk;
    std::vector<double> sums(chunks);
    const auto each_chunk = [&](const auto& work) {
      parallel_for(chunks, threads, [&](size_t chunk) {
        sums[chunk] = work(chunk * kChunk, std::min(pages(), (chunk + 1) * kChunk));
      });
      double sum = 0;
      for (const double part : sums) sum += part;
      return sum;
    };
    const double childless = each_chunk([&](size_t first, size_t last) {
      double sum = 0;
      for (size_t page = first; page < last; ++page) {
        if (out[page] == 0) sum += scores[page];
        given[page] = out[page] == 0 ? 0 : scores[page] / out[page];
      }
      return sum;
    });
    const double base = (kEpsilon + (1 - kEpsilon) * childless) / static_cast<double>(pages());
    return each_chunk([&](size_t first, size_t last) {
      double change = 0;
      for (size_t page = first; page < last; ++page) {
        double sum = 0;
        for (uint64_t i = offsets[page]; i < offsets[page + 1]; ++i) sum += given[sources[i]];
        const double before = scores[page];
        scores[page] = base + (1 - kEpsilon) * sum;
        change += std::abs(scores[page] - before);
      }
      return change;
    });
  }
};

struct Timed {
  double seconds = 1e30;        // to the tolerance
  double per_iteration = 1e30;  // the fastest
  uint64_t iterations = 0;
  std::vector<double> scores;

  void take(double total, double fastest, uint64_t count) {
    seconds = std::min(seconds, total);
    per_iteration = std::min(per_iteration, fastest);
    iterations = count;
  }
};

void run_plain(const Plain& plain, unsigned threads, double tolerance, Timed& timed) {
  const double begin = now();
  std::vector<double> scores(plain.pages(), 1 / static_cast<double>(plain.pages()));
  std::vector<double> given(plain.pages());
  double fastest = 1e30;
  uint64_t iterations = 0;
  for (double change = 1; change > tolerance; ++iterations) {
    const double start = now();
    change = plain.iterate(scores, given, threads);
    fastest = std::min(fastest, now() - start);
  }
  timed.take(now() - begin, fastest, iterations);
  timed.scores = std::move(scores);
}

// To the same residual as the plain loop; `settles`: and until small scores are right, too.
void run_ours(const rank::LinkSweep& sweep, unsigned threads, double tolerance, bool settles,
              uint64_t most, Timed& timed) {
  const double begin = now();
  const rank::Options options{.epsilon = kEpsilon, .tolerance = tolerance, .threads = threads};
  rank::Walk walk(sweep, rank::UniformJump{1 / static_cast<double>(sweep.pages())}, options);
  if (!walk.start()) std::abort();
  double fastest = 1e30;
  uint64_t iterations = 0;
  for (bool goes_on = true; goes_on && iterations < most; ++iterations) {
    const double start = now();
    const auto change = walk.iterate();
    if (!change) std::abort();
    fastest = std::min(fastest, now() - start);
    goes_on = change->l1 > tolerance * change->total || (settles && change->unsettled > 0);
  }
  const auto scores = walk.finish();
  if (!scores) std::abort();
  timed.take(now() - begin, fastest, iterations);
  timed.scores.assign(scores->begin(), scores->end());
}

// Seconds of the fastest iteration.
double iteration_of(const char* rank, const store::Store& store, unsigned threads, int rounds) {
  double fastest = 1e30;
  double last = 0;
  rank::Options options{.tolerance = 0,
                        .max_iterations = 10U * static_cast<unsigned>(rounds),
                        .memory_bytes = uint64_t{1} << 40,
                        .threads = threads};
  options.progress = [&](const Progress& progress) {
    if (progress.detail.starts_with("iteration")) {
      if (last > 0) fastest = std::min(fastest, now() - last);
      last = now();
    }
  };
  if (!rank::find_kind(rank).value()->compute(store, options)) std::abort();
  return fastest;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]) / b[i]);
  }
  return largest;
}

const char* argument(int argc, char** argv, const char* name, const char* fallback) {
  for (int i = 2; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0) return argv[i + 1];
  }
  return fallback;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') {
    std::fprintf(stderr, "usage: rank_bench STORE [--threads N] [--rounds N] [--tolerance T]\n");
    return 2;
  }
  const auto threads = static_cast<unsigned>(std::atoi(argument(argc, argv, "--threads", "1")));
  const int rounds = std::atoi(argument(argc, argv, "--rounds", "3"));
  const double tolerance = std::atof(argument(argc, argv, "--tolerance", "1e-9"));
  const auto store = store::Store::open(argv[1]);
  if (!store) {
    std::fprintf(stderr, "rank_bench: %s\n", store.error().message.c_str());
    return 1;
  }
  const auto links = static_cast<double>(store->links());
  print("pages", static_cast<double>(store->pages()), "");
  print("links", links, "");
  print("threads", threads, "");

  const auto prepare = [&](uint64_t memory) {
    return rank::LinkSweep::prepare(store->in(), {.parts = rank::walk_parts(store->links()),
                                                  .marks_others = true,
                                                  .opposite = &store->out(),
                                                  .memory_bytes = memory,
                                                  .scratch = {argv[1]},
                                                  .threads = threads});
  };
  double start = now();
  const auto unpacked = prepare(uint64_t{1} << 40);
  print("unpacking", now() - start, "s");
  start = now();
  const auto streamed = prepare(0);
  if (!unpacked || !streamed) return 1;
  print("spooling", now() - start, "s");
  print("scratch file", static_cast<double>(streamed->scratch_bytes()) / links, "bytes per link");
  Plain plain;
  plain.sources.reserve(store->links());
  plain.out.resize(store->pages());
  auto scan = store->in().scan(page_id(0), store->pages());
  while (scan.next()) {
    for (const PageId source : scan.list()) {
      plain.sources.push_back(index(source));
      ++plain.out[index(source)];
    }
    plain.offsets.push_back(plain.sources.size());
  }

  // In turn, so that what else the machine does hits all alike.
  constexpr uint64_t kMost = 1000;
  const bool is_large = links > 1e7;  // then a few iterations streamed have to do
  Timed by_plain;
  Timed ours;
  Timed settled;
  Timed by_stream;
  for (int round = 0; round < rounds; ++round) {
    run_plain(plain, threads, tolerance, by_plain);
    run_ours(*unpacked, threads, tolerance, false, kMost, ours);
    run_ours(*unpacked, threads, tolerance, true, kMost, settled);
    run_ours(*streamed, threads, tolerance, true, is_large ? 3 : kMost, by_stream);
  }
  const double per_link = 1e9 / links;
  print("plain loop", by_plain.per_iteration * per_link, "ns per link and iteration");
  print("pagerank", ours.per_iteration * per_link, "ns per link and iteration");
  print("  ratio", ours.per_iteration / by_plain.per_iteration, "times the plain loop (limit 1.0)");
  print("pagerank streamed", by_stream.per_iteration * per_link, "ns per link and iteration");
  print("  ratio", by_stream.per_iteration / ours.per_iteration, "times unpacked (limit 3)");
  print("plain loop", static_cast<double>(by_plain.iterations), "iterations");
  print("pagerank", static_cast<double>(ours.iterations), "iterations to the same residual");
  print("pagerank, as users get it", static_cast<double>(settled.iterations), "iterations");
  print("plain loop", by_plain.seconds, "s");
  print("pagerank", ours.seconds, "s to the same residual");
  print("  ratio", ours.seconds / by_plain.seconds, "times the plain loop (limit 0.6)");
  print("pagerank, as users get it", settled.seconds, "s");
  print("  ratio", settled.seconds / by_plain.seconds, "times the plain loop");
  if (!is_large) print("streamed, as users get it", by_stream.seconds, "s");
  std::printf("%-40s %12.2e  of a score at most\n", "plain loop and pagerank differ by",
              largest_difference(by_plain.scores, settled.scores));

  for (const char* rank : {"hits-hub", "randomized-hits-hub"}) {
    const double seconds = iteration_of(rank, *store, threads, rounds);
    print(rank, seconds * per_link, "ns per link and iteration");
    print("  ratio", seconds / ours.per_iteration, "times pagerank's (limit 2.1)");
  }
  start = now();
  if (!rank::find_kind("salsa-hub").value()->compute(*store, {.threads = threads})) return 1;
  print("salsa", now() - start, "s");
  return 0;
}
