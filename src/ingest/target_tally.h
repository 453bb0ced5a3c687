// The targets of a list of links, each once, in the order in which they came, counted.
//
//   TargetTally tally;
//   tally.add_link(target, page);
//   for (const TargetTally::Target& target : tally.targets()) …
//   tally.clear();
//
// Room is kept from one list to the next. One thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "store/link_counts.h"

namespace cocite::ingest {

class TargetTally {
 public:
  struct Target {
    uint32_t target;
    uint32_t last_page;  // that a link came from
    store::LinkCount count;
  };

  // A link of a page. REQUIRES: the links of a page come one after the other.
  void add_link(uint32_t target, uint32_t page) {
    Target& found = find(target);
    found.count.pages += found.count.links == 0 || found.last_page != page ? 1 : 0;
    ++found.count.links;
    found.last_page = page;
  }
  // Links of pages that no other call tells of.
  void add(uint32_t target, store::LinkCount count) {
    Target& found = find(target);
    found.count.links += count.links;
    found.count.pages += count.pages;
  }
  [[nodiscard]] std::span<const Target> targets() const { return targets_; }
  void clear() {
    // A long list would be paid for again and again by short ones if all slots were wiped.
    if (targets_.size() * 8 > slots_.size()) {
      std::ranges::fill(slots_, 0U);
    } else {
      // Backwards: each was put behind those before it, which must be there to find it.
      for (size_t i = targets_.size(); i-- > 0;) slots_[slot_of(targets_[i].target)] = 0;
    }
    targets_.clear();
  }

 private:
  Target& find(uint32_t target) {
    if (!targets_.empty() && targets_.back().target == target) return targets_.back();
    if ((targets_.size() + 1) * 2 > slots_.size()) grow();
    const size_t slot = slot_of(target);
    if (slots_[slot] == 0) {
      targets_.push_back({.target = target, .last_page = 0, .count = {}});
      slots_[slot] = static_cast<uint32_t>(targets_.size());
    }
    return targets_[slots_[slot] - 1];
  }
  // Where the target is, or would be.
  [[nodiscard]] size_t slot_of(uint32_t target) const {
    const size_t mask = slots_.size() - 1;
    size_t slot = mix(target) & mask;
    while (slots_[slot] != 0 && targets_[slots_[slot] - 1].target != target) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow() {
    slots_.assign(std::max<size_t>(64, slots_.size() * 2), 0);
    for (size_t i = 0; i < targets_.size(); ++i) {
      slots_[slot_of(targets_[i].target)] = static_cast<uint32_t>(i + 1);
    }
  }

  std::vector<Target> targets_;
  std::vector<uint32_t> slots_;  // place in targets_, from 1; 0: free
};

}  // namespace cocite::ingest
