// links: crawl
// Any bytes as a sitemap: no crash, and never more than the protocol allows.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "crawl/sitemap.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const cocite::crawl::Sitemap map = cocite::crawl::read_sitemap(text);
  if (map.pages.size() > cocite::crawl::kMaxSitemapPages) std::abort();
  if (map.sitemaps.size() > cocite::crawl::kMaxSitemapPages) std::abort();
  for (const std::string& page : map.pages) {
    if (page.empty() || page.size() > 2048) std::abort();
  }
  return 0;
}
