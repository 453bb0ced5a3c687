// Sorts anchor texts, which are stored by linking page, by the page that they link
// to.
//
//   AnchorSorter anchors(scratch, memory_bytes);
//   COCITE_CHECK(anchors.add(target, host, "honey bees"));      // any order
//   COCITE_CHECK(anchors.finish());
//   COCITE_TRY(const auto named, anchors.of(page));             // pages rise
//
// Sorted in memory while they fit, else outside (file/string_sorter.h). Of each page, what a host
// says twice in the same letters is given once. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/string_sorter.h"
#include "text/inverter.h"

namespace cocite::words {

class AnchorSorter {
 public:
  // `scratch`: a path for the file, made only if it is needed.
  AnchorSorter(std::string scratch, uint64_t memory_bytes)
      : sorter_(std::move(scratch), memory_bytes) {}

  [[nodiscard]] Result<void> add(PageId target, uint32_t host, std::string_view anchor);
  // Nothing is added afterwards.
  [[nodiscard]] Result<void> finish();
  // Valid until the next call.
  [[nodiscard]] Result<std::span<const text::Anchor>> of(PageId page);

 private:
  // To the next record.
  [[nodiscard]] Result<void> advance();
  void take(uint32_t host, std::string_view letters);

  file::StringSorter sorter_;
  std::string_view record_;  // that was not given yet
  bool has_record_ = false;
  // Of the page that was last requested.
  std::string page_letters_;
  std::vector<std::pair<uint32_t, uint32_t>> page_anchors_;  // host, bytes
  std::vector<text::Anchor> anchors_;
};

}  // namespace cocite::words
