// Ids are types, not integers: a page number cannot be passed where a host number is meant.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace cocite {

// Position of a page in bytewise order of the keys of its store; means nothing outside that store.
// 32 bits in memory (a graph of 4 billion pages does not fit here anyway); files count in 64.
enum class PageId : uint32_t {};
enum class HostId : uint32_t {};

inline constexpr uint64_t kMaxPages = std::numeric_limits<uint32_t>::max();

constexpr uint32_t index(PageId id) {
  return static_cast<uint32_t>(id);
}
constexpr uint32_t index(HostId id) {
  return static_cast<uint32_t>(id);
}
constexpr PageId page_id(uint64_t i) {
  return static_cast<PageId>(i);
}
constexpr HostId host_id(uint64_t i) {
  return static_cast<HostId>(i);
}

}  // namespace cocite
