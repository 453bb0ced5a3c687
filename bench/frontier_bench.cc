// How much memory and time does a frontier of many addresses take?
//
//   frontier_bench FOLDER 10000000 1000 pagerank     // addresses, hosts, order
//
// Prints seconds and the resident size after each tenth; then what PageRank (or whatever the order
// computes) of all of them takes, and the most that was ever resident.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include <unistd.h>

#include "base/hash.h"
#include "crawl/frontier.h"

namespace {

uint64_t resident_mb() {
  std::ifstream file("/proc/self/statm");
  uint64_t all = 0;
  uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) >> 20;
}

uint64_t peak_mb() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) >> 10;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace cocite;
  using namespace cocite::crawl;
  if (argc != 5) {
    std::cerr << "frontier_bench FOLDER ADDRESSES HOSTS ORDER\n";
    return 2;
  }
  const std::string folder = argv[1];
  const uint64_t addresses = std::strtoull(argv[2], nullptr, 10);
  const uint64_t hosts = std::strtoull(argv[3], nullptr, 10);
  const auto begin = std::chrono::steady_clock::now();
  CrawlState state = CrawlState::open(folder + "/state.sqlite").value();
  LinksFile links = LinksFile::open(folder + "/links", 0, 0).value();
  Frontier frontier(order_named(argv[4]).value()->make({}),
                    Scope::create(CrawlScope::kAll, "").value(), {}, state, links);
  std::vector<uint32_t> children;
  for (uint64_t i = 0; i < addresses; ++i) {
    const std::string url = "http://www.host" + std::to_string(mix(i) % hosts) +
                            ".example/folder/with/a/name/" + std::to_string(i) + ".html";
    children.push_back(frontier.see(url, {.depth = 1, .via = 0}).value());
    if (children.size() == 10) {
      if (!frontier.add_links(children[0], children, {})) return 1;
      children.clear();
    }
    if ((i + 1) % (addresses / 10) == 0) {
      static_cast<void>(state.commit({.links_bytes = links.bytes()}).has_value());
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      std::printf("%llu addresses  %.1f s  %llu MB\n", static_cast<unsigned long long>(i + 1),
                  seconds.count(), static_cast<unsigned long long>(resident_mb()));
      std::fflush(stdout);
    }
  }
  const auto from = std::chrono::steady_clock::now();
  // As many fetched as seen: it is time for every order.
  if (!frontier.refresh(addresses)) return 1;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - from;
  std::printf("refreshed in %.1f s; never more than %llu MB\n", seconds.count(),
              static_cast<unsigned long long>(peak_mb()));
}
