// What the service did, as numbers for Prometheus.
//
//   Metrics metrics;
//   metrics.count(route, by, 200, seconds);
//   metrics.text(page);                       // the lines of /metrics
//
// Plain atomics: counting takes some nanoseconds and no lock. Any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/route.h"

namespace cocite::serve {

class Histogram {
 public:
  // Upper bounds in seconds: three a decade, from what a cache takes to a deadline.
  static constexpr std::array<double, 14> kBounds = {
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5};
  void observe(double seconds);
  // The lines of a histogram; `labels` as in `route="/api/page"`.
  void text(std::string_view name, const std::string& labels, std::string& out) const;

 private:
  std::array<std::atomic<uint64_t>, kBounds.size() + 1> buckets_ = {};
  std::atomic<uint64_t> nanoseconds_ = 0;
};

class Metrics {
 public:
  Metrics();

  // `route`: nullptr for everything that is no route of the table. `by`: the method, if any.
  void count(const Route* route, std::string_view by, unsigned status, double seconds);

  std::atomic<uint64_t> connections = 0;  // open
  std::atomic<uint64_t> accepted = 0;
  std::atomic<uint64_t> rejected_requests = 0;  // what was no HTTP
  std::atomic<uint64_t> rate_limited = 0;

  void text(std::string& out) const;

 private:
  static constexpr std::array<unsigned, 18> kStatuses = {
      200, 204, 304, 400, 401, 404, 405, 408, 409, 413, 414, 415, 421, 422, 429, 431, 500, 503};
  struct Line {
    std::string route;
    std::string by;  // empty: none
    Histogram seconds;
    std::array<std::atomic<uint64_t>, kStatuses.size() + 1> statuses = {};
  };
  [[nodiscard]] Line& line_of(const Route* route, std::string_view by);

  std::vector<std::unique_ptr<Line>> lines_;  // never changes
};

// One number with its help and type.
void put_metric(std::string& out, std::string_view name, std::string_view type,
                std::string_view help, double value);

}  // namespace cocite::serve
