// A chunk of lists as in the file: what one thread, or one machine of many, packs by
// itself, since its lists refer only to each other.
//
//   for (const auto& [begin, end] : cut_chunks(links_of_groups, pages)) …  // the same cuts anywhere
//   PackedChunk chunk = pack_chunk(*encoder, lists);     // any thread
//   COCITE_CHECK(packer.add_packed(chunk));              // in order
//
// Where chunks begin follows from the number of links in each group of pages alone, and which of
// them the codes are made from follows from that. So machines that pack chunks separately make
// the same bytes as LinkPacker::add() with all lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph/list_encoder.h"
#include "graph/lists.h"

namespace cocite::graph {

struct PackedChunk {
  std::vector<std::byte> bytes;
  std::vector<uint64_t> group_sizes;  // in bytes
  uint64_t pages = 0;
  uint64_t links = 0;
  uint64_t list_bits = 0;  // without headers
  uint64_t max_degree = 0;
};

[[nodiscard]] PackedChunk pack_chunk(const ListEncoder& encoder, const Lists& lists);

// Whether a chunk with these numbers of pages and links ends with its group of pages.
[[nodiscard]] constexpr bool is_chunk_full(uint64_t pages, uint64_t links) {
  return pages >= 4096 || links >= uint64_t{1} << 18;
}
// Every so many-th chunk is one that the codes are made from, from the first one on.
[[nodiscard]] constexpr uint64_t training_step(uint64_t links) {
  return links / (uint64_t{1} << 20) + 1;
}
// First page and end of each chunk. `links_of_groups`: of each kGroupPages pages, from page 0 on.
[[nodiscard]] std::vector<std::pair<uint64_t, uint64_t>> cut_chunks(
    std::span<const uint64_t> links_of_groups, uint64_t pages);

}  // namespace cocite::graph
