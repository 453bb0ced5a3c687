// Are these two addresses the same page? They are if their page keys are equal.
//
//   std::string key;                                                   // reuse it: no allocation
//   if (make_key("http://www.Example.com:80/a/../b?x=1#f", {}, key) == Skip::kNone) {
//     // key == "com,example,www)/b?x=1"; host_of_key(key) == "com,example,www"
//   }
//
// The host is reversed, so that the pages of a host, and the hosts of a site, are neighbours in
// bytewise order. Every rule with examples: docs/formats/page_key.md. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cocite::url {

// Longer ones are not addresses but data, or a loop in a page generator.
inline constexpr size_t kMaxUrlBytes = size_t{64} << 10;

// Why an address is not a page.
enum class Skip : uint8_t { kNone, kEmpty, kScheme, kHost, kPort, kTooLong };
inline constexpr size_t kSkipCount = 6;

// Words for a report: "not http(s)", "bad host" and so on; "a page" for kNone.
[[nodiscard]] std::string_view skip_reason(Skip skip);

struct KeyOptions {
  // "www.example.com" counts as "example.com". Only the first label, and only where two remain.
  bool fold_www = false;
};

// Replaces `key` by the key of the page at `url`, which may be any bytes. Where the answer is not
// kNone the content of `key` means nothing.
[[nodiscard]] Skip make_key(std::string_view url, const KeyOptions& options, std::string& key);

// "com,example,www:8080)/b" -> "com,example,www:8080". The host of a page, in the sense of "links
// within a host". A view into `key`.
[[nodiscard]] std::string_view host_of_key(std::string_view key);

// An address of the page: make_key(url_of_key(k), {}, k2) gives k2 == k for every key k that
// make_key() made without options. The scheme is not part of a key; it comes back as http.
[[nodiscard]] std::string url_of_key(std::string_view key);

// "com,example,www:8080" -> "www.example.com:8080"; IP addresses stay as they are.
[[nodiscard]] std::string host_name(std::string_view key_host);

}  // namespace cocite::url
