// Cocitation: pages that other pages link to beside the query page.
//
// Two pages are related when many pages link to both. S is the union of the windows of BF links
// around the link to u on each of up to B sampled parents; the score of a page of S is the number
// of those parents that have it as a child anywhere on the page:
//
//   score(s) = |{ x in P(u,B) : s in C(x) }|,  s in the union of W(x,u,BF)
//
// Paper: J. Dean and M. R. Henzinger, Finding Related Pages in the World Wide Web (WWW 1999),
// section 2.2. Touches the lists of at most B parents. Does badly where few pages link to the query
// page; then the page gives way to one nearer the root of its host (chopping), as in the paper.
#include <algorithm>
#include <array>

#include "related/method.h"
#include "related/order.h"
#include "related/room.h"
#include "related/window.h"

namespace cocite::related::cocitation {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "2000", "parents of the page that are looked at"},
    ParameterInfo{"BF", ParameterKind::kCount, "8", "links around the one to the page, per parent"},
};
constexpr uint64_t kEnoughPages = 15;  // with a score of at least 2

// Adds the windows around the query page to room.counts and counts those lists that stand in their
// window as a whole. All other lists wait in room.links, because a page may come into S by a later
// parent.
Result<void> gather(const Query& query, Room& room) {
  const PageId page = query.pages[0];
  const uint64_t k = query.parameters->count("BF");
  PageMap<uint32_t>& counts = room.counts;
  COCITE_TRY(const std::span<const PageId> parents,
             room.sample.of(query, page, query.parameters->count("B")));
  counts.reserve(counts.size() + parents.size() * std::min<uint64_t>(k, 8));
  auto batch = query.web->out().batch(parents, query.budget);
  while (batch.next()) {
    const auto list = batch.list();
    const size_t place = place_of(list, page);
    if (place == list.size()) continue;  // the two directions differ: a damaged store
    const Window near = window_at(list, place, k);
    if (near.before.size() + near.after.size() + 1 == list.size()) {
      for (const PageId child : near.before) ++counts[child];
      for (const PageId child : near.after) ++counts[child];
    } else {
      for (const PageId child : near.before) counts[child];
      for (const PageId child : near.after) counts[child];
      room.links.insert(room.links.end(), list.begin(), list.end());
    }
    if (query.is_spent_after(list.size() + 1)) break;
  }
  return batch.status();
}

Result<Answer> find(const Query& query) {
  Room& room = Room::here();
  room.counts.clear();
  room.links.clear();
  COCITE_CHECK(gather(query, room));
  for (const PageId child : room.links) {
    if (uint32_t* const count = room.counts.find(child)) ++*count;
  }
  // Every page of S has the parent that brought it in, so none has a score of zero.
  Answer answer;
  answer.items.reserve(room.counts.size());
  uint64_t pages_with_two = 0;
  room.counts.for_each([&](PageId page, uint32_t count) {
    if (query.is_stopped(page)) return;
    if (count >= 2) ++pages_with_two;
    answer.items.push_back({.page = page, .score = static_cast<double>(count)});
  });
  answer.is_sufficient = pages_with_two >= kEnoughPages;
  if (!query.asked.empty()) drop_zeros(query, answer.items);  // S may have other pages asked about
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  Explanation explanation;
  Room& room = Room::here();
  const uint64_t k = query.parameters->count("BF");
  const PageId page = query.pages[0];
  bool is_near = false;
  COCITE_TRY(const std::span<const PageId> parents,
             room.sample.of(query, page, query.parameters->count("B")));
  auto batch = query.web->out().batch(parents, query.budget);
  while (batch.next()) {
    const auto list = batch.list();
    if (query.is_spent_after(list.size() + 1)) break;
    if (place_of(list, answer) == list.size()) continue;
    const Window near = window(list, page, k);
    is_near = is_near || place_of(near.before, answer) != near.before.size() ||
              place_of(near.after, answer) != near.after.size();
    explanation.reasons.push_back({batch.page(), 1, "parent"});
  }
  COCITE_CHECK(batch.status());
  if (!is_near) explanation.reasons.clear();
  explanation.score = static_cast<double>(explanation.reasons.size());
  return explanation;
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "cocitation",
    .summary = "pages that other pages link to beside this one, counted",
    .paper = "Dean & Henzinger 1999",
    .parameters = kParameters,
    .chops = true,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::cocitation
