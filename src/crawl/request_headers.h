// The headers of a request: user agent, headers from the user, credentials.
//
//   COCITE_TRY(RequestHeaders headers, RequestHeaders::create(request, {"example.org"}));
//   headers.lines(*url::Url::parse("https://example.org/"), {"If-None-Match: \"x\""}).sent
//
// Secrets (Authorization, Cookie and what is called like them) are sent to the hosts that they are for
// and to no other, wherever a redirect leads, and are never part of what is archived. Values; any
// thread.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "crawl/auth_file.h"
#include "url/url.h"

namespace cocite::crawl {

class RequestHeaders {
 public:
  // `secret_hosts`: those that secrets of `request.headers` are sent to, as addresses have them. An
  // error for lines that no request may have, or that would break it up.
  [[nodiscard]] static Result<RequestHeaders> create(const CrawlRequest& request,
                                                     std::set<std::string> secret_hosts);

  struct Lines {
    std::vector<std::string> sent;
    std::vector<std::string> archived;  // the same without secrets
  };
  [[nodiscard]] Lines lines(const url::Url& url, const std::vector<std::string>& more) const;

 private:
  struct Header {
    std::string name;  // in lower case
    std::string line;
    bool is_secret = false;
  };
  std::string user_agent_;
  std::vector<Header> headers_;
  std::set<std::string> secret_hosts_;
  AuthFile auth_;
};

// Whether a line "NAME: VALUE" is one of those that are never stored.
[[nodiscard]] bool is_secret_header(std::string_view line);

}  // namespace cocite::crawl
