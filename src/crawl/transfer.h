// Fetches addresses, many at a time: HTTP/1.1 and 2 over libcurl's multi interface.
//
//   COCITE_TRY(auto transfers, Transfers::create({.headers = headers}));
//   transfers->start(17, "https://example.org/");
//   transfers->wait(0.1, [&](uint64_t tag, Response&& response) { use(tag, response); });
//
// One request is one exchange: redirects come back as they are, nothing is decoded, cookies are
// neither kept nor sent, and no proxy is taken from the environment. Unless allowed, no connection is made to an address that is not public: the socket
// itself is refused, whatever the name resolved to before. Everything is bounded: time, size of
// head and body. One thread, but for wake().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "crawl/request_headers.h"

namespace cocite::crawl {

// Why there is no answer.
enum class Failure : uint8_t {
  kNone,
  kName,      // the host's name does not resolve
  kConnect,   // connection refused
  kTls,       // invalid certificate, or no common protocol
  kTime,      // it took too long
  kProtocol,  // what came is not HTTP, or was cut off
  kPrivate,   // the address is not one of the public internet
  kOther,
};
inline constexpr size_t kFailures = 8;
// "no such host", "timed out" and so on.
[[nodiscard]] std::string_view failure_name(Failure failure);

struct Response {
  Failure failure = Failure::kNone;
  std::string detail = {};  // of the failure, as the library says it
  int status = 0;
  std::string request = {};  // head of the request, without secrets
  std::string head = {};     // status line and fields, as sent, with the empty line
  std::string body = {};     // as sent, without chunks
  bool is_cut = false;       // there is more of the body
  // Why, as WARC-Truncated says it: longer than allowed, "disconnect", "time".
  std::string_view cut_by = "length";
  int partial_status = 0;  // of a failure: the status, where the head and some of the body came
  bool is_http2 = false;
  std::string ip = {};  // that was connected to
  uint32_t date = 0;    // when it was asked for, seconds since 1970
  double seconds = 0;   // from request to end
};

struct TransferOptions {
  RequestHeaders headers = {};
  bool allow_private = false;
  // http://USER:PASSWORD@HOST:PORT, or https, socks5, socks5h; empty: none. It resolves names, so that
  // of addresses that are not public only those in numbers can be refused here.
  std::string proxy = {};
  std::string ca_file = {};                  // certificates to trust; empty: the system's
  std::vector<std::string> connect_to = {};  // HOST:PORT:ADDRESS:PORT, as curl has it
  uint64_t max_body_bytes = uint64_t{16} << 20;
  double timeout_s = 60;
  double connect_timeout_s = 15;
  unsigned max_connections = 256;
};

// Whether this can be TransferOptions::proxy.
[[nodiscard]] Result<void> check_proxy(const std::string& proxy);

class Transfers {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Transfers>> create(const TransferOptions& options);
  virtual ~Transfers() = default;

  // `headers`: more lines for the head, "If-None-Match: …".
  virtual void start(uint64_t tag, const std::string& url,
                     const std::vector<std::string>& headers = {}) = 0;
  // Waits for something to happen, at most so long, and hands over what is finished.
  using Use = std::function<void(uint64_t tag, Response&& response)>;
  virtual void wait(double most_s, const Use& use) = 0;
  // Ends a wait(); any thread.
  virtual void wake() = 0;
  [[nodiscard]] virtual size_t active() const = 0;
};

}  // namespace cocite::crawl
