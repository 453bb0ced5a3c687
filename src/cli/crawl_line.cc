#include "cli/crawl_line.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

namespace cocite::cli {
namespace {

using Long = unsigned long long;

// The three kinds of error that are met most: "404 12, timed out 3".
std::string errors_of(const CrawlProgress& now) {
  auto errors = now.errors;
  std::ranges::stable_sort(errors,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr size_t kShown = 3;
  std::string text;
  for (size_t i = 0; i < std::min(errors.size(), kShown); ++i) {
    text += (i == 0 ? "  " : ", ") + errors[i].first + " " + std::to_string(errors[i].second);
  }
  return text;
}

// "1200 pages  9.1 MB  85 pages/s  4500 waiting  12 hosts  404 3, timed out 1  40 % of hot pages"
std::string text_of(const CrawlProgress& now) {
  std::array<char, 200> room{};
  std::snprintf(room.data(), room.size(),
                "%llu pages  %.1f MB  %.*f pages/s  %llu waiting  %llu hosts", Long{now.fetched},
                static_cast<double>(now.bytes) / 1e6, now.per_second < 10 ? 1 : 0, now.per_second,
                Long{now.queue}, Long{now.hosts});
  std::string line = room.data() + errors_of(now);
  if (now.hot > 0) {
    std::snprintf(room.data(), room.size(), "  %.0f %% of hot pages", now.hot * 100);
    line += room.data();
  }
  if (*now.stage != '\0') line += std::string("  ") + now.stage;
  return line;
}

// A line that wraps could not be drawn over.
std::string fitted(std::string line) {
  struct winsize size {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
      line.size() >= size.ws_col) {
    line.resize(size.ws_col - 1U);
  }
  return line;
}

}  // namespace

CrawlLine::CrawlLine(bool is_quiet)
    : is_quiet_(is_quiet), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

void CrawlLine::show(const CrawlProgress& now) {
  constexpr double kEvery = 5;
  if (is_quiet_) return;
  if (is_terminal_) {
    std::fprintf(stderr, "\r\033[K%s", fitted(text_of(now)).c_str());
    is_drawn_ = true;
  } else if (now.seconds - shown_ >= kEvery) {
    shown_ = now.seconds;
    std::fprintf(stderr, "%s\n", text_of(now).c_str());
  }
}

void CrawlLine::clear() {
  if (std::exchange(is_drawn_, false)) std::fputs("\r\033[K", stderr);
}

void explain_report(const CrawlReport& report) {
  for (const auto& [failure, count] : report.failures) {
    if (failure != "private address") continue;
    complain(
        "addresses of loopback and private networks are not asked; --allow-private is for "
        "networks of your own");
  }
  if (report.dropped_user_info) {
    complain("user names and passwords in addresses are not sent; --auth FILE is for those");
  }
  uint64_t pages = 0;
  for (const CrawlWaiting& waiting : report.waiting) pages += waiting.pages;
  if (pages == 0 || report.fetched + report.fetched_before == 0) return;
  complain("warning: " + std::to_string(pages) + (pages == 1 ? " page waits" : " pages wait") +
           " for hosts that cannot be reached; the next run asks for them");
}

Result<void> was_reached(const CrawlReport& report) {
  if (report.fetched + report.fetched_before > 0 || report.waiting.empty()) return {};
  const CrawlWaiting& first = report.waiting.front();
  Error error{.code = ErrorCode::kNotFound,
              .message = "nothing could be fetched: " + std::to_string(first.pages) +
                         (first.pages == 1 ? " page waits" : " pages wait") + " for host " +
                         first.host + ": " + first.why};
  if (first.why == "private address") {
    error.remedies.push_back({.options = {{"allow-private", ""}}});
  }
  return fail(std::move(error));
}

}  // namespace cocite::cli
