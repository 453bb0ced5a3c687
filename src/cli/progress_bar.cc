#include "cli/progress_bar.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

namespace cocite::cli {
namespace {

constexpr auto kDrawEvery = std::chrono::milliseconds(150);
constexpr auto kLineEvery = std::chrono::seconds(5);
constexpr double kTooEarlyToTell = 0.5;  // seconds; rates before that jump about

// "950", "1.9k", "12M"
std::string short_number(double value) {
  constexpr std::array kUnits = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  std::array<char, 32> room{};
  std::snprintf(room.data(), room.size(), value < 9.95 && unit > 0 ? "%.1f%s" : "%.0f%s", value,
                kUnits[unit]);
  return room.data();
}

// "0:12", "1:02:33"
std::string short_time(double seconds) {
  const auto whole = static_cast<uint64_t>(std::clamp(seconds, 0.0, 360000.0));
  std::array<char, 32> room{};
  if (whole >= 3600) {
    std::snprintf(room.data(), room.size(), "%u:%02u:%02u", static_cast<unsigned>(whole / 3600),
                  static_cast<unsigned>(whole / 60 % 60), static_cast<unsigned>(whole % 60));
  } else {
    std::snprintf(room.data(), room.size(), "%u:%02u", static_cast<unsigned>(whole / 60),
                  static_cast<unsigned>(whole % 60));
  }
  return room.data();
}

std::string bar(double share) {
  constexpr size_t kCells = 24;
  const auto full = static_cast<size_t>(share * kCells);
  return "[" + std::string(full, '=') + std::string(kCells - full, ' ') + "]";
}

// A line that wraps could not be drawn over.
std::string fitted(std::string line, int fd) {
  struct winsize size {};
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && line.size() >= size.ws_col) {
    line.resize(size.ws_col - 1U);
  }
  return line;
}

double share_of(const Progress& progress) {
  return std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
}

// To a terminal or a log; a failure there must not stop the work.
void write_all(int fd, const std::string& text) {
  if (::write(fd, text.data(), text.size()) < 0) return;
}

}  // namespace

std::string progress_line(const Progress& progress, double seconds, uint64_t done_before,
                          uint64_t links_before) {
  std::string line = progress.stage;
  if (progress.total > 0) {
    line += "  " + std::to_string(static_cast<int>(share_of(progress) * 100)) + " %";
  } else if (progress.done > 0) {
    line += "  " + short_number(static_cast<double>(progress.done)) + " " + progress.unit;
  }
  if (!progress.detail.empty()) line += "  " + progress.detail;
  if (seconds < kTooEarlyToTell) return line;
  const auto since = [](uint64_t now, uint64_t before) {
    return now > before ? static_cast<double>(now - before) : 0.0;
  };
  const double done = since(progress.done, done_before);
  const double links = since(progress.links, links_before);
  if (links > 0) {
    line += "  " + short_number(links / seconds) + " links/s";
  } else if (done > 0) {
    line += "  " + short_number(done / seconds) + " " + progress.unit + "/s";
  }
  if (done > 0 && progress.total >= progress.done) {
    const double left = static_cast<double>(progress.total - progress.done);
    line += "  " + short_time(left * seconds / done) + " left";
  }
  return line;
}

ProgressBar::ProgressBar(int fd, bool quiet)
    : fd_(fd), is_quiet_(quiet), is_terminal_(::isatty(fd) == 1), shown_(start_) {}

void ProgressBar::show(const Progress& progress) {
  if (is_quiet_) return;
  const auto now = Clock::now();
  if (progress.stage != stage_) {
    stage_ = progress.stage;
    stage_start_ = now;
    stage_done_ = progress.done;
    stage_links_ = progress.links;
  }
  if (now - shown_ < (is_terminal_ ? Clock::duration(kDrawEvery) : Clock::duration(kLineEvery))) {
    return;
  }
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - stage_start_).count();
  const std::string line = progress_line(progress, seconds, stage_done_, stage_links_);
  if (is_terminal_) {
    const std::string picture = progress.total > 0 ? bar(share_of(progress)) + " " : "";
    // Back to the margin, and the rest of the line gone.
    write_all(fd_, "\r\x1B[K" + fitted(picture + line, fd_));
    is_drawn_ = true;
  } else {
    write_all(fd_, line + '\n');
  }
}

void ProgressBar::clear() {
  if (is_drawn_) write_all(fd_, "\r\x1B[K");
  is_drawn_ = false;
}

}  // namespace cocite::cli
