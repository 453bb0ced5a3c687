#include "ingest/segment_writer.h"

#include <algorithm>
#include <bit>

#include "base/ip_address.h"
#include "file/string_sampler.h"
#include "file/string_table.h"
#include "ingest/column_files.h"
#include "ingest/title_sorter.h"
#include "store/page_texts.h"

namespace cocite::ingest {
namespace {

Result<void> write_meta(file::ContainerWriter& file, const SegmentMeta& meta) {
  COCITE_CHECK(file.begin("meta"));
  return file.write_values(std::span<const SegmentMeta>(&meta, 1));
}

Result<void> write_section(file::ContainerWriter& file, std::string_view name,
                           std::string_view bytes) {
  COCITE_CHECK(file.begin(name));
  return file.write(std::as_bytes(std::span(bytes)));
}

uint64_t ones(std::span<const uint64_t> words) {
  uint64_t count = 0;
  for (const uint64_t word : words) count += static_cast<uint64_t>(std::popcount(word));
  return count;
}

// What a column of texts takes of one, with all a record has: more would be cut in the store, too.
constexpr size_t kMaxRecordBytes = size_t{16} << 20;

}  // namespace

Result<LinkSegmentWriter> LinkSegmentWriter::create(const std::string& path, SegmentKind kind,
                                                    uint64_t build, uint64_t pages,
                                                    uint64_t first) {
  LinkSegmentWriter writer;
  COCITE_TRY(writer.file_, file::ContainerWriter::create(path, kSegmentContainer));
  COCITE_CHECK(writer.file_.begin("stream"));
  writer.meta_.kind = static_cast<uint32_t>(kind);
  writer.meta_.build = build;
  writer.meta_.pages = pages;
  writer.meta_.first = writer.meta_.end = first;
  return writer;
}

Result<void> LinkSegmentWriter::add(const graph::PackedChunk& chunk) {
  meta_.end += chunk.pages;
  meta_.links += chunk.links;
  meta_.list_bits += chunk.list_bits;
  meta_.max_degree = std::max(meta_.max_degree, chunk.max_degree);
  sizes_.insert(sizes_.end(), chunk.group_sizes.begin(), chunk.group_sizes.end());
  return file_.write(chunk.bytes);
}

Result<void> LinkSegmentWriter::finish() {
  COCITE_CHECK(file_.begin("sizes"));
  COCITE_CHECK(file_.write_values(std::span<const uint64_t>(sizes_)));
  if (!counts_.empty()) {
    COCITE_CHECK(file_.begin(store::LinkCounts::kSection));
    COCITE_CHECK(file_.write(counts_));
  }
  COCITE_CHECK(write_meta(file_, meta_));
  return file_.finish();
}

Result<PageSegmentWriter> PageSegmentWriter::create(const std::string& path, uint64_t build,
                                                    uint64_t pages, uint64_t first,
                                                    std::vector<std::string_view> keys) {
  PageSegmentWriter writer;
  COCITE_TRY(writer.file_, file::ContainerWriter::create(path, kSegmentContainer));
  writer.meta_.kind = static_cast<uint32_t>(SegmentKind::kPages);
  writer.meta_.build = build;
  writer.meta_.pages = pages;
  writer.meta_.first = first;
  writer.meta_.end = first + keys.size();
  writer.keys_ = std::move(keys);
  for (auto* words : {&writer.crawled_, &writer.secure_, &writer.recorded_, &writer.titled_}) {
    words->assign((writer.keys_.size() + 63) / 64, 0);
  }
  return writer;
}

Result<void> PageSegmentWriter::add_record(uint64_t page, const PageRecord& record,
                                           std::span<const PageId> children) {
  const std::string title = tidy_title(record.title);
  const uint64_t place = page - meta_.first;
  const std::string url = store::short_url(keys_[place], record.url, bit_of(secure_, place));
  const auto machine = IpAddress::parse(record.ip);
  const std::string ip = machine ? machine->text() : std::string();
  SegmentRecord kept{.date = record.date,
                     .title = title,
                     .text = record.text,
                     .url = url,
                     .language = language_of(record.language),
                     .ip = ip,
                     .anchors = {}};
  if (!record.anchors.empty()) kept.anchors = lines_.make(record.anchors, children);
  const size_t others = kept.title.size() + kept.text.size() + kept.url.size() + 1024;
  kept.anchors = kept.anchors.substr(0, kMaxRecordBytes - std::min(kMaxRecordBytes, others));
  if (!record.url.empty()) meta_.flags |= SegmentMeta::kHasUrls;
  if (!record.language.empty()) meta_.flags |= SegmentMeta::kHasLanguages;
  if (!record.anchors.empty()) meta_.flags |= SegmentMeta::kHasAnchors;
  if (machine) meta_.flags |= SegmentMeta::kHasMachines;
  set(recorded_, page);
  if (!title.empty()) set(titled_, page);
  room_.clear();
  put_segment_record(kept, room_);
  const auto number = static_cast<uint32_t>(page);
  records_.append(reinterpret_cast<const char*>(&number), sizeof number);
  put_text(room_, records_);
  return {};
}

Result<void> PageSegmentWriter::finish() {
  // Records go into blocks that are packed; pages rise.
  COCITE_TRY(auto column, file::BlockColumnWriter::create(file_));
  for (std::string_view left = records_; !left.empty();) {
    uint32_t page = 0;
    std::copy_n(left.data(), sizeof page, reinterpret_cast<char*>(&page));
    left.remove_prefix(sizeof page);
    std::string_view record;
    if (!take_text(left, record)) break;
    COCITE_CHECK(column.add(page, record));
  }
  COCITE_CHECK(column.finish());
  file::StringSampler sampler;
  for (const std::string_view key : keys_) sampler.add(key);
  COCITE_TRY(auto keys, file::StringTableWriter::create(file_, "keys", sampler.sample()));
  for (const std::string_view key : keys_) COCITE_CHECK(keys.add(key));
  COCITE_CHECK(keys.finish());
  const std::pair<std::string_view, std::span<const uint64_t>> bits[] = {
      {"crawled", crawled_}, {"secure", secure_}, {"recorded", recorded_}, {"titled", titled_}};
  for (const auto& [name, words] : bits) {
    COCITE_CHECK(file_.begin(name));
    COCITE_CHECK(file_.write_values(words));
  }
  COCITE_CHECK(file_.begin("statuses"));
  COCITE_CHECK(file_.write_values(std::span<const store::StatusEntry>(statuses_)));
  meta_.crawled = ones(crawled_);
  meta_.records = ones(recorded_);
  meta_.titles = ones(titled_);
  COCITE_CHECK(write_meta(file_, meta_));
  return file_.finish();
}

Result<void> write_segment_head(const std::string& path, const SegmentHead& head) {
  COCITE_TRY(auto file, file::ContainerWriter::create(path, kSegmentContainer));
  std::string facts;
  store::for_each_fact(head.facts, [&](std::string_view name, const std::string& word) {
    facts += std::string(name) + '\t' + word + '\n';
  });
  COCITE_CHECK(write_section(file, "facts", facts));
  COCITE_CHECK(file.begin("out_codes"));
  COCITE_CHECK(file.write(head.out_codes));
  COCITE_CHECK(file.begin("in_codes"));
  COCITE_CHECK(file.write(head.in_codes));
  std::string aliases;
  for (const store::Alias& alias : head.aliases) {
    put_text(alias.from, aliases);
    put_text(alias.to, aliases);
    aliases.append(reinterpret_cast<const char*>(&alias.date), sizeof alias.date);
  }
  COCITE_CHECK(write_section(file, "aliases", aliases));
  COCITE_CHECK(write_section(file, "report", head.report));
  const SegmentMeta meta{.kind = static_cast<uint32_t>(SegmentKind::kHead),
                         .build = head.build,
                         .first = 0,
                         .end = head.facts.pages,
                         .pages = head.facts.pages};
  COCITE_CHECK(write_meta(file, meta));
  return file.finish();
}

}  // namespace cocite::ingest
