#include "related/parent_sample_notes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "related/most_linked_pages.h"
#include "related/web.h"

namespace cocite::related {
namespace {

constexpr const char* kName = "crowds";  // the name in stores

std::string about(const ParentSampleSizes& sizes) {
  return "crowds 1 of " + std::to_string(sizes.sampled) + " and " +
         std::to_string(sizes.most_linked);
}

}  // namespace

Result<ParentSampleNotes> ParentSampleNotes::make(const Web& web, uint32_t least_parents) {
  const ParentSampleSizes& sizes = web.parent_samples().sizes();
  const uint32_t least = std::max<uint32_t>(
      least_parents, static_cast<uint32_t>(std::max(sizes.sampled, sizes.most_linked)));
  ParentSampleNotes notes;
  COCITE_TRY(const std::vector<Linked> linked, most_linked_pages(web, most_samples(web.pages())));
  for (const Linked& one : linked) {
    if (one.in_degree >= least) notes.made_pages_.push_back(one.page);
  }
  std::ranges::sort(notes.made_pages_);
  for (const PageId page : notes.made_pages_) {
    COCITE_TRY(const ParentSample sample, read_parent_sample(web, page, kSeed, sizes));
    notes.made_sampled_.insert(notes.made_sampled_.end(), sample.sampled.begin(),
                               sample.sampled.end());
    notes.made_ranks_.insert(notes.made_ranks_.end(), sample.ranks.begin(), sample.ranks.end());
    notes.made_most_linked_.insert(notes.made_most_linked_.end(), sample.most_linked.begin(),
                                   sample.most_linked.end());
    if (web.stop() != nullptr && web.stop()->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    }
  }
  notes.pages_ = notes.made_pages_;
  notes.sampled_ = notes.made_sampled_;
  notes.ranks_ = notes.made_ranks_;
  notes.most_linked_ = notes.made_most_linked_;
  notes.about_ = about(sizes);
  notes.web_pages_ = web.pages();
  return notes;
}

std::shared_ptr<const ParentSampleNotes> ParentSampleNotes::saved(const Web& web) {
  const ParentSampleSizes& sizes = web.parent_samples().sizes();
  ParentSampleNotes notes;
  notes.about_ = about(sizes);
  notes.notes_ = web.notes(kName, notes.about_);
  if (notes.notes_ == nullptr) return nullptr;
  const auto pages = notes.notes_->part<PageId>("pages");
  const auto sampled = notes.notes_->part<PageId>("sampled");
  const auto ranks = notes.notes_->part<uint16_t>("ranks");
  const auto most_linked = notes.notes_->part<PageId>("most_linked");
  // Damaged notes are ignored.
  if (!pages || !sampled || !ranks || !most_linked ||
      sampled->size() != pages->size() * sizes.sampled || ranks->size() != sampled->size() ||
      most_linked->size() != pages->size() * sizes.most_linked || !std::ranges::is_sorted(*pages)) {
    return nullptr;
  }
  notes.web_pages_ = web.pages();
  notes.pages_ = *pages;
  notes.sampled_ = *sampled;
  notes.ranks_ = *ranks;
  notes.most_linked_ = *most_linked;
  return std::make_shared<const ParentSampleNotes>(std::move(notes));
}

store::NewNotes ParentSampleNotes::to_save() const {
  return {.name = kName,
          .about = about_,
          .parts = {{"pages", std::as_bytes(pages_)},
                    {"sampled", std::as_bytes(sampled_)},
                    {"ranks", std::as_bytes(ranks_)},
                    {"most_linked", std::as_bytes(most_linked_)}}};
}

std::optional<ParentSample> ParentSampleNotes::find(PageId page) const {
  const auto at = std::ranges::lower_bound(pages_, page);
  if (at == pages_.end() || *at != page) return std::nullopt;
  const auto number = static_cast<size_t>(at - pages_.begin());
  const auto of = [&](const auto& all) {
    const size_t size = all.size() / pages_.size();
    return all.subspan(number * size, size);
  };
  const auto sampled = of(sampled_);
  const auto ranks = of(ranks_);
  const auto most_linked = of(most_linked_);
  const auto is_page = [&](PageId one) { return index(one) < web_pages_; };
  const auto is_rank = [&](uint16_t rank) { return rank < ranks.size(); };
  if (!std::ranges::all_of(sampled, is_page) || !std::ranges::all_of(most_linked, is_page) ||
      !std::ranges::all_of(ranks, is_rank)) {
    return std::nullopt;  // a manipulated file
  }
  return ParentSample{.sampled = {sampled.begin(), sampled.end()},
                      .ranks = {ranks.begin(), ranks.end()},
                      .most_linked = {most_linked.begin(), most_linked.end()}};
}

}  // namespace cocite::related
