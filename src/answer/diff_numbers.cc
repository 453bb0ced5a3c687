#include "answer/diff_numbers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace cocite::answer {
namespace {

constexpr double kPart = 0.2;  // of a community's pages: fewer are no part of it

bool has_column(const store::Store& store, const std::string& name) {
  const std::vector<std::string> columns = store.column_names();
  return std::ranges::find(columns, name) != columns.end();
}

Result<double> score_of(const store::Store& store, const store::NumberColumn* column, PageId page) {
  if (column != nullptr) return column->values()[index(page)];
  COCITE_TRY(const uint32_t degree, store.in().degree(page));
  return static_cast<double>(degree);
}

// From 1; pages with the same score have the same place.
std::vector<uint32_t> places_of(const std::vector<double>& scores) {
  std::vector<uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return scores[a] > scores[b]; });
  std::vector<uint32_t> places(scores.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    const bool is_tie = i > 0 && scores[order[i]] == scores[order[i - 1]];
    places[order[i]] = is_tie ? places[order[i - 1]] : i + 1;
  }
  return places;
}

uint64_t community_of(const store::NumberColumn& column, PageId page) {
  const double value = column.values()[index(page)];
  return std::isfinite(value) && value >= 1 && value < 0x1p53 ? static_cast<uint64_t>(value) : 0;
}

using Overlaps =
    std::map<uint64_t, std::map<uint64_t, uint64_t>>;  // pages of a community in others

void add_regrouped(const Overlaps& overlaps, const std::string& what,
                   std::vector<DiffAnswer::Regrouped>& all) {
  for (const auto& [community, others] : overlaps) {
    uint64_t size = 0;
    for (const auto& [other, pages] : others) size += pages;
    std::vector<std::pair<uint64_t, uint64_t>> parts;  // pages, community
    for (const auto& [other, pages] : others) {
      if (other != 0 && static_cast<double>(pages) >= kPart * static_cast<double>(size)) {
        parts.emplace_back(pages, other);
      }
    }
    if (parts.size() < 2) continue;
    std::ranges::stable_sort(parts, std::greater<>(), &std::pair<uint64_t, uint64_t>::first);
    DiffAnswer::Regrouped one{.what = what, .community = community};
    for (const auto& [pages, other] : parts) {
      one.parts.push_back(other);
      one.pages.push_back(pages);
    }
    all.push_back(std::move(one));
  }
}

}  // namespace

Result<void> compare_ranks(const store::Store& old_store, const store::Store& new_store,
                           const std::vector<uint32_t>& in_new, const DiffRequest& request,
                           DiffAnswer& answer) {
  if (request.moved == 0) return {};
  const std::string name = "pagerank";
  const bool has_rank = has_column(old_store, name) && has_column(new_store, name);
  answer.ranked_by = has_rank ? name : "indegree";
  std::optional<store::NumberColumn> old_column;
  std::optional<store::NumberColumn> new_column;
  if (has_rank) {
    COCITE_TRY(old_column, old_store.column(name));
    COCITE_TRY(new_column, new_store.column(name));
  }
  std::vector<uint32_t> pages;  // of the old store, in both
  std::vector<double> old_scores;
  std::vector<double> new_scores;
  for (uint32_t page = 0; page < in_new.size(); ++page) {
    if (in_new[page] == kNotThere) continue;
    pages.push_back(page);
    COCITE_TRY(const double before,
               score_of(old_store, old_column ? &*old_column : nullptr, page_id(page)));
    COCITE_TRY(const double after,
               score_of(new_store, new_column ? &*new_column : nullptr, page_id(in_new[page])));
    old_scores.push_back(before);
    new_scores.push_back(after);
  }
  const std::vector<uint32_t> old_places = places_of(old_scores);
  const std::vector<uint32_t> new_places = places_of(new_scores);
  const auto ratio = [&](uint32_t i) {
    const auto [first, last] = std::minmax(old_places[i], new_places[i]);
    return static_cast<double>(last) / static_cast<double>(first);
  };
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < pages.size(); ++i) {
    if (old_places[i] != new_places[i]) order.push_back(i);
  }
  const size_t shown = std::min<size_t>(order.size(), request.moved);
  // The farthest first: from place 3 to 300 is farther than from 5,000 to 6,000. Then the best page first.
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(shown), order.end(),
                    [&](uint32_t a, uint32_t b) {
                      if (ratio(a) != ratio(b)) return ratio(a) > ratio(b);
                      const uint32_t a_best = std::min(old_places[a], new_places[a]);
                      const uint32_t b_best = std::min(old_places[b], new_places[b]);
                      return a_best != b_best ? a_best < b_best : a < b;
                    });
  for (size_t i = 0; i < shown; ++i) {
    DiffAnswer::Moved moved{.old_place = old_places[order[i]],
                            .new_place = new_places[order[i]],
                            .old_score = old_scores[order[i]],
                            .new_score = new_scores[order[i]]};
    COCITE_TRY(moved.key, old_store.key(page_id(pages[order[i]])));
    answer.ranks.push_back(std::move(moved));
  }
  return {};
}

Result<void> compare_communities(const store::Store& old_store, const store::Store& new_store,
                                 const std::vector<uint32_t>& in_new, DiffAnswer& answer) {
  const std::string name = "community";
  if (!has_column(old_store, name) || !has_column(new_store, name)) {
    answer.notes.emplace_back(
        "communities were not compared: that needs some saved in both stores");
    return {};
  }
  COCITE_TRY(const store::NumberColumn old_column, old_store.column(name));
  COCITE_TRY(const store::NumberColumn new_column, new_store.column(name));
  Overlaps of_old;
  Overlaps of_new;
  for (uint32_t page = 0; page < in_new.size(); ++page) {
    if (in_new[page] == kNotThere) continue;
    const uint64_t before = community_of(old_column, page_id(page));
    const uint64_t after = community_of(new_column, page_id(in_new[page]));
    if (before != 0) ++of_old[before][after];
    if (after != 0) ++of_new[after][before];
  }
  add_regrouped(of_old, "split", answer.communities);
  add_regrouped(of_new, "merged", answer.communities);
  return {};
}

}  // namespace cocite::answer
