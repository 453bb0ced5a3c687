#include "related/menus.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/packed_links.h"

namespace cocite::related {
namespace {

// How often a page stands in a sorted list.
ptrdiff_t times(const std::vector<PageId>& sorted, PageId page) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), page);
  return last - first;
}

constexpr uint64_t kSample = 48;   // pages with links that are read
constexpr uint64_t kLooks = 200;   // pages that are looked at to find them
constexpr uint64_t kFewPages = 5;  // with fewer, a menu cannot be recognised
constexpr size_t kInserted = 8;    // links between two of a run, at most
constexpr uint32_t kRepeated = 3;  // pages that have them there, at least

using Lists = std::vector<std::vector<PageId>>;

// Those of a host's pages that have links, or of a sample of them.
Result<Lists> lists_of(const store::Store& store, HostId host) {
  Lists lists;
  COCITE_TRY(const auto range, store.pages_of(host));
  const uint64_t first = index(range.first);
  const uint64_t pages = range.second - first;
  if (pages < kFewPages) return lists;
  const uint64_t looks = std::min(pages, kLooks);
  graph::ListBuffer buffer;
  for (uint64_t i = 0; i < looks && lists.size() < kSample; ++i) {
    COCITE_TRY(const auto list, store.children(page_id(first + i * pages / looks), buffer));
    if (!list.empty()) lists.emplace_back(list.begin(), list.end());
  }
  return lists;
}

// Those that come more than `least` times, rising.
template <class Value>
std::vector<Value> more_than(size_t least, std::vector<Value> values) {
  std::ranges::sort(values);
  size_t kept = 0;
  for (size_t begin = 0; begin < values.size();) {
    size_t end = begin + 1;
    while (end < values.size() && values[end] == values[begin]) ++end;
    if (end - begin > least) values[kept++] = values[begin];
    begin = end;
  }
  values.resize(kept);
  return values;
}

// Targets that are no part of `menu` but stand between two links of it that are neighbours on most
// pages, rising.
std::vector<PageId> inserted_into(const std::vector<PageId>& menu, const Lists& lists) {
  using Pair = std::pair<PageId, PageId>;
  const auto is_menu = [&](PageId page) { return std::ranges::binary_search(menu, page); };
  std::vector<Pair> pairs;
  for (const std::vector<PageId>& list : lists) {
    for (size_t i = 1; i < list.size(); ++i) {
      if (is_menu(list[i - 1]) && is_menu(list[i])) pairs.emplace_back(list[i - 1], list[i]);
    }
  }
  const std::vector<Pair> neighbours = more_than(lists.size() / 2, std::move(pairs));
  if (neighbours.empty()) return {};
  std::vector<PageId> inside;
  std::vector<PageId> others;
  for (const std::vector<PageId>& list : lists) {
    size_t last = list.size();  // the place of the last link of the menu
    for (size_t i = 0; i < list.size(); ++i) {
      if (!is_menu(list[i])) {
        others.push_back(list[i]);
        continue;
      }
      if (last < i && i - last - 1 <= kInserted &&
          std::ranges::binary_search(neighbours, Pair(list[last], list[i]))) {
        inside.insert(inside.end(), list.begin() + static_cast<ptrdiff_t>(last) + 1,
                      list.begin() + static_cast<ptrdiff_t>(i));
      }
      last = i;
    }
  }
  std::ranges::sort(inside);
  std::ranges::sort(others);
  const std::vector<PageId> repeated = more_than(kRepeated - 1, inside);
  std::vector<PageId> result;
  for (const PageId page : repeated) {
    if (2 * times(inside, page) > times(others, page)) {
      result.push_back(page);
    }
  }
  return result;
}

}  // namespace

Result<std::vector<PageId>> menu_of(const store::Store& store, HostId host) {
  COCITE_TRY(const Lists lists, lists_of(store, host));
  if (lists.size() < kFewPages) return std::vector<PageId>{};
  std::vector<PageId> targets;
  for (const std::vector<PageId>& list : lists) {
    targets.insert(targets.end(), list.begin(), list.end());
  }
  std::vector<PageId> menu = more_than(lists.size() / 2, std::move(targets));
  if (!store.has_link_order() || menu.size() < 2) return menu;
  const std::vector<PageId> inserted = inserted_into(menu, lists);
  menu.insert(menu.end(), inserted.begin(), inserted.end());
  std::ranges::sort(menu);
  return menu;
}

Result<Menus> Menus::find(const store::Store& store,
                          const std::function<bool(uint64_t done, uint64_t total)>& goes_on) {
  std::vector<Link> links;
  if (store.names() != store::Names::kUrl) return Menus(std::move(links));
  constexpr uint64_t kBetween = 4096;
  for (uint64_t host = 0; host < store.hosts(); ++host) {
    if (goes_on && host % kBetween == 0 && !goes_on(host, store.hosts())) {
      return fail(ErrorCode::kCancelled, "stopped");
    }
    COCITE_TRY(const std::vector<PageId> menu, menu_of(store, static_cast<HostId>(host)));
    for (const PageId target : menu) links.push_back({static_cast<uint32_t>(host), index(target)});
  }
  return Menus(std::move(links));
}

std::shared_ptr<const Menus> Menus::saved(const store::Store& store) {
  Result<std::optional<store::Notes>> found = store.notes(kNotes);
  if (!found || !*found || (*found)->about() != kAbout) return nullptr;
  auto notes = std::make_shared<const store::Notes>(std::move(**found));
  const auto links = notes->part<Link>("links");
  // Damaged ones are like none.
  if (!links || !std::ranges::is_sorted(*links)) return nullptr;
  return std::make_shared<const Menus>(*links, std::move(notes));
}

bool Menus::has(HostId host, PageId target) const {
  return std::ranges::binary_search(links_, Link{index(host), index(target)});
}

}  // namespace cocite::related
