// The records of a WARC or ARC file, one after the other, whatever state it is in.
//
//   WarcReader reader(std::move(stream));
//   for (;;) {
//     COCITE_TRY(const auto found, reader.next(record));
//     if (found == WarcReader::Found::kEnd) break;
//     if (found == WarcReader::Found::kTrouble) count(reader.trouble());
//     if (found == WarcReader::Found::kRecord) reader.read_block(bytes, most);
//     // a block that is not read is skipped
//   }
//
// WARC 0.17 to 1.1, ARC 1.0 to 2.0. An invalid record, or one with a wrong length, is counted and
// the next one is found: by where a compressed member begins, or by its first line. Rules:
// docs/formats/warc.md. Memory is bounded whatever a record says of itself. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "read/header_fields.h"
#include "read/record_stream.h"

namespace cocite::read {

enum class RecordType : uint8_t {
  kWarcinfo,
  kResponse,
  kResource,
  kRequest,
  kMetadata,
  kRevisit,
  kConversion,
  kContinuation,
  kArc,    // a record of an ARC file: a response
  kOther,  // types that are not in the standard
};
// As WARC-Type has it.
[[nodiscard]] std::string_view record_type_text(RecordType type);

struct Record {
  RecordType type = RecordType::kOther;
  std::string url;               // WARC-Target-URI; may be empty
  std::optional<int64_t> date;   // seconds since 1970
  std::string content_type;      // of the block
  std::string ip;                // WARC-IP-Address; may be empty
  bool is_not_modified = false;  // WARC-Profile: the server said so
  bool is_requisite = false;     // WARC-Resource-Type: an image, a style, a script, a font
  uint64_t length = 0;           // of the block, as the header says
  uint64_t offset = 0;           // of the header in the unpacked bytes
};

enum class RecordTrouble : uint8_t {
  kNotARecord,     // bytes between records
  kHeaderTooLong,  // or without an end
  kBadLength,      // no length, or one that is no number
  kShort,          // another record begins before this one's end
  kCut,            // the file ends before the record does
  kDamaged,        // bytes were lost to damage in its compressed member
  kTooLarge,       // only the first bytes were kept
};

class WarcReader {
 public:
  static constexpr size_t kMaxHeaderBytes = size_t{64} << 10;

  enum class Found : uint8_t { kRecord, kTrouble, kEnd };
  struct Trouble {
    RecordTrouble kind = RecordTrouble::kNotARecord;
    uint64_t offset = 0;  // in the unpacked bytes
    std::string text;     // the beginning of what was there
  };

  explicit WarcReader(std::unique_ptr<RecordStream> stream) : stream_(std::move(stream)) {}

  // Goes to the next record; kTrouble: something that is not a record; call again.
  [[nodiscard]] Result<Found> next(Record& record);
  [[nodiscard]] const Trouble& trouble() const { return trouble_; }

  // The first bytes of the present record's block, as many as are there at once. REQUIRES: count <=
  // RecordStream::kMaxLook. Valid until the next call of anything.
  [[nodiscard]] Result<std::string_view> look_block(size_t count);
  // Appends the block, at most `most` of it. What was wrong with it, if anything: kShort, kCut and
  // kTooLarge leave bytes that are right as far as they go, kDamaged leaves none. Once per record.
  [[nodiscard]] Result<std::optional<RecordTrouble>> read_block(std::string& bytes, size_t most);

  [[nodiscard]] const RecordStream& stream() const { return *stream_; }

 private:
  [[nodiscard]] Result<Found> read_warc_header(Record& record);
  [[nodiscard]] Result<Found> read_arc_header(Record& record);
  // Takes what is no record, up to where one may begin.
  [[nodiscard]] Result<Found> resynchronise();
  [[nodiscard]] Found in_trouble(RecordTrouble kind, std::string_view text);
  [[nodiscard]] Result<void> skip_line_ends();
  // How long the block really is where its length is a lie, within the first `count` bytes of it.
  [[nodiscard]] Result<std::optional<size_t>> find_lie(size_t count);
  [[nodiscard]] bool is_suspicious() const;

  std::unique_ptr<RecordStream> stream_;
  HeaderFields fields_;
  Trouble trouble_;
  uint64_t left_ = 0;  // of the present block
  bool is_arc_ = false;
};

}  // namespace cocite::read
