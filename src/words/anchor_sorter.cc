#include "words/anchor_sorter.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

namespace cocite::words {
namespace {

constexpr size_t kHeadBytes = 12;  // target, host, bytes
constexpr size_t kRoomBytes = size_t{1} << 18;
// A page's title and address are longer than what is worth reading of a link.
constexpr size_t kMaxAnchorBytes = 4096;

}  // namespace

AnchorSorter::AnchorSorter(std::string scratch, uint64_t memory_bytes)
    : scratch_(std::move(scratch)),
      memory_bytes_(
          std::clamp<uint64_t>(memory_bytes, 4096, std::numeric_limits<uint32_t>::max() / 2)) {}

AnchorSorter::~AnchorSorter() {
  if (has_file_) file_.remove();
}

Result<void> AnchorSorter::add(PageId target, uint32_t host, std::string_view anchor) {
  anchor = anchor.substr(0, kMaxAnchorBytes);
  if (anchor.empty()) return {};
  entries_.push_back({.target = index(target),
                      .host = host,
                      .bytes = static_cast<uint32_t>(anchor.size()),
                      .begin = static_cast<uint32_t>(letters_.size())});
  letters_ += anchor;
  // Both grow by doubling: what is used is half of what they may have.
  const uint64_t used = 2 * (letters_.size() + entries_.size() * sizeof(Entry));
  return used < memory_bytes_ ? Result<void>() : write_run();
}

void AnchorSorter::sort() {
  std::ranges::sort(entries_, [&](const Entry& a, const Entry& b) {
    if (a.target != b.target) return a.target < b.target;
    if (a.host != b.host) return a.host < b.host;
    return letters_of(a) < letters_of(b);
  });
}

Result<void> AnchorSorter::write_run() {
  if (entries_.empty()) return {};
  sort();
  if (!has_file_) {
    COCITE_TRY(file_, file::RawFile::create(scratch_));
    has_file_ = true;
  }
  Run run;
  run.begin = file_.size();
  std::string record;
  const Entry* before = nullptr;
  for (const Entry& entry : entries_) {
    const bool is_same = before != nullptr && before->target == entry.target &&
                         before->host == entry.host && letters_of(*before) == letters_of(entry);
    before = &entry;
    if (is_same) continue;
    record.resize(kHeadBytes);
    std::memcpy(record.data(), &entry.target, 4);
    std::memcpy(record.data() + 4, &entry.host, 4);
    std::memcpy(record.data() + 8, &entry.bytes, 4);
    record += letters_of(entry);
    COCITE_CHECK(file_.append(std::as_bytes(std::span(record))));
  }
  run.end = file_.size();
  runs_.push_back(std::move(run));
  entries_.clear();
  letters_.clear();
  return {};
}

Result<bool> AnchorSorter::advance(Run& run) {
  const auto has = [&](size_t bytes) { return run.room.size() - run.at >= bytes; };
  const auto load = [&]() -> Result<void> {
    run.room.erase(0, run.at);
    run.at = 0;
    const size_t kept = run.room.size();
    const size_t more = std::min<uint64_t>(kRoomBytes, run.end - run.begin);
    run.room.resize(kept + more);
    COCITE_CHECK(
        file_.read_at(run.begin, std::as_writable_bytes(std::span(run.room.data() + kept, more))));
    run.begin += more;
    return {};
  };
  if (!has(kHeadBytes + kMaxAnchorBytes) && run.begin < run.end) COCITE_CHECK(load());
  if (!has(kHeadBytes)) return false;
  std::memcpy(&run.entry.target, run.room.data() + run.at, 4);
  std::memcpy(&run.entry.host, run.room.data() + run.at + 4, 4);
  std::memcpy(&run.entry.bytes, run.room.data() + run.at + 8, 4);
  run.letters = std::string_view(run.room).substr(run.at + kHeadBytes, run.entry.bytes);
  run.at += kHeadBytes + run.entry.bytes;
  return true;
}

bool AnchorSorter::is_after(const Run& a, const Run& b) const {
  return std::tie(a.entry.target, a.entry.host, a.letters) >
         std::tie(b.entry.target, b.entry.host, b.letters);
}

Result<void> AnchorSorter::finish() {
  if (runs_.empty()) {
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
  std::ranges::make_heap(heap_, [&](size_t a, size_t b) { return is_after(runs_[a], runs_[b]); });
  return {};
}

void AnchorSorter::take(uint32_t host, std::string_view letters) {
  if (!page_anchors_.empty()) {
    const auto [last_host, last_bytes] = page_anchors_.back();
    const auto last = std::string_view(page_letters_).substr(page_letters_.size() - last_bytes);
    if (last_host == host && last == letters) return;
  }
  page_letters_ += letters;
  page_anchors_.emplace_back(host, static_cast<uint32_t>(letters.size()));
}

Result<std::span<const text::Anchor>> AnchorSorter::of(PageId page) {
  page_letters_.clear();
  page_anchors_.clear();
  anchors_.clear();
  if (!has_file_) {
    for (; next_ < entries_.size() && entries_[next_].target <= index(page); ++next_) {
      if (entries_[next_].target == index(page)) {
        take(entries_[next_].host, letters_of(entries_[next_]));
      }
    }
  }
  const auto order = [&](size_t a, size_t b) { return is_after(runs_[a], runs_[b]); };
  while (!heap_.empty() && runs_[heap_.front()].entry.target <= index(page)) {
    std::ranges::pop_heap(heap_, order);
    Run& run = runs_[heap_.back()];
    if (run.entry.target == index(page)) take(run.entry.host, run.letters);
    COCITE_TRY(const bool has_more, advance(run));
    if (has_more) {
      std::ranges::push_heap(heap_, order);
    } else {
      heap_.pop_back();
    }
  }
  size_t at = 0;
  for (const auto& [host, bytes] : page_anchors_) {
    anchors_.push_back({.host = host, .text = std::string_view(page_letters_).substr(at, bytes)});
    at += bytes;
  }
  return std::span<const text::Anchor>(anchors_);
}

}  // namespace cocite::words
