// What is known of pages before a crawl begins: enough to ask whether they have changed since.
//
//   COCITE_TRY(auto known, earlier.find("http://example.org/"));
//   if (known) transfers->start(tag, url, conditions(*known));     // 304: nothing has changed
//   COCITE_TRY(auto links, earlier.links("http://example.org/"));  // and these are still its links
//
// The caller provides it (engine/refresh.h: from a store and the folders of
// earlier crawls). One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "crawl/crawl_state.h"

namespace cocite::crawl {

class EarlierPages {
 public:
  virtual ~EarlierPages() = default;
  // Nothing: it has to be asked for as if it were new.
  [[nodiscard]] virtual Result<std::optional<PageVersion>> find(const std::string& url) = 0;
  // Where a page that has not changed links to, in page order.
  [[nodiscard]] virtual Result<std::vector<std::string>> links(const std::string& url) = 0;
  // A page that is not due yet, wherever links to it are found.
  [[nodiscard]] virtual Result<bool> leaves_out(const std::string& url) = 0;
};

// Lines for the head of a request: If-None-Match where there is an ETag, and If-Modified-Since with
// what the server said, or when the page was fetched. Nothing that a server said gets beyond its
// line.
[[nodiscard]] std::vector<std::string> conditions(const PageVersion& version);

// "Sun, 06 Nov 1994 08:49:37 GMT", as HTTP writes dates.
[[nodiscard]] std::string http_date(uint32_t date);

// What the head of an answer says for next time; fields that are too long or no text are left out.
void read_version(std::string_view etag, std::string_view modified, PageVersion& version);

}  // namespace cocite::crawl
