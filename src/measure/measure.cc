#include "measure/measure.h"

#include <algorithm>
#include <numeric>

#include "measure/ndcg.h"

namespace cocite::measure {

double ndcg_of_page(const Table& table, const Page& page, std::span<const double> scores) {
  std::vector<size_t> order(page.end - page.begin);
  std::iota(order.begin(), order.end(), page.begin);
  const size_t first = std::min(order.size(), kTop);
  std::ranges::partial_sort(
      order, order.begin() + static_cast<ptrdiff_t>(first),
      [&](size_t a, size_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  std::vector<Rating> ratings;
  for (size_t i = 0; i < first; ++i) {
    ratings.push_back(table.is_good(order[i]) ? Rating::kGood : Rating::kWrong);
  }
  return ndcg_at(ratings, kTop, page.good_pages);
}

std::vector<double> ndcg_of_pages(const Table& table, std::span<const double> scores) {
  std::vector<double> values;
  for (const Page& page : table.pages()) values.push_back(ndcg_of_page(table, page, scores));
  return values;
}

}  // namespace cocite::measure
