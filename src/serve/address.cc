#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cocite/service.h>

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

namespace cocite {

namespace {

// An address of either family, as the functions of sockets take it.
struct SocketAddress {
  explicit SocketAddress(const serve::HostAndPort& at) {
    four.sin_family = AF_INET;
    six.sin6_family = AF_INET6;
    four.sin_port = six.sin6_port = htons(at.port);
    is_six = ::inet_pton(AF_INET, at.host.c_str(), &four.sin_addr) != 1;
    if (is_six) ::inet_pton(AF_INET6, at.host.c_str(), &six.sin6_addr);
  }
  [[nodiscard]] const sockaddr* get() const {
    return is_six ? reinterpret_cast<const sockaddr*>(&six)
                  : reinterpret_cast<const sockaddr*>(&four);
  }
  [[nodiscard]] socklen_t size() const { return is_six ? sizeof six : sizeof four; }

  sockaddr_in four{};
  sockaddr_in6 six{};
  bool is_six = false;
};

}  // namespace

Result<void> check_listen(const std::string& address) {
  COCITE_TRY(const serve::HostAndPort at, serve::parse_address(address));
  const SocketAddress where(at);
  const int file = ::socket(where.get()->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;  // as the service does: a port that was in use a moment ago is free
  const bool is_free = file >= 0 &&
                       ::setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                       ::bind(file, where.get(), where.size()) == 0 && ::listen(file, 1) == 0;
  const int why = errno;
  if (file >= 0) ::close(file);
  if (is_free) return {};
  return fail({.code = why == EADDRINUSE ? ErrorCode::kBusy : ErrorCode::kIo,
               .message = address + ": " + std::strerror(why) +
                          (why == EADDRINUSE ? "; try another port" : ""),
               .about = "listen"});
}

Result<void> check_ready(const std::string& address) {
  COCITE_TRY(const serve::HostAndPort at, serve::parse_address(address));
  const SocketAddress where(at);
  const int file = ::socket(where.get()->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval longest{.tv_sec = 5, .tv_usec = 0};
  ::setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  ::setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
  constexpr std::string_view kAsked =
      "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  std::array<char, 13> begin{};  // "HTTP/1.1 200 "
  size_t size = 0;
  const bool is_asked = file >= 0 && ::connect(file, where.get(), where.size()) == 0 &&
                        ::send(file, kAsked.data(), kAsked.size(), MSG_NOSIGNAL) ==
                            static_cast<ssize_t>(kAsked.size());
  while (is_asked && size < begin.size()) {
    const ssize_t got = ::recv(file, begin.data() + size, begin.size() - size, 0);
    if (got <= 0) break;
    size += static_cast<size_t>(got);
  }
  if (file >= 0) ::close(file);
  const std::string_view line(begin.data(), size);
  if (line == "HTTP/1.1 200 ") return {};
  return fail(ErrorCode::kBusy, line.starts_with("HTTP/")
                                    ? address + ": the service is not ready yet"
                                    : address + ": no service answers");
}

}  // namespace cocite
