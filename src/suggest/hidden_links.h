// Links that are treated as if they were not there, to see whether they are suggested.
//
//   HiddenLinks hidden;
//   hidden.add(from, to);
//   hidden.has(from, to)
//
// Any thread may read once it is filled.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "base/ids.h"

namespace cocite::suggest {

class HiddenLinks {
 public:
  void add(PageId from, PageId to) { links_.insert(pair(from, to)); }
  [[nodiscard]] bool has(PageId from, PageId to) const { return links_.contains(pair(from, to)); }
  [[nodiscard]] uint64_t size() const { return links_.size(); }

 private:
  static uint64_t pair(PageId from, PageId to) { return uint64_t{index(from)} << 32U | index(to); }

  std::unordered_set<uint64_t> links_;
};

// Whether a link counts; nothing is hidden where there is no list.
[[nodiscard]] inline bool is_hidden(const HiddenLinks* hidden, PageId from, PageId to) {
  return hidden != nullptr && hidden->has(from, to);
}

}  // namespace cocite::suggest
