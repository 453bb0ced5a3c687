// Cocite over HTTP: the answers of engine.h for many people at once, and the explorer.
//
//   ServiceRequest request{.stores = {"web.cocite"}, .log = print_line, .stop = &stop};
//   auto ended = run_service(request);       // returns when *stop is set and all is answered
//
// The routes are listed in docs/api.md and at /openapi.json. One service a process.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite {

// What the access log tells: nothing; no address and no query; everything.
enum class AccessLogKind : uint8_t { kOff, kShort, kFull };

struct ServiceRequest {
  std::vector<std::string> stores = {};   // paths; web.cocite is called "web"; the first is default
  std::string listen = "127.0.0.1:8080";  // "[::1]:8080"; port 0: any free one
  unsigned threads = 0;                   // that compute; 0: all
  uint64_t cache_bytes = uint64_t{64} << 20;  // for answers; 0: none are kept
  uint64_t queue = 1000;                      // requests that may wait for a thread
  uint64_t deadline_ms = 2000;                // for a request, from its last byte to its answer
  uint64_t max_connections = 20000;           // the longest idle one is closed for a new one
  uint64_t idle_seconds = 60;                 // then an idle connection is closed
  uint64_t drain_seconds = 10;                // at the end, for requests under way
  uint64_t max_rank_links = 20000000;         // ranks of larger graphs come from columns only
  bool save_notes = false;                   // what large stores need on first use is saved in them
  double rate = 0;                           // requests a second of one client; 0: any number
  std::string token = {};                    // clients must send it; empty: no token needed
  std::string studies = {};                  // a file of blind studies; empty: none
  std::string owner_token = {};              // of the studies; empty: a new one is made and logged
  std::vector<std::string> cors = {};        // origins whose pages may ask; "*": all
  std::vector<std::string> host_names = {};  // names this service is called by; "*": any
  std::string replay = {};  // of archived copies: "https://replay.example/{timestamp}/{url}"
  AccessLogKind access_log = AccessLogKind::kFull;

  // Lines for the operator and of the access log, without a line feed; from several threads.
  std::function<void(std::string_view line)> log = {};
  // Called once it listens, with the address: "127.0.0.1:8080".
  std::function<void(const std::string& address)> started = {};
  const std::atomic<bool>* stop = nullptr;  // set it: no new requests, finish, return
  std::atomic<bool>* reload = nullptr;      // set it: look for changed stores now
};

[[nodiscard]] Result<void> run_service(const ServiceRequest& request);
// What it can be asked and what it answers, as OpenAPI: the text of /openapi.json.
[[nodiscard]] std::string service_description();

// Whether a service could listen at this address now ("127.0.0.1:8080"): before long work that ends
// with one.
[[nodiscard]] Result<void> check_listen(const std::string& address);
// Whether the service that listens there is ready, within 5 s: for health checks of containers.
[[nodiscard]] Result<void> check_ready(const std::string& address);

}  // namespace cocite
