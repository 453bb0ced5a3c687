// Which pages of the web come first, and are they there? Simulated crawls over a store.
//
//   SimulateRequest request{.store = "web.cocite", .pages = {"www.example.com/"}};
//   auto answer = simulate_crawl(request);
//
// Requests and answers are values: each thread its own. The functions may run from several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <cocite/progress.h>
#include <cocite/result.h>

namespace cocite {

// What CrawlRequest::order and SimulateRequest::orders may name.
struct CrawlOrder {
  std::string name;
  std::string summary;
  bool needs_topic = false;  // words or pages that the crawl is about
  bool is_only_simulated = false;
};
[[nodiscard]] std::vector<CrawlOrder> crawl_orders();

// How soon would a crawl in each order have had the best pages? (Cho, Garcia-Molina, Page 1998.)
struct SimulateRequest {
  std::string store = {};
  std::vector<std::string> pages = {};   // where it starts; none: the page with most links
  std::vector<std::string> orders = {};  // none: all that need nothing more
  std::string words = {};                // similarity: to these words
  std::vector<std::string> like = {};    // similarity: to these pages of the store
  bool hot_by_indegree = false;          // which pages are hot: by in-degree instead of PageRank
  double hot_share = 0.1;                // of all pages
  uint64_t seed = 1;                     // random
  unsigned threads = 0;                  // 0: all
  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel
};

// After so many pages.
struct SimulateStep {
  uint64_t percent = 0;  // of the pages of the store; the last step may be less than a percent on
  uint64_t fetched = 0;
  double hot = 0;       // share of the hot pages that were fetched
  double rank_sum = 0;  // of the true PageRank of what was fetched
};

struct SimulatedOrder {
  std::string name;
  std::vector<SimulateStep> steps;
  double seconds = 0;
};

struct SimulateAnswer {
  std::vector<std::string> start;  // keys
  uint64_t pages = 0;
  uint64_t hot_pages = 0;
  uint64_t reachable = 0;  // pages that a crawl from there can get to
  std::vector<SimulatedOrder> orders;
};

[[nodiscard]] Result<SimulateAnswer> simulate_crawl(const SimulateRequest& request);
// The share of hot pages against the share of pages, a line an order: an SVG file.
[[nodiscard]] std::string simulate_chart(const SimulateAnswer& answer);

}  // namespace cocite
