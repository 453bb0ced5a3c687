#include "related/order.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "related/page_map.h"

namespace cocite::related {
namespace {

bool scores_more(const Item& a, const Item& b) {
  return a.tier != b.tier ? a.tier > b.tier : a.score > b.score;
}

struct Tied {
  Item item;
  uint64_t hosts = 0;  // in-degree in hosts; 0 if hosts are off
  uint32_t links = 0;  // in-degree

  [[nodiscard]] bool comes_before(const Tied& other) const {
    if (item.tie != other.item.tie) return item.tie > other.item.tie;
    if (hosts != other.hosts) return hosts > other.hosts;
    return links != other.links ? links > other.links : item.page < other.item.page;
  }
};

// Appends the first `wanted` of a group whose scores are equal.
Result<void> break_ties(const Web& web, bool hosts_on, std::span<const Item> items, size_t wanted,
                        std::vector<Item>& result) {
  std::vector<PageId> pages;
  std::vector<uint32_t> degrees;
  for (const Item& item : items) pages.push_back(item.page);
  COCITE_CHECK(web.in_degrees(pages, degrees));
  std::vector<Tied> group;
  for (size_t i = 0; i < items.size(); ++i)
    group.push_back({.item = items[i], .links = degrees[i]});
  wanted = std::min(wanted, group.size());
  const auto first = group.begin() + static_cast<ptrdiff_t>(wanted);
  if (!hosts_on) {
    std::partial_sort(group.begin(), first, group.end(), std::mem_fn(&Tied::comes_before));
    for (size_t i = 0; i < wanted; ++i) result.push_back(group[i].item);
    return {};
  }
  // A page has at most as many linking hosts as links: pages are looked at by falling in-degree, until
  // the next cannot be among the first.
  std::ranges::sort(group, std::mem_fn(&Tied::comes_before));
  std::vector<Tied> heap;  // the first so far, the last of them on top
  for (Tied& tied : group) {
    if (heap.size() == wanted && heap.front().item.tie == tied.item.tie &&
        heap.front().hosts > tied.links) {
      continue;
    }
    if (heap.size() == wanted && heap.front().item.tie > tied.item.tie) break;
    COCITE_TRY(tied.hosts, web.in_degree_in_hosts(tied.item.page, tied.links));
    heap.push_back(tied);
    std::ranges::push_heap(heap, std::mem_fn(&Tied::comes_before));
    if (heap.size() > wanted) {
      std::ranges::pop_heap(heap, std::mem_fn(&Tied::comes_before));
      heap.pop_back();
    }
  }
  std::ranges::sort_heap(heap, std::mem_fn(&Tied::comes_before));
  for (const Tied& tied : heap) result.push_back(tied.item);
  return {};
}

}  // namespace

void drop_zeros(const Query& query, std::vector<Item>& items) {
  if (query.pages.size() == 1 && query.asked.empty()) {
    std::erase_if(items, [&](const Item& item) {
      return item.page == query.pages[0] || query.is_stopped(item.page);
    });
  } else {
    PageSet asked;
    for (const PageId page : query.pages) asked[page];
    for (const PageId page : query.asked) asked[page];
    std::erase_if(items, [&](const Item& item) {
      return asked.contains(item.page) || query.is_stopped(item.page);
    });
  }
  double most = 0;
  for (const Item& item : items) most = std::max(most, item.score);
  std::erase_if(items,
                [&](const Item& item) { return !(item.score > 0) || item.score < kZero * most; });
}

Result<std::vector<Item>> best(const Web& web, bool hosts_on, std::vector<Item> items, size_t top,
                               double tie) {
  if (top == 0 || items.empty()) return std::vector<Item>();
  if (top < items.size()) {
    // Items that tie with the last one that is taken are as large or nearly so.
    const auto last = items.begin() + static_cast<ptrdiff_t>(top - 1);
    std::nth_element(items.begin(), last, items.end(), scores_more);
    Item least = *last;
    least.score -= 2 * tie * std::abs(least.score);
    std::erase_if(items, [&](const Item& item) { return scores_more(least, item); });
  }
  // Where scores are counts, ties are large, and only their first few pages are wanted.
  std::ranges::sort(items, scores_more);
  std::vector<Item> result;
  result.reserve(std::min(top, items.size()));
  for (size_t begin = 0; begin < items.size() && result.size() < top;) {
    size_t end = begin + 1;
    const double least = items[begin].score - tie * std::abs(items[begin].score);
    while (end < items.size() && items[end].tier == items[begin].tier &&
           items[end].score >= least) {
      ++end;
    }
    const auto group = std::span(items).subspan(begin, end - begin);
    if (group.size() == 1) {
      result.push_back(group[0]);
    } else {
      COCITE_CHECK(break_ties(web, hosts_on, group, top - result.size(), result));
    }
    begin = end;
  }
  return result;
}

}  // namespace cocite::related
