#include "graph/packed_chunk.h"

#include <algorithm>

#include "base/bit_stream.h"
#include "graph/list_groups.h"

namespace cocite::graph {
namespace {

constexpr size_t kReadSlack = 4;  // words behind the bits, for the reader

}  // namespace

PackedChunk pack_chunk(const ListEncoder& encoder, const Lists& lists) {
  PackedChunk chunk;
  BitWriter bits;
  std::vector<uint64_t> lengths;
  encoder.encode(lists, bits, lengths);
  chunk.list_bits = bits.size();
  bits.finish(kReadSlack);
  uint64_t bit = 0;
  for (size_t at = 0; at < lengths.size(); at += kGroupPages) {
    const auto group = std::span(lengths).subspan(at, std::min(kGroupPages, lengths.size() - at));
    const size_t old = chunk.bytes.size();
    put_group(group, std::as_bytes(std::span(bits.words())).data(), bit, chunk.bytes);
    chunk.group_sizes.push_back(chunk.bytes.size() - old);
    for (const uint64_t length : group) bit += length;
  }
  chunk.pages = lists.size();
  chunk.links = lists.links();
  for (size_t i = 0; i < lists.size(); ++i) {
    chunk.max_degree = std::max<uint64_t>(chunk.max_degree, lists[i].size());
  }
  return chunk;
}

std::vector<std::pair<uint64_t, uint64_t>> cut_chunks(std::span<const uint64_t> links_of_groups,
                                                      uint64_t pages) {
  std::vector<std::pair<uint64_t, uint64_t>> chunks;
  uint64_t begin = 0;
  uint64_t links = 0;
  for (size_t g = 0; g < links_of_groups.size(); ++g) {
    const uint64_t end = std::min(pages, (g + 1) * kGroupPages);
    links += links_of_groups[g];
    if (end != pages && !is_chunk_full(end - begin, links)) continue;
    chunks.emplace_back(begin, end);
    begin = end;
    links = 0;
  }
  return chunks;
}

}  // namespace cocite::graph
