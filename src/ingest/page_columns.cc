#include "ingest/page_columns.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "file/block_column.h"
#include "file/text_column.h"
#include "url/key.h"

namespace cocite::ingest {
namespace {

constexpr size_t kSampleTexts = 4096;

// A column file that is made when the first text comes.
class LazyBlocks {
 public:
  LazyBlocks(store::Writer& store, store::Part part) : store_(&store), part_(part) {}
  Result<void> add(uint32_t page, std::string_view text) {
    if (text.empty()) return {};
    if (!writer_) {
      COCITE_TRY(container_, store_->create(part_));
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
  store::Writer* store_;
  store::Part part_;
  file::ContainerWriter container_;
  std::optional<file::BlockColumnWriter> writer_;
};

// A column of short texts, one for each page, if it is wanted at all.
class ShortColumn {
 public:
  Result<void> start(file::ContainerWriter container, std::span<const std::string> sample) {
    const std::vector<std::string_view> views(sample.begin(), sample.end());
    container_ = std::move(container);
    COCITE_TRY(writer_, file::TextColumnWriter::create(container_, views));
    return {};
  }
  [[nodiscard]] bool is_wanted() const { return writer_.has_value(); }
  Result<void> add(std::string_view text) { return writer_ ? writer_->add(text) : Result<void>(); }
  Result<void> finish() {
    if (!writer_) return {};
    COCITE_CHECK(writer_->finish());
    return container_.finish();
  }

 private:
  file::ContainerWriter container_;
  std::optional<file::TextColumnWriter> writer_;
};

std::string language_of(const PageRecord& record) {
  return std::string(record.language.substr(0, 35));
}

// A line per child, in the order of the list; empty lines at the end are left out.
class AnchorLines {
 public:
  std::string_view make(const Anchors& anchors, std::span<const PageId> children) {
    // Of several links to one page the first.
    by_target_.clear();
    for (const auto& [target, anchor] : anchors) {
      by_target_.push_back({target, static_cast<uint32_t>(by_target_.size())});
    }
    std::ranges::sort(by_target_);
    lines_.clear();
    size_t end = 0;
    for (const PageId child : children) {
      const auto found = std::ranges::lower_bound(by_target_, std::pair(index(child), 0U));
      if (found != by_target_.end() && found->first == index(child)) {
        const size_t begin = lines_.size();
        lines_ += anchors[found->second].second;
        // No line breaks inside a line: parsers make them spaces, other sources may not. Every byte
        // is written, changed or not, so that it is done many at a time.
        for (char& c : std::span(lines_).subspan(begin)) c = c == '\n' || c == '\r' ? ' ' : c;
        end = lines_.size();
      }
      lines_ += '\n';
    }
    return std::string_view(lines_).substr(0, end);
  }

 private:
  std::vector<std::pair<uint32_t, uint32_t>> by_target_;  // and the place in the anchors
  std::string lines_;
};

}  // namespace

struct PageColumns::Columns {
  explicit Columns(store::Writer& writer)
      : texts(writer, store::Part::kTexts), anchors(writer, store::Part::kAnchors) {}

  LazyBlocks texts;
  LazyBlocks anchors;
  ShortColumn urls;
  ShortColumn languages;
  std::vector<uint32_t> dates;
  std::optional<graph::PackedLinks::Scan> lists;
  AnchorLines lines;
};

void PageColumns::add(uint32_t page, uint64_t offset, uint32_t length, const PageRecord& record) {
  has_anchors_ |= !record.anchors.empty();
  has_urls_ |= !record.url.empty();
  has_languages_ |= !record.language.empty();
  entries_.push_back({offset, page, length, kNone});
}

Result<void> PageColumns::add_text(uint32_t page, std::string_view text) {
  given_.push_back({given_letters_.size(), page, static_cast<uint32_t>(text.size())});
  return given_letters_.append(text);
}

void PageColumns::merge_given() {
  std::ranges::sort(entries_, {}, &Entry::page);
  if (given_.empty()) return;
  std::ranges::stable_sort(given_, {}, &Given::page);
  const size_t known = entries_.size();
  for (uint32_t i = 0, at = 0; i < given_.size(); ++i) {
    const uint32_t page = given_[i].page;
    if (i + 1 < given_.size() && given_[i + 1].page == page) continue;
    while (at < known && entries_[at].page < page) ++at;
    if (at < known && entries_[at].page == page) {
      entries_[at].given = i;
    } else {
      entries_.push_back({0, page, kNone, i});
    }
  }
  std::ranges::sort(entries_, {}, &Entry::page);
}

void PageColumns::add_old(uint32_t page, PageId old_page) {
  entries_.push_back({index(old_page), page, kOld, kNone});
}

std::vector<uint32_t> PageColumns::pages() const {
  std::vector<uint32_t> pages;
  for (const Entry& entry : entries_) pages.push_back(entry.page);
  return pages;
}

Result<void> PageColumns::load(const Entry& entry, std::string& room, PageRecord& record) {
  if (entry.length == kOld) {
    COCITE_CHECK(load_old(page_id(entry.offset), room, record));
  } else if (entry.length == kNone) {
    record = {};
  } else {
    COCITE_TRY(const std::string_view bytes, records_->read(entry.offset, entry.length, room));
    take_record(bytes, record);
  }
  return load_given(entry, record);
}

Result<void> PageColumns::load_given(const Entry& entry, PageRecord& record) {
  if (entry.given == kNone) return {};
  const Given& given = given_[entry.given];
  COCITE_TRY(record.text, given_letters_.read(given.offset, given.length, given_room_));
  return {};
}

Result<void> PageColumns::load_old(PageId page, std::string& room, PageRecord& record) {
  PageRecord old;
  const store::PageTextColumns& texts = old_->text_columns();
  COCITE_TRY(const std::string_view text, old_texts_->text(page));
  COCITE_TRY(const std::vector<std::string> anchors, old_texts_->anchors(page));
  COCITE_TRY(const std::string language, texts.language(page));
  std::string url;
  if (texts.has_urls()) {
    COCITE_TRY(const std::string key, old_->key(page));
    COCITE_TRY(url, texts.url(page, key));
  }
  COCITE_TRY(const std::string title, old_->title(page));
  old.date = texts.date(page);
  old.title = title;
  old.text = text;
  old.url = url;
  old.language = language;
  if (!anchors.empty()) {
    graph::ListBuffer buffer;
    COCITE_TRY(const auto children, old_->children(page, buffer));
    for (size_t i = 0; i < std::min(children.size(), anchors.size()); ++i) {
      if (anchors[i].empty()) continue;
      old.anchors.emplace_back((*numbers_)[index(children[i])], anchors[i]);
    }
  }
  room.clear();
  put_record(old, room);
  take_record(room, record);
  return {};
}

Result<void> PageColumns::write(const store::Store* old, const std::vector<uint32_t>& numbers,
                                TitleSorter& titles) {
  old_ = old;
  numbers_ = &numbers;
  merge_given();
  if (old_ != nullptr) {
    old_texts_.emplace(old_->text_columns());
    has_anchors_ |= old_->text_columns().has_anchors();
    has_urls_ |= old_->text_columns().has_urls();
    has_languages_ |= old_->text_columns().has_languages();
  }
  COCITE_TRY(auto out_file, writer_->written(store::Part::kOut));
  COCITE_TRY(const auto out, graph::PackedLinks::of(std::move(out_file)));
  COCITE_TRY(const auto pages, writer_->written(store::Part::kPages));
  COCITE_TRY(const auto keys, file::StringTable::open(pages, "keys"));
  Columns columns(*writer_);
  columns.dates.resize(out.pages());
  if (has_anchors_) columns.lists = out.scan(page_id(0), out.pages());
  COCITE_CHECK(start(keys, columns));

  const bool needs_keys = columns.urls.is_wanted();
  auto cursor = keys.cursor(0);
  std::string_view key;
  uint64_t page = 0;
  const auto pass_to = [&](uint64_t next) -> Result<void> {
    for (; page < next; ++page) {
      if (needs_keys && !cursor.next(key)) return cursor.status();
      COCITE_CHECK(columns.urls.add(""));
      COCITE_CHECK(columns.languages.add(""));
    }
    return {};
  };
  std::string room;
  PageRecord record;
  uint64_t done = 0;
  for (const Entry& entry : entries_) {
    COCITE_CHECK(pass_to(entry.page));
    if (needs_keys && !cursor.next(key)) return cursor.status();
    ++page;
    COCITE_CHECK(load(entry, room, record));
    COCITE_CHECK(titles.add(entry.page, record.title));
    COCITE_CHECK(write_page(key, record, entry.page, columns));
    if (++done % 1024 == 0) {
      COCITE_CHECK(context_->report("writing texts", done, entries_.size(), "pages"));
    }
  }
  COCITE_CHECK(pass_to(keys.size()));
  COCITE_CHECK(columns.texts.finish());
  COCITE_CHECK(columns.anchors.finish());
  COCITE_CHECK(columns.urls.finish());
  COCITE_CHECK(columns.languages.finish());
  texts_ = columns.texts.size();
  return write_dates(columns.dates);
}

Result<void> PageColumns::start(const file::StringTable& keys, Columns& columns) {
  if (!has_urls_ && !has_languages_) return {};
  std::vector<std::string> urls;
  std::vector<std::string> languages;
  std::string room;
  std::string key;
  PageRecord record;
  const size_t step = entries_.size() / kSampleTexts + 1;
  for (size_t i = 0; i < entries_.size(); i += step) {
    COCITE_CHECK(keys.get(entries_[i].page, key));
    if (entries_[i].length == kOld) {
      // Without its text, which would be unpacked for nothing.
      const PageId page = page_id(entries_[i].offset);
      COCITE_TRY(const std::string url, old_->text_columns().url(page, key));
      COCITE_TRY(const std::string language, old_->text_columns().language(page));
      urls.push_back(old_->text_columns().has_urls() ? store::short_url(key, url) : std::string());
      languages.push_back(language);
      continue;
    }
    COCITE_CHECK(load(entries_[i], room, record));
    urls.push_back(store::short_url(key, record.url));
    languages.push_back(language_of(record));
  }
  if (has_urls_) {
    COCITE_TRY(auto file, writer_->create(store::Part::kUrls));
    COCITE_CHECK(columns.urls.start(std::move(file), urls));
  }
  if (has_languages_) {
    COCITE_TRY(auto file, writer_->create(store::Part::kLanguages));
    COCITE_CHECK(columns.languages.start(std::move(file), languages));
  }
  return {};
}

Result<void> PageColumns::write_page(std::string_view key, const PageRecord& record, uint32_t page,
                                     Columns& columns) const {
  columns.dates[page] = record.date;
  COCITE_CHECK(columns.texts.add(page, record.text));
  if (columns.urls.is_wanted()) {
    COCITE_CHECK(columns.urls.add(store::short_url(key, record.url)));
  }
  COCITE_CHECK(columns.languages.add(language_of(record)));
  if (record.anchors.empty()) return {};
  while (columns.lists->next() && index(columns.lists->page()) != page) {
  }
  COCITE_CHECK(columns.lists->status());
  return columns.anchors.add(page, columns.lines.make(record.anchors, columns.lists->list()));
}

Result<void> PageColumns::write_dates(const std::vector<uint32_t>& dates) const {
  if (std::ranges::all_of(dates, [](uint32_t date) { return date == 0; })) return {};
  COCITE_TRY(auto container, writer_->create(store::Part::kDates));
  COCITE_CHECK(container.begin("values"));
  COCITE_CHECK(container.write_values(std::span<const uint32_t>(dates)));
  return container.finish();
}

}  // namespace cocite::ingest
