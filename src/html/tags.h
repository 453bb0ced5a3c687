// Tag names as numbers, with what each does to words and to svg and math around it.
//
//   Tag tag = find_tag("BlockQuote");          // Tag::kBlockquote; any case
//   if (has(tag, kBlock)) ...                  // the words before and after it are apart
//
// Pure functions; any thread. The list is tags.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cocite::html {

enum class Tag : uint8_t {
  kUnknown,
#define COCITE_TAG(id, name, flags) id,
#include "html/tags.def"
#undef COCITE_TAG
};

inline constexpr uint8_t kBlock = 1;
inline constexpr uint8_t kVoid = 2;
inline constexpr uint8_t kBreakout = 4;
inline constexpr uint8_t kOptionalEnd = 8;

namespace internal {
inline constexpr auto kTagFlags = std::to_array<uint8_t>({
    0,
#define COCITE_TAG(id, name, flags) flags,
#include "html/tags.def"
#undef COCITE_TAG
});
inline constexpr auto kTagNames = std::to_array<std::string_view>({
    "",
#define COCITE_TAG(id, name, flags) name,
#include "html/tags.def"
#undef COCITE_TAG
});
}  // namespace internal

[[nodiscard]] constexpr bool has(Tag tag, uint8_t flag) {
  return (internal::kTagFlags[static_cast<size_t>(tag)] & flag) != 0;
}
[[nodiscard]] constexpr std::string_view name_of(Tag tag) {
  return internal::kTagNames[static_cast<size_t>(tag)];
}

// REQUIRES: `name` is not empty. `readable`: bytes that may be read from name.data() on; with 8 or
// more of them it is faster.
[[nodiscard]] Tag find_tag(std::string_view name, size_t readable = 0);

}  // namespace cocite::html
