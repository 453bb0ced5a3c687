// A value for each of a few pages, or hosts: scores, local numbers, marks.
//
//   PageMap<uint32_t> counts;
//   ++counts[page];
//   for (const PageId page : counts.pages()) use(page, *counts.find(page));
//   counts.clear();                       // costs what was put in, keeps its room
//
// Open addressing with one multiplication; pages come back in the order in which they came in, so
// results do not depend on the table. Kept by a thread and used again and again, it allocates
// nothing once it has grown. One thread.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/ids.h"

namespace cocite::related {

template <class Id, class Value>
class IdMap {
 public:
  IdMap() { resize(kLeastSlots); }

  [[nodiscard]] size_t size() const { return ids_.size(); }
  [[nodiscard]] bool empty() const { return ids_.empty(); }
  [[nodiscard]] std::span<const Id> ids() const { return ids_; }
  [[nodiscard]] std::span<const PageId> pages() const requires std::same_as<Id, PageId> {
    return ids_;
  }

  // Room for this many pages without growing.
  void reserve(size_t count) {
    if (count * 2 > slots_.size()) resize(std::bit_ceil(count * 2));
  }
  // Zero where the page is new.
  Value& operator[](Id page) {
    size_t at = slot_of(page);
    if (slots_[at].page == kEmpty) {
      if ((ids_.size() + 1) * 2 > slots_.size()) {
        resize(slots_.size() * 2);
        at = slot_of(page);
      }
      slots_[at] = {index(page), Value{}};
      ids_.push_back(page);
    }
    return slots_[at].value;
  }
  [[nodiscard]] Value* find(Id page) {
    Slot& slot = slots_[slot_of(page)];
    return slot.page == kEmpty ? nullptr : &slot.value;
  }
  [[nodiscard]] const Value* find(Id page) const {
    const Slot& slot = slots_[slot_of(page)];
    return slot.page == kEmpty ? nullptr : &slot.value;
  }
  // Asks the memory for a page that is looked up or put in soon: a table of many pages is far away.
  void prefetch(Id page) const { __builtin_prefetch(&slots_[home_of(page)]); }
  [[nodiscard]] bool contains(Id page) const { return find(page) != nullptr; }
  // use(page, value) for all, in the order in which they came in.
  template <class Use>
  void for_each(Use&& use) const {
    for (const Id page : ids_) use(page, slots_[slot_of(page)].value);
  }
  void clear() {
    // A table that is mostly empty is emptied page by page, the others at one go.
    if (ids_.size() * 8 < slots_.size()) {
      // The last that came in first: its way to its place crosses only places of earlier ones.
      for (size_t i = ids_.size(); i-- > 0;) slots_[slot_of(ids_[i])].page = kEmpty;
    } else {
      std::ranges::fill(slots_, Slot{});
    }
    ids_.clear();
  }

 private:
  static constexpr uint32_t kEmpty = std::numeric_limits<uint32_t>::max();  // no page: kMaxPages
  static constexpr size_t kLeastSlots = 64;
  struct Slot {
    uint32_t page = kEmpty;
    Value value{};
  };

  [[nodiscard]] size_t home_of(Id page) const {
    return (index(page) * uint64_t{0x9E3779B97F4A7C15}) >> shift_;
  }
  [[nodiscard]] size_t slot_of(Id page) const {
    size_t at = home_of(page);
    while (slots_[at].page != kEmpty && slots_[at].page != index(page)) at = (at + 1) & mask_;
    return at;
  }
  void resize(size_t size) {
    std::vector<Value> values;
    values.reserve(ids_.size());
    for_each([&](Id, const Value& value) { values.push_back(value); });
    slots_.assign(size, Slot{});
    mask_ = size - 1;
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(size));
    // In the order in which they came, which clear() counts on.
    for (size_t i = 0; i < ids_.size(); ++i) {
      slots_[slot_of(ids_[i])] = {index(ids_[i]), values[i]};
    }
  }

  std::vector<Slot> slots_;
  std::vector<Id> ids_;
  size_t mask_ = 0;
  unsigned shift_ = 0;
};

template <class Value>
using PageMap = IdMap<PageId, Value>;
template <class Value>
using HostMap = IdMap<HostId, Value>;

// Only whether a page is there.
struct Nothing {};
using PageSet = PageMap<Nothing>;

}  // namespace cocite::related
