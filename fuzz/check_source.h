// What must hold of every source of records, whatever the bytes: pages that exist, bounded counts,
// and the same said in pieces of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "read/record_stream.h"
#include "read/source.h"

namespace cocite::fuzz {

using read::LinkBlock;
using read::RecordStream;
using read::SourceOptions;

// A fuzzer needs a crash to see a broken promise.
inline void require(bool promise) {
  if (!promise) std::abort();
}

struct Told {
  bool is_whole = false;  // read to its end
  std::vector<std::pair<std::string, std::string>> links;
  size_t aliases = 0;
  uint64_t records = 0;
  uint64_t skipped = 0;
  uint64_t bytes = 0;
  bool operator==(const Told&) const = default;
};

// A few bytes can mean gigabytes when they are compressed; that is slow, not wrong.
inline constexpr uint64_t kMaxBytes = 4 << 20;

// `may_fail`: a file that is damaged ends with an error; pages without links are left out of the comparison.
inline Told read(read::Source& source, bool may_fail) {
  Told told;
  LinkBlock block;
  for (;;) {
    const auto piece = source.next();
    require(may_fail || piece.has_value());
    if (!piece) return told;
    if (*piece == nullptr) break;
    block.clear();
    (*piece)->parse(block);
    const auto key = [&](uint32_t page) {
      require(page < block.names().size());
      return std::string(block.key(block.names()[page]));
    };
    for (const auto& link : block.links()) {
      require(link.source != link.target);
      if (may_fail && link.target == LinkBlock::kNoTarget) continue;
      told.links.emplace_back(key(link.source),
                              link.target == LinkBlock::kNoTarget ? "" : key(link.target));
    }
    for (const auto& alias : block.aliases()) require(key(alias.from) != key(alias.to));
    told.aliases += block.aliases().size();
    told.records += block.lines;
    require(block.fetches().size() <= block.lines);
    for (const uint64_t count : block.skipped()) told.skipped += count;
    told.bytes += block.bytes;
    if (told.bytes > kMaxBytes) return told;
  }
  told.is_whole = true;
  return told;
}

inline Told read(std::span<const char> bytes, const SourceOptions& options, const char* kind) {
  auto stream = RecordStream::from_memory(bytes, "fuzz");
  if (!stream) return {};
  const auto source = read::find_source(kind).value()->over(std::move(*stream), options);
  return source ? read(**source, false) : Told();
}

inline Told read_text(std::span<const char> bytes, const SourceOptions& options, const char* kind) {
  auto stream = read::InputStream::from_memory(bytes, "fuzz");
  if (!stream) return {};
  const auto source = read::find_source(kind).value()->over_text(std::move(*stream), options);
  return source ? read(**source, true) : Told();
}

// Reads it in one go and in small pieces.
inline void check_source(std::span<const char> bytes, const char* kind, uint8_t piece) {
  SourceOptions whole;
  whole.frames = piece % 2 == 1;
  whole.piece_bytes = 1 << 16;
  const Told told = read(bytes, whole, kind);
  SourceOptions pieces = whole;
  pieces.piece_bytes = size_t{1} + piece * 16U;
  if (told.is_whole) require(read(bytes, pieces, kind) == told);
}

inline void check_text_source(std::span<const char> bytes, const char* kind, uint8_t piece) {
  const SourceOptions whole{.piece_bytes = 1 << 16};
  const Told told = read_text(bytes, whole, kind);
  const SourceOptions pieces{.piece_bytes = size_t{1} + piece * 16U};
  if (told.is_whole) require(read_text(bytes, pieces, kind) == told);
}

}  // namespace cocite::fuzz
