#include "crawl/crawl_tally.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "url/key.h"

namespace cocite::crawl {

void CrawlTally::count(const ReadPage& page) {
  report_.bytes += page.body_bytes;
  if (page.fetched.kind == FetchKind::kRobots) return;
  ++report_.fetched;
  if (page.fetched.kind == FetchKind::kRequisite) ++report_.requisites;
  ++statuses_[page.fetched.response.status];
  if (page.fetched.original) ++report_.copies;
  if (page.fetched.unchanged) ++report_.unchanged;
}

void CrawlTally::tell(CrawlProgress now) {
  constexpr double kTellEvery = 0.5;
  const double since = now.seconds - told_at_;
  if (!request_->progress || since < kTellEvery) return;
  const double rate = static_cast<double>(report_.fetched - told_fetched_) / since;
  // A mean over a few seconds.
  rate_ = told_at_ == 0 ? rate : rate_ * 0.8 + rate * 0.2;
  told_at_ = now.seconds;
  told_fetched_ = report_.fetched;
  now.fetched = fetched();
  for (const auto& [failure, count] : failures_) {
    now.failures += count;
    now.errors.emplace_back(failure_name(failure), count);
  }
  for (const auto& [status, count] : statuses_) {
    if (status >= 400) now.errors.emplace_back(std::to_string(status), count);
  }
  now.per_second = rate_;
  request_->progress(now);
}

CrawlReport CrawlTally::report(const Frontier& frontier, double seconds) {
  CrawlReport report = report_;
  report.seen = frontier.seen();
  report.queue = frontier.queue();
  report.hosts = frontier.hosts();
  report.forgotten = frontier.forgotten();
  report.outside = frontier.outside();
  frontier.for_each_sleeping([&](const Host& host, uint64_t pages, std::string_view why) {
    report.waiting.push_back({url::host_name(host.name), pages, std::string(why)});
  });
  std::ranges::stable_sort(report.waiting, std::greater<>(), &CrawlWaiting::pages);
  for (const auto& [status, count] : statuses_) {
    report.statuses.emplace_back(std::to_string(status), count);
  }
  for (const auto& [failure, count] : failures_) {
    report.failures.emplace_back(failure_name(failure), count);
  }
  for (size_t i = 0; i < kTraps; ++i) {
    const Frontier::TrapCount& trap = frontier.traps()[i];
    if (trap.count == 0) continue;
    report.traps.push_back(
        {std::string(trap_name(static_cast<Trap>(i))), trap.count, trap.example});
  }
  if (const auto [pages, host] = frontier.full(); pages > 0) {
    report.traps.push_back({std::string(trap_name(Trap::kHostFull)), pages, host});
  }
  report.seconds = seconds;
  return report;
}

}  // namespace cocite::crawl
