// What a crawl has done so far, for its report and for who watches it.
//
//   CrawlTally tally(request);
//   tally.count(page);  tally.count(Failure::kTime);
//   tally.tell({.queue = 17}, now);          // twice a second at most
//
// One thread.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include <cocite/crawl.h>

#include "crawl/frontier.h"
#include "crawl/page_reader.h"
#include "crawl/transfer.h"

namespace cocite::crawl {

class CrawlTally {
 public:
  explicit CrawlTally(const CrawlRequest& request) : request_(&request) {}

  // An answer that is in the archive.
  void count(const ReadPage& page);
  // One that said "not now", or none at all.
  void count_refusal(int status) { ++statuses_[status]; }
  void count(Failure failure) { ++failures_[failure]; }
  void count_forbidden() { ++report_.forbidden; }

  // Goes on where another run ended.
  void set_before(bool went_on, uint64_t fetched, uint64_t requisites) {
    report_.went_on = went_on;
    report_.fetched_before = fetched;
    requisites_before_ = requisites;
  }
  // Of all runs.
  [[nodiscard]] uint64_t fetched() const { return report_.fetched_before + report_.fetched; }
  // The same without requisites, which limits on pages do not count.
  [[nodiscard]] uint64_t pages() const {
    return fetched() - requisites_before_ - report_.requisites;
  }
  // Of this one.
  [[nodiscard]] uint64_t bytes() const { return report_.bytes; }

  void stop(std::string_view why) {
    report_.is_stopped = true;
    report_.why_stopped = why;
  }
  [[nodiscard]] bool is_stopped() const { return report_.is_stopped; }

  // A line for the log, if there is one.
  void log(const CrawlEvent& event) const {
    if (request_->log) request_->log(event);
  }
  // How far it is: what stands in `now` and what was counted here. At most twice a second.
  void tell(CrawlProgress now);

  // With what the frontier knows; `files` and `index` are the caller's.
  [[nodiscard]] CrawlReport report(const Frontier& frontier, double seconds);

 private:
  const CrawlRequest* request_;
  CrawlReport report_;
  std::map<int, uint64_t> statuses_;
  std::map<Failure, uint64_t> failures_;
  uint64_t requisites_before_ = 0;
  double told_at_ = 0;
  uint64_t told_fetched_ = 0;
  double rate_ = 0;
};

}  // namespace cocite::crawl
