#include "related/order.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "related/page_map.h"

namespace cocite::related {
namespace {

bool scores_more(const Item& a, const Item& b) {
  return a.related_to != b.related_to ? a.related_to > b.related_to : a.score > b.score;
}

}  // namespace

void drop_zeros(const Query& query, std::vector<Item>& items) {
  if (query.pages.size() == 1) {
    std::erase_if(items, [&](const Item& item) {
      return item.page == query.pages[0] || query.is_stopped(item.page);
    });
  } else {
    PageSet asked;
    for (const PageId page : query.pages) asked[page];
    std::erase_if(items, [&](const Item& item) {
      return asked.contains(item.page) || query.is_stopped(item.page);
    });
  }
  double most = 0;
  for (const Item& item : items) most = std::max(most, item.score);
  std::erase_if(items,
                [&](const Item& item) { return !(item.score > 0) || item.score < kZero * most; });
}

Result<std::vector<Item>> best(const Web& web, std::vector<Item> items, size_t top) {
  if (top == 0 || items.empty()) return std::vector<Item>();
  if (top < items.size()) {
    // Items that tie with the last one that is taken are as large or nearly so.
    const auto last = items.begin() + static_cast<ptrdiff_t>(top - 1);
    std::nth_element(items.begin(), last, items.end(), scores_more);
    Item least = *last;
    least.score -= 2 * kZero * std::abs(least.score);
    std::erase_if(items, [&](const Item& item) { return scores_more(least, item); });
  }
  // Where scores are counts, ties are large, and only their first few pages are wanted.
  std::ranges::sort(items, scores_more);
  std::vector<PageId> pages;
  std::vector<uint32_t> degrees;
  std::vector<std::pair<Item, uint32_t>> group;
  std::vector<Item> result;
  result.reserve(std::min(top, items.size()));
  for (size_t begin = 0; begin < items.size() && result.size() < top;) {
    size_t end = begin + 1;
    const double least = items[begin].score - kZero * std::abs(items[begin].score);
    while (end < items.size() && items[end].related_to == items[begin].related_to &&
           items[end].score >= least) {
      ++end;
    }
    if (end == begin + 1) {
      result.push_back(items[begin]);
    } else {
      pages.clear();
      group.clear();
      for (size_t i = begin; i < end; ++i) pages.push_back(items[i].page);
      COCITE_CHECK(web.in_degrees(pages, degrees));
      for (size_t i = begin; i < end; ++i) group.emplace_back(items[i], degrees[i - begin]);
      const auto comes_first = [](const auto& a, const auto& b) {
        if (a.first.tie != b.first.tie) return a.first.tie > b.first.tie;
        return a.second != b.second ? a.second > b.second : a.first.page < b.first.page;
      };
      const size_t wanted = std::min(group.size(), top - result.size());
      std::partial_sort(group.begin(), group.begin() + static_cast<ptrdiff_t>(wanted), group.end(),
                        comes_first);
      for (size_t i = 0; i < wanted; ++i) result.push_back(group[i].first);
    }
    begin = end;
  }
  return result;
}

Result<Answer> sum_over_pages(const Query& query, const FindOne& find) {
  if (query.pages.size() == 1) return find(query, query.pages[0]);
  Answer answer;
  PageMap<uint32_t> places;
  for (const PageId page : query.pages) {
    COCITE_TRY(const Answer one, find(query, page));
    answer.is_sufficient = answer.is_sufficient || one.is_sufficient;
    for (const Item& item : one.items) {
      uint32_t& place = places[item.page];
      if (place == 0) {
        answer.items.push_back({.page = item.page, .related_to = 0});
        place = static_cast<uint32_t>(answer.items.size());
      }
      Item& sum = answer.items[place - 1];
      sum.score += item.score;
      sum.related_to += item.related_to;
      sum.tie += item.tie;
      sum.is_flagged = sum.is_flagged || item.is_flagged;
    }
    if (query.is_spent()) break;
  }
  return answer;
}

}  // namespace cocite::related
