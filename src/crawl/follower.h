// From a page that was read to addresses that wait: redirects, links, sitemaps.
//
//   Follower follower(request, state, frontier, earlier);
//   COCITE_CHECK(follower.follow(page, address));      // and the address is done with
//
// One thread.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "crawl/crawl_state.h"
#include "crawl/earlier.h"
#include "crawl/frontier.h"
#include "crawl/page_reader.h"
#include "crawl/robots.h"

namespace cocite::crawl {

// What became of an address that was not answered, as crawl_state.h keeps it: minus one of these.
// 100 and more: a Failure.
inline constexpr int kForbidden = 1;  // by robots.txt
inline constexpr int kFailed = 100;

class Follower {
 public:
  // All of them live longer than this. `earlier`: nullptr where nothing is known.
  Follower(const CrawlRequest& request, CrawlState& state, Frontier& frontier,
           EarlierPages* earlier)
      : request_(&request), state_(&state), frontier_(&frontier), earlier_(earlier) {}

  [[nodiscard]] Result<void> follow(const ReadPage& page, const Address& address);
  // The sitemaps that a robots.txt at `url` names, where they are asked for.
  [[nodiscard]] Result<void> follow_robots(const std::string& url, const Robots& robots);

 private:
  [[nodiscard]] Result<bool> redirect(const ReadPage& page, const Address& address);
  [[nodiscard]] Result<void> sitemap(const ReadPage& page, const Address& address);
  [[nodiscard]] Result<void> links(const ReadPage& page, const Address& address,
                                   const std::vector<FoundLink>& links);
  [[nodiscard]] Result<void> requisites(const ReadPage& page, const Address& address);
  [[nodiscard]] Result<bool> leaves_out(const std::string& url);
  [[nodiscard]] Result<void> count_copies(const ReadPage& page);

  const CrawlRequest* request_;
  CrawlState* state_;
  Frontier* frontier_;
  EarlierPages* earlier_;
  std::unordered_map<uint32_t, int> hops_;         // of an address within itself
  std::unordered_map<uint32_t, uint32_t> copies_;  // in a row, by host
};

}  // namespace cocite::crawl
