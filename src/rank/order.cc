#include "rank/order.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace cocite::rank {
namespace {

constexpr double kTie = 1e-12;

// The smallest score that ties with this one, the largest of its group.
double least_of_group(double score) {
  return score * (score > 0 ? 1 - kTie : 1 + kTie);
}

// Where the group that begins at `first` ends. REQUIRES: pages by falling score.
size_t group_end(std::span<const uint32_t> pages, std::span<const double> scores, size_t first) {
  const double least = least_of_group(scores[pages[first]]);
  size_t end = first + 1;
  while (end < pages.size() && scores[pages[end]] >= least) ++end;
  return end;
}

void sort_by_score(std::vector<uint32_t>& pages, std::span<const double> scores) {
  std::ranges::sort(pages, [&](uint32_t a, uint32_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
}

// The score of number `top`; with fewer scores, of the last.
double score_at(std::span<const double> scores, uint64_t top) {
  std::priority_queue<double, std::vector<double>, std::greater<>> best;
  for (const double score : scores) {
    if (best.size() < top) {
      best.push(score);
    } else if (score > best.top()) {
      best.pop();
      best.push(score);
    }
  }
  return best.top();
}

}  // namespace

Result<std::vector<PageId>> best_pages(const store::Store& store, std::span<const double> scores,
                                       uint64_t top, Zeros zeros) {
  std::vector<PageId> answer;
  if (top == 0 || scores.empty()) return answer;
  const double largest = *std::ranges::max_element(scores);
  std::vector<uint32_t> pages;
  const double least = top < scores.size() ? least_of_group(score_at(scores, top))
                                           : *std::ranges::min_element(scores);
  for (uint64_t page = 0; page < scores.size(); ++page) {
    const bool is_zero = scores[page] <= 0 || scores[page] < kTie * largest;
    if (scores[page] >= least && (!is_zero || zeros == Zeros::kKeep)) {
      pages.push_back(static_cast<uint32_t>(page));
    }
  }
  sort_by_score(pages, scores);

  std::vector<std::pair<uint32_t, uint32_t>> tied;  // in-degree counted from above, and page
  for (size_t first = 0; first < pages.size() && first < top;) {
    const size_t end = group_end(pages, scores, first);
    if (end - first > 1) {
      tied.clear();
      for (size_t i = first; i < end; ++i) {
        COCITE_TRY(const uint32_t in, store.in().degree(page_id(pages[i])));
        tied.emplace_back(~in, pages[i]);
      }
      std::ranges::sort(tied);
      for (size_t i = first; i < end; ++i) pages[i] = tied[i - first].second;
    }
    first = end;
  }
  pages.resize(std::min<uint64_t>(pages.size(), top));
  answer.reserve(pages.size());
  for (const uint32_t page : pages) answer.push_back(page_id(page));
  return answer;
}

Standing standing_of(std::span<const double> scores) {
  std::vector<uint32_t> pages(scores.size());
  std::iota(pages.begin(), pages.end(), 0U);
  sort_by_score(pages, scores);
  Standing standing;
  standing.group.resize(scores.size());
  for (size_t first = 0; first < pages.size();) {
    const size_t end = group_end(pages, scores, first);
    for (size_t i = first; i < end; ++i) {
      standing.group[pages[i]] = static_cast<uint32_t>(standing.begin.size());
    }
    standing.begin.push_back(static_cast<uint32_t>(first));
    first = end;
  }
  standing.begin.push_back(static_cast<uint32_t>(pages.size()));
  return standing;
}

}  // namespace cocite::rank
