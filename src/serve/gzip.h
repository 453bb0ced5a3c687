// gzip, for answers that are worth it.
//
//   if (accepts_gzip(request.accept_encoding) && text.size() >= kWorthGzip) text = gzipped(text);
//
// Any thread.
#pragma once

#include <string>
#include <string_view>

namespace cocite::serve {

// Below it, a packet more or less does not matter.
inline constexpr size_t kWorthGzip = 1400;

// "gzip, br;q=0.5" and "*" say yes; "gzip;q=0" says no.
[[nodiscard]] bool accepts_gzip(std::string_view accept_encoding);
[[nodiscard]] std::string gzipped(std::string_view text);
// REQUIRES: made by gzipped() or gzip(1), of at most 64 MiB.
[[nodiscard]] std::string gunzipped(std::string_view packed);

}  // namespace cocite::serve
