// How chunks of link lists become bits: one encoder per codec, the same steps for both.
//
//   auto encoder = make_encoder(ListOrder::kPage, ListCoding::kBits);
//   encoder->train(samples, threads);             // the codes that suit this graph
//   encoder->encode(lists, bits, lengths);        // any thread, as often as needed
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bit_stream.h"
#include "graph/lists.h"
#include "graph/ordered_codec.h"
#include "graph/sorted_codec.h"

namespace cocite::graph {

// kSorted: lists are sets, in order of id. kPage: lists are in the order of the page.
enum class ListOrder : uint8_t { kSorted = 0, kPage = 1 };
// kBits: small (sorted_codec.h, ordered_codec.h). kBytes: fast (bytes_codec.h).
enum class ListCoding : uint8_t { kBits = 0, kBytes = 1 };

class ListEncoder {
 public:
  virtual ~ListEncoder() = default;
  // Makes the codes from these lists; encode() can write any list afterwards, also unlike these.
  virtual void train(std::span<const Lists> samples, unsigned threads) = 0;
  // Appends the lists to `bits`, and the bits of each to `lengths`. Lists refer only to lists of
  // the same call. Any thread.
  virtual void encode(const Lists& lists, BitWriter& bits,
                      std::vector<uint64_t>& lengths) const = 0;
  // The codes, as the reader wants them.
  [[nodiscard]] virtual std::vector<std::byte> codes() const = 0;
  // Takes codes that were made elsewhere, instead of train(). False: not what codes() gives for a
  // graph of `pages` pages.
  [[nodiscard]] virtual bool load(std::span<const std::byte> codes, uint64_t pages) = 0;
};

[[nodiscard]] std::unique_ptr<ListEncoder> make_encoder(ListOrder order, ListCoding coding);

// What codes() wrote, read back. False: not such bytes.
[[nodiscard]] bool read_codes(std::span<const std::byte> bytes, SortedCodec::Codes& codes);
[[nodiscard]] bool read_codes(std::span<const std::byte> bytes, uint64_t pages,
                              OrderedCodec::Codes& codes);

}  // namespace cocite::graph
