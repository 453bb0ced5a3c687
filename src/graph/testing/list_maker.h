// For tests: link lists of every kind that a graph may have, seeded.
//
//   std::mt19937_64 random(1);
//   PageLists lists = make_lists(ListKind::kTemplates, ListOrder::kPage, random);
//   FlatLists flat(lists);  packer.add(flat.view());
//
// Lists have neither repeats nor the page itself; sorted ones for ListOrder::kSorted.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "graph/list_encoder.h"
#include "graph/lists.h"

namespace cocite::graph::testing {

using PageLists = std::vector<std::vector<PageId>>;

enum class ListKind : uint8_t {
  kNone,       // no page at all
  kEmpty,      // pages, no links
  kOne,        // two pages, one link
  kRandom,     // few links to anywhere
  kFull,       // every page to every other
  kRuns,       // long runs of neighbours
  kRepeated,   // the same list again and again
  kTemplates,  // a site's navigation with changes, and links of the page's own
  kHuge,       // short lists, and a few with most pages
  kHot,        // many links to few pages
};
inline constexpr std::array kListKinds = {
    ListKind::kNone, ListKind::kEmpty,    ListKind::kOne,       ListKind::kRandom, ListKind::kFull,
    ListKind::kRuns, ListKind::kRepeated, ListKind::kTemplates, ListKind::kHuge,   ListKind::kHot};

inline std::string name_of(ListKind kind) {
  constexpr std::array kNames = {"None", "Empty",    "One",       "Random", "Full",
                                 "Runs", "Repeated", "Templates", "Huge",   "Hot"};
  return kNames[static_cast<size_t>(kind)];
}

// What remains of these targets when repeats and the page itself are left out.
inline std::vector<PageId> tidy_list(const std::vector<uint64_t>& targets, uint64_t page,
                                     ListOrder order) {
  std::vector<PageId> list;
  std::set<uint64_t> seen = {page};
  for (const uint64_t target : targets) {
    if (seen.insert(target).second) list.push_back(page_id(target));
  }
  if (order == ListOrder::kSorted) std::ranges::sort(list);
  return list;
}

inline PageLists make_lists(ListKind kind, ListOrder order, std::mt19937_64& random) {
  const auto below = [&](uint64_t bound) { return random() % bound; };
  uint64_t pages = 600;
  if (kind == ListKind::kNone) pages = 0;
  if (kind == ListKind::kOne) pages = 2;
  if (kind == ListKind::kFull) pages = 60;
  if (kind == ListKind::kHuge) pages = 9000;
  PageLists lists(pages);
  std::vector<uint64_t> navigation;
  for (uint64_t page = 0; page < pages; ++page) {
    std::vector<uint64_t> targets;
    const auto add_random = [&](uint64_t count) {
      for (uint64_t i = 0; i < count; ++i) targets.push_back(below(pages));
    };
    switch (kind) {
      case ListKind::kNone:
      case ListKind::kEmpty:
        break;
      case ListKind::kOne:
        if (page == 1) targets.push_back(0);
        break;
      case ListKind::kRandom:
        add_random(below(4) == 0 ? 0 : below(30));
        break;
      case ListKind::kFull:
        for (uint64_t target = 0; target < pages; ++target) targets.push_back(target);
        if (page % 2 == 1) std::ranges::shuffle(targets, random);
        break;
      case ListKind::kRuns:
        for (uint64_t run = below(6); run > 0; --run) {
          const uint64_t first = below(pages);
          for (uint64_t i = first; i < std::min(pages, first + 1 + below(90)); ++i) {
            targets.push_back(i);
          }
          add_random(below(3));
        }
        break;
      case ListKind::kRepeated:
        if (page % 50 == 0) {
          navigation.clear();
          for (uint64_t i = below(200); i > 0; --i) navigation.push_back(below(pages));
        }
        if (below(10) > 0) targets = navigation;
        break;
      case ListKind::kTemplates:
        if (page % 40 == 0) {
          navigation.clear();
          for (uint64_t i = 5 + below(40); i > 0; --i) navigation.push_back(below(pages));
        }
        targets = navigation;
        for (uint64_t i = below(4); i > 0; --i) {
          std::swap(targets[below(targets.size())], targets[below(targets.size())]);
        }
        if (below(3) == 0) std::ranges::reverse(targets);
        for (uint64_t i = below(5); i > 0; --i) {
          targets.erase(targets.begin() + static_cast<ptrdiff_t>(below(targets.size())));
        }
        for (uint64_t i = below(12); i > 0; --i) {
          targets.insert(targets.begin() + static_cast<ptrdiff_t>(below(targets.size() + 1)),
                         (page + below(20)) % pages);
        }
        break;
      case ListKind::kHuge:
        add_random(page % 3000 == 7 ? 2 * pages : below(4));
        break;
      case ListKind::kHot:
        for (uint64_t i = below(20); i > 0; --i) {
          targets.push_back(below(2) == 0 ? below(pages) : below(12) * 49);
        }
        break;
    }
    lists[page] = tidy_list(targets, page, order);
  }
  return lists;
}

// The same one after the other in memory.
class FlatLists {
 public:
  explicit FlatLists(const PageLists& lists, uint64_t first = 0) : first_(first) {
    for (const auto& list : lists) {
      targets_.insert(targets_.end(), list.begin(), list.end());
      offsets_.push_back(targets_.size());
    }
  }
  [[nodiscard]] Lists view() const {
    return {.first = static_cast<uint32_t>(first_), .offsets = offsets_, .targets = targets_};
  }

 private:
  uint64_t first_;
  std::vector<uint64_t> offsets_ = {0};
  std::vector<PageId> targets_;
};

}  // namespace cocite::graph::testing
