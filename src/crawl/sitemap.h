// Which pages does a site list itself? Sitemaps (sitemaps.org) as XML or plain text.
//
//   const Sitemap map = read_sitemap(bytes);
//   map.pages        // addresses of pages
//   map.sitemaps     // of more sitemaps, where this is an index of them
//
// Reads what stands in <loc> elements, whatever surrounds them: most broken sitemaps are still
// readable that way. What is packed by gzip is unpacked, whatever it is called. At most 50,000
// addresses of 2048 bytes each, from the first 50 MiB, as the protocol has it; so that no file,
// however it was packed, takes more. Any bytes are a sitemap. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::crawl {

inline constexpr size_t kMaxSitemapPages = 50'000;
inline constexpr size_t kMaxSitemapBytes = size_t{50} << 20;

struct Sitemap {
  std::vector<std::string> pages;
  std::vector<std::string> sitemaps;
};

// Whether it begins as gzip does.
[[nodiscard]] bool is_packed(std::string_view bytes);
// `may_be_lines`: what is no XML may be one address a line.
[[nodiscard]] Sitemap read_sitemap(std::string_view bytes, bool may_be_lines = true);

}  // namespace cocite::crawl
