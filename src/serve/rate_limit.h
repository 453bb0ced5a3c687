// How often may one client ask?
//
//   RateLimit limit(10);                                  // requests a second; bursts of 20
//   if (!limit.takes(client, Clock::now())) return try_later(429, …);
//
// A bucket of tokens per client. Clients with IPv6 count by their /64, which is what one household
// gets. Remembers a bounded number of clients; forgets those that were quiet. Any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cocite::serve {

class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr size_t kMostClients = 65536;

  explicit RateLimit(double per_second) : per_second_(per_second) {}  // 0: no limit
  [[nodiscard]] bool takes(std::string_view client, Time now);
  [[nodiscard]] size_t clients() const;

  // "2001:db8:1:2:3::4" -> "2001:db8:1:2"; other addresses stay.
  [[nodiscard]] static std::string group_of(std::string_view client);

 private:
  struct Bucket {
    double tokens = 0;
    Time filled = {};
  };
  void forget_quiet_ones(Time now);

  double per_second_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace cocite::serve
