// Sizes as people write them.
//
//   parse_size("6G")      // 6 GiB in bytes; nothing for "6 gigs"
//
// Pure function; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cocite {

// Bytes, with K, M, G or T (of 1024) behind a number that may have a fraction: "512M", "1.5GiB".
[[nodiscard]] std::optional<uint64_t> parse_size(std::string_view text);

}  // namespace cocite
