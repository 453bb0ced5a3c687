// What the links say of a query page and its answers, before it is put into words (evidence.cc).
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "answer/evidence.h"
#include "related/page_map.h"
#include "related/sampled_parents.h"
#include "related/window.h"

namespace cocite::answer {
namespace {

using related::PageMap;
using related::Query;

// Whether a page may be one of a few: parents of a site link to a million others.
class Sieve {
 public:
  explicit Sieve(std::span<const PageId> pages) {
    for (const PageId page : pages) word(page) |= bit(page);
  }
  [[nodiscard]] bool has(PageId page) const {
    return (bits_[index(page) / 64 % bits_.size()] & bit(page)) != 0;
  }

 private:
  [[nodiscard]] static uint64_t bit(PageId page) { return uint64_t{1} << (index(page) % 64); }
  [[nodiscard]] uint64_t& word(PageId page) { return bits_[index(page) / 64 % bits_.size()]; }
  std::array<uint64_t, 256> bits_{};
};

// The parents of a query page, each with what it says of every answer.
Result<void> add_parents(const Query& query, size_t which, const PageMap<uint32_t>& places,
                         uint64_t most, std::vector<std::vector<Evidence>>& all) {
  const PageId page = query.pages[which];
  related::SampledParents sample;
  COCITE_TRY(const std::span<const PageId> parents, sample.of(query, page, most));
  COCITE_TRY(const uint64_t degree, query.web->in().degree(page));
  const bool has_order = query.web->store().has_link_order();
  const Sieve may_be_answer(places.pages());
  for (auto& one : all) one[which].are_sampled = degree > most;
  auto batch = query.web->out().batch(parents);
  while (batch.next()) {
    const auto list = batch.list();
    const size_t own = related::place_of(list, page);
    if (own == list.size()) continue;
    for (size_t place = 0; place < list.size(); ++place) {
      if (!may_be_answer.has(list[place])) continue;
      const uint32_t* const answer = places.find(list[place]);
      if (answer == nullptr) continue;
      const uint64_t distance = place < own ? own - place : place - own;
      all[*answer][which].parents.push_back(
          {batch.page(), has_order ? distance : 0, list.size(), own, place});
    }
  }
  return batch.status();
}

// What the answer and the query page link to, and whether to each other.
Result<void> add_children(const Query& query, std::span<const PageId> answers,
                          std::vector<std::vector<Evidence>>& all) {
  const related::Web& web = *query.web;
  std::vector<PageMap<uint32_t>> own(query.pages.size());
  graph::ListBuffer buffer;
  for (size_t which = 0; which < own.size(); ++which) {
    COCITE_TRY(const auto list, web.out().list(query.pages[which], buffer));
    for (uint32_t place = 0; place < list.size(); ++place) own[which][list[place]] = place;
  }
  auto batch = web.out().batch(answers);
  for (size_t i = 0; batch.next(); ++i) {
    for (size_t which = 0; which < own.size(); ++which) {
      Evidence& evidence = all[i][which];
      const uint32_t* const linked = own[which].find(answers[i]);
      evidence.is_linked = linked != nullptr;
      if (linked != nullptr) evidence.is_linked_place = *linked;
      const auto list = batch.list();
      for (size_t place = 0; place < list.size(); ++place) {
        const PageId child = list[place];
        if (child == query.pages[which] && !evidence.links_here) {
          evidence.links_here = true;
          evidence.links_here_place = place;
        }
        if (own[which].find(child) != nullptr && !query.is_stopped(child)) {
          evidence.children.push_back(child);
        }
      }
    }
  }
  COCITE_CHECK(batch.status());
  std::vector<uint32_t> degrees;
  for (auto& one : all) {
    for (Evidence& evidence : one) {
      COCITE_CHECK(web.in_degrees(evidence.children, degrees));
      // Examples should be pages that can be read.
      std::vector<std::tuple<bool, uint32_t, PageId>> sorted;
      for (size_t k = 0; k < degrees.size(); ++k) {
        COCITE_TRY(const bool is_crawled, web.store().is_crawled(evidence.children[k]));
        sorted.emplace_back(!is_crawled, degrees[k], evidence.children[k]);
      }
      std::ranges::sort(sorted);
      for (size_t k = 0; k < sorted.size(); ++k) evidence.children[k] = std::get<2>(sorted[k]);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<std::vector<Evidence>>> gather_evidence(const Query& query,
                                                           std::span<const PageId> answers,
                                                           uint64_t most_parents) {
  std::vector<std::vector<Evidence>> all(answers.size(), std::vector<Evidence>(query.pages.size()));
  PageMap<uint32_t> places;
  for (uint32_t i = 0; i < answers.size(); ++i) places[answers[i]] = i;
  for (size_t which = 0; which < query.pages.size(); ++which) {
    COCITE_CHECK(add_parents(query, which, places, most_parents, all));
  }
  COCITE_CHECK(add_children(query, answers, all));
  return all;
}

}  // namespace cocite::answer
