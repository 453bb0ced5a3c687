// What becomes of an address that was not answered, or not well, and of its host.
//
//   Refusals refusals(request, state, frontier, robots, tally);
//   job.pause_s = refusals.pause_after(job, response);
//   if (Refusals::is_one(response)) COCITE_TRY(bool is_answer, refusals.take(job, response, now));
//
// A page is requested again, `retry` times and with longer and longer pauses, as long as it may be
// the page. A host that cannot be reached sleeps, and all its pages wait: its name leads nowhere, it
// has not answered eight times in a row, or its robots.txt cannot be had. Nothing of it is finished
// with; it is asked again when it wakes up, or by the next run. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "crawl/crawl_job.h"
#include "crawl/crawl_state.h"
#include "crawl/crawl_tally.h"
#include "crawl/frontier.h"
#include "crawl/transfer.h"

namespace cocite::crawl {

class Refusals {
 public:
  // All of them live longer than this.
  Refusals(const CrawlRequest& request, CrawlState& state, Frontier& frontier, CrawlTally& tally)
      : request_(&request), state_(&state), frontier_(&frontier), tally_(&tally) {}

  [[nodiscard]] static bool is_one(const Response& got);
  // How long the host rests after this answer, in seconds; counts what its host did not answer.
  [[nodiscard]] double pause_after(const CrawlJob& job, const Response& got);
  // True: the page was asked for often enough, and this is its answer, whatever it is worth. A body
  // that was cut off is one then, too. REQUIRES: is_one(got). `now`: on the frontier's clock.
  [[nodiscard]] Result<bool> take(const CrawlJob& job, Response& got, double now);
  // The page was answered after all.
  void forget(uint32_t page) { tries_.erase(page); }

 private:
  [[nodiscard]] bool page(const CrawlJob& job, const Response& got, double now);
  void robots(const CrawlJob& job, const Response& got, double now);
  void sleep(const CrawlJob& job, const std::string& why, double now);
  void log(const CrawlJob& job, const Response& got);

  const CrawlRequest* request_;
  CrawlState* state_;
  Frontier* frontier_;
  CrawlTally* tally_;
  std::unordered_map<uint32_t, int> tries_;
};

}  // namespace cocite::crawl
