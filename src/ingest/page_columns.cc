#include "ingest/page_columns.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "file/bitmap.h"
#include "ingest/anchor_lines.h"
#include "ingest/column_files.h"
#include "ingest/machine_runs.h"

namespace cocite::ingest {

struct PageColumns::Columns {
  explicit Columns(store::Writer& writer)
      : texts(writer, store::Part::kTexts), anchors(writer, store::Part::kAnchors) {}

  LazyBlocks texts;
  LazyBlocks anchors;
  ShortColumn urls;
  ShortColumn languages;
  std::vector<uint32_t> dates;
  MachineRuns machines;
  std::optional<graph::PackedLinks::Scan> lists;
  AnchorLines lines;
  std::optional<file::Bitmap> secure;  // of the pages

  [[nodiscard]] Result<bool> is_secure(uint32_t page) const {
    return secure ? secure->get(page) : Result<bool>(false);
  }
};

void PageColumns::add(uint32_t page, uint64_t offset, uint32_t length, const PageRecord& record) {
  has_anchors_ |= !record.anchors.empty();
  has_urls_ |= !record.url.empty();
  has_languages_ |= !record.language.empty();
  has_machines_ |= !record.ip.empty();
  entries_.push_back({offset, page, length, kNone});
}

Result<void> PageColumns::add_text(uint32_t page, std::string_view text) {
  given_.push_back({given_letters_.size(), page, static_cast<uint32_t>(text.size())});
  return given_letters_.append(text);
}

void PageColumns::merge_given() {
  std::ranges::stable_sort(entries_, {}, &Entry::page);
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
  std::ranges::stable_sort(entries_, {}, &Entry::page);
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

Result<void> PageColumns::load_all(std::span<const Entry> entries, std::vector<std::string>& rooms,
                                   PageRecord& record) {
  if (rooms.size() < entries.size()) rooms.resize(entries.size());
  COCITE_CHECK(load(entries[0], rooms[0], record));
  for (size_t i = 1; i < entries.size(); ++i) {
    PageRecord more;
    COCITE_CHECK(load(entries[i], rooms[i], more));
    if (record.title.empty()) record.title = more.title;
    record.anchors.insert(record.anchors.end(), more.anchors.begin(), more.anchors.end());
  }
  return {};
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
    COCITE_TRY(url, old_->url(page, key));
  }
  COCITE_TRY(const std::string title, old_->title(page));
  old.date = texts.date(page);
  old.title = title;
  old.text = text;
  old.url = url;
  old.language = language;
  const auto machine = old_->machine(page);
  const std::string ip = machine ? machine->text() : std::string();
  old.ip = ip;
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
    has_machines_ |= old_->machines() != nullptr;
  }
  COCITE_TRY(auto out_file, writer_->written(store::Part::kOut));
  COCITE_TRY(const auto out, graph::PackedLinks::of(std::move(out_file)));
  COCITE_TRY(const auto pages, writer_->written(store::Part::kPages));
  COCITE_TRY(const auto keys, file::StringTable::open(pages, "keys"));
  Columns columns(*writer_);
  if (pages.has("secure")) {
    COCITE_TRY(columns.secure, file::Bitmap::open(pages, "secure"));
  }
  columns.dates.resize(out.pages());
  if (has_anchors_) columns.lists = out.scan(page_id(0), out.pages());
  COCITE_CHECK(start(keys, columns));

  if (has_machines_) COCITE_CHECK(columns.machines.start(*writer_));
  const bool needs_keys = columns.urls.is_wanted() || has_machines_;
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
  std::vector<std::string> rooms;
  PageRecord record;
  uint64_t done = 0;
  for (size_t first = 0, end = 0; first < entries_.size(); first = end) {
    const Entry& entry = entries_[first];
    while (end < entries_.size() && entries_[end].page == entry.page) ++end;
    COCITE_CHECK(pass_to(entry.page));
    if (needs_keys && !cursor.next(key)) return cursor.status();
    ++page;
    COCITE_CHECK(load_all(std::span(entries_).subspan(first, end - first), rooms, record));
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
  COCITE_CHECK(columns.machines.write(*writer_));
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
  const size_t step = sample_step(entries_.size());
  for (size_t i = 0; i < entries_.size(); i += step) {
    COCITE_CHECK(keys.get(entries_[i].page, key));
    COCITE_TRY(const bool is_secure, columns.is_secure(entries_[i].page));
    if (entries_[i].length == kOld) {
      // Without its text, which would be unpacked for nothing.
      const PageId page = page_id(entries_[i].offset);
      COCITE_TRY(const std::string url, old_->url(page, key));
      COCITE_TRY(const std::string language, old_->text_columns().language(page));
      urls.push_back(old_->text_columns().has_urls() ? store::short_url(key, url, is_secure)
                                                     : std::string());
      languages.push_back(language);
      continue;
    }
    COCITE_CHECK(load(entries_[i], room, record));
    urls.push_back(store::short_url(key, record.url, is_secure));
    languages.push_back(std::string(language_of(record.language)));
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
    COCITE_TRY(const bool is_secure, columns.is_secure(page));
    COCITE_CHECK(columns.urls.add(store::short_url(key, record.url, is_secure)));
  }
  COCITE_CHECK(columns.languages.add(std::string(language_of(record.language))));
  if (has_machines_) COCITE_CHECK(columns.machines.add(page, key, record.ip));
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
