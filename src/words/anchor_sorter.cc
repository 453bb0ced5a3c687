#include "words/anchor_sorter.h"

#include <array>

#include "base/sorted_bytes.h"

namespace cocite::words {
namespace {

// target, host: highest byte first, as strings sort; then the letters
constexpr size_t kHostAt = 4;
constexpr size_t kLettersAt = 8;
// A page's title and address are longer than what is worth reading of a link.
constexpr size_t kMaxAnchorBytes = 4096;

}  // namespace

Result<void> AnchorSorter::add(PageId target, uint32_t host, std::string_view anchor) {
  anchor = anchor.substr(0, kMaxAnchorBytes);
  if (anchor.empty()) return {};
  std::array<char, kLettersAt + kMaxAnchorBytes> record;
  put_sorted(index(target), record.data());
  put_sorted(host, record.data() + kHostAt);
  anchor.copy(record.data() + kLettersAt, anchor.size());
  return sorter_.add({record.data(), kLettersAt + anchor.size()});
}

Result<void> AnchorSorter::finish() {
  COCITE_CHECK(sorter_.finish());
  return advance();
}

Result<void> AnchorSorter::advance() {
  COCITE_TRY(has_record_, sorter_.next(record_));
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
  for (; has_record_ && get_sorted(record_.data()) <= index(page);) {
    if (get_sorted(record_.data()) == index(page)) {
      take(get_sorted(record_.data() + kHostAt), record_.substr(kLettersAt));
    }
    COCITE_CHECK(advance());
  }
  size_t at = 0;
  for (const auto& [host, bytes] : page_anchors_) {
    anchors_.push_back({.host = host, .text = std::string_view(page_letters_).substr(at, bytes)});
    at += bytes;
  }
  return std::span<const text::Anchor>(anchors_);
}

}  // namespace cocite::words
