#include "ingest/record_columns.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "file/string_table.h"

namespace cocite::ingest {
namespace {

Result<void> read(const Segment& segment, file::BlockColumn::Reader& reader, uint64_t i,
                  SegmentRecord& record) {
  COCITE_TRY(const std::string_view bytes, reader.get(segment.meta().first + i));
  if (!take_segment_record(bytes, record)) return segment.damage("what its pages say");
  return {};
}

}  // namespace

bool RecordColumns::has(uint64_t flag) const {
  return std::ranges::any_of(set_->of(SegmentKind::kPages), [&](const Segment& segment) {
    return (segment.meta().flags & flag) != 0;
  });
}

Result<void> RecordColumns::start() {
  const size_t record_step = sample_step(set_->sum(SegmentKind::kPages, &SegmentMeta::records));
  const uint64_t titled = set_->sum(SegmentKind::kPages, &SegmentMeta::titles);
  const size_t title_step = sample_step(titled);
  std::vector<std::string> titles;
  std::vector<std::string> urls;
  std::vector<std::string> languages;
  uint64_t records_seen = 0;
  uint64_t titles_seen = 0;
  for (const Segment& segment : set_->of(SegmentKind::kPages)) {
    COCITE_TRY(const auto recorded, segment.bits("recorded"));
    COCITE_TRY(const auto has_title, segment.bits("titled"));
    COCITE_TRY(const auto column, file::BlockColumn::open(segment.container()));
    file::BlockColumn::Reader reader(column);
    for (uint64_t i = 0; i < segment.size(); ++i) {
      if (!bit_of(recorded, i)) continue;
      const bool is_record = records_seen++ % record_step == 0;
      const bool is_title = bit_of(has_title, i) && titles_seen++ % title_step == 0;
      if (!is_record && !is_title) continue;
      SegmentRecord record;
      COCITE_CHECK(read(segment, reader, i, record));
      if (is_title) titles.emplace_back(record.title);
      if (!is_record) continue;
      urls.emplace_back(record.url);
      languages.emplace_back(record.language);
    }
  }
  COCITE_CHECK(start(titles_, store::Part::kTitles, titled > 0, titles));
  COCITE_CHECK(start(urls_, store::Part::kUrls, has(SegmentMeta::kHasUrls), urls));
  return start(languages_, store::Part::kLanguages, has(SegmentMeta::kHasLanguages), languages);
}

Result<void> RecordColumns::start(ShortColumn& column, store::Part part, bool is_wanted,
                                  std::span<const std::string> sample) {
  if (!is_wanted) return {};
  COCITE_TRY(auto file, writer_->create(part));
  return column.start(std::move(file), sample);
}

Result<void> RecordColumns::write() {
  if (set_->sum(SegmentKind::kPages, &SegmentMeta::records) == 0) return {};
  COCITE_CHECK(start());
  const bool has_machines = has(SegmentMeta::kHasMachines);
  if (has_machines) COCITE_CHECK(machines_.start(*writer_));
  std::vector<uint32_t> dates(set_->facts().pages);
  for (const Segment& segment : set_->of(SegmentKind::kPages)) {
    COCITE_TRY(const auto recorded, segment.bits("recorded"));
    COCITE_TRY(const auto column, file::BlockColumn::open(segment.container()));
    COCITE_TRY(const auto keys, file::StringTable::open(segment.container(), "keys"));
    file::BlockColumn::Reader reader(column);
    auto cursor = keys.cursor(0);
    for (uint64_t i = 0; i < segment.size(); ++i) {
      const auto page = static_cast<uint32_t>(segment.meta().first + i);
      SegmentRecord record;
      if (bit_of(recorded, i)) COCITE_CHECK(read(segment, reader, i, record));
      dates[page] = record.date;
      COCITE_CHECK(texts_.add(page, record.text));
      COCITE_CHECK(anchors_.add(page, record.anchors));
      COCITE_CHECK(titles_.add(record.title));
      COCITE_CHECK(urls_.add(record.url));
      COCITE_CHECK(languages_.add(record.language));
      std::string_view key;
      if (has_machines && !cursor.next(key)) return segment.damage("its keys");
      if (has_machines && bit_of(recorded, i)) {
        COCITE_CHECK(machines_.add(page, key, record.ip));
      }
      titled_ += record.title.empty() ? 0 : 1;
      if (page % 4096 == 0) {
        COCITE_CHECK(context_->report("writing texts", page, set_->facts().pages, "pages"));
      }
    }
    segment.container().let_go();
  }
  COCITE_CHECK(texts_.finish());
  COCITE_CHECK(anchors_.finish());
  COCITE_CHECK(titles_.finish());
  COCITE_CHECK(urls_.finish());
  COCITE_CHECK(languages_.finish());
  COCITE_CHECK(machines_.write(*writer_));
  return write_dates(dates);
}

Result<void> RecordColumns::write_dates(std::span<const uint32_t> dates) {
  if (std::ranges::all_of(dates, [](uint32_t date) { return date == 0; })) return {};
  COCITE_TRY(auto file, writer_->create(store::Part::kDates));
  COCITE_CHECK(file.begin("values"));
  COCITE_CHECK(file.write_values(dates));
  return file.finish();
}

}  // namespace cocite::ingest
