#include "text/run_merger.h"

#include <utility>

namespace cocite::text {

RunMerger::RunMerger(file::Spill& spill, std::vector<Run> runs, uint64_t memory_bytes)
    : spill_(&spill), runs_(std::move(runs)), readers_(runs_.size()) {
  buffer_bytes_ = static_cast<size_t>(std::clamp<uint64_t>(
      memory_bytes / std::max<size_t>(1, runs_.size()), uint64_t{1} << 12, uint64_t{1} << 20));
}

Result<void> RunMerger::fill(Reader& reader, size_t bytes) {
  const size_t held = reader.buffer.size() - reader.at;
  if (held >= bytes) return {};
  reader.buffer.erase(0, reader.at);
  reader.at = 0;
  const auto count = static_cast<size_t>(std::min<uint64_t>(
      reader.end - reader.next, std::max<uint64_t>(bytes - held, buffer_bytes_)));
  COCITE_TRY(const std::string_view more, spill_->read(reader.next, count, room_));
  reader.buffer.append(more);
  reader.next += count;
  return {};
}

Result<uint64_t> RunMerger::number(Reader& reader) {
  COCITE_CHECK(fill(reader, 10));
  const auto* begin = reinterpret_cast<const uint8_t*>(reader.buffer.data()) + reader.at;
  const auto* end = reinterpret_cast<const uint8_t*>(reader.buffer.data()) + reader.buffer.size();
  uint64_t value = 0;
  const uint8_t* const after = take_number(begin, end, value);
  reader.at += static_cast<size_t>(after - begin);
  return value;
}

Result<bool> RunMerger::read_term(Reader& reader) {
  if (reader.at == reader.buffer.size() && reader.next == reader.end) return false;
  COCITE_TRY(const uint64_t bytes, number(reader));
  COCITE_CHECK(fill(reader, bytes));
  reader.term.assign(reader.buffer, reader.at, bytes);
  reader.at += bytes;
  return true;
}

Result<void> RunMerger::postings(Reader& reader) {
  COCITE_TRY(const uint64_t count, number(reader));
  (void)count;
  COCITE_TRY(const uint64_t bytes, number(reader));
  COCITE_CHECK(fill(reader, bytes));
  postings_.assign(reader.buffer, reader.at, bytes);
  reader.at += bytes;
  return {};
}

bool RunMerger::comes_later(uint32_t a, uint32_t b) const {
  const int order = readers_[a].term.compare(readers_[b].term);
  return order != 0 ? order > 0 : a > b;
}

Result<bool> RunMerger::next_term() {
  const auto later = [&](uint32_t a, uint32_t b) { return comes_later(a, b); };
  if (!started_) {
    started_ = true;
    for (uint32_t i = 0; i < readers_.size(); ++i) {
      readers_[i].next = runs_[i].offset;
      readers_[i].end = runs_[i].offset + runs_[i].bytes;
      COCITE_TRY(const uint64_t documents, number(readers_[i]));
      (void)documents;
      same_.push_back(i);
    }
  }
  for (const uint32_t i : same_) {
    COCITE_TRY(const bool more, read_term(readers_[i]));
    if (!more) continue;
    heap_.push_back(i);
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  same_.clear();
  if (heap_.empty()) return false;
  term_ = readers_[heap_.front()].term;
  while (!heap_.empty() && readers_[heap_.front()].term == term_) {
    same_.push_back(heap_.front());
    std::pop_heap(heap_.begin(), heap_.end(), later);
    heap_.pop_back();
  }
  return true;
}

}  // namespace cocite::text
