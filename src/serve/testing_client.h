// A client of the service on a socket of its own, for the tests of this folder.
//
//   TestClient client(server->address());
//   client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
//   client.receive_all();                      // until the server closes
//
// One thread.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/http_server.h"

namespace cocite::serve {

class TestClient {
 public:
  explicit TestClient(const std::string& address) : file_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const HostAndPort place = parse_address(address).value();
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(place.port);
    ::inet_pton(AF_INET, place.host.c_str(), &to.sin_addr);
    const timeval longest{.tv_sec = 60, .tv_usec = 0};  // a test that hangs says where
    ::setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    is_connected_ = ::connect(file_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;
  ~TestClient() { ::close(file_); }

  [[nodiscard]] bool is_connected() const { return is_connected_; }

  // False: the server has closed.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

  // What there is next; empty: the server has closed, or nothing came for a minute.
  [[nodiscard]] std::string receive() const {
    std::array<char, 4096> room{};
    const ssize_t size = ::recv(file_, room.data(), room.size(), 0);
    return size <= 0 ? std::string() : std::string(room.data(), static_cast<size_t>(size));
  }
  [[nodiscard]] std::string receive_all() const {
    std::string all;
    for (std::string some = receive(); !some.empty(); some = receive()) all += some;
    return all;
  }
  // Whether the server has sent something or closed, as far as is known by now.
  [[nodiscard]] bool has_news() const {
    char byte = 0;
    return ::recv(file_, &byte, 1, MSG_DONTWAIT | MSG_PEEK) >= 0;
  }

 private:
  int file_;
  bool is_connected_ = false;
};

}  // namespace cocite::serve
