// links: read
// Any bytes as a table: the same links, texts, dates and skips whatever the size of the pieces.
//
//   input: flags (1: opaque names, 2: columns 1 and 2) | size of pieces, 1 byte | the file, perhaps compressed
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "read/table.h"

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
  std::vector<std::tuple<std::string, std::string, std::string, uint32_t>> links;
  uint64_t links_read = 0;
  uint64_t self_links = 0;
  uint64_t skipped = 0;
  bool operator==(const Told&) const = default;
};

// A few bytes can mean gigabytes when they are compressed; that is slow, not wrong.
constexpr uint64_t kMaxBytes = 1 << 20;

Told read(std::span<const char> bytes, const SourceOptions& options) {
  Told told;
  auto stream = InputStream::from_memory(bytes, "fuzz");
  if (!stream) return told;
  const auto source = cocite::read::table::over(std::move(*stream), options);
  if (!source) return told;
  LinkBlock block;
  uint64_t total = 0;
  for (;;) {
    auto piece = (*source)->next();
    if (!piece) return told;
    if (*piece == nullptr) break;
    block.clear();
    (*piece)->parse(block);
    const auto key = [&](uint32_t page) {
      if (page == LinkBlock::kNoTarget) return std::string();
      require(page < block.names().size());
      return std::string(block.key(block.names()[page]));
    };
    size_t fetch = 0;
    for (size_t i = 0; i < block.links().size(); ++i) {
      while (fetch < block.fetches().size() && block.fetches()[fetch].first_link <= i) ++fetch;
      const bool has_details = !block.fetches().empty();
      require(!has_details || fetch > 0);
      // Each piece repeats of which page its first rows are.
      if (has_details && block.links()[i].target == LinkBlock::kNoTarget) continue;
      told.links.emplace_back(key(block.links()[i].source), key(block.links()[i].target),
                              has_details ? block.text(block.anchors()[i]) : std::string_view(),
                              has_details ? block.fetches()[fetch - 1].date : 0);
      require(!std::get<0>(told.links.back()).empty());
    }
    told.links_read += block.links_read;
    told.self_links += block.self_links;
    for (const uint64_t count : block.skipped()) told.skipped += count;
    total += block.bytes;
    if (total > kMaxBytes) return told;
  }
  require((*source)->note().size() < 100'000);
  told.is_whole = true;
  return told;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const SourceOptions whole{.opaque_names = (data[0] & 1U) != 0,
                            .columns = (data[0] & 2U) != 0 ? "source=1,target=2" : "",
                            .piece_bytes = 1 << 14};
  SourceOptions pieces = whole;
  pieces.piece_bytes = size_t{1} + data[1];
  const std::span bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Told told = read(bytes, whole);
  if (told.is_whole) require(read(bytes, pieces) == told);
  return 0;
}
