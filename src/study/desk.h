// The studies of a service, and the thread that makes new ones.
//
//   COCITE_TRY(auto desk, StudyDesk::open("studies.sqlite", owner_token));
//   const bool is_begun = desk->begin([](const std::atomic<bool>& stop) { …; return tell; });
//
// Making a study asks many methods about many pages: it has its own thread, so that the pool
// stays free for requests, and one is made at a time. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <cocite/result.h>

#include "study/study_file.h"

namespace cocite::study {

class StudyDesk {
 public:
  [[nodiscard]] static Result<std::unique_ptr<StudyDesk>> open(const std::string& path,
                                                               const std::string& owner_token);
  ~StudyDesk() { end(); }
  StudyDesk(const StudyDesk&) = delete;
  StudyDesk& operator=(const StudyDesk&) = delete;

  [[nodiscard]] StudyFile& file() const { return *file_; }
  [[nodiscard]] const std::string& owner_token() const { return owner_token_; }

  // Of the study that is being made: pages done, and pages in all.
  struct Progress {
    std::atomic<uint64_t> asked = 0;
    std::atomic<uint64_t> pages = 0;
  };
  [[nodiscard]] Progress& progress() { return progress_; }
  // nullptr: none is.
  [[nodiscard]] const Progress* making() const { return is_busy_ ? &progress_ : nullptr; }

  // Does not throw, and calls set_over() before it tells anybody: then the next one may begin.
  using Job = std::function<void(const std::atomic<bool>& stop)>;
  // False: another one is at work, or all is ending. Then `job` is never called.
  [[nodiscard]] bool begin(Job job);
  void set_over() { is_busy_ = false; }
  // Asks the one at work to stop, and waits for it.
  void end();

 private:
  StudyDesk() = default;

  std::unique_ptr<StudyFile> file_;
  std::string owner_token_;
  std::atomic<bool> is_ending_ = false;
  std::atomic<bool> is_busy_ = false;
  Progress progress_;
  std::mutex mutex_;  // of the thread
  std::thread thread_;
};

}  // namespace cocite::study
