// What hosts allow, as far as it is known: robots.txt files, each good for a day.
//
//   RobotsBook book(state);
//   COCITE_TRY(bool is_known, book.find(host, scheme, "http://example.org"));
//   if (!is_known) fetch(book.address(host, scheme, "http://example.org"));
//   COCITE_TRY(is_known, book.answered(host, scheme, "http://example.org", page));
//   host.robots[scheme]->allows("/x")
//
// 4xx allows everything (RFC 9309). While a file cannot be had, or not without a 5xx, nothing is
// fetched: the host sleeps (refusals.h). Kept in the state of the crawl, so that one that goes on does not ask again. One
// thread.
#pragma once

#include <cstdint>
#include <string>

#include <cocite/result.h>

#include "crawl/crawl_state.h"
#include "crawl/frontier.h"
#include "crawl/page_reader.h"
#include "url/url.h"

namespace cocite::crawl {

class RobotsBook {
 public:
  // `product`: the name by which robots.txt files mean us.
  RobotsBook(CrawlState& state, std::string product)
      : state_(&state), product_(std::move(product)) {}

  // Whether it is known what the host allows; then it is in `host`. `scheme`: 1 for https.
  [[nodiscard]] Result<bool> find(Host& host, int scheme, const std::string& origin);
  // Where to ask: at the origin, or where it said that the file has moved to.
  [[nodiscard]] static std::string address(const Host& host, int scheme, const std::string& origin);
  // What was answered. False: it has moved, and has to be asked for again.
  [[nodiscard]] Result<bool> answered(Host& host, int scheme, const std::string& origin,
                                      const ReadPage& page);

 private:
  [[nodiscard]] Result<void> keep(Host& host, int scheme, const std::string& origin,
                                  const KeptRobots& robots);
  void use(Host& host, int scheme, const KeptRobots& kept) const;
  CrawlState* state_;
  std::string product_;
};

// "https://example.org:8443": what a robots.txt is for.
[[nodiscard]] std::string origin_of(const url::Url& url);
// Of the system's clock.
[[nodiscard]] int64_t seconds_since_1970();

}  // namespace cocite::crawl
