// Which pages does a site list itself? Sitemaps (sitemaps.org) as XML or plain text.
//
//   const Sitemap map = read_sitemap(bytes);
//   map.pages        // addresses of pages
//   map.sitemaps     // of more sitemaps, where this is an index of them
//
// Reads what stands in <loc> elements, whatever surrounds them: most broken sitemaps are still
// readable that way. At most 50,000 addresses, as the protocol has it, of 2048 bytes each. Any
// bytes are a sitemap. Pure function; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::fetch {

inline constexpr size_t kMaxSitemapPages = 50'000;

struct Sitemap {
  std::vector<std::string> pages;
  std::vector<std::string> sitemaps;
};

// `text`: unpacked.
[[nodiscard]] Sitemap read_sitemap(std::string_view text);

}  // namespace cocite::fetch
