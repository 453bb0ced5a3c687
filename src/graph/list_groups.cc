#include "graph/list_groups.h"

#include <algorithm>

namespace cocite::graph {
namespace {

// Bits as bytes, the last one filled up with zeros.
void append_bytes(const BitWriter& bits, std::vector<std::byte>& out) {
  const auto words = std::as_bytes(std::span(bits.words()));
  out.insert(out.end(), words.begin(), words.end());
  uint64_t rest = bits.partial();
  for (uint64_t left = bits.size() % 64; left > 0; left -= std::min<uint64_t>(left, 8)) {
    out.push_back(static_cast<std::byte>(rest & 255U));
    rest >>= 8;
  }
}

}  // namespace

void put_group(std::span<const uint64_t> lengths, const std::byte* bits, uint64_t begin,
               std::vector<std::byte>& out) {
  uint64_t total = 0;
  for (const uint64_t length : lengths) total += length;
  // Low bits so that the high parts have between one and two zeros for each one.
  const uint64_t mean = total / std::max<size_t>(1, lengths.size());
  const unsigned low_count = mean < 2 ? 0U : static_cast<unsigned>(std::bit_width(mean)) - 1;
  BitWriter writer;
  writer.put(low_count, kLowCountBits);
  writer.put(total, kTotalBits);
  uint64_t list_end = 0;
  for (const uint64_t length : lengths) {
    list_end += length;
    writer.put(list_end & low_bits(low_count), low_count);
  }
  uint64_t place = 0;  // in the high parts
  list_end = 0;
  uint64_t k = 0;
  const auto put_zeros = [&](uint64_t zeros) {
    for (; zeros > 32; zeros -= 32) writer.put(0, 32);
    writer.put(0, static_cast<unsigned>(zeros));
  };
  for (const uint64_t length : lengths) {
    list_end += length;
    const uint64_t one = (list_end >> low_count) + k++;
    put_zeros(one - place);
    writer.put(1, 1);
    place = one + 1;
  }
  put_zeros(lengths.size() + (total >> low_count) - place);
  put_zeros((8 - writer.size() % 8) % 8);
  BitReader reader(bits, begin);
  uint64_t left = total;
  for (; left > 32; left -= 32) writer.put(reader.take(32), 32);
  writer.put(reader.take(static_cast<unsigned>(left)), static_cast<unsigned>(left));
  const size_t old = out.size();
  append_bytes(writer, out);
  if (out.size() - old < kLeastGroupBytes) out.resize(old + kLeastGroupBytes);
}

}  // namespace cocite::graph
