// What becomes of an address that was not answered, or with "not now", and of its host.
//
//   Refusals refusals(request, state, frontier, robots, tally);
//   job.pause_s = refusals.pause_after(job, response);
//   if (Refusals::is_one(response)) COCITE_CHECK(refusals.take(job, response, now));
//
// An address is tried three times, with longer and longer pauses; a host that answers nothing eight
// times in a row, or has no address, is left alone. One thread.
#pragma once

#include <cstdint>
#include <unordered_map>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "fetch/crawl_job.h"
#include "fetch/crawl_state.h"
#include "fetch/crawl_tally.h"
#include "fetch/frontier.h"
#include "fetch/robots_book.h"
#include "fetch/transfer.h"

namespace cocite::fetch {

class Refusals {
 public:
  // All of them live longer than this.
  Refusals(const CrawlRequest& request, CrawlState& state, Frontier& frontier, RobotsBook& robots,
           CrawlTally& tally)
      : request_(&request),
        state_(&state),
        frontier_(&frontier),
        robots_(&robots),
        tally_(&tally) {}

  [[nodiscard]] static bool is_one(const Response& got);
  // How long the host rests after this answer, in seconds; counts what its host did not answer.
  [[nodiscard]] double pause_after(const CrawlJob& job, const Response& got);
  // REQUIRES: is_one(got). `now`: on the frontier's clock.
  [[nodiscard]] Result<void> take(const CrawlJob& job, const Response& got, double now);
  // The page was answered after all.
  void forget(uint32_t page) { tries_.erase(page); }

 private:
  [[nodiscard]] Result<void> page(const CrawlJob& job, const Response& got);
  [[nodiscard]] Result<void> robots(const CrawlJob& job, const Response& got, double now);
  [[nodiscard]] Result<void> give_up(uint32_t host, int outcome);

  const CrawlRequest* request_;
  CrawlState* state_;
  Frontier* frontier_;
  RobotsBook* robots_;
  CrawlTally* tally_;
  std::unordered_map<uint32_t, int> tries_;
};

}  // namespace cocite::fetch
