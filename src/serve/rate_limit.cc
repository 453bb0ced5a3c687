#include "serve/rate_limit.h"

#include <algorithm>
#include <array>

#include <arpa/inet.h>

namespace cocite::serve {

std::string RateLimit::group_of(std::string_view client) {
  if (client.find(':') == std::string_view::npos) return std::string(client);
  std::array<unsigned char, 16> bytes{};
  const std::string text(client.substr(0, client.find('%')));
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return std::string(client);
  return {bytes.begin(), bytes.begin() + 8};
}

void RateLimit::forget_quiet_ones(Time now) {
  // A full bucket carries no state: forget the client.
  const auto full_after = std::chrono::duration<double>(2.0);
  std::erase_if(buckets_, [&](const auto& one) { return now - one.second.filled > full_after; });
  // Still too many: an attack with many addresses. To forget all costs it a burst each.
  if (buckets_.size() >= kMostClients) buckets_.clear();
}

bool RateLimit::takes(std::string_view client, Time now) {
  if (per_second_ <= 0) return true;
  const double burst = std::max(1.0, 2 * per_second_);
  const std::scoped_lock lock(mutex_);
  if (buckets_.size() >= kMostClients) forget_quiet_ones(now);
  const auto [place, is_new] = buckets_.try_emplace(group_of(client));
  Bucket& bucket = place->second;
  if (is_new) {
    bucket = {burst, now};
  } else {
    const double seconds = std::chrono::duration<double>(now - bucket.filled).count();
    bucket.tokens = std::min(burst, bucket.tokens + seconds * per_second_);
    bucket.filled = now;
  }
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

size_t RateLimit::clients() const {
  const std::scoped_lock lock(mutex_);
  return buckets_.size();
}

}  // namespace cocite::serve
