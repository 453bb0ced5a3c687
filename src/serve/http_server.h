// HTTP/1.1 over TCP, for many connections on few threads.
//
//   COCITE_TRY(auto server, HttpServer::listen({.address = "127.0.0.1:8080"}, handler));
//   ...
//   server->drain();                       // no new connections; idle ones are closed
//   while (server->connections() > 0) ...
//
// What a client may do is bounded: the bytes and fields of headers, of a body, of chunk extensions
// and trailers; the bytes of all requests together; the time to send a request, to take an answer, to say
// nothing; the number of connections, where the one that has kept us waiting longest makes room. An
// exception ends the connection that it happened in, with 503 if that can still be sent.
// Boost.Beast, which parses (beast_request.h), and Asio are seen by http_server.cc alone: they take
// 25 s to compile. Any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "serve/message.h"

namespace cocite::serve {

// An answer, or what gives it: `start` hands it over once, from any thread, perhaps at once.
struct Reply {
  using Done = std::function<void(Response)>;
  std::optional<Response> now = {};
  std::function<void(Done)> start = {};
};

class Handler {
 public:
  virtual ~Handler() = default;
  // Called on the threads of connections: what takes long belongs into Reply::start. The request
  // stays until the response was handed over.
  [[nodiscard]] virtual Reply answer(const Request& request) = 0;
  // Of a request whose body has not come yet: the answer, where the body would not change it. May
  // note in `head` that it was checked.
  [[nodiscard]] virtual std::optional<Response> refuse_early(Request& head) = 0;
  // What was sent is no request that can be answered.
  [[nodiscard]] virtual Response refuse(unsigned status, std::string_view why) = 0;
  virtual void connected() = 0;
  virtual void disconnected() = 0;
};

struct HttpOptions {
  std::string address = "127.0.0.1:8080";
  unsigned threads = 1;
  uint64_t max_connections = 20000;
  uint64_t idle_seconds = 60;
  uint64_t request_seconds = 10;   // from its first byte to its last
  uint64_t response_seconds = 30;  // for the client to take it
  uint32_t max_target_bytes = 16 << 10;
  uint32_t max_header_bytes = 32 << 10;
  uint32_t max_fields = 200;
  uint64_t max_body_bytes = 1 << 20;
  uint32_t max_chunk_extra_bytes = 16 << 10;      // extensions of chunks; trailers
  uint64_t max_held_bytes = uint64_t{256} << 20;  // of all requests that are not answered yet
};

class HttpServer {
 public:
  // `handler` stays while the server lives.
  [[nodiscard]] static Result<std::unique_ptr<HttpServer>> listen(const HttpOptions& options,
                                                                  Handler& handler);
  virtual ~HttpServer() = default;  // closes what is left

  [[nodiscard]] virtual std::string address() const = 0;
  // Connections that were asking get their answer and are closed; no new ones.
  virtual void drain() = 0;
  [[nodiscard]] virtual uint64_t connections() const = 0;
};

// "127.0.0.1:8080", "[::1]:0", "localhost:80", "*:8080" -> host and port; kInvalidArgument for
// other texts.
struct HostAndPort {
  std::string host = {};
  uint16_t port = 0;
  bool is_loopback = false;
};
[[nodiscard]] Result<HostAndPort> parse_address(std::string_view text);

}  // namespace cocite::serve
