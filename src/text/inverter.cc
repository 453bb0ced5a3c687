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
  if (term == seen_.size()) seen_.emplace_back();
  return term;
}

FieldCounts& Inverter::counts_at(uint32_t term, uint32_t place) {
  Seen& seen = seen_[term];
  if (seen.document != documents_) {
    seen = {documents_, static_cast<uint32_t>(entries_.size())};
    entries_.push_back({term, documents_, {}});
  }
  places_.emplace_back(seen.entry, place);
  return entries_[seen.entry].counts;
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
  if (lengths.packed() != 0) ++documents_;
  return lengths;
}

// Each pair (host, terms) once: sorted, so that the same stand side by side; then in their own order
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

// Where each entry stands, rising, the entries one after the other; ends[i] is where those of entry
// i end.
std::vector<uint32_t> Inverter::places_by_entry(std::vector<uint64_t>& ends) const {
  ends.assign(entries_.size() + 1, 0);
  for (const auto& [entry, place] : places_) ++ends[entry + 1];
  for (size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::vector<uint32_t> sorted(places_.size());
  // ends[i] is where the next one of entry i goes, and in the end where its last one went.
  for (const auto& [entry, place] : places_) sorted[ends[entry]++] = place;
  ends.pop_back();
  return sorted;
}

void Inverter::finish(std::string& run) {
  append_number(documents_, run);
  const uint32_t count = terms_.size();
  // Entries by term, those of a term in the order of documents.
  std::vector<uint32_t> ends(count + 1);
  for (const Entry& entry : entries_) ++ends[entry.term + 1];
  for (uint32_t term = 0; term < count; ++term) ends[term + 1] += ends[term];
  std::vector<uint32_t> places(entries_.size());
  {
    std::vector<uint32_t> next(ends.begin(), ends.end() - 1);
    for (uint32_t i = 0; i < entries_.size(); ++i) places[next[entries_[i].term]++] = i;
  }
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
  std::vector<uint64_t> places_end;
  const std::vector<uint32_t> in_document = places_by_entry(places_end);
  std::string postings;
  for (const Head& head : order) {
    const uint32_t begin = ends[head.term];
    const uint32_t end = ends[head.term + 1];
    if (begin == end) continue;  // of anchors that were left out
    postings.clear();
    uint32_t next = 0;
    for (uint32_t i = begin; i < end; ++i) {
      const Entry& entry = entries_[places[i]];
      append_number(entry.document - next, postings);
      next = entry.document + 1;
      const bool more = entry.counts.title > 0 || entry.counts.anchors > 0;
      append_number(uint64_t{entry.counts.text} << 1 | (more ? 1 : 0), postings);
      if (more) {
        append_number(entry.counts.title, postings);
        append_number(entry.counts.anchors, postings);
      }
      uint32_t next_place = 0;
      for (uint64_t at = places[i] == 0 ? 0 : places_end[places[i] - 1]; at < places_end[places[i]];
           ++at) {
        append_number(in_document[at] - next_place, postings);
        next_place = in_document[at] + 1;
      }
    }
    const std::string_view text = terms_.text(head.term);
    append_number(text.size(), run);
    run.append(text);
    append_number(end - begin, run);
    append_number(postings.size(), run);
    run.append(postings);
  }
  words_ = {};
  terms_ = {};
  term_of_word_.clear();
  seen_.clear();
  entries_.clear();
  places_.clear();
  documents_ = 0;
}

}  // namespace cocite::text
