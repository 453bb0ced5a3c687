#include "crawl/refusals.h"

#include <algorithm>

#include "crawl/follower.h"
#include "crawl/politeness.h"
#include "crawl/robots_book.h"
#include "read/http_message.h"

namespace cocite::crawl {
namespace {

// A host that wants to be left alone for longer sleeps: a crawl does not wait for it.
constexpr double kLongestPause = 600;

// "timed out", "status 503"; of a robots.txt it says so.
std::string reason_of(const CrawlJob& job, const Response& got) {
  const std::string why = got.failure != Failure::kNone ? std::string(failure_name(got.failure))
                                                        : "status " + std::to_string(got.status);
  const bool is_host = got.failure == Failure::kName || got.failure == Failure::kConnect ||
                       got.failure == Failure::kPrivate;
  return job.kind == FetchKind::kRobots && !is_host ? "its robots.txt cannot be had: " + why : why;
}

}  // namespace

bool Refusals::is_one(const Response& got) {
  return got.failure != Failure::kNone || is_refusal(got.status) || got.status >= 500;
}

double Refusals::pause_after(const CrawlJob& job, const Response& got) {
  Host& host = frontier_->host(job.host);
  // A page that fails says nothing of its host; a robots.txt that does says that nothing may be asked.
  // A body that is cut off is an answer, too.
  const bool is_robots = job.kind == FetchKind::kRobots;
  const bool is_cut = got.partial_status != 0 && !is_robots;
  const bool is_down = (got.failure != Failure::kNone && !is_cut) || is_refusal(got.status) ||
                       (got.status >= 500 && is_robots);
  if (!is_down) {
    host.failures = 0;
    host.sleeps = 0;
  } else {
    ++host.failures;
  }
  Outcome outcome{.status = is_down && !is_refusal(got.status) ? 0 : got.status,
                  .seconds = got.seconds,
                  .failures = host.failures};
  if (is_refusal(got.status)) {
    read::HttpHead head;
    head.read(got.head);
    outcome.retry_after_s =
        retry_after(head.fields.find("retry-after"), seconds_since_1970()).value_or(0);
  }
  return crawl::pause_after({.delay_s = request_->delay_s, .crawl_delay_s = host.crawl_delay_s},
                            outcome);
}

Result<bool> Refusals::take(const CrawlJob& job, Response& got, double now) {
  if (job.kind == FetchKind::kRobots) {
    log(job, got);
    robots(job, got, now);
    return false;
  }
  const bool is_last = page(job, got, now);
  if (is_last && got.failure != Failure::kNone && got.partial_status != 0) {
    // What came of it is better than nothing.
    got.cut_by = got.failure == Failure::kTime ? "time" : "disconnect";
    got.is_cut = true;
    got.status = got.partial_status;
    got.failure = Failure::kNone;
  }
  if (is_last && got.failure == Failure::kNone) return true;
  log(job, got);
  if (is_last) {
    COCITE_CHECK(state_->finish(job.page, -(kFailed + static_cast<int>(got.failure))));
  }
  return false;
}

void Refusals::log(const CrawlJob& job, const Response& got) {
  CrawlEvent event{.url = job.url,
                   .status = got.status,
                   .seconds = got.seconds,
                   .date = got.date,
                   .depth = job.address.depth};
  if (got.failure != Failure::kNone) {
    tally_->count(got.failure);
    event.failure = std::string(failure_name(got.failure)) + ": " + got.detail;
  } else {
    tally_->count_refusal(got.status);
    event.failure = "to be asked for again";
  }
  tally_->log(event);
}

// True: it is not asked for again. Otherwise it waits.
bool Refusals::page(const CrawlJob& job, const Response& got, double now) {
  Host& host = frontier_->host(job.host);
  if (got.failure == Failure::kTls) {
    host.tls = reason_of(job, got);
    frontier_->set_aside(job.page);
    return false;
  }
  const bool is_away = got.failure == Failure::kName || got.failure == Failure::kPrivate;
  const int tries = ++tries_[job.page];
  const bool is_last = static_cast<uint64_t>(tries) > request_->retry;
  // Where something else of the host was answered meanwhile, or this with an error of its own, it is
  // the page that fails.
  if (!is_away && is_last && host.failures <= 1) {
    tries_.erase(job.page);
    return true;
  }
  const bool is_alone = is_last && !frontier_->has_more(job.host);
  if (is_away || is_alone || host.failures >= kMaxHostFailures || job.pause_s > kLongestPause) {
    tries_.erase(job.page);
    frontier_->put_back(job.page);
    sleep(job, reason_of(job, got), now);
    return false;
  }
  // Other pages of the host come first, also without a delay: one page must not look like its host.
  constexpr double kLeast = 0.1;
  const double pause = std::max(kLeast, retry_pause(tries, request_->delay_s));
  frontier_->put_back_at(job.page, now + job.pause_s + pause);
  return false;
}

// The page that waits for it still stands in its queue.
void Refusals::robots(const CrawlJob& job, const Response& got, double now) {
  Host& host = frontier_->host(job.host);
  if (got.failure == Failure::kTls) {
    host.tls = reason_of(job, got);  // pages with http may still do
    return frontier_->end(job.host, now + job.pause_s);
  }
  frontier_->end(job.host, now + job.pause_s);
  const bool is_away = got.failure == Failure::kName || got.failure == Failure::kPrivate;
  const bool is_last = static_cast<uint64_t>(host.failures) > request_->retry;
  if (is_away || is_last || job.pause_s > kLongestPause) sleep(job, reason_of(job, got), now);
}

void Refusals::sleep(const CrawlJob& job, const std::string& why, double now) {
  const Host& host = frontier_->host(job.host);
  const double seconds = std::max(job.pause_s, sleep_after(host.sleeps, request_->max_sleep_s));
  frontier_->sleep(job.host, now + seconds, why);
}

}  // namespace cocite::crawl
