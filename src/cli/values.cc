#include "cli/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace cocite::cli {
namespace {

// Letters to change, put in or take out to make `b` of `a`.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::optional<uint64_t> parse_count(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<uint64_t> parse_size(std::string_view text) {
  double value = 0;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(value) || std::signbit(value)) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(stop - text.data()));
  unsigned shift = 0;
  if (!text.empty()) {
    constexpr std::string_view kUnits = "BKMGT";
    const auto upper = static_cast<char>(text.front() >= 'a' ? text.front() - 32 : text.front());
    const size_t unit = kUnits.find(upper);
    if (unit == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(1);
    if (!rest.empty() && (unit == 0 || (rest != "B" && rest != "iB"))) return std::nullopt;
    shift = static_cast<unsigned>(unit) * 10;
  }
  const double bytes = std::ldexp(value, static_cast<int>(shift));
  if (bytes >= 0x1p63) return std::nullopt;
  return static_cast<uint64_t>(bytes);
}

std::string nearest_word(std::string_view text, const std::vector<std::string>& words) {
  constexpr size_t kWrong = 2;
  std::string best;
  size_t least = kWrong + 1;
  for (const std::string& word : words) {
    const size_t distance = edit_distance(text, word);
    if (distance < least && distance < word.size()) {
      least = distance;
      best = word;
    }
  }
  return best;
}

}  // namespace cocite::cli
