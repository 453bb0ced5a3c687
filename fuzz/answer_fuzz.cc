// links: crawl
// Any bytes as what a server sends a crawler: the first line of the input is an address, what
// follows up to an empty line the head, the rest the body. No crash; what is archived reads back.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "crawl/cdxj.h"
#include "crawl/page_reader.h"
#include "crawl/politeness.h"
#include "crawl/traps.h"

namespace {

void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cocite::crawl;
  static PageReader reader(nullptr);
  const std::string text(reinterpret_cast<const char*>(data), size);
  const size_t line = text.find('\n');
  if (line == std::string::npos) return 0;
  const size_t head = cocite::read::header_size(std::string_view(text).substr(line + 1));
  FetchedPage fetched;
  fetched.url = "http://example.org/" + text.substr(0, line);
  fetched.response.head = text.substr(line + 1, head);
  fetched.response.body = text.substr(line + 1 + head);
  fetched.response.status = 200 + static_cast<int>(size % 200);
  const std::string archived = archived_head(fetched.response.head);
  require(archived_head(archived).size() >= archived.size());
  const std::string url = fetched.url;
  const ReadPage page = reader.read(std::move(fetched));
  require(page.response_bytes > 0 && page.response_bytes < page.records.size());
  for (const FoundLink& link : page.links) {
    require(link.url.find_first_of("\r\n ") == std::string::npos);
    (void)cdx_key(link.url);
  }
  require(cdx_line({.url = url, .mime = page.mime}).find('\n') == std::string::npos);
  const auto pause = retry_after(text.substr(0, line), 1'700'000'000);
  require(!pause || (std::isfinite(*pause) && *pause >= 0 && *pause <= 86400));
  const std::string path = "/" + text.substr(0, line);
  (void)endless_path(path);
  require(without_session(without_session(path)).size() <= without_session(path).size());
  (void)shape_of(path);
  return 0;
}
