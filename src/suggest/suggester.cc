#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "suggest/suggest.h"

namespace cocite::suggest {
namespace {

constexpr double kRelatedScore =
    0.02;                            // of the first related page: less than any evidence worth it
constexpr uint32_t kLeastAlike = 2;  // pages that link there, if its name is not in the text

}  // namespace

Suggester::Suggester(const answer::Opened& opened, const Names& names, const HiddenLinks* hidden)
    : opened_(&opened), names_(&names), hidden_(hidden), alike_(opened.web, hidden), text_(names) {}

Result<std::vector<Missing>> Suggester::from(PageId page, uint64_t most,
                                             const LeavesOut& leaves_out,
                                             std::optional<PageId> only, Budget* budget) {
  const store::Store& store = opened_->store;
  std::vector<PageId> linked = {page};
  graph::ListBuffer buffer;
  COCITE_TRY(const auto children, store.children(page, buffer));
  for (const PageId child : children) {
    if (!is_hidden(hidden_, page, child)) linked.push_back(child);
  }
  COCITE_TRY(const auto parents, store.parents(page, buffer));
  for (const PageId parent : parents) {
    if (!is_hidden(hidden_, parent, page)) linked.push_back(parent);
  }
  std::ranges::sort(linked);
  const auto takes = [&](PageId other) {
    return (!only || other == *only) && names_->is_own(other) &&
           !std::ranges::binary_search(linked, other) && !(leaves_out && leaves_out(other));
  };
  std::unordered_map<uint32_t, Missing> found;
  COCITE_CHECK(text_.read(store, page, hidden_));
  for (const FreeName& name : text_.free_names()) {
    for (const Sense& sense : names_->senses(name.name)) {
      if (!takes(sense.page)) continue;
      const double chance = names_->chance(name.name, sense);
      Missing& one =
          found.try_emplace(index(sense.page), Missing{.page = sense.page}).first->second;
      if (chance <= one.chance) continue;
      one.chance = chance;
      one.name = name;
    }
  }
  COCITE_TRY(const Likely likely, alike_.find(page, budget));
  alike_count_ = likely.alike;
  for (const Likely::Share& share : likely.shares) {
    if (!takes(share.page)) continue;
    const auto known = found.find(index(share.page));
    if (known == found.end() && share.pages < kLeastAlike) continue;
    Missing& one =
        known != found.end()
            ? known->second
            : found.emplace(index(share.page), Missing{.page = share.page}).first->second;
    one.share = share.share;
    one.alike_pages = share.pages;
    one.most_alike = share.most_alike;
  }
  std::vector<Missing> missing;
  missing.reserve(found.size());
  for (auto& [number, one] : found) {
    one.score = one.chance + one.share + std::sqrt(one.chance * one.share);
    missing.push_back(one);
  }
  const auto is_before = [](const Missing& a, const Missing& b) {
    return a.score != b.score ? a.score > b.score : a.page < b.page;
  };
  const auto end = std::min<size_t>(most, missing.size());
  std::ranges::partial_sort(missing, missing.begin() + static_cast<ptrdiff_t>(end), is_before);
  missing.resize(end);
  if (missing.size() < most && hidden_ == nullptr && !is_spent(budget)) {
    COCITE_CHECK(add_related(page, most, takes, budget, missing));
  }
  return missing;
}

Result<void> Suggester::add_related(PageId page, uint64_t most,
                                    const std::function<bool(PageId)>& takes, Budget* budget,
                                    std::vector<Missing>& missing) {
  Budget endless;
  Budget& limit = budget != nullptr ? *budget : endless;
  if (!answering_) {
    related_ = {.top = 20, .unlinked = true};
    COCITE_TRY(answering_,
               answer::Answering::make(opened_->web, opened_->stoplists, related_, limit));
  }
  COCITE_TRY(const answer::Found found, answering_->find(page, limit));
  for (const related::Item& item : found.items) {
    if (missing.size() >= most) break;
    const bool is_known = std::ranges::find(missing, item.page, &Missing::page) != missing.end();
    if (is_known || !takes(item.page)) continue;
    const double best = found.items[0].score > 0 ? found.items[0].score : 1;
    double score = kRelatedScore * item.score / best;
    if (!missing.empty()) score = std::min(score, missing.back().score);
    missing.push_back({.page = item.page, .score = score, .is_related = true});
  }
  return {};
}

}  // namespace cocite::suggest
