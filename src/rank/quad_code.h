// Numbers packed by fours, for lists that are read again and again.
//
//   std::vector<std::byte> bytes;
//   pack_quads(numbers, bytes);                               // appends
//   bytes.resize(bytes.size() + kQuadSlack);                  // reading goes a little further
//   at = unpack_quads(at, numbers.size(), out);               // the numbers again
//
// A byte says how long each of four numbers is, 0, 1, 2 or 4 bytes; these bytes stand first, then
// the numbers. One shuffle of the processor then puts the bytes of four numbers in their places
// [D. Lemire, N. Kurz, C. Rupp, "Stream VByte: Faster Byte-Oriented Integer Compression", 2018]:
// under a nanosecond a number, where telling codes of bits apart takes five to ten. Debian's
// package of that name is built without the shuffle and takes seven (docs/decisions/0012).
//
// Lists of pages are packed as steps, from each number to the next: up by one is 0 and takes no
// byte, and down is as short as up. Unpacking adds them up in the same go.
//
// Not a format: bytes live as long as the process. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cocite::rank {

// Bytes behind the last quad that can be read, and numbers behind the last that can be written.
inline constexpr size_t kQuadSlack = 16;

void pack_quads(std::span<const uint32_t> numbers, std::vector<std::byte>& bytes);
// `out` has room for size rounded up to 4. Where reading ended.
const std::byte* unpack_quads(const std::byte* at, size_t size, uint32_t* out);

// How far it is from one number to the next, small both ways.
[[nodiscard]] constexpr uint32_t step(uint32_t from, uint32_t to) {
  const uint32_t up = to - from - 1;
  return (up << 1) ^ (0U - (up >> 31));
}
[[nodiscard]] constexpr uint32_t step_on(uint32_t from, uint32_t step) {
  return from + 1 + ((step >> 1) ^ (0U - (step & 1)));
}

// To every number outside [first, first + size) `mark` is added.
struct Marks {
  uint32_t first = 0;
  uint32_t size = UINT32_MAX;
  uint32_t mark = 0;
  [[nodiscard]] constexpr uint32_t operator()(uint32_t number) const {
    return number + (number - first < size ? 0 : mark);
  }
};

// Unpacks steps, the first of them from 0, to the numbers that they lead to.
const std::byte* unpack_steps(const std::byte* at, size_t size, const Marks& marks, uint32_t* out);

// The same without the shuffle; for processors that have none.
const std::byte* unpack_quads_plainly(const std::byte* at, size_t size, uint32_t* out);
const std::byte* unpack_steps_plainly(const std::byte* at, size_t size, const Marks& marks,
                                      uint32_t* out);

}  // namespace cocite::rank
