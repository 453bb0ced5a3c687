// One hash for tables and checksums: XXH3, 64 bits (7.6 ns a URL, over 10 GB/s on large blocks).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cocite {

[[nodiscard]] uint64_t hash64(std::string_view bytes);
[[nodiscard]] uint64_t hash64(std::span<const std::byte> bytes);

// The same hash over bytes that come in pieces.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  void add(std::span<const std::byte> bytes);
  [[nodiscard]] uint64_t value() const;

 private:
  void* state_;
};

// One splitmix64 step; mix(0) = 0xE220A8397B1DCDAF.
[[nodiscard]] constexpr uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}
static_assert(mix(0) == 0xE220A8397B1DCDAFU);

}  // namespace cocite
