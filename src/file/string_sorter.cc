#include "file/string_sorter.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "base/assert.h"

namespace cocite::file {
namespace {

constexpr size_t kLengthBytes = 4;
constexpr size_t kRoomBytes = size_t{1} << 18;

uint64_t head_of(std::string_view record) {
  uint64_t head = 0;
  std::memcpy(&head, record.data(), std::min<size_t>(record.size(), sizeof(head)));
  return std::endian::native == std::endian::little ? __builtin_bswap64(head) : head;
}

}  // namespace

StringSorter::StringSorter(std::string scratch, uint64_t memory_bytes)
    : scratch_(std::move(scratch)),
      memory_bytes_(
          std::clamp<uint64_t>(memory_bytes, 4096, std::numeric_limits<uint32_t>::max() / 2)) {}

StringSorter::~StringSorter() {
  if (has_file_) file_.remove();
}

Result<void> StringSorter::add(std::string_view record) {
  COCITE_ASSERT(record.size() <= kMaxBytes, "strings to be sorted are short");
  entries_.push_back({.head = head_of(record),
                      .begin = static_cast<uint32_t>(letters_.size()),
                      .bytes = static_cast<uint32_t>(record.size())});
  letters_ += record;
  // Both grow by doubling: what is used is half of what they may have.
  const uint64_t used = 2 * (letters_.size() + entries_.size() * sizeof(Entry));
  return used < memory_bytes_ ? Result<void>() : write_run();
}

void StringSorter::sort() {
  std::ranges::sort(entries_, [&](const Entry& a, const Entry& b) {
    // Equal heads may be of strings of different lengths, with zeros behind the shorter.
    return a.head != b.head ? a.head < b.head : letters_of(a) < letters_of(b);
  });
}

Result<void> StringSorter::write_run() {
  if (entries_.empty()) return {};
  sort();
  if (!has_file_) {
    COCITE_TRY(file_, RawFile::create(scratch_));
    has_file_ = true;
  }
  Run run;
  run.begin = file_.size();
  std::string piece;
  const auto flush = [&]() -> Result<void> {
    COCITE_CHECK(file_.append(std::as_bytes(std::span(piece))));
    piece.clear();
    return {};
  };
  for (const Entry& entry : entries_) {
    piece.append(reinterpret_cast<const char*>(&entry.bytes), kLengthBytes);
    piece += letters_of(entry);
    if (piece.size() >= kRoomBytes) COCITE_CHECK(flush());
  }
  COCITE_CHECK(flush());
  run.end = file_.size();
  runs_.push_back(std::move(run));
  entries_.clear();
  letters_.clear();
  return {};
}

Result<bool> StringSorter::advance(Run& run) {
  const auto left = [&] { return run.room.size() - run.at; };
  if (left() < kLengthBytes + kMaxBytes && run.begin < run.end) {
    run.room.erase(0, run.at);
    run.at = 0;
    const size_t kept = run.room.size();
    const size_t more = std::min<uint64_t>(kRoomBytes, run.end - run.begin);
    run.room.resize(kept + more);
    COCITE_CHECK(
        file_.read_at(run.begin, std::as_writable_bytes(std::span(run.room.data() + kept, more))));
    run.begin += more;
  }
  if (left() < kLengthBytes) return false;
  uint32_t bytes = 0;
  std::memcpy(&bytes, run.room.data() + run.at, kLengthBytes);
  run.record = std::string_view(run.room).substr(run.at + kLengthBytes, bytes);
  run.at += kLengthBytes + bytes;
  return true;
}

Result<void> StringSorter::finish() {
  if (!has_file_) {
    sort();
    return {};
  }
  COCITE_CHECK(write_run());
  entries_ = {};
  letters_ = {};
  COCITE_CHECK(file_.flush());
  for (size_t i = 0; i < runs_.size(); ++i) {
    COCITE_TRY(const bool has_one, advance(runs_[i]));
    if (has_one) heap_.push_back(i);
  }
  std::ranges::make_heap(heap_,
                         [&](size_t a, size_t b) { return runs_[a].record > runs_[b].record; });
  return {};
}

Result<bool> StringSorter::next(std::string_view& record) {
  if (!has_file_) {
    if (next_ == entries_.size()) return false;
    record = letters_of(entries_[next_++]);
    return true;
  }
  const auto is_after = [&](size_t a, size_t b) { return runs_[a].record > runs_[b].record; };
  if (has_given_) {
    std::ranges::pop_heap(heap_, is_after);
    COCITE_TRY(const bool has_more, advance(runs_[heap_.back()]));
    if (has_more) {
      std::ranges::push_heap(heap_, is_after);
    } else {
      heap_.pop_back();
    }
  }
  has_given_ = !heap_.empty();
  if (has_given_) record = runs_[heap_.front()].record;
  return has_given_;
}

}  // namespace cocite::file
