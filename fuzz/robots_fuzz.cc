// links: crawl
// Any bytes as robots.txt, asked about paths cut from the same bytes: no crash, and an answer that
// does not depend on how the path is spelled.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "crawl/robots.h"

namespace {

void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cocite::crawl;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Robots robots = Robots::parse(text, "cocite");
  require(robots.allows("/robots.txt"));
  require(robots.crawl_delay().value_or(0) >= 0);
  const std::string path = "/" + text.substr(0, text.find_first_of("\r\n"));
  require(comparable_path(comparable_path(path)) == comparable_path(path));
  if (path != "/robots.txt" && comparable_path(path) != "/robots.txt") {
    require(robots.allows(path) == robots.allows(comparable_path(path)));
  }
  (void)fits(text.substr(0, size / 2), text.substr(size / 2));
  return 0;
}
