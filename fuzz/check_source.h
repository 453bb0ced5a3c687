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

#include "crawl/record_stream.h"
#include "crawl/source.h"

namespace cocite::fuzz {

using crawl::LinkBlock;
using crawl::RecordStream;
using crawl::SourceOptions;

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

inline Told read(std::span<const char> bytes, const SourceOptions& options, const char* kind) {
  Told told;
  auto stream = RecordStream::from_memory(bytes, "fuzz");
  if (!stream) return told;
  const auto source = crawl::find_source(kind).value()->over(std::move(*stream), options);
  if (!source) return told;
  LinkBlock block;
  for (;;) {
    const auto piece = (*source)->next();
    require(piece.has_value());
    if (*piece == nullptr) break;
    block.clear();
    (*piece)->parse(block);
    const auto key = [&](uint32_t page) {
      require(page < block.names().size());
      return std::string(block.key(block.names()[page]));
    };
    for (const auto& link : block.links()) {
      require(link.source != link.target);
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

}  // namespace cocite::fuzz
