#include "rank/agreement.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace cocite::rank {
namespace {

uint64_t pairs(uint64_t count) {
  return count * (count - (count > 0 ? 1 : 0)) / 2;
}

uint64_t tied_pairs(const Standing& standing) {
  uint64_t tied = 0;
  for (size_t group = 0; group + 1 < standing.begin.size(); ++group) {
    tied += pairs(standing.begin[group + 1] - standing.begin[group]);
  }
  return tied;
}

// How many pairs stand in falling order; `values` is sorted afterwards, by merging.
uint64_t inversions(std::vector<uint32_t>& values) {
  uint64_t count = 0;
  std::vector<uint32_t> merged(values.size());
  for (size_t width = 1; width < values.size(); width *= 2) {
    for (size_t begin = 0; begin < values.size(); begin += 2 * width) {
      const size_t middle = std::min(values.size(), begin + width);
      const size_t end = std::min(values.size(), begin + 2 * width);
      size_t left = begin;
      size_t right = middle;
      for (size_t to = begin; to < end; ++to) {
        if (right == end || (left < middle && values[left] <= values[right])) {
          merged[to] = values[left++];
        } else {
          count += middle - left;
          merged[to] = values[right++];
        }
      }
    }
    values.swap(merged);
  }
  return count;
}

}  // namespace

double kendall(const Standing& a, const Standing& b) {
  std::vector<uint64_t> both(a.group.size());
  for (size_t i = 0; i < both.size(); ++i) both[i] = uint64_t{a.group[i]} << 32U | b.group[i];
  std::ranges::sort(both);
  uint64_t tied_in_both = 0;
  for (size_t first = 0; first < both.size();) {
    size_t end = first + 1;
    while (end < both.size() && both[end] == both[first]) ++end;
    tied_in_both += pairs(end - first);
    first = end;
  }
  std::vector<uint32_t> seconds(both.size());
  for (size_t i = 0; i < both.size(); ++i) seconds[i] = static_cast<uint32_t>(both[i]);
  const auto opposite = static_cast<double>(inversions(seconds));
  const auto all = static_cast<double>(pairs(both.size()));
  const auto tied_a = static_cast<double>(tied_pairs(a));
  const auto tied_b = static_cast<double>(tied_pairs(b));
  const double untied = std::sqrt((all - tied_a) * (all - tied_b));
  if (untied <= 0) return std::numeric_limits<double>::quiet_NaN();
  return (all - tied_a - tied_b + static_cast<double>(tied_in_both) - 2 * opposite) / untied;
}

double kendall(std::span<const std::string> a, std::span<const std::string> b) {
  // Places from behind, so that 0 is left for pages that are missing.
  std::map<std::string_view, std::pair<double, double>> places;
  for (size_t i = 0; i < a.size(); ++i) places[a[i]].first = static_cast<double>(a.size() - i);
  for (size_t i = 0; i < b.size(); ++i) places[b[i]].second = static_cast<double>(b.size() - i);
  std::vector<double> in_a;
  std::vector<double> in_b;
  for (const auto& [page, both] : places) {
    in_a.push_back(both.first);
    in_b.push_back(both.second);
  }
  return kendall(standing_of(in_a), standing_of(in_b));
}

double spearman(const Standing& a, const Standing& b) {
  const auto pages = static_cast<double>(a.group.size());
  const double mean = (pages + 1) / 2;
  double together = 0;
  double a_square = 0;
  double b_square = 0;
  for (size_t page = 0; page < a.group.size(); ++page) {
    const double from_a = a.middle(page) - mean;
    const double from_b = b.middle(page) - mean;
    together += from_a * from_b;
    a_square += from_a * from_a;
    b_square += from_b * from_b;
  }
  if (a_square <= 0 || b_square <= 0) return std::numeric_limits<double>::quiet_NaN();
  return together / std::sqrt(a_square * b_square);
}

}  // namespace cocite::rank
