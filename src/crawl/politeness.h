// How long does a host get to rest before it is asked again? The policy, as pure functions.
//
//   PauseRules rules{.delay_s = 1};
//   pause_after(rules, {.seconds = 0.2})           // 1: the delay
//   pause_after(rules, {.seconds = 0.8})           // 4: it is slow, and asked more slowly
//   pause_after(rules, {.status = 429, .retry_after_s = 30}) // 30
//
// Pauses are from the end of an answer to the next request. Any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cocite::crawl {

struct PauseRules {
  double delay_s = 1;        // what the user asks for
  double crawl_delay_s = 0;  // what robots.txt asks for
};

// What came of the last request.
struct Outcome {
  int status = 200;  // 0: no answer at all
  double seconds = 0;
  double retry_after_s = 0;  // 0: not said
  int failures = 0;          // how many answers in a row, with this one, were refusals or none
};

inline constexpr double kSlowFactor = 5;  // a host rests five times as long as it worked
inline constexpr double kLongestSlowPause = 60;
inline constexpr double kFirstBackOff = 5;  // after a refusal that does not say how long
inline constexpr double kLongestBackOff = 3600;
inline constexpr int kMaxHostFailures = 8;  // in a row; then the host sleeps
inline constexpr double kFirstSleep = 60;

// The host, not the page, says "not now": too many requests, a gateway without a server behind it.
[[nodiscard]] inline bool is_refusal(int status) {
  return status == 429 || (status >= 502 && status <= 504);
}

// How long a host sleeps that slept `sleeps` times in a row before.
[[nodiscard]] inline double sleep_after(int sleeps, double longest_s) {
  double sleep = kFirstSleep;
  for (int i = 0; i < sleeps && sleep < longest_s; ++i) sleep *= 4;
  return std::min(sleep, longest_s);
}

// How long a page that was asked for `tries` times waits before it is requested again.
[[nodiscard]] inline double retry_pause(int tries, double delay_s) {
  double pause = kFirstBackOff * std::min(1.0, delay_s);
  for (int i = 1; i < tries; ++i) pause = std::min(pause * 4, kLongestBackOff);
  return pause;
}

[[nodiscard]] inline double pause_after(const PauseRules& rules, const Outcome& outcome) {
  double pause = std::max(rules.delay_s, rules.crawl_delay_s);
  // Users may ask for no delay at all, for their own server.
  if (rules.delay_s > 0) {
    pause = std::max(pause, std::min(outcome.seconds * kSlowFactor, kLongestSlowPause));
  }
  if (outcome.status != 0 && !is_refusal(outcome.status)) return pause;
  if (outcome.retry_after_s > 0) return std::max(pause, outcome.retry_after_s);
  double back_off = std::max(kFirstBackOff * std::min(1.0, rules.delay_s), pause);
  for (int i = 1; i < outcome.failures; ++i) back_off = std::min(back_off * 2, kLongestBackOff);
  return std::max(pause, back_off);
}

// Retry-After: seconds, or a date as HTTP writes it; `now` in seconds since 1970. Nothing for what
// is neither; never more than a day.
[[nodiscard]] std::optional<double> retry_after(std::string_view value, int64_t now);

}  // namespace cocite::crawl
