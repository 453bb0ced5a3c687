#include "graph/bytes_codec.h"

#include <bit>

namespace cocite::graph {

const std::array<BytesCodec::Quad, 256> BytesCodec::kQuads = [] {
  std::array<Quad, 256> quads{};
  for (uint32_t control = 0; control < 256; ++control) {
    Quad& quad = quads[control];
    for (unsigned k = 0; k < 4; ++k) {
      const uint32_t length = (control >> (2 * k) & 3U) + 1;
      quad.begin[k] = static_cast<uint8_t>(quad.total);
      quad.mask[k] = length == 4 ? 0xFFFFFFFFU : (1U << (8 * length)) - 1;
      quad.total += length;
    }
  }
  return quads;
}();

void BytesCodec::encode(uint32_t page, std::span<const PageId> list, bool sorted,
                        std::vector<std::byte>& out) {
  uint64_t degree = list.size();
  for (; degree >= 128; degree >>= 7) out.push_back(static_cast<std::byte>(degree | 128));
  out.push_back(static_cast<std::byte>(degree));
  size_t lengths = out.size();
  out.resize(out.size() + (list.size() + 3) / 4);
  uint32_t previous = page;
  for (size_t i = 0; i < list.size(); ++i) {
    const uint32_t target = index(list[i]);
    const uint32_t value = sorted && i > 0 ? target - previous - 1 : fold(target - page);
    previous = target;
    const unsigned length = std::max(1U, (static_cast<unsigned>(std::bit_width(value)) + 7) / 8);
    out[lengths + i / 4] |= static_cast<std::byte>((length - 1) << (2 * (i % 4)));
    for (unsigned b = 0; b < length; ++b) out.push_back(static_cast<std::byte>(value >> (8 * b)));
  }
}

}  // namespace cocite::graph
