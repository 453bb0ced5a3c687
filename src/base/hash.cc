#include "base/hash.h"

#include <array>
#include <new>

#include <xxhash.h>
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#define COCITE_WIDE_HASH
#include <immintrin.h>
// Said here, since that header gives the plain functions, which short texts take, these names, too.
extern "C" XXH64_hash_t XXH3_64bits_dispatch(const void* bytes, size_t size);
#endif

namespace cocite {
namespace {

// The same hash with the widest registers that the processor has, as the library finds out when it
// is first asked: 12 MB in blocks of 16 KiB take 0.3 ms instead of 1.2. Short texts are no faster.
#ifdef COCITE_WIDE_HASH
constexpr size_t kShort = 1024;

// The library leaves the upper halves of these registers in use (as of 0.8.1). Then whatever runs next
// on the lower ones waits for them: searches took half as long again.
__attribute__((target("avx"))) void free_upper_halves() {
  _mm256_zeroupper();
}

void choose_registers() {
  // Once, by one thread: the library's choice is not made for several at once.
  [[maybe_unused]] static const uint64_t chosen = [] {
    constexpr std::array<char, kShort> kAny{};
    return XXH3_64bits_dispatch(kAny.data(), kAny.size());
  }();
}
#endif

uint64_t hash_of(const void* bytes, size_t size) {
#ifdef COCITE_WIDE_HASH
  if (size >= kShort) {
    static const bool has_upper_halves = __builtin_cpu_supports("avx") != 0;
    choose_registers();
    const uint64_t hash = XXH3_64bits_dispatch(bytes, size);
    if (has_upper_halves) free_upper_halves();
    return hash;
  }
#endif
  return XXH3_64bits(bytes, size);
}

}  // namespace

uint64_t hash64(std::string_view bytes) {
  return hash_of(bytes.data(), bytes.size());
}
uint64_t hash64(std::span<const std::byte> bytes) {
  return hash_of(bytes.data(), bytes.size());
}

Hasher::Hasher() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(static_cast<XXH3_state_t*>(state_));
}
Hasher::~Hasher() {
  XXH3_freeState(static_cast<XXH3_state_t*>(state_));
}

void Hasher::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(static_cast<XXH3_state_t*>(state_), bytes.data(), bytes.size());
}

uint64_t Hasher::value() const {
  return XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_));
}

}  // namespace cocite
