// A file that takes long to write, resumes after a stop, and appears when it is whole.
//
//   COCITE_TRY(auto file, ResumableFile::open("all.tsv", asked, "page\tanswer\n"));
//   for (uint64_t page = file.progress().pages; …) COCITE_CHECK(file.add(lines));
//   COCITE_CHECK(file.keep({.pages = page, .answered = n}));      // periodically
//   COCITE_CHECK(file.finish());
//
// Written into NAME.cocite-part; NAME.cocite-state says what was asked for, how far it is, and the hash of what
// is written. The part is on disk before the state says so, and before it gets its name: a power
// failure leaves what a later run can go on with, and never a file that looks whole and is not. A
// part that is not what its state says is begun again. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <cocite/output.h>
#include <cocite/result.h>

namespace cocite::answer {

class ResumableFile {
 public:
  struct Progress {
    uint64_t pages = 0;
    uint64_t answered = 0;
  };

  // `asked`: one line with all that the content depends on; `head`: how it begins.
  [[nodiscard]] static Result<ResumableFile> open(const std::string& path, const std::string& asked,
                                                  std::string_view head);
  ResumableFile(ResumableFile&& other) noexcept;
  ResumableFile& operator=(ResumableFile&&) = delete;
  ~ResumableFile();

  // Of the run that this one goes on with; zeros where it begins.
  [[nodiscard]] const Progress& progress() const { return progress_; }
  [[nodiscard]] uint64_t bytes() const { return bytes_; }

  [[nodiscard]] Result<void> add(std::string_view text);
  // What was added until now is worth keeping. Waits for the disk, so at most once a second does
  // anything but remember.
  [[nodiscard]] Result<void> keep(const Progress& progress);
  // What keep() remembered is on disk: for those who stop. REQUIRES: nothing was added since.
  [[nodiscard]] Result<void> settle() { return write_state(); }
  // In its place, for good.
  [[nodiscard]] Result<void> finish();

 private:
  ResumableFile(std::string path, std::string asked)
      : path_(std::move(path)), asked_(std::move(asked)) {}
  [[nodiscard]] std::string part() const { return path_ + std::string(kPartEnding); }
  [[nodiscard]] std::string state() const { return path_ + ".cocite-state"; }
  [[nodiscard]] Result<bool> resume();
  [[nodiscard]] Result<void> write_state();
  void count(std::string_view text);
  [[nodiscard]] uint64_t hash() const;

  std::string path_;
  std::string asked_;
  int fd_ = -1;
  Progress progress_;
  uint64_t bytes_ = 0;
  uint64_t hash_of_blocks_ = 0;
  std::string block_;  // the bytes behind the last whole block
  int64_t kept_at_ms_ = 0;
};

}  // namespace cocite::answer
