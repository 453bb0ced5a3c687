#include "ingest/page_columns.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "file/block_column.h"
#include "file/text_column.h"
#include "url/key.h"

namespace cocite::ingest {
namespace {

constexpr size_t kSampleTexts = 4096;

// A column file that is made when the first text comes.
class LazyBlocks {
 public:
  explicit LazyBlocks(std::string path) : path_(std::move(path)) {}
  Result<void> add(uint32_t page, std::string_view text) {
    if (text.empty()) return {};
    if (!writer_) {
      COCITE_TRY(container_, file::ContainerWriter::create(path_, "text"));
      COCITE_TRY(writer_, file::BlockColumnWriter::create(container_));
    }
    return writer_->add(page, text);
  }
  Result<void> finish() {
    if (!writer_) return {};
    COCITE_CHECK(writer_->finish());
    return container_.finish();
  }
  [[nodiscard]] uint64_t size() const { return writer_ ? writer_->size() : 0; }

 private:
  std::string path_;
  file::ContainerWriter container_;
  std::optional<file::BlockColumnWriter> writer_;
};

}  // namespace

Result<PageColumns> PageColumns::create(Context& context, const file::Draft& draft) {
  PageColumns columns(context, draft);
  COCITE_TRY(columns.file_, file::RawFile::create(draft.scratch("records")));
  return columns;
}

Result<void> PageColumns::add(uint32_t page, const PageRecord& record) {
  std::string bytes;
  put_record(record, bytes);
  has_anchors_ |= !record.anchors.empty();
  has_urls_ |= !record.url.empty();
  has_languages_ |= !record.language.empty();
  entries_.push_back({file_.size(), page, static_cast<uint32_t>(bytes.size())});
  return file_.append(std::as_bytes(std::span(bytes)));
}

void PageColumns::add_old(uint32_t page, PageId old_page) {
  entries_.push_back({index(old_page), page, kOld});
}

std::vector<uint32_t> PageColumns::pages() const {
  std::vector<uint32_t> pages;
  for (const Entry& entry : entries_) pages.push_back(entry.page);
  return pages;
}

Result<void> PageColumns::load(const Entry& entry, std::string& bytes, PageRecord& record) const {
  bytes.clear();
  if (entry.length == kOld) return load_old(page_id(entry.offset), bytes, record);
  bytes.resize(entry.length);
  COCITE_CHECK(file_.read_at(entry.offset, std::as_writable_bytes(std::span(bytes))));
  take_record(bytes, record);
  return {};
}

Result<void> PageColumns::load_old(PageId page, std::string& bytes, PageRecord& record) const {
  PageRecord old;
  COCITE_TRY(const store::PageTexts texts, old_->texts(page));
  COCITE_TRY(const std::string title, old_->title(page));
  old.date = texts.date;
  old.title = title;
  old.text = texts.text;
  old.url = texts.url;
  old.language = texts.language;
  if (!texts.anchors.empty()) {
    graph::ListBuffer buffer;
    COCITE_TRY(const auto children, old_->children(page, buffer));
    for (size_t i = 0; i < std::min(children.size(), texts.anchors.size()); ++i) {
      if (texts.anchors[i].empty()) continue;
      old.anchors.emplace_back((*numbers_)[index(children[i])], texts.anchors[i]);
    }
  }
  put_record(old, bytes);
  take_record(bytes, record);
  return {};
}

Result<void> PageColumns::write(const store::Store* old, const std::vector<uint32_t>& numbers,
                                TitleSorter& titles) {
  old_ = old;
  numbers_ = &numbers;
  COCITE_CHECK(file_.flush());
  std::ranges::sort(entries_, {}, &Entry::page);
  if (old_ != nullptr) {
    has_anchors_ |= old_->said().has_anchors();
    has_urls_ |= old_->said().has_urls();
    has_languages_ |= old_->said().has_languages();
  }
  COCITE_CHECK(write_texts(titles));
  if (has_urls_) {
    COCITE_CHECK(write_short("urls", [](std::string_view key, const PageRecord& record) {
      return store::short_url(key, record.url);
    }));
  }
  if (has_languages_) {
    COCITE_CHECK(write_short("languages", [](std::string_view, const PageRecord& record) {
      return std::string(record.language.substr(0, 35));
    }));
  }
  return has_anchors_ ? write_anchors() : Result<void>();
}

Result<void> PageColumns::write_texts(TitleSorter& titles) {
  COCITE_TRY(const auto out, graph::PackedLinks::open(draft_->folder() + "/out"));
  LazyBlocks texts(draft_->folder() + "/texts");
  std::vector<uint32_t> dates(out.pages());
  bool has_dates = false;
  std::string bytes;
  PageRecord record;
  uint64_t done = 0;
  for (const Entry& entry : entries_) {
    COCITE_CHECK(load(entry, bytes, record));
    COCITE_CHECK(titles.add(entry.page, record.title));
    COCITE_CHECK(texts.add(entry.page, record.text));
    dates[entry.page] = record.date;
    has_dates |= record.date != 0;
    if (++done % 1024 == 0) {
      COCITE_CHECK(context_->report("writing texts", done, entries_.size(), "pages"));
    }
  }
  COCITE_CHECK(texts.finish());
  texts_ = texts.size();
  if (!has_dates) return {};
  COCITE_TRY(auto container, file::ContainerWriter::create(draft_->folder() + "/dates", "date"));
  COCITE_CHECK(container.begin("values"));
  COCITE_CHECK(container.write_values(std::span<const uint32_t>(dates)));
  return container.finish();
}

template <class TextOf>
Result<void> PageColumns::write_short(const std::string& name, TextOf&& text_of) {
  COCITE_TRY(const auto pages, file::Container::open(draft_->folder() + "/pages", "page"));
  COCITE_TRY(const auto keys, file::StringTable::open(pages, "keys"));
  std::string bytes;
  std::string key;
  PageRecord record;
  std::vector<std::string> sample;
  const size_t step = entries_.size() / kSampleTexts + 1;
  for (size_t i = 0; i < entries_.size(); i += step) {
    COCITE_CHECK(load(entries_[i], bytes, record));
    COCITE_CHECK(keys.get(entries_[i].page, key));
    sample.push_back(text_of(key, record));
  }
  const std::vector<std::string_view> sample_views(sample.begin(), sample.end());
  COCITE_TRY(auto container, file::ContainerWriter::create(draft_->folder() + "/" + name, "text"));
  COCITE_TRY(auto column, file::TextColumnWriter::create(container, sample_views));
  size_t next = 0;
  auto cursor = keys.cursor(0);
  for (uint64_t page = 0; page < keys.size(); ++page) {
    std::string_view page_key;
    if (!cursor.next(page_key)) break;
    if (next == entries_.size() || entries_[next].page != page) {
      COCITE_CHECK(column.add(""));
      continue;
    }
    COCITE_CHECK(load(entries_[next++], bytes, record));
    COCITE_CHECK(column.add(text_of(page_key, record)));
  }
  COCITE_CHECK(cursor.status());
  COCITE_CHECK(column.finish());
  return container.finish();
}

// A line per child, in the order of the list; empty lines at the end are left out.
Result<void> PageColumns::write_anchors() {
  COCITE_TRY(const auto out, graph::PackedLinks::open(draft_->folder() + "/out"));
  LazyBlocks anchors(draft_->folder() + "/anchors");
  std::string bytes;
  std::string lines;
  PageRecord record;
  std::unordered_map<uint32_t, std::string_view> by_target;
  auto scan = out.scan(page_id(0), out.pages());
  for (const Entry& entry : entries_) {
    COCITE_CHECK(load(entry, bytes, record));
    if (record.anchors.empty()) continue;
    by_target.clear();
    for (const auto& [target, anchor] : record.anchors) by_target.try_emplace(target, anchor);
    while (scan.next() && index(scan.page()) != entry.page) {
    }
    COCITE_CHECK(scan.status());
    lines.clear();
    size_t end = 0;
    for (const PageId child : scan.list()) {
      const auto anchor = by_target.find(index(child));
      if (anchor != by_target.end()) {
        // No line breaks inside a line: parsers make them spaces, other sources may not.
        for (const char c : anchor->second) lines += c == '\n' || c == '\r' ? ' ' : c;
        end = lines.size();
      }
      lines += '\n';
    }
    COCITE_CHECK(anchors.add(entry.page, std::string_view(lines).substr(0, end)));
  }
  return anchors.finish();
}

}  // namespace cocite::ingest
