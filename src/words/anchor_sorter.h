// What stands in links, which pages have in the order of who links, in the order of what is linked
// to.
//
//   AnchorSorter anchors(scratch, memory_bytes);
//   COCITE_CHECK(anchors.add(target, host, "honey bees"));      // any order
//   COCITE_CHECK(anchors.finish());
//   COCITE_TRY(const auto named, anchors.of(page));             // pages rise
//
// Sorted in memory while they fit, else in runs in a scratch file that are merged as they are read.
// Of each page, what a host says twice in the same letters is given once. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/raw_file.h"
#include "text/inverter.h"

namespace cocite::words {

class AnchorSorter {
 public:
  // `scratch`: a path for the file, made only if it is needed.
  AnchorSorter(std::string scratch, uint64_t memory_bytes);
  ~AnchorSorter();
  AnchorSorter(const AnchorSorter&) = delete;
  AnchorSorter& operator=(const AnchorSorter&) = delete;

  [[nodiscard]] Result<void> add(PageId target, uint32_t host, std::string_view anchor);
  // Nothing is added afterwards.
  [[nodiscard]] Result<void> finish();
  // Valid until the next call.
  [[nodiscard]] Result<std::span<const text::Anchor>> of(PageId page);

 private:
  struct Entry {
    uint32_t target = 0;
    uint32_t host = 0;
    uint32_t bytes = 0;
    uint32_t begin = 0;  // in letters_
  };
  // Where reading of a run is; its next entry.
  struct Run {
    uint64_t begin = 0;  // of what was not read into `room` yet
    uint64_t end = 0;
    std::string room;
    size_t at = 0;
    Entry entry;
    std::string_view letters;
  };

  [[nodiscard]] std::string_view letters_of(const Entry& entry) const {
    return std::string_view(letters_).substr(entry.begin, entry.bytes);
  }
  void sort();
  [[nodiscard]] Result<void> write_run();
  // To the next entry of a run; false at its end.
  [[nodiscard]] Result<bool> advance(Run& run);
  [[nodiscard]] bool is_after(const Run& a, const Run& b) const;
  void take(uint32_t host, std::string_view letters);

  std::string scratch_;
  uint64_t memory_bytes_;
  std::string letters_;
  std::vector<Entry> entries_;
  size_t next_ = 0;  // of entries_, where all are in memory
  file::RawFile file_;
  bool has_file_ = false;
  std::vector<Run> runs_;
  std::vector<size_t> heap_;  // of runs, the one with the least entry on top
  // Of the page that was asked for last.
  std::string page_letters_;
  std::vector<std::pair<uint32_t, uint32_t>> page_anchors_;  // host, bytes
  std::vector<text::Anchor> anchors_;
};

}  // namespace cocite::words
