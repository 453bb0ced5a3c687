// Byte strings in any order in, in bytewise order out.
//
//   StringSorter sorter(folder + "/names", memory_bytes);
//   COCITE_CHECK(sorter.add("honey"));
//   COCITE_CHECK(sorter.finish());
//   for (std::string_view record;;) {
//     COCITE_TRY(const bool has_one, sorter.next(record));
//     if (!has_one) break;
//   }
//
// Sorted in memory while they fit, else in runs in a scratch file that are merged as they are read.
// The same string twice comes out twice. Who sorts by numbers first writes them highest byte first.
// One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/raw_file.h"

namespace cocite::file {

class StringSorter {
 public:
  static constexpr size_t kMaxBytes = 8192;  // of a string

  // `scratch`: a path for the file, made only if it is needed.
  StringSorter(std::string scratch, uint64_t memory_bytes);
  ~StringSorter();
  StringSorter(const StringSorter&) = delete;
  StringSorter& operator=(const StringSorter&) = delete;

  // REQUIRES: at most kMaxBytes; finish() was not called.
  [[nodiscard]] Result<void> add(std::string_view record);
  [[nodiscard]] Result<void> finish();
  // The next one, valid until the next call; false at the end. REQUIRES: finish() was called.
  [[nodiscard]] Result<bool> next(std::string_view& record);

 private:
  struct Entry {
    uint64_t head = 0;   // its first eight bytes, as they sort
    uint32_t begin = 0;  // in letters_
    uint32_t bytes = 0;
  };
  // Where reading of a run is; its next string.
  struct Run {
    uint64_t begin = 0;  // of what was not read into `room` yet
    uint64_t end = 0;
    std::string room;
    size_t at = 0;
    std::string_view record;
  };

  [[nodiscard]] std::string_view letters_of(const Entry& entry) const {
    return std::string_view(letters_).substr(entry.begin, entry.bytes);
  }
  void sort();
  [[nodiscard]] Result<void> write_run();
  // To the next string of a run; false at its end.
  [[nodiscard]] Result<bool> advance(Run& run);

  std::string scratch_;
  uint64_t memory_bytes_;
  std::string letters_;
  std::vector<Entry> entries_;
  size_t next_ = 0;  // of entries_, where all are in memory
  RawFile file_;
  bool has_file_ = false;
  std::vector<Run> runs_;
  std::vector<size_t> heap_;  // of runs, the one with the least string on top
  bool has_given_ = false;    // the string on top was given already
};

}  // namespace cocite::file
