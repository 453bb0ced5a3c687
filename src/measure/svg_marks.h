// The marks that charts are made of, as text of SVG.
//
//   svg += line(x, top, x, bottom, "rule");
//   svg += text_at(x, bottom + 18, "30", "axis mid");
//
// The page styles each kind ("rule", "axis mid"): report_style.h. Text is escaped.
// Pure functions; any thread.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "measure/charts.h"

namespace cocite::measure::svg {

[[nodiscard]] inline std::string format(const char* pattern, double value) {
  std::array<char, 64> room{};
  const int size = std::snprintf(room.data(), room.size(), pattern, value);
  return {room.data(), static_cast<size_t>(std::clamp(size, 0, 63))};
}

// Where a mark stands: a tenth of a pixel is enough.
[[nodiscard]] inline std::string at(double value) {
  std::string text = format("%.1f", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

[[nodiscard]] inline std::string open_svg(double width, double height, std::string_view label) {
  return "<svg viewBox=\"0 0 " + at(width) + " " + at(height) + "\" width=\"" + at(width) +
         "\" height=\"" + at(height) + "\" role=\"img\" aria-label=\"" + escaped(label) + "\">\n";
}

[[nodiscard]] inline std::string line(double x1, double y1, double x2, double y2,
                                      std::string_view kind) {
  return "<line class=\"" + std::string(kind) + "\" x1=\"" + at(x1) + "\" y1=\"" + at(y1) +
         "\" x2=\"" + at(x2) + "\" y2=\"" + at(y2) + "\"/>\n";
}

[[nodiscard]] inline std::string text_at(double x, double y, std::string_view text,
                                         std::string_view kind) {
  return "<text class=\"" + std::string(kind) + "\" x=\"" + at(x) + "\" y=\"" + at(y) + "\">" +
         escaped(text) + "</text>\n";
}

// Standing on its side.
[[nodiscard]] inline std::string side_text(double x, double y, std::string_view text) {
  return "<text class=\"axis mid\" transform=\"translate(" + at(x) + " " + at(y) +
         ") rotate(-90)\">" + escaped(text) + "</text>\n";
}

[[nodiscard]] inline std::string colour(size_t number) {
  constexpr size_t kColours = 13;
  return "s" + std::to_string(number % kColours);
}

// A step between ticks that people like: 1, 2 or 5 and zeros; about `wanted` of them.
[[nodiscard]] inline double nice_step(double range, double wanted) {
  const double raw = range / wanted;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double digit = raw / power;
  return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
}

}  // namespace cocite::measure::svg
