#include "related/shared_neighbours.h"

#include <algorithm>

#include "graph/lists.h"
#include "related/hits.h"
#include "related/order.h"
#include "related/room.h"
#include "related/window.h"

namespace cocite::related {
namespace {

// The neighbours of `page` on this side that are not stopped, into `found`.
Result<void> neighbours(const Query& query, PageId page, Side side, std::vector<PageId>& found) {
  Room& room = Room::here();
  const auto& links = side == Side::kParents ? query.web->in() : query.web->out();
  COCITE_TRY(const std::span<const PageId> list, links.list(page, room.buffer));
  found.clear();
  for (const PageId neighbour : list) {
    if (!query.is_stopped(neighbour)) found.push_back(neighbour);
  }
  return {};
}

const graph::PackedLinks& back(const Query& query, Side side) {
  return side == Side::kParents ? query.web->out() : query.web->in();
}

// Parents of each item that are not stopped.
Result<void> count_parents(const Query& query, std::span<const Item> items,
                           std::vector<uint32_t>& counts) {
  std::vector<PageId> pages;
  pages.reserve(items.size());
  for (const Item& item : items) pages.push_back(item.page);
  COCITE_CHECK(query.web->in_degrees(pages, counts));
  if (query.stoplist == nullptr) return {};
  PageMap<uint32_t> stopped_parents;
  auto batch = query.web->out().batch(query.stoplist->pages());
  while (batch.next()) {
    for (const PageId child : batch.list()) ++stopped_parents[child];
  }
  COCITE_CHECK(batch.status());
  for (size_t i = 0; i < pages.size(); ++i) {
    if (const uint32_t* stopped = stopped_parents.find(pages[i])) counts[i] -= *stopped;
  }
  return {};
}

}  // namespace

Result<Answer> find_shared(const Query& query, PageId page, const Measure& measure) {
  Room& room = Room::here();
  COCITE_CHECK(neighbours(query, page, measure.side, room.pages));
  room.sums.clear();
  auto batch = back(query, measure.side).batch(room.pages, query.budget);
  bool is_spent = false;
  while (!is_spent && batch.next()) {
    const auto list = batch.list();
    const double weight = measure.weight == nullptr ? 1 : measure.weight(list.size());
    // A child that all pages link to has millions of parents.
    is_spent = !graph::in_pieces(0, list.size(), query.budget, [&](uint64_t from, uint64_t to) {
      for (const PageId other : list.subspan(from, to - from)) room.sums[other] += weight;
      return true;
    });
    is_spent = is_spent || query.is_spent_after(1);
  }
  COCITE_CHECK(batch.status());
  Answer answer;
  answer.items.reserve(room.sums.size());
  room.sums.for_each(
      [&](PageId other, double sum) { answer.items.push_back({.page = other, .score = sum}); });
  drop_zeros(query, answer.items);
  if (measure.score != nullptr) {
    COCITE_CHECK(count_parents(query, answer.items, room.degrees));
    for (size_t i = 0; i < answer.items.size(); ++i) {
      Item& item = answer.items[i];
      item.score =
          measure.score({.sum = item.score, .own = room.pages.size(), .other = room.degrees[i]});
    }
    drop_zeros(query, answer.items);
  }
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

Result<Explanation> explain_shared(const Query& query, PageId answer, const Measure& measure) {
  Explanation explanation;
  std::vector<PageId> found;
  COCITE_CHECK(neighbours(query, query.pages[0], measure.side, found));
  auto batch = back(query, measure.side).batch(found, query.budget);
  double sum = 0;
  while (batch.next()) {
    const auto list = batch.list();
    if (query.is_spent_after(list.size() + 1)) break;
    if (place_of(list, answer) == list.size()) continue;
    const double weight = measure.weight == nullptr ? 1 : measure.weight(list.size());
    sum += weight;
    explanation.reasons.push_back(
        {batch.page(), weight, measure.side == Side::kParents ? "parent" : "child"});
  }
  COCITE_CHECK(batch.status());
  explanation.score = sum;
  if (measure.score != nullptr && sum > 0) {
    const Item item{.page = answer};
    std::vector<uint32_t> counts;
    COCITE_CHECK(count_parents(query, {&item, 1}, counts));
    explanation.score = measure.score({.sum = sum, .own = found.size(), .other = counts[0]});
  }
  for (Reason& reason : explanation.reasons) reason.amount *= explanation.score / sum;
  sort_reasons(explanation);
  return explanation;
}

}  // namespace cocite::related
