#include "related/window.h"

namespace cocite::related {
namespace {

// Many at a time, so that the compiler compares them at once.
[[gnu::always_inline]] inline size_t place_among(std::span<const PageId> list, PageId page) {
  constexpr size_t kTogether = 64;
  size_t place = 0;
  for (; place + kTogether <= list.size(); place += kTogether) {
    uint32_t is_here = 0;
    for (size_t i = 0; i < kTogether; ++i) is_here |= list[place + i] == page ? 1U : 0U;
    if (is_here != 0) break;
  }
  while (place < list.size() && list[place] != page) ++place;
  return place;
}

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("avx2")]] size_t place_by_eights(std::span<const PageId> list, PageId page) {
  return place_among(list, page);
}
#endif

}  // namespace

size_t place_in_long(std::span<const PageId> list, PageId page) {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has_eights = __builtin_cpu_supports("avx2") != 0;
  if (has_eights) return place_by_eights(list, page);
#endif
  return place_among(list, page);
}

}  // namespace cocite::related
