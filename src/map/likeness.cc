#include "map/likeness.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace cocite::map {
namespace {

constexpr unsigned kPageBits = 16;
constexpr uint64_t kPageMask = (uint64_t{1} << kPageBits) - 1;
// Added to each squared length: as much as a few rare features.
constexpr double kDamping = 8;

double weight(size_t pages, size_t having) {
  return std::log(static_cast<double>(pages + 1) / static_cast<double>(having));
}

}  // namespace

Shared::Shared(std::span<const std::vector<uint64_t>> features) {
  std::vector<uint64_t> all;  // feature and page in one number, which sorts quickly
  for (size_t page = 0; page < features.size(); ++page) {
    sizes_.push_back(features[page].size());
    for (const uint64_t feature : features[page]) all.push_back(feature << kPageBits | page);
  }
  std::ranges::sort(all);
  for (size_t at = 0; at < all.size();) {
    size_t end = at;
    while (end < all.size() && all[end] >> kPageBits == all[at] >> kPageBits) ++end;
    if (end - at > 1) {
      features_.push_back(all[at] >> kPageBits);
      for (; at < end; ++at) members_.push_back(static_cast<uint32_t>(all[at] & kPageMask));
      begins_.push_back(members_.size());
    }
    at = end;
  }
}

Likeness likeness(const Shared& shared) {
  const size_t pages = shared.pages();
  Likeness like(pages);
  std::vector<float> sums(pages * pages);
  std::vector<double> lengths(pages);
  std::vector<size_t> alone(pages);
  for (size_t page = 0; page < pages; ++page) alone[page] = shared.features_of(page);
  for (size_t at = 0; at < shared.groups(); ++at) {
    const auto members = shared.group(at).pages;
    const double one = weight(pages, members.size());
    const auto squared = static_cast<float>(one * one);
    for (size_t i = 0; i < members.size(); ++i) {
      lengths[members[i]] += one * one;
      --alone[members[i]];
      float* const row = sums.data() + members[i] * pages;
      for (size_t k = i + 1; k < members.size(); ++k) row[members[k]] += squared;
    }
  }
  const double rare = weight(pages, 1);
  for (size_t page = 0; page < pages; ++page) {
    // Features that no other page of the map has say little about it here: they count by their root.
    lengths[page] += rare * rare * std::sqrt(static_cast<double>(alone[page])) + kDamping;
  }
  for (size_t i = 0; i < pages; ++i) {
    for (size_t j = i + 1; j < pages; ++j) {
      const float sum = sums[i * pages + j];
      if (sum == 0) continue;
      like.set(i, j, static_cast<float>(sum / std::sqrt(lengths[i] * lengths[j])));
    }
  }
  return like;
}

std::vector<Tie> nearest_pairs(const Likeness& like, size_t most) {
  const size_t pages = like.size();
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  const auto add = [&](size_t i, size_t j) {
    const auto [one, other] = std::minmax(i, j);
    pairs.emplace_back(static_cast<uint32_t>(one), static_cast<uint32_t>(other));
  };
  std::vector<uint32_t> order(pages);
  for (size_t i = 0; i < pages; ++i) {
    std::iota(order.begin(), order.end(), 0U);
    const auto row = like.row(i);
    const size_t taken = std::min(most, pages);
    std::ranges::partial_sort(
        order, order.begin() + static_cast<ptrdiff_t>(taken),
        [&](uint32_t a, uint32_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
    for (size_t k = 0; k < taken && row[order[k]] > 0; ++k) add(i, order[k]);
  }
  // Prim's algorithm; a page that is like none of the tree begins the next one.
  std::vector<float> best(pages, 0);
  std::vector<size_t> from(pages, pages);
  std::vector<bool> is_in(pages);
  for (size_t step = 0; step < pages; ++step) {
    size_t next = pages;
    for (size_t i = 0; i < pages; ++i) {
      if (!is_in[i] && (next == pages || best[i] > best[next])) next = i;
    }
    is_in[next] = true;
    if (from[next] != pages) add(next, from[next]);
    for (size_t i = 0; i < pages; ++i) {
      if (is_in[i] || like.at(next, i) <= best[i]) continue;
      best[i] = like.at(next, i);
      from[i] = next;
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<Tie> ties;
  ties.reserve(pairs.size());
  for (const auto& [one, other] : pairs) ties.push_back({one, other, like.at(one, other)});
  return ties;
}

}  // namespace cocite::map
