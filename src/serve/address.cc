#include <array>
#include <charconv>

#include <arpa/inet.h>

#include "serve/http_server.h"

namespace cocite::serve {

Result<HostAndPort> parse_address(std::string_view text) {
  const auto refuse = [&] {
    return fail({.message = "'" + std::string(text) +
                            "' is not an address and a port, such as 127.0.0.1:8080 or [::1]:8080",
                 .about = "listen"});
  };
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return refuse();
  HostAndPort result{.host = std::string(text.substr(0, colon))};
  const std::string_view port = text.substr(colon + 1);
  const auto [stop, error] = std::from_chars(port.data(), port.data() + port.size(), result.port);
  if (port.empty() || error != std::errc() || stop != port.data() + port.size()) return refuse();
  if (result.host == "localhost") result.host = "127.0.0.1";
  if (result.host == "*") result.host = "0.0.0.0";
  std::array<unsigned char, 16> bytes{};
  if (result.host.starts_with('[') && result.host.ends_with(']')) {
    result.host = result.host.substr(1, result.host.size() - 2);
    if (::inet_pton(AF_INET6, result.host.c_str(), bytes.data()) != 1) return refuse();
    result.is_loopback = result.host == "::1";
  } else {
    if (::inet_pton(AF_INET, result.host.c_str(), bytes.data()) != 1) return refuse();
    result.is_loopback = bytes[0] == 127;
  }
  return result;
}

}  // namespace cocite::serve
