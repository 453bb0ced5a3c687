// Is this a public internet address, or one of a private network?
//
//   is_public_address("93.184.216.34")       // true
//   is_public_address("127.0.0.1")           // false: loopback; so are private, link-local, shared,
//   is_public_address("::ffff:10.0.0.1")     // false: multicast, reserved ones, and IPv4 inside IPv6
//
// By IANA's registries of special-purpose addresses. What is no address is not public. Pure
// functions; any thread.
#pragma once

#include <string>

struct sockaddr;

namespace cocite::crawl {

[[nodiscard]] bool is_public_address(const sockaddr& address);
[[nodiscard]] bool is_public_address(const std::string& text);

}  // namespace cocite::crawl
