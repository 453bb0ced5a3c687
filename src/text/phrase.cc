#include "text/phrase.h"

#include <algorithm>
#include <utility>

namespace cocite::text {

Result<std::optional<Phrase>> Phrase::find(const Index& index, std::span<const std::string> terms,
                                           Where where, Budget* budget) {
  Phrase phrase(index, terms.size(), where, budget);
  for (uint32_t i = 0; i < terms.size(); ++i) {
    COCITE_TRY(const auto list, index.find(terms[i]));
    if (!list) return std::optional<Phrase>();
    const auto same = std::ranges::find(phrase.parts_, list->number,
                                        [](const Part& part) { return part.cursor.list().number; });
    if (same != phrase.parts_.end()) {
      same->offsets.push_back(i);
    } else {
      phrase.parts_.push_back({Cursor(index, *list), Positions(index, *list, budget), {i}});
    }
  }
  for (Part& part : phrase.parts_) {
    uint32_t run = 1;
    for (size_t i = 1; i < part.offsets.size(); ++i) {
      run = part.offsets[i] == part.offsets[i - 1] + 1 ? run + 1 : 1;
      part.run = std::max(part.run, std::min(run, Positions::kLongestRun));
    }
  }
  std::ranges::stable_sort(phrase.parts_, {},
                           [](const Part& part) { return part.cursor.list().df; });
  phrase.choose_pairs();
  return std::optional(std::move(phrase));
}

void Phrase::keep(std::span<const uint32_t> places, uint32_t offset) {
  // In steps of one where most places are looked at anyway, else in growing ones.
  constexpr size_t kFew = 8;
  const bool gallops = places.size() > kFew * starts_.size();
  const size_t steps = starts_.size() + (gallops ? 0 : places.size());
  constexpr size_t kMany = 1024;  // fewer take less than a microsecond
  if (steps >= kMany && is_spent_after(budget_, steps)) {
    starts_.clear();
    return;
  }
  size_t kept = 0;
  size_t at = 0;
  for (const uint32_t start : starts_) {
    const uint32_t wanted = start + offset;
    if (gallops) {
      size_t step = 1;
      while (at + step < places.size() && places[at + step] < wanted) {
        at += step;
        step *= 2;
      }
      const size_t end = std::min(at + step + 1, places.size());
      at = static_cast<size_t>(std::lower_bound(places.begin() + static_cast<ptrdiff_t>(at),
                                                places.begin() + static_cast<ptrdiff_t>(end),
                                                wanted) -
                               places.begin());
    } else {
      while (at < places.size() && places[at] < wanted) ++at;
    }
    if (at == places.size()) break;
    if (places[at] == wanted) starts_[kept++] = start;
  }
  starts_.resize(kept);
}

void Phrase::choose_pairs() {
  // Where the other one is in far more documents, most of its places would be read for nothing.
  constexpr uint64_t kFarMore = 8;
  constexpr size_t kMostPairs = 3;
  const Part& first = parts_.front();
  if (first.run > 1) return;
  for (const Part& second : std::span(parts_).subspan(1)) {
    if (second.cursor.list().df > kFarMore * first.cursor.list().df) return;
    if (pairs_.size() == kMostPairs) return;
    const int64_t distance = int64_t{second.offsets.front()} - int64_t{first.offsets.front()};
    pairs_.emplace_back(*index_, second.cursor.list(), distance, budget_);
  }
}

bool Phrase::next_ahead(const Ahead& ahead, uint32_t& found) {
  Part& part = parts_.front();
  const PostingBlock& block = part.cursor.block();
  const uint32_t from = part.cursor.place();
  if (found >= may_end_ || found < may_begin_) {
    const uint32_t last = block.docs[block.size - 1];
    const uint32_t to = last < ahead.end ? block.size : part.cursor.place_in_block(ahead.end);
    may_ = {};
    for (uint32_t i = from; i < to; ++i) {
      const uint64_t bit = ahead.may_win(block.docs[i]) ? 1 : 0;
      may_[i / 64] |= bit << (i % 64);
    }
    // Fewer are checked one by one.
    constexpr uint32_t kFew = 4;
    for (PairFilter& pair : pairs_) {
      if (count(may_) <= kFew) break;
      if (!pair.narrow(part.cursor, part.positions, may_)) return false;
    }
    may_begin_ = found;
    may_end_ = last < ahead.end ? last + 1 : ahead.end;
  }
  const uint32_t place = first_from(may_, from);
  found = place < block.size ? block.docs[place] : may_end_;
  return true;
}

bool Phrase::next(uint32_t doc, const Ahead& ahead, uint32_t& found) {
  Part& part = parts_.front();
  // Mostly it is the next one of the block.
  const PostingBlock& here = part.cursor.block();
  const bool is_ahead = doc < ahead.end && !pairs_.empty();
  if (has_lead_ && !is_ahead && lead_ + 1 < here.size && here.docs[lead_] < doc &&
      doc <= here.docs[lead_ + 1]) {
    found = here.docs[++lead_];
    return true;
  }
  found = kNoDocument;
  if (!part.cursor.seek(doc)) return false;
  if (part.cursor.at_end()) return true;
  found = part.cursor.doc();
  if (is_ahead && found < ahead.end) {
    has_lead_ = false;
    return next_ahead(ahead, found);
  }
  lead_ = part.cursor.place();
  has_lead_ = part.run == 1;
  if (has_lead_) return true;
  uint32_t place = 0;
  if (!part.positions.next_run(part.cursor, part.run, place)) return false;
  const PostingBlock& block = part.cursor.block();
  found = block.docs[std::min(place, block.size - 1)];
  return true;
}

bool Phrase::holds(uint32_t doc, bool& held) {
  held = false;
  Part* least = nullptr;
  uint64_t fewest = 0;
  for (Part& part : parts_) {
    if (!part.cursor.seek(doc)) return false;
    if (part.cursor.at_end() || part.cursor.doc() != doc) return true;
    FieldCounts counts;
    if (!part.cursor.counts(counts)) return false;
    const uint64_t often = where_ == Where::kTitle ? counts.title : counts.all();
    if (often < part.offsets.size()) return true;
    if (part.run > 1) {
      uint32_t place = 0;
      if (!part.positions.next_run(part.cursor, part.run, place)) return false;
      if (place != part.cursor.place()) return true;
    }
    if (least != nullptr && often >= fewest) continue;
    least = &part;
    fewest = often;
  }
  uint32_t end = ~uint32_t{0};  // the phrase ends before it
  if (where_ == Where::kTitle) {
    FieldCounts lengths;
    if (!index_->lengths().get(doc, lengths)) return false;
    end = lengths.title;
  }
  std::span<const uint32_t> places;
  if (!least->positions.of(least->cursor, places)) return false;
  starts_.clear();
  const uint32_t first = least->offsets.front();
  const auto add = [&](uint32_t place) {
    if (place >= first && uint64_t{place} - first + size_ <= end) starts_.push_back(place - first);
  };
  for (const uint32_t place : places) add(place);
  for (const uint32_t offset : std::span(least->offsets).subspan(1)) {
    if (!starts_.empty()) keep(places, offset);
  }
  for (Part& part : parts_) {
    if (starts_.empty()) return true;
    if (&part == least) continue;
    if (!part.positions.of(part.cursor, places)) return false;
    for (const uint32_t offset : part.offsets) {
      if (!starts_.empty()) keep(places, offset);
    }
  }
  held = !starts_.empty();
  return true;
}

}  // namespace cocite::text
