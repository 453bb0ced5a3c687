// How fast are linkers, paths and communities?
//
//   research_bench web.cocite [--rounds N] [--seeds N] [--communities]
//
// Linkers: N seeds (50) that one random page links to, so that there is an answer, asked for all, for half of them and
// with --out. Paths: between random pages with links. Each asked once before and timed the second time, in processor
// time of one thread, so that other work on the machine matters less. Prints name, median, 90th and 99th percentile.
// Communities: once, links a second.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <cocite/communities.h>
#include <cocite/graph_view.h>
#include <cocite/linkers.h>
#include <cocite/path.h>

namespace {

using namespace cocite;

double now_ms() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

void print(const char* name, std::vector<double> times) {
  if (times.empty()) return;
  std::ranges::sort(times);
  std::printf("%-24s %10.2f %10.2f %10.2f  ms\n", name, times[times.size() / 2],
              times[times.size() * 9 / 10], times[times.size() * 99 / 100]);
  std::fflush(stdout);
}

template <class Ask>
void measure(const char* name, int rounds, const Ask& ask) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const auto question = ask(round);
    if (!question) continue;
    static_cast<void>(question());
    const double begin = now_ms();
    if (!question()) continue;
    times.push_back(now_ms() - begin);
  }
  print(name, std::move(times));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("research_bench");
  std::string path;
  int rounds = 200;
  size_t seeds = 50;
  bool communities = false;
  app.add_option("store", path)->required();
  app.add_option("--rounds", rounds);
  app.add_option("--seeds", seeds);
  app.add_flag("--communities", communities);
  CLI11_PARSE(app, argc, argv);
  const auto engine = Engine::open(path);
  if (!engine) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    return 1;
  }
  const GraphView graph(*engine);
  std::mt19937_64 random(1);
  const auto key = [&](uint64_t page) { return graph.text(PageText::kKey, page).value(); };
  // Children of one page and of pages near it, until there are enough.
  const auto drawn = [&](Direction direction) {
    std::vector<std::string> pages;
    for (uint64_t at = random() % graph.pages(); pages.size() < seeds;
         at = (at + 1) % graph.pages()) {
      const auto list = graph.list(direction, at);
      for (size_t i = 0; list && i < list->size() && pages.size() < seeds; ++i) {
        pages.push_back(key((*list)[i]));
      }
    }
    return pages;
  };
  using Question = std::function<bool()>;
  const auto ask_linkers = [&](LinkersRequest request) -> Question {
    request.pages = drawn(request.out ? Direction::kIn : Direction::kOut);
    std::ranges::sort(request.pages);
    request.pages.erase(std::unique(request.pages.begin(), request.pages.end()),
                        request.pages.end());
    return [&engine, request] { return linkers(*engine, request).has_value(); };
  };
  measure("linkers, all", rounds, [&](int) { return ask_linkers({}); });
  measure("linkers, at least 2", rounds, [&](int) { return ask_linkers({.at_least = 2}); });
  measure("linkers, out", rounds, [&](int) { return ask_linkers({.at_least = 2, .out = true}); });
  const auto ask_path = [&](bool avoids) -> Question {
    PathRequest request{.page = key(random() % graph.pages()), .to = key(random() % graph.pages())};
    if (avoids) request.avoid = {"hubs"};
    return [&engine, request] { return find_paths(*engine, request).has_value(); };
  };
  measure("path", rounds, [&](int) { return ask_path(false); });
  measure("path, no hubs", rounds, [&](int) { return ask_path(true); });
  if (!communities) return 0;
  const double begin = now_ms();
  const auto found = find_communities(*engine, {});
  const double seconds = (now_ms() - begin) / 1e3;
  if (!found) return 1;
  std::printf("communities              %llu, modularity %.6f, %.1f s, %.2f million links/s\n",
              static_cast<unsigned long long>(found->total), found->modularity, seconds,
              static_cast<double>(graph.links()) / seconds / 1e6);
  return 0;
}
