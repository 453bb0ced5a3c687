// links: read
// Any bytes as a link list: the same links, lines and skips whatever the size of the pieces.
//
//   input: flags (1: opaque names, 2: fold www) | size of pieces, 1 byte | the file, perhaps
//   compressed
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "read/link_list.h"

namespace {

using cocite::read::InputStream;
using cocite::read::LinkBlock;
using cocite::read::SourceOptions;

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

struct Told {
  bool is_whole = false;  // read to its end, without an error
  std::vector<std::pair<std::string, std::string>> links;
  uint64_t lines = 0;
  uint64_t links_read = 0;
  uint64_t self_links = 0;
  uint64_t skipped = 0;
  bool operator==(const Told&) const = default;
};

// A few bytes can mean gigabytes when they are compressed; that is slow, not wrong.
constexpr uint64_t kMaxBytes = 1 << 20;
constexpr size_t kMaxLineBytes = 300;

Told read(std::span<const char> bytes, const SourceOptions& options) {
  Told told;
  auto stream = InputStream::from_memory(bytes, "fuzz");
  if (!stream) return told;
  const auto source = cocite::read::link_list::over(std::move(*stream), options, kMaxLineBytes);
  LinkBlock block;
  uint64_t total = 0;
  for (;;) {
    auto piece = source->next();
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
      told.links.emplace_back(key(link.source),
                              link.target == LinkBlock::kNoTarget ? "" : key(link.target));
      require(!told.links.back().first.empty());
    }
    told.lines += block.lines;
    told.links_read += block.links_read;
    told.self_links += block.self_links;
    for (const uint64_t count : block.skipped()) told.skipped += count;
    for (const auto& sample : block.samples()) require(sample.line > 0 && sample.text.size() < 200);
    total += block.bytes;
    if (total > kMaxBytes) return told;
  }
  told.is_whole = true;
  return told;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const SourceOptions whole{
      .opaque_names = (data[0] & 1U) != 0, .fold_www = (data[0] & 2U) != 0, .piece_bytes = 1 << 14};
  SourceOptions pieces = whole;
  pieces.piece_bytes = size_t{1} + data[1];
  const std::span bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Told told = read(bytes, whole);
  require(told.skipped <= 2 * told.lines);
  if (told.is_whole) require(read(bytes, pieces) == told);
  return 0;
}
