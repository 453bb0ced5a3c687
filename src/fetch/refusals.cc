#include "fetch/refusals.h"

#include <string>

#include "crawl/http_message.h"
#include "fetch/follower.h"
#include "fetch/politeness.h"

namespace cocite::fetch {
namespace {

constexpr int kMaxTries = 3;  // of an address

int outcome_of(const Response& got) {
  return got.failure != Failure::kNone ? -(kFailed + static_cast<int>(got.failure)) : got.status;
}

}  // namespace

bool Refusals::is_one(const Response& got) {
  return got.failure != Failure::kNone || is_refusal(got.status);
}

double Refusals::pause_after(const CrawlJob& job, const Response& got) {
  Host& host = frontier_->host(job.host);
  host.failures = is_one(got) ? host.failures + 1 : 0;
  Outcome outcome{.status = got.status, .seconds = got.seconds, .failures = host.failures};
  if (is_refusal(got.status)) {
    crawl::HttpHead head;
    head.read(got.head);
    outcome.retry_after_s =
        retry_after(head.fields.find("retry-after"), seconds_since_1970()).value_or(0);
  }
  return fetch::pause_after({.delay_s = request_->delay_s, .crawl_delay_s = host.crawl_delay_s},
                            outcome);
}

Result<void> Refusals::take(const CrawlJob& job, const Response& got, double now) {
  if (got.failure != Failure::kNone) {
    tally_->count(got.failure);
    tally_->log({.url = job.url,
                 .failure = std::string(failure_name(got.failure)) + ": " + got.detail,
                 .seconds = got.seconds,
                 .date = got.date,
                 .depth = job.address.depth});
  } else {
    tally_->count_refusal(got.status);
    tally_->log({.url = job.url,
                 .status = got.status,
                 .failure = "asked to come back later",
                 .seconds = got.seconds,
                 .date = got.date,
                 .depth = job.address.depth});
  }
  return job.kind == FetchKind::kRobots ? robots(job, got, now) : page(job, got);
}

Result<void> Refusals::page(const CrawlJob& job, const Response& got) {
  const bool may_help = got.failure != Failure::kPrivate && got.failure != Failure::kName &&
                        got.failure != Failure::kTls;
  const int outcome = outcome_of(got);
  if (may_help && ++tries_[job.page] < kMaxTries) {
    frontier_->put_back(job.page);
  } else {
    tries_.erase(job.page);
    COCITE_CHECK(state_->finish(job.page, outcome));
  }
  if (may_help && frontier_->host(job.host).failures < kMaxHostFailures) return {};
  if (got.failure == Failure::kTls) return {};  // the other scheme may do
  return give_up(job.host, outcome);
}

Result<void> Refusals::robots(const CrawlJob& job, const Response& got, double now) {
  Host& host = frontier_->host(job.host);
  const bool may_help = got.failure != Failure::kPrivate && got.failure != Failure::kName;
  if (may_help && host.failures < kMaxTries) {
    frontier_->end(job.host, now + job.pause_s);
    return {};
  }
  frontier_->end(job.host, now);
  if (!may_help || got.failure == Failure::kConnect) return give_up(job.host, outcome_of(got));
  // Nobody could say what is allowed: nothing is.
  return robots_->refused(host, job.scheme, job.origin);
}

Result<void> Refusals::give_up(uint32_t host, int outcome) {
  Result<void> result;
  frontier_->give_up(host, [&](uint32_t page) {
    if (result) result = state_->finish(page, outcome);
  });
  return result;
}

}  // namespace cocite::fetch
