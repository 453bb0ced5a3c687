#include "text/inverter.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstring>
#include <utility>

namespace cocite::text {

Inverter::Inverter(Stemmer stemmer) : stemmer_(std::move(stemmer)) {}

uint32_t Inverter::term_of(std::string_view word) {
  uint32_t term = 0;
  if (stemmer_.is_none()) {
    term = terms_.id_of(word);
  } else {
    const uint32_t number = words_.id_of(word);
    if (number < term_of_word_.size()) return term_of_word_[number];
    const std::string_view stem = stemmer_.stem(word);
    std::string padded(stem);
    padded.append(16, '\0');
    term = terms_.id_of(std::string_view(padded.data(), stem.size()));
    term_of_word_.push_back(term);
  }
  if (term == lists_.size()) lists_.emplace_back();
  return term;
}

FieldCounts& Inverter::counts_at(uint32_t term, uint32_t place) {
  List& list = lists_[term];
  if (list.seen_in != documents_) {
    list.seen_in = documents_;
    list.entry = static_cast<uint32_t>(entries_.size());
    entries_.push_back({term, {}});
  }
  places_.emplace_back(list.entry, place);
  return entries_[list.entry].counts;
}

FieldCounts Inverter::add(const Fields& fields) {
  FieldCounts lengths;
  reader_.read(fields.title, [&](std::string_view word) {
    if (lengths.title == kMaxTitleTerms) return;
    ++counts_at(term_of(word), lengths.title++).title;
  });
  reader_.read(fields.text, [&](std::string_view word) {
    if (lengths.text == kMaxTextTerms) return;
    ++counts_at(term_of(word), first_of_text(lengths) + lengths.text).text;
    ++lengths.text;
  });
  lengths.anchors = add_anchors(fields.anchors, first_of_anchors(lengths));
  if (lengths.packed() != 0) end_document();
  return lengths;
}

// Each pair (host, terms) once: sorted, so that the same are next to each other; then in their own order
// again, since numbers of terms depend on what was read before.
uint32_t Inverter::add_anchors(std::span<const Anchor> anchors, uint32_t place) {
  if (anchors.empty()) return 0;
  anchors_.clear();
  anchor_terms_.clear();
  for (const Anchor& anchor : anchors) {
    const auto begin = static_cast<uint32_t>(anchor_terms_.size());
    reader_.read(anchor.text,
                 [&](std::string_view word) { anchor_terms_.push_back(term_of(word)); });
    const size_t count = anchor_terms_.size() - begin;
    if (count == 0 || count > kMaxAnchorTerms) {
      anchor_terms_.resize(begin);
      continue;
    }
    anchors_.push_back({anchor.host, begin, static_cast<uint32_t>(count)});
  }
  const auto terms = [&](const AnchorTerms& anchor) {
    return std::span(anchor_terms_).subspan(anchor.begin, anchor.count);
  };
  std::sort(anchors_.begin(), anchors_.end(), [&](const AnchorTerms& a, const AnchorTerms& b) {
    if (a.host != b.host) return a.host < b.host;
    const auto left = terms(a);
    const auto right = terms(b);
    const auto order = std::lexicographical_compare_three_way(left.begin(), left.end(),
                                                              right.begin(), right.end());
    return order != 0 ? order < 0 : a.begin < b.begin;
  });
  const auto last = std::unique(anchors_.begin(), anchors_.end(),
                                [&](const AnchorTerms& a, const AnchorTerms& b) {
                                  return a.host == b.host && std::ranges::equal(terms(a), terms(b));
                                });
  anchors_.erase(last, anchors_.end());
  std::ranges::sort(anchors_, {}, &AnchorTerms::begin);
  uint32_t length = 0;
  for (const AnchorTerms& anchor : anchors_) {
    length += anchor.count;
    for (const uint32_t term : terms(anchor)) ++counts_at(term, place++).anchors;
    ++place;
  }
  return length;
}

// Appends to the list of each term at once, while what was counted is still in the cache.
void Inverter::end_document() {
  // Places by entry, rising: next_[i] is where the next place of entry i goes.
  next_.clear();
  uint64_t sum = 0;
  for (const Entry& entry : entries_) {
    next_.push_back(sum);
    sum += entry.counts.all();
  }
  sorted_.resize(places_.size());
  for (const auto& [entry, place] : places_) sorted_[next_[entry]++] = place;
  const uint32_t* at = sorted_.data();
  for (size_t i = 0; i < entries_.size(); ++i) {
    const FieldCounts& counts = entries_[i].counts;
    List& list = lists_[entries_[i].term];
    append_number(documents_ - list.next, list.postings);
    list.next = documents_ + 1;
    ++list.count;
    const bool more = counts.title > 0 || counts.anchors > 0;
    append_number(uint64_t{counts.text} << 1 | (more ? 1 : 0), list.postings);
    if (more) {
      append_number(counts.title, list.postings);
      append_number(counts.anchors, list.postings);
    }
    uint32_t next_place = 0;
    for (const uint32_t* const end = sorted_.data() + next_[i]; at < end; ++at) {
      append_number(*at - next_place, list.postings);
      next_place = *at + 1;
    }
  }
  entries_.clear();
  places_.clear();
  ++documents_;
}

void Inverter::finish(std::string& run) {
  append_number(documents_, run);
  const uint32_t count = terms_.size();
  // Terms by their bytes; the first eight decide nearly always.
  struct Head {
    uint64_t bytes = 0;
    uint32_t term = 0;
  };
  std::vector<Head> order(count);
  for (uint32_t term = 0; term < count; ++term) {
    std::array<unsigned char, 8> head{};
    const std::string_view text = terms_.text(term);
    std::memcpy(head.data(), text.data(), std::min<size_t>(text.size(), 8));
    uint64_t bytes = 0;
    for (const unsigned char byte : head) bytes = bytes << 8 | byte;
    order[term] = {bytes, term};
  }
  std::sort(order.begin(), order.end(), [&](const Head& a, const Head& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : terms_.text(a.term) < terms_.text(b.term);
  });
  for (const Head& head : order) {
    const List& list = lists_[head.term];
    if (list.count == 0) continue;  // of anchors that were left out
    const std::string_view text = terms_.text(head.term);
    append_number(text.size(), run);
    run.append(text);
    append_number(list.count, run);
    append_number(list.postings.size(), run);
    run.append(list.postings);
  }
  words_ = {};
  terms_ = {};
  term_of_word_.clear();
  lists_.clear();
  documents_ = 0;
}

}  // namespace cocite::text
