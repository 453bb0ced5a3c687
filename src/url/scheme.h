// Which scheme is a page shown with? Keys have none: http and https are the same page.
//
//   int32_t votes = 0;
//   add_votes(kOwnVotes * scheme_vote("https://example.com/"), votes);   // the page's own address
//   add_votes(scheme_vote("http://example.com/"), votes);                // a link to it
//   url_of_key("com,example)/", votes > 0)                               // "https://example.com/"
//
// Pure functions; any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace cocite::url {

// What a page's own address counts, in links to it.
inline constexpr int32_t kOwnVotes = 4096;

// 1: https; -1: http; 0: the address has no scheme, or another one.
[[nodiscard]] inline int32_t scheme_vote(std::string_view url) {
  constexpr std::string_view kPlain = "http://";
  constexpr std::string_view kSecure = "https://";
  if (url.starts_with(kSecure)) return 1;
  if (url.starts_with(kPlain)) return -1;
  if (equals_ignore_case(url.substr(0, kSecure.size()), kSecure)) return 1;
  return equals_ignore_case(url.substr(0, kPlain.size()), kPlain) ? -1 : 0;
}

// Stays within bounds where a page has more than a thousand million links.
inline void add_votes(int32_t more, int32_t& votes) {
  constexpr int32_t kMost = 1 << 30;
  votes = std::clamp(votes + std::clamp(more, -kMost + 1, kMost - 1), -kMost, kMost);
}

// As url_of_key() of key.h, with https where that is the page's scheme and the port allows for it.
[[nodiscard]] std::string url_of_key(std::string_view key, bool is_secure);

}  // namespace cocite::url
