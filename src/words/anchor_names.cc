#include "words/anchor_names.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "file/text_column.h"
#include "url/key.h"
#include "words/anchor_sorter.h"
#include "words/anchor_votes.h"
#include "words/sort_anchors.h"

namespace cocite::words {
namespace {

constexpr uint64_t kPagesBetweenReports = 4096;
constexpr size_t kMostSampled = 8192;  // names that the symbol table learns from

Result<void> tell_names(const FindNames& options, uint64_t done, uint64_t total) {
  return options.report ? options.report("reading links' words", done, total) : Result<void>();
}

}  // namespace

Result<AnchorNames> AnchorNames::find(const store::Store& store, const FindNames& options) {
  AnchorNames names(store.pages(), options);
  if (!store.text_columns().has_anchors()) return names;
  AnchorSorter sorter(options.scratch + "-anchors", options.memory_bytes / 2);
  COCITE_CHECK(sort_anchors(store, options.report, sorter));
  AnchorVotes votes;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    if (i % kPagesBetweenReports == 0) COCITE_CHECK(tell_names(options, i, store.pages()));
    COCITE_TRY(const std::span<const text::Anchor> anchors, sorter.of(page_id(i)));
    for (const text::Anchor& anchor : anchors) {
      votes.add(static_cast<uint32_t>(anchor.host), anchor.text);
    }
    if (const std::string name = votes.take(); !name.empty()) {
      COCITE_CHECK(names.add(page_id(i), name));
    }
  }
  return names;
}

Result<AnchorNames> AnchorNames::of_roots(const store::Store& pages, const store::Store& roots,
                                          const FindNames& options) {
  AnchorNames names(roots.pages(), options);
  for (uint64_t i = 0; i < roots.pages(); ++i) {
    if (i % kPagesBetweenReports == 0) COCITE_CHECK(tell_names(options, i, roots.pages()));
    COCITE_TRY(const bool has_title, roots.has_title(page_id(i)));
    if (has_title) continue;
    COCITE_TRY(const std::string key, roots.key(page_id(i)));
    // As its title is chosen: a site's own root, or else that of its www.
    for (const char* const inserted : {"", ",www"}) {
      std::string of_page = key;
      of_page.insert(url::host_of_key(key).size(), inserted);
      COCITE_TRY(const auto page, pages.keys().find(of_page));
      if (!page) continue;
      COCITE_TRY(const std::string name, pages.anchor_name(page_id(*page)));
      if (name.empty()) continue;
      COCITE_CHECK(names.add(page_id(i), name));
      break;
    }
  }
  return names;
}

Result<void> AnchorNames::add(PageId page, std::string_view name) {
  if (count_++ % stride_ == 0) sample_.emplace_back(name);
  if (sample_.size() == kMostSampled) {
    stride_ *= 2;
    for (size_t i = 0; 2 * i < sample_.size(); ++i) sample_[i] = std::move(sample_[2 * i]);
    sample_.resize(sample_.size() / 2);
  }
  const std::array<uint32_t, 2> head = {index(page), static_cast<uint32_t>(name.size())};
  std::string record(sizeof(head), '\0');
  std::memcpy(record.data(), head.data(), sizeof(head));
  record += name;
  return names_.append(record);
}

Result<void> AnchorNames::write(file::ContainerWriter& writer) {
  const std::vector<std::string_view> sample(sample_.begin(), sample_.end());
  COCITE_TRY(auto column, file::TextColumnWriter::create(writer, sample));
  uint64_t next = 0;
  for (uint64_t i = 0; i < count_; ++i) {
    std::array<uint32_t, 2> head{};
    COCITE_TRY(const std::string_view bytes, names_.next(sizeof(head)));
    std::memcpy(head.data(), bytes.data(), sizeof(head));
    for (; next < head[0]; ++next) COCITE_CHECK(column.add({}));
    COCITE_TRY(const std::string_view name, names_.next(head[1]));
    COCITE_CHECK(column.add(name));
    ++next;
  }
  for (; next < pages_; ++next) COCITE_CHECK(column.add({}));
  return column.finish();
}

store::NewNotes AnchorNames::notes() {
  return {.name = std::string(store::kAnchorNames),
          .about = std::string(store::kAboutAnchorNames),
          .parts = {},
          .fill = [this](file::ContainerWriter& writer) { return write(writer); }};
}

}  // namespace cocite::words
