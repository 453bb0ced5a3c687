// An archive of records as a source: cut into pieces of whole records, counted, damage and all.
//
//   class Pages final : public RecordParser { void parse(const KeptRecord&, ...) override; };
//   constexpr RecordFormat kFormat = {.keep = keep, .make_parser = make};
//   const SourceInfo kInfo = {.name = "pages", ..., .over = records_over<kFormat>};
//
// What the formats that live in WARC files share. next() takes records off the stream and keeps as
// much of each as `keep` says; everything else is for the threads that parse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <cocite/result.h>

#include "read/page_emitter.h"
#include "read/record_stream.h"
#include "read/source.h"
#include "read/warc_reader.h"

namespace cocite::read {

struct KeptRecord {
  RecordType type = RecordType::kOther;
  uint32_t date = 0;  // seconds since 1970; 0: not known
  std::string url;
  std::string content_type;
  std::string ip;                // of the machine that answered; empty: not known
  bool is_requisite = false;     // what a page needs to be shown, and no page
  bool is_not_modified = false;  // a revisit: the server said that the page is what it was
  std::string_view block = {};   // as much as was kept
};

class RecordParser {
 public:
  virtual ~RecordParser() = default;
  // One thread, many records; for one it says what it finds to the emitter or counts it in the
  // block.
  virtual void parse(const KeptRecord& record, PageEmitter& emitter, LinkBlock& block) = 0;
};

struct RecordFormat {
  // How much of a block is worth keeping, given its first bytes (up to kHeadBytes).
  size_t (*keep)(const Record& record, std::string_view head);
  std::unique_ptr<RecordParser> (*make_parser)(const SourceOptions& options);
};

inline constexpr size_t kHeadBytes = 4096;
inline constexpr size_t kMaxBlockBytes = size_t{32} << 20;
inline constexpr size_t kMaxRecordsPerPiece = 4096;

// An input without any record that could be one is an error.
[[nodiscard]] Result<std::unique_ptr<Source>> records_over(std::unique_ptr<RecordStream> stream,
                                                           const SourceOptions& options,
                                                           const RecordFormat& format);
template <const RecordFormat& kFormat>
[[nodiscard]] Result<std::unique_ptr<Source>> records_over(std::unique_ptr<RecordStream> stream,
                                                           const SourceOptions& options) {
  return records_over(std::move(stream), options, kFormat);
}

// Whether a file that begins so is a WARC or ARC file.
[[nodiscard]] bool begins_archive(std::string_view first_bytes);
// "a/b.WARC.gz" and ".warc" -> true.
[[nodiscard]] bool has_extension(std::string_view name, std::string_view extension);

}  // namespace cocite::read
