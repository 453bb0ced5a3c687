#include "serve/metrics.h"

#include <algorithm>
#include <charconv>

#include <cocite/engine.h>

#include "serve/study_route.h"

namespace cocite::serve {
namespace {

constexpr std::string_view kOther = "other";

std::string number(double value) {
  std::array<char, 32> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), value).ptr;
  return {room.data(), end};
}

void put_head(std::string& out, std::string_view name, std::string_view type,
              std::string_view help) {
  out += "# HELP ";
  out += name;
  out += ' ';
  out += help;
  out += "\n# TYPE ";
  out += name;
  out += ' ';
  out += type;
  out += '\n';
}

}  // namespace

void put_metric(std::string& out, std::string_view name, std::string_view type,
                std::string_view help, double value) {
  put_head(out, name, type, help);
  out += name;
  out += ' ' + number(value) + '\n';
}

void Histogram::observe(double seconds) {
  const auto bucket = static_cast<size_t>(
      std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin());
  buckets_[bucket].fetch_add(1, std::memory_order_relaxed);
  nanoseconds_.fetch_add(static_cast<uint64_t>(seconds * 1e9), std::memory_order_relaxed);
}

void Histogram::text(std::string_view name, const std::string& labels, std::string& out) const {
  uint64_t sum = 0;
  for (size_t i = 0; i < buckets_.size(); ++i) {
    sum += buckets_[i].load(std::memory_order_relaxed);
    const std::string bound = i < kBounds.size() ? number(kBounds[i]) : "+Inf";
    out += std::string(name) + "_bucket{" + labels + ",le=\"" + bound + "\"} " +
           std::to_string(sum) + '\n';
  }
  const auto nanoseconds = static_cast<double>(nanoseconds_.load(std::memory_order_relaxed));
  out += std::string(name) + "_sum{" + labels + "} " + number(nanoseconds / 1e9) + '\n';
  out += std::string(name) + "_count{" + labels + "} " + std::to_string(sum) + '\n';
}

Metrics::Metrics() {
  const auto add = [&](const std::string& route, const std::string& by) {
    lines_.push_back(std::make_unique<Line>());
    lines_.back()->route = route;
    lines_.back()->by = by;
  };
  for (const Route& route : routes()) {
    if (route.path == "/api/related" || route.path == "/api/explain") {
      for (const MethodItem& method : methods()) add(route.path, method.name);
    } else {
      add(route.path, "");
    }
  }
  for (const StudyRoute& route : study_routes()) {
    if (lines_.back()->route != route.shape.path) add(route.shape.path, "");
  }
  add(std::string(kOther), "");
}

Metrics::Line& Metrics::line_of(const Route* route, std::string_view by) {
  if (route != nullptr) {
    for (const auto& line : lines_) {
      if (line->route == route->path && (line->by.empty() || line->by == by)) return *line;
    }
  }
  return *lines_.back();
}

void Metrics::count(const Route* route, std::string_view by, unsigned status, double seconds) {
  Line& line = line_of(route, by);
  line.seconds.observe(seconds);
  const auto place = static_cast<size_t>(
      std::lower_bound(kStatuses.begin(), kStatuses.end(), status) - kStatuses.begin());
  const bool is_known = place < kStatuses.size() && kStatuses[place] == status;
  line.statuses[is_known ? place : kStatuses.size()].fetch_add(1, std::memory_order_relaxed);
}

void Metrics::text(std::string& out) const {
  const auto labels_of = [](const Line& line) {
    return "route=\"" + line.route + "\"" + (line.by.empty() ? "" : ",by=\"" + line.by + "\"");
  };
  put_head(out, "cocite_requests_total", "counter", "Requests answered, by route and status.");
  for (const auto& line : lines_) {
    for (size_t i = 0; i < line->statuses.size(); ++i) {
      const uint64_t count = line->statuses[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      const std::string status = i < kStatuses.size() ? std::to_string(kStatuses[i]) : "other";
      out += "cocite_requests_total{" + labels_of(*line) + ",status=\"" + status + "\"} " +
             std::to_string(count) + '\n';
    }
  }
  put_head(out, "cocite_request_seconds", "histogram",
           "From the last byte of a request to its answer, by route and method.");
  for (const auto& line : lines_) {
    line->seconds.text("cocite_request_seconds", labels_of(*line), out);
  }
  const auto put = [&](std::string_view name, std::string_view type, std::string_view help,
                       const std::atomic<uint64_t>& value) {
    put_metric(out, name, type, help, static_cast<double>(value.load(std::memory_order_relaxed)));
  };
  put("cocite_connections", "gauge", "Connections that are open.", connections);
  put("cocite_connections_total", "counter", "Connections accepted.", accepted);
  put("cocite_bad_requests_total", "counter", "Requests that were no proper HTTP.",
      rejected_requests);
  put("cocite_rate_limited_total", "counter", "Requests refused by the rate limit.", rate_limited);
}

}  // namespace cocite::serve
