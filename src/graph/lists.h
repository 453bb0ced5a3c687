// Link lists of consecutive pages in memory, one after the other: what encoders read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "base/budget.h"
#include "base/ids.h"

namespace cocite::graph {

// Page `first + i` has the targets [offsets[i], offsets[i + 1]).
struct Lists {
  uint32_t first = 0;
  std::span<const uint64_t> offsets;  // one more than pages; offsets[0] need not be 0
  std::span<const PageId> targets;

  [[nodiscard]] size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] uint64_t links() const {
    return offsets.empty() ? 0 : offsets.back() - offsets.front();
  }
  [[nodiscard]] std::span<const PageId> operator[](size_t i) const {
    return targets.subspan(offsets[i] - offsets[0], offsets[i + 1] - offsets[i]);
  }
  // The lists of pages [begin, end) of these.
  [[nodiscard]] Lists part(size_t begin, size_t end) const {
    return {.first = first + static_cast<uint32_t>(begin),
            .offsets = offsets.subspan(begin, end - begin + 1),
            .targets = targets.subspan(offsets[begin] - offsets[0], offsets[end] - offsets[begin])};
  }
};

// Both ends of a copy have room for this many pages more than are copied.
inline constexpr size_t kCopySlack = 8;

// Room that grows and is never filled with zeros.
class PageRoom {
 public:
  PageId* at_least(size_t size) {
    if (size + kCopySlack > capacity_) {
      capacity_ = size + size / 2 + 64;
      pages_ = std::make_unique_for_overwrite<PageId[]>(capacity_);
    }
    return pages_.get();
  }

 private:
  std::unique_ptr<PageId[]> pages_;
  size_t capacity_ = 0;
};

// Copies run after run of eight: most copies are short, and a call costs more than they do.
// REQUIRES: kCopySlack pages behind both can be read or overwritten.
inline void copy_pages(const PageId* from, size_t count, PageId* to) {
  size_t done = 0;
  do {
    std::memcpy(to + done, from + done, kCopySlack * sizeof(PageId));
    done += kCopySlack;
  } while (done < count);
}

// Calls use(begin, end) for pieces of [from, count) until it is false, and looks at the budget
// between pieces, each of less than a millisecond. False: use() was, or the budget is spent.
template <class Use>
[[nodiscard]] bool in_pieces(uint64_t from, uint64_t count, Budget* budget, Use&& use) {
  constexpr uint64_t kPiece = 1U << 16;
  while (count - from > kPiece) {
    if (!use(from, from + kPiece) || is_spent_after(budget, kPiece)) return false;
    from += kPiece;
  }
  return use(from, count);
}

}  // namespace cocite::graph
