#include "ingest/title_sorter.h"

#include <algorithm>

#include "base/ascii.h"
#include "file/text_column.h"
#include "ingest/column_files.h"

namespace cocite::ingest {
namespace {

constexpr size_t kMaxTitleBytes = 1000;

}  // namespace

std::string tidy_title(std::string_view title) {
  std::string out;
  for (const char c : title) {
    const bool blank = c == ' ' || is_control(c);
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.size() > kMaxTitleBytes) {
    size_t end = kMaxTitleBytes;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80) --end;
    out.resize(end);
  }
  return out;
}

Result<void> TitleSorter::add(uint32_t page, std::string_view title) {
  const std::string text = tidy_title(title);
  if (text.empty()) return {};
  entries_.push_back({texts_.size(), page, static_cast<uint32_t>(text.size())});
  return texts_.append(text);
}

Result<void> TitleSorter::write(file::ContainerWriter container, uint64_t pages) {
  // Offsets rise as titles are added, so they also tell which came first.
  std::ranges::sort(entries_, [&](const Entry& a, const Entry& b) {
    if (a.page != b.page) return a.page < b.page;
    return a.offset > b.offset;
  });
  const auto is_same = [](const Entry& a, const Entry& b) { return a.page == b.page; };
  entries_.erase(std::unique(entries_.begin(), entries_.end(), is_same), entries_.end());
  std::string room;
  const auto text_of = [&](const Entry& entry) {
    return texts_.read(entry.offset, entry.length, room);
  };
  std::vector<std::string> sample;
  const size_t step = sample_step(entries_.size());
  for (size_t i = 0; i < entries_.size(); i += step) {
    COCITE_TRY(const std::string_view text, text_of(entries_[i]));
    sample.emplace_back(text);
  }
  const std::vector<std::string_view> sample_views(sample.begin(), sample.end());
  COCITE_TRY(auto column, file::TextColumnWriter::create(container, sample_views));
  size_t next = 0;
  for (uint64_t page = 0; page < pages; ++page) {
    if (next == entries_.size() || entries_[next].page != page) {
      COCITE_CHECK(column.add(""));
      continue;
    }
    COCITE_TRY(const std::string_view text, text_of(entries_[next++]));
    written_ += text.empty() ? 0 : 1;
    COCITE_CHECK(column.add(text));
  }
  COCITE_CHECK(column.finish());
  return container.finish();
}

}  // namespace cocite::ingest
