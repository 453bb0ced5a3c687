#include "crawl/traps.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/ascii.h"

namespace cocite::crawl {
namespace {

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  path = path.substr(0, path.find('?'));
  for (size_t at = 1; at < path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    segments.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return segments;
}

bool is_session_name(std::string_view name) {
  static constexpr std::array<std::string_view, 12> kNames = {
      "phpsessid", "jsessionid", "aspsessionid", "sid",     "sessid", "sessionid",
      "session",   "session_id", "cfid",         "cftoken", "oscsid", "zenid"};
  return std::ranges::any_of(
      kNames, [&](std::string_view known) { return equals_ignore_case(name, known); });
}

}  // namespace

std::string_view trap_name(Trap trap) {
  static constexpr std::array<std::string_view, kTraps> kNames = {
      "none",          "endless path", "long address", "session id",
      "endless chain", "host is full", "only copies"};
  return kNames[static_cast<size_t>(trap)];
}

bool endless_path(std::string_view path) {
  const std::vector<std::string_view> segments = segments_of(path);
  const size_t count = segments.size();
  if (count > kMaxSegments) return true;
  // A run of `length` segments that is followed by itself twice.
  for (size_t length = 1; length * 3 <= count; ++length) {
    for (size_t at = 0; at + length * 3 <= count; ++at) {
      const auto run = std::span(segments).subspan(at, length);
      if (std::ranges::equal(run, std::span(segments).subspan(at + length, length)) &&
          std::ranges::equal(run, std::span(segments).subspan(at + 2 * length, length))) {
        return true;
      }
    }
  }
  return std::ranges::any_of(segments, [&](std::string_view one) {
    return !one.empty() && std::ranges::count(segments, one) > 3;
  });
}

std::string without_session(std::string_view path) {
  const size_t mark = path.find('?');
  std::string result(path.substr(0, mark));
  if (const size_t semicolon = result.rfind(';'); semicolon != std::string::npos) {
    const std::string_view parameter = std::string_view(result).substr(semicolon + 1);
    if (is_session_name(parameter.substr(0, parameter.find('=')))) result.resize(semicolon);
  }
  if (mark == std::string_view::npos) return result;
  std::string kept;
  const std::string_view query = path.substr(mark + 1);
  for (size_t at = 0; at <= query.size();) {
    const size_t end = std::min(query.find('&', at), query.size());
    const std::string_view one = query.substr(at, end - at);
    if (!is_session_name(one.substr(0, one.find('=')))) {
      if (!kept.empty()) kept += '&';
      kept += one;
    }
    at = end + 1;
  }
  return kept.empty() && !query.empty() ? result : result + "?" + kept;
}

std::string shape_of(std::string_view path) {
  std::string shape;
  const size_t mark = std::min(path.find('?'), path.size());
  for (size_t i = 0; i < mark; ++i) {
    if (!is_digit(path[i])) {
      shape += path[i];
    } else if (shape.empty() || shape.back() != '0') {
      shape += '0';
    }
  }
  bool in_value = false;
  for (const char c : path.substr(mark)) {
    if (c == '&') in_value = false;
    if (!in_value) shape += c;
    if (c == '=') in_value = true;
  }
  return shape;
}

bool has_numbers(std::string_view shape) {
  return shape.find('0') != std::string_view::npos || shape.find('=') != std::string_view::npos;
}

}  // namespace cocite::crawl
