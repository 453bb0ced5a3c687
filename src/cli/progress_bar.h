// How far is it? A bar on a terminal, a line every few seconds elsewhere, nothing when quiet.
//
//   ProgressBar bar(STDERR_FILENO, quiet);
//   request.progress = [&](const Progress& progress) { bar.show(progress); };
//   bar.clear();                                            // before anything else is printed
//
// One thread at a time.
#pragma once

#include <chrono>
#include <string>

#include <cocite/query.h>

namespace cocite::cli {

class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  ProgressBar(int fd, bool quiet);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { clear(); }

  void show(const Progress& progress);
  void clear();

 private:
  int fd_;
  bool is_quiet_;
  bool is_terminal_;
  bool is_drawn_ = false;
  std::string stage_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point stage_start_ = start_;
  Clock::time_point shown_;
  uint64_t stage_done_ = 0;  // what was done already when the stage was first seen
  uint64_t stage_links_ = 0;
};

// "reading  43 %  1.9M links/s  0:12 left". `seconds`: since the stage began with `done_before` and
// `links_before`.
[[nodiscard]] std::string progress_line(const Progress& progress, double seconds,
                                        uint64_t done_before, uint64_t links_before);

}  // namespace cocite::cli
