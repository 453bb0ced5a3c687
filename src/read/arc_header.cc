#include "read/arc_header.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "read/header_fields.h"

namespace cocite::read {
namespace {

constexpr size_t kMostWords = 1000;

bool is_date(std::string_view word) {
  return word.size() >= 12 && word.size() <= 18 &&
         std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

// "http:", "filedesc:", "dns:": letters before a colon.
bool has_scheme(std::string_view word) {
  const size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon < 2 || colon > 12) return false;
  return std::ranges::all_of(word.substr(0, colon), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+';
  });
}

}  // namespace

std::optional<ArcHeader> parse_arc_header(std::string_view line) {
  line = trimmed(line);
  if (!has_scheme(line.substr(0, 16))) return std::nullopt;
  std::vector<std::string_view> words;
  for (size_t at = 0; at < line.size() && words.size() < kMostWords;) {
    const size_t end = std::min(line.find(' ', at), line.size());
    if (end > at) words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  // Address, machine, date, type and length at the least; the last date that leaves these.
  for (size_t i = words.size() < 5 ? 0 : words.size() - 3; i >= 2; --i) {
    if (!is_date(words[i])) continue;
    ArcHeader header;
    header.url = trimmed(line.substr(0, static_cast<size_t>(words[i - 1].data() - line.data())));
    header.ip = words[i - 1];
    header.date = words[i];
    header.content_type = words[i + 1];
    const std::string_view number = words.back();
    uint64_t length = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), length);
    if (error == std::errc() && end == number.data() + number.size()) header.length = length;
    return header;
  }
  return std::nullopt;
}

}  // namespace cocite::read
