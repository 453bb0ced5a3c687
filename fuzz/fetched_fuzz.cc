// links: crawl
// Any bytes as what a server sent, as the crawler reads them: the first byte says how it was asked
// for, then come head and body. No crash; what is sent back later stays on its line; and the records
// read back from the archive say the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

#include "crawl/earlier.h"
#include "crawl/page_reader.h"
#include "crawl/politeness.h"
#include "crawl/recovery.h"
#include "read/http_message.h"

namespace {

using namespace cocite;
using namespace cocite::crawl;

void require(bool promise) {
  if (!promise) std::abort();
}

bool is_one_line(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

// Writes records to a file in memory, and reads them back.
ReadPage read_back(const ReadPage& page, bool is_sitemap) {
  static const int file = ::memfd_create("records", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  require(::ftruncate(file, 0) == 0);
  require(::pwrite(file, page.records.data(), page.records.size(), 0) ==
          static_cast<ssize_t>(page.records.size()));
  ReadPage found;
  int pages = 0;
  const auto end = read_tail(
      path, 0, [&](const std::string& /*url*/) { return is_sitemap; },
      [&](ReadPage&& one, uint64_t /*offset*/) -> Result<void> {
        found = std::move(one);
        ++pages;
        return {};
      });
  require(end.has_value() && *end == page.records.size() && pages == 1);
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const uint8_t how = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t blank = text.find("\r\n\r\n");
  const size_t head_size = blank == std::string_view::npos ? text.size() : blank + 4;
  FetchedPage fetched{.kind = static_cast<FetchKind>(how % 3), .url = "http://a.example/x"};
  fetched.response.head = text.substr(0, head_size);
  // libcurl hands over lines, and a head that ends.
  if (blank == std::string_view::npos) fetched.response.head += "\r\n\r\n";
  // A blank line ends it, also without a carriage return: libcurl hands over nothing behind it.
  if (fetched.response.head.find("\n\n") != std::string::npos) return 0;
  fetched.response.body = text.substr(head_size);
  fetched.response.date = 1'000'000'000;
  fetched.response.request = "GET /x HTTP/1.1\r\n\r\n";
  read::HttpHead head;
  // Neither does libcurl take it.
  if (!head.read(fetched.response.head) || head.status == 0) return 0;
  fetched.response.status = head.status;
  const auto pause = retry_after(head.fields.find("retry-after"), 1'000'000'000);
  require(!pause || (*pause >= 0 && *pause <= 86400));
  fetched.digest = sha1(fetched.response.body);
  if ((how & 4) != 0 && head.status == 304) fetched.unchanged = PageVersion{.date = 999'999'999};
  const bool is_sitemap = fetched.kind == FetchKind::kSitemap;
  const bool is_robots = fetched.kind == FetchKind::kRobots;

  PageReader reader(nullptr);
  const ReadPage page = reader.read(std::move(fetched));
  require(is_one_line(page.mime) && is_one_line(page.location));
  for (const std::string& line : conditions(page.version)) require(is_one_line(line));
  for (const FoundLink& link : page.links) require(is_one_line(link.url));
  require(page.sitemap.pages.size() <= kMaxSitemapPages);

  const ReadPage again = read_back(page, is_sitemap);
  require(again.fetched.response.status == page.fetched.response.status);
  require(again.location == page.location);
  require(again.links.size() == page.links.size());
  for (size_t i = 0; i < page.links.size(); ++i) {
    require(again.links[i].url == page.links[i].url);
    require(again.links[i].is_followed == page.links[i].is_followed);
    require(again.links[i].is_link == page.links[i].is_link);
  }
  if (is_robots) return 0;  // whose name is another one
  require(again.version.etag == page.version.etag);
  require(again.version.modified == page.version.modified);
  const bool has_list = page.fetched.response.status == 200;
  if (has_list) require(again.sitemap.pages == page.sitemap.pages);
  return 0;
}
