// Completion of addresses and names while a user types.
//
//   COCITE_TRY(CompletionAnswer answer, complete(web, "www.exam", 10));   // hosts
//   COCITE_TRY(CompletionAnswer others, complete(web, "example.com/a", 10));   // pages
//   COCITE_TRY(CompletionAnswer named, complete(web, "honey b", 10));   // .names
//
// Keys are in order, so the pages of a host that begin alike are a range: two searches find it.
// Hosts stand reversed in keys, so those that begin alike are found in an order of their own. Of a
// range, at most kSample pages are looked at; the most linked of these come first, and pages that
// are gone last. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "base/ids.h"
#include "related/web.h"

namespace cocite::answer {

// At 0.2 us a page: 50 us.
inline constexpr uint64_t kSample = 256;

// Hosts in the order of their names as people write them, "www." in front left out.
class HostNames {
 public:
  // Made on first use, four bytes a host; a store with more than kMostHosts has none, because it
  // would take too long.
  static constexpr uint64_t kMostHosts = 4000000;
  [[nodiscard]] static Result<std::shared_ptr<const HostNames>> of(const related::Web& web);

  // Hosts whose names begin so: [first, last) places in the order.
  [[nodiscard]] Result<std::pair<uint64_t, uint64_t>> range(const related::Web& web,
                                                            std::string_view prefix) const;
  [[nodiscard]] HostId at(uint64_t place) const { return hosts_[place]; }

  // For those who find it out beforehand: the order, and the notes of it, which are views of it.
  [[nodiscard]] static bool is_possible(const store::Store& store);
  [[nodiscard]] static Result<std::vector<HostId>> sorted_hosts(const store::Store& store);
  [[nodiscard]] static store::NewNotes notes_of(std::span<const HostId> hosts);
  [[nodiscard]] static bool has_notes(const related::Web& web);

 private:
  [[nodiscard]] static Result<HostNames> make(const related::Web& web);
  // The first place whose name is at least `text`.
  [[nodiscard]] Result<uint64_t> lower_bound(const related::Web& web, std::string_view text) const;

  std::vector<HostId> made_;
  std::shared_ptr<const store::Notes> saved_;
  std::span<const HostId> hosts_;  // of the one or the other
};

[[nodiscard]] Result<CompletionAnswer> complete(const related::Web& web, std::string_view prefix,
                                                uint64_t top);

}  // namespace cocite::answer
