// All lists of one direction of the graph in memory, as they are read: 4 bytes a link, 8 a page.
//
//   COCITE_TRY(const PackedLinks links, packed.unpacked());   // the same lists; nothing is decoded
//
// For queries about every page of a graph that fits in memory: otherwise a list is decoded again for
// each of its neighbours. Never changes; any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"

namespace cocite::graph {

class PlainLists {
 public:
  void reserve(uint64_t pages, uint64_t links) {
    begins_.reserve(pages + 1);
    targets_.reserve(links);
  }
  // The list of the next page.
  void add(std::span<const PageId> list) {
    targets_.insert(targets_.end(), list.begin(), list.end());
    begins_.push_back(targets_.size());
  }

  [[nodiscard]] std::span<const PageId> list(PageId page) const {
    const uint64_t begin = begins_[index(page)];
    return {targets_.data() + begin, begins_[uint64_t{index(page)} + 1] - begin};
  }
  [[nodiscard]] uint32_t degree(PageId page) const {
    return static_cast<uint32_t>(begins_[uint64_t{index(page)} + 1] - begins_[index(page)]);
  }
  void prefetch_begin(PageId page) const { __builtin_prefetch(&begins_[index(page)]); }
  void prefetch_list(PageId page) const {
    __builtin_prefetch(targets_.data() + begins_[index(page)]);
  }

 private:
  std::vector<uint64_t> begins_ = {0};
  std::vector<PageId> targets_;
};

}  // namespace cocite::graph
