#include "crawl/robots_book.h"

#include <chrono>
#include <memory>
#include <utility>

namespace cocite::crawl {
namespace {

constexpr uint32_t kRobotsSeconds = 86400;  // RFC 9309: no longer than a day
constexpr int kMaxHops = 5;                 // RFC 9309: at least five

bool is_fresh(uint32_t date) {
  return seconds_since_1970() < static_cast<int64_t>(date) + kRobotsSeconds;
}

}  // namespace

int64_t seconds_since_1970() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string origin_of(const url::Url& url) {
  std::string origin = std::string(url.scheme()) + "://" + std::string(url.host());
  if (!url.port().empty()) origin += ":" + std::string(url.port());
  return origin;
}

Result<bool> RobotsBook::find(Host& host, int scheme, const std::string& origin) {
  const auto at = static_cast<size_t>(scheme);
  if (host.robots[at]) {
    if (is_fresh(host.robots_date[at])) return true;
    host.robots[at].reset();
  }
  COCITE_TRY(const auto kept, state_->robots(origin));
  if (!kept || !is_fresh(kept->date)) return false;
  use(host, scheme, *kept);
  return true;
}

std::string RobotsBook::address(const Host& host, int scheme, const std::string& origin) {
  const std::string& moved = host.robots_moved[static_cast<size_t>(scheme)];
  return moved.empty() ? origin + "/robots.txt" : moved;
}

Result<bool> RobotsBook::answered(Host& host, int scheme, const std::string& origin,
                                  const ReadPage& page) {
  const int status = page.fetched.response.status;
  if (is_redirect(status) && !page.location.empty() && host.robots_hops < kMaxHops) {
    ++host.robots_hops;
    host.robots_moved[static_cast<size_t>(scheme)] = page.location;
    return false;
  }
  COCITE_CHECK(keep(host, scheme, origin,
                    {.status = status,
                     .date = page.fetched.response.date,
                     .text = status / 100 == 2 ? page.text : std::string()}));
  return true;
}

Result<void> RobotsBook::keep(Host& host, int scheme, const std::string& origin,
                              const KeptRobots& robots) {
  host.robots_moved[static_cast<size_t>(scheme)].clear();
  host.robots_hops = 0;
  use(host, scheme, robots);
  return state_->keep_robots(origin, robots);
}

void RobotsBook::use(Host& host, int scheme, const KeptRobots& kept) const {
  const auto at = static_cast<size_t>(scheme);
  Robots robots;
  if (kept.status / 100 == 2) robots = Robots::parse(kept.text, product_);
  host.crawl_delay_s = robots.crawl_delay().value_or(0);
  host.robots[at] = std::make_shared<const Robots>(std::move(robots));
  host.robots_date[at] = kept.date;
}

}  // namespace cocite::crawl
