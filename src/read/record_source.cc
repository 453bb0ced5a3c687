#include "read/record_source.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include <cocite/readable.h>

#include "read/arc_header.h"

namespace cocite::read {
namespace {

// A piece ends after this many times its size was skipped, so that progress and stops work.
constexpr uint64_t kMostPassedOver = 16;
constexpr size_t kFirstLook = size_t{1} << 16;

uint32_t date_of(const Record& record) {
  if (!record.date || *record.date < 0) return 0;
  return *record.date > std::numeric_limits<uint32_t>::max() ? 0
                                                             : static_cast<uint32_t>(*record.date);
}

SkipReason reason_of(RecordTrouble trouble) {
  switch (trouble) {
    case RecordTrouble::kNotARecord:
      return SkipReason::kGarbage;
    case RecordTrouble::kDamaged:
      return SkipReason::kBadMember;
    case RecordTrouble::kTooLarge:
      return SkipReason::kCutBody;
    default:
      return SkipReason::kBadRecord;
  }
}

std::string_view text_of(RecordTrouble trouble) {
  switch (trouble) {
    case RecordTrouble::kNotARecord:
      return "not a record";
    case RecordTrouble::kHeaderTooLong:
      return "header too long";
    case RecordTrouble::kBadLength:
      return "no length";
    case RecordTrouble::kShort:
      return "shorter than it says";
    case RecordTrouble::kCut:
      return "the file ends in it";
    case RecordTrouble::kDamaged:
      return "damaged";
    case RecordTrouble::kTooLarge:
      return "only its first bytes are read";
  }
  return "";
}

// What one piece holds: records, and what was met between them.
struct Batch {
  struct Entry {
    KeptRecord record;
    size_t offset = 0;  // of its block in `bytes`
    size_t size = 0;
    bool is_lost = false;
  };
  std::string bytes;
  std::vector<Entry> records;
  std::vector<WarcReader::Trouble> troubles;
  RecordStream::Damage damage;  // met while these were read
  uint64_t passed = 0;          // unpacked bytes
};

class RecordPiece final : public Piece {
 public:
  RecordPiece(Batch batch, const RecordFormat& format, const SourceOptions& options)
      : batch_(std::move(batch)), format_(format), options_(options) {}

  void parse(LinkBlock& block) override {
    block.lines = batch_.records.size();
    block.bytes = batch_.passed;
    report(block);
    PageEmitter emitter(options_, block);
    const auto parser = format_.make_parser(options_);
    for (Batch::Entry& entry : batch_.records) {
      block.count_record(record_type_text(entry.record.type));
      if (entry.is_lost) continue;
      entry.record.block = std::string_view(batch_.bytes).substr(entry.offset, entry.size);
      emitter.fetched_from(entry.record.ip);
      parser->parse(entry.record, emitter, block);
    }
  }

 private:
  void report(LinkBlock& block) const {
    for (const WarcReader::Trouble& trouble : batch_.troubles) {
      block.skip(reason_of(trouble.kind), 0,
                 std::string(text_of(trouble.kind)) + ", byte " + std::to_string(trouble.offset) +
                     ": " + trouble.text);
    }
    const uint64_t members = batch_.damage.damaged_members + batch_.damage.cut_members;
    if (members > 0) block.skip(SkipReason::kBadMember, 0, "compressed member", members);
    if (batch_.damage.garbage_runs > 0) {
      block.skip(SkipReason::kGarbage, 0,
                 std::to_string(batch_.damage.garbage_bytes) + " bytes between members",
                 batch_.damage.garbage_runs);
    }
  }

  Batch batch_;
  RecordFormat format_;
  SourceOptions options_;
};

class RecordSource final : public Source {
 public:
  RecordSource(std::unique_ptr<RecordStream> stream, const SourceOptions& options,
               const RecordFormat& format)
      : reader_(std::move(stream)), options_(options), format_(format) {}

  Result<std::unique_ptr<Piece>> next() override {
    Batch batch;
    batch.bytes.reserve(options_.piece_bytes + options_.piece_bytes / 4);
    const uint64_t begin = stream().position();
    bool is_end = false;
    while (!is_end && batch.bytes.size() < options_.piece_bytes &&
           batch.records.size() + batch.troubles.size() < kMaxRecordsPerPiece &&
           stream().position() - begin < kMostPassedOver * options_.piece_bytes) {
      COCITE_TRY(is_end, add_record(batch));
    }
    const RecordStream::Damage after = stream().damage();
    const RecordStream::Damage before = std::exchange(reported_, after);
    batch.damage = {.damaged_members = after.damaged_members - before.damaged_members,
                    .cut_members = after.cut_members - before.cut_members,
                    .garbage_runs = after.garbage_runs - before.garbage_runs,
                    .garbage_bytes = after.garbage_bytes - before.garbage_bytes};
    batch.passed = stream().position() - begin;
    if (is_end && batch.passed == 0 && batch.damage == RecordStream::Damage{}) {
      return std::unique_ptr<Piece>();
    }
    return std::make_unique<RecordPiece>(std::move(batch), format_, options_);
  }
  [[nodiscard]] uint64_t bytes_done() const override { return stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return stream().name(); }

 private:
  [[nodiscard]] const RecordStream& stream() const { return reader_.stream(); }

  // Not what is counted by compressed members already.
  [[nodiscard]] bool is_counted(RecordTrouble trouble) const {
    return trouble != RecordTrouble::kDamaged &&
           (trouble != RecordTrouble::kCut || !stream().is_packed());
  }

  // True at the end.
  Result<bool> add_record(Batch& batch) {
    Record record;
    COCITE_TRY(const auto found, reader_.next(record));
    if (found == WarcReader::Found::kEnd) return true;
    if (found == WarcReader::Found::kTrouble) {
      if (is_counted(reader_.trouble().kind)) batch.troubles.push_back(reader_.trouble());
      return false;
    }
    COCITE_TRY(const std::string_view head, reader_.look_block(kHeadBytes));
    const size_t most = std::min(format_.keep(record, head.substr(0, kHeadBytes)), kMaxBlockBytes);
    Batch::Entry entry{.record = {.type = record.type,
                                  .date = date_of(record),
                                  .url = std::move(record.url),
                                  .content_type = std::move(record.content_type),
                                  .ip = std::move(record.ip),
                                  .is_requisite = record.is_requisite,
                                  .is_not_modified = record.is_not_modified},
                       .offset = batch.bytes.size()};
    COCITE_TRY(const auto trouble, reader_.read_block(batch.bytes, most));
    entry.size = batch.bytes.size() - entry.offset;
    entry.is_lost = trouble == RecordTrouble::kDamaged;
    // To leave out what is not wanted is no trouble.
    const bool is_wish = trouble == RecordTrouble::kTooLarge && most < kMaxBlockBytes;
    if (trouble && !is_wish && is_counted(*trouble)) {
      batch.troubles.push_back({*trouble, record.offset, entry.record.url});
    }
    batch.records.push_back(std::move(entry));
    return false;
  }

  WarcReader reader_;
  RecordStream::Damage reported_;
  SourceOptions options_;
  RecordFormat format_;
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

std::string_view first_text(std::string_view bytes) {
  return bytes.substr(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
}

}  // namespace

bool begins_archive(std::string_view first_bytes) {
  const std::string_view text = first_text(first_bytes);
  if (text.starts_with("WARC/")) return true;
  return parse_arc_header(text.substr(0, std::min(text.find('\n'), text.size()))).has_value();
}

bool has_extension(std::string_view name, std::string_view extension) {
  for (const std::string_view packing : {"", ".gz", ".zst", ".bz2", ".lz4"}) {
    const std::string whole = std::string(extension) + std::string(packing);
    if (name.size() > whole.size() &&
        std::ranges::equal(name.substr(name.size() - whole.size()), whole, {}, lower)) {
      return true;
    }
  }
  return false;
}

Result<std::unique_ptr<Source>> records_over(std::unique_ptr<RecordStream> stream,
                                             const SourceOptions& options,
                                             const RecordFormat& format) {
  if (options.opaque_names) {
    return fail({.message = stream->name() + ": pages of an archive have URLs, not opaque names",
                 .about = "names"});
  }
  COCITE_TRY(const std::string_view head, stream->look(kFirstLook));
  // Damage may hide the beginning, so that anything like a record will do; nothing at all is a
  // crawl that did not come far.
  const bool is_archive = first_text(head).empty() || begins_archive(head) ||
                          head.find("\nWARC/") != std::string_view::npos || stream->at_gap();
  if (!is_archive) {
    constexpr size_t kShown = 100;
    const std::string_view text = first_text(head);
    std::string why =
        stream->name() +
        ": is not a WARC or ARC file: no record begins in its first bytes, which are '" +
        readable(text.substr(0, text.find('\n')), kShown) + "'";
    if (text.starts_with('<')) why += "; perhaps an error page was downloaded in its place";
    return fail(ErrorCode::kInvalidArgument, why);
  }
  return std::make_unique<RecordSource>(std::move(stream), options, format);
}

}  // namespace cocite::read
