#include "measure/charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <cocite/readable.h>

#include "measure/report_style.h"
#include "measure/svg_marks.h"

namespace cocite::measure {
namespace {

using svg::at;
using svg::colour;
using svg::format;
using svg::line;
using svg::nice_step;
using svg::open_svg;
using svg::side_text;
using svg::text_at;

// Names side by side with the ends of their lines, none on top of another.
std::vector<double> spread(std::vector<std::pair<double, size_t>> wanted, double gap, double top,
                           double bottom) {
  std::ranges::sort(wanted);
  std::vector<double> places(wanted.size());
  double next = top;
  for (auto& [y, i] : wanted) {
    y = std::max(y, next);
    next = y + gap;
  }
  double limit = bottom;
  for (auto one = wanted.rbegin(); one != wanted.rend(); ++one) {
    one->first = std::min(one->first, limit);
    limit = one->first - gap;
  }
  for (const auto& [y, i] : wanted) places[i] = y;
  return places;
}

std::string power_of_ten(int exponent) {
  if (exponent >= 0 && exponent <= 6) return fixed(std::pow(10, exponent), 0);
  if (exponent < 0 && exponent >= -3) return fixed(std::pow(10, exponent), -exponent);
  return "1e" + std::to_string(exponent);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : readable(text, 0)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  std::array<char, 64> room{};
  const int size = std::snprintf(room.data(), room.size(), "%.*f", digits, value);
  return {room.data(), static_cast<size_t>(std::clamp(size, 0, 63))};
}

std::string rounded(double value) {
  if (!std::isfinite(value)) return "–";
  if (value != 0 && (std::abs(value) < 1e-4 || std::abs(value) >= 1e7))
    return format("%.1e", value);
  if (std::abs(value) >= 100) return fixed(value, 0);
  if (std::abs(value) >= 10) return fixed(value, 1);
  return std::abs(value) >= 1 ? fixed(value, 2) : format("%.3g", value);
}

std::string standalone(const std::string& svg) {
  const size_t open = std::string_view("<svg").size();
  const size_t inside = svg.find('>') + 1;
  return svg.substr(0, open) + " xmlns=\"http://www.w3.org/2000/svg\"" +
         svg.substr(open, inside - open) + "\n<style>" + std::string(kReportStyle) +
         "svg{background:Canvas;font:12px system-ui,sans-serif}</style>" + svg.substr(inside);
}

std::string line_chart(std::span<const Series> series, const LineTitles& titles) {
  constexpr double kWidth = 800;
  constexpr double kHeight = 380;
  constexpr double kLeft = 56;
  constexpr double kRight = 230;
  constexpr double kTop = 14;
  constexpr double kBottom = 46;
  double highest = 0;
  size_t ranks = 1;
  for (const Series& one : series) {
    ranks = std::max(ranks, one.values.size());
    for (const double value : one.values) highest = std::max(highest, value);
  }
  const double step = nice_step(highest > 0 ? highest : 1, 5);
  const double top = std::max(step, std::ceil(highest / step - 1e-9) * step);
  const double inner = kWidth - kLeft - kRight;
  const auto x_of = [&](size_t rank) {
    return ranks == 1 ? kLeft + inner / 2
                      : kLeft + inner * static_cast<double>(rank) / static_cast<double>(ranks - 1);
  };
  const auto y_of = [&](double value) {
    return kHeight - kBottom - (kHeight - kTop - kBottom) * value / top;
  };
  std::string svg = open_svg(kWidth, kHeight, titles.y_title + " against " + titles.x_title);
  for (int i = 0; i * step <= top * (1 + 1e-9); ++i) {
    const double value = i * step;
    svg += line(kLeft, y_of(value), kWidth - kRight, y_of(value), "rule");
    svg += text_at(kLeft - 8, y_of(value) + 4, rounded(value), "axis end");
  }
  const size_t every = std::max<size_t>(1, ranks / 10);
  for (size_t rank = 0; rank < ranks; rank += every) {
    svg += text_at(x_of(rank), kHeight - kBottom + 18, std::to_string(rank + 1), "axis mid");
  }
  svg += text_at(kLeft + inner / 2, kHeight - 8, titles.x_title, "axis mid");
  svg += side_text(14, (kHeight - kBottom + kTop) / 2, titles.y_title);
  std::vector<std::pair<double, size_t>> ends;
  for (size_t i = 0; i < series.size(); ++i) {
    ends.emplace_back(series[i].values.empty() ? y_of(0) : y_of(series[i].values.back()), i);
  }
  constexpr double kNameHeight = 15;
  const std::vector<double> places = spread(ends, kNameHeight, kTop + 4, kHeight - kBottom + 6);
  for (size_t i = series.size(); i-- > 0;) {  // the first on top
    const Series& one = series[i];
    if (one.values.empty()) continue;
    std::string points;
    for (size_t r = 0; r < one.values.size(); ++r) {
      points += (r == 0 ? "" : " ") + at(x_of(r)) + "," + at(y_of(one.values[r]));
    }
    svg += "<g class=\"" + colour(i) + (i == 0 ? " first" : "") +
           "\"><polyline class=\"line\" points=\"" + points + "\"/>\n";
    for (size_t r = 0; r < one.values.size() && one.values.size() <= 20; ++r) {
      svg += "<circle class=\"dot\" cx=\"" + at(x_of(r)) + "\" cy=\"" + at(y_of(one.values[r])) +
             "\" r=\"3\"><title>" + escaped(one.name) + " at " + std::to_string(r + 1) + ": " +
             fixed(one.values[r]) + "</title></circle>\n";
    }
    const double x = x_of(one.values.size() - 1);
    svg += line(x + 5, y_of(one.values.back()), kWidth - kRight + 24, places[i], "leader");
    svg += text_at(kWidth - kRight + 28, places[i] + 4, one.name + " " + fixed(one.values.back()),
                   "name");
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

std::string dot_chart(std::span<const Dot> dots, std::string_view title) {
  constexpr double kWidth = 760;
  constexpr double kRow = 24;
  constexpr double kLeft = 190;
  constexpr double kRight = 70;
  constexpr double kBottom = 40;
  double highest = 0;
  for (const Dot& dot : dots) highest = std::max({highest, dot.high, dot.value});
  const double step = nice_step(highest > 0 ? highest : 1, 6);
  const double top = std::max(step, std::ceil(highest / step - 1e-9) * step);
  const double height = kRow * static_cast<double>(dots.size()) + kBottom + 8;
  const auto x_of = [&](double value) { return kLeft + (kWidth - kLeft - kRight) * value / top; };
  std::string svg = open_svg(kWidth, height, title);
  for (int i = 0; i * step <= top * (1 + 1e-9); ++i) {
    const double x = x_of(i * step);
    svg += line(x, 4, x, height - kBottom, "rule");
    svg += text_at(x, height - kBottom + 16, rounded(i * step), "axis mid");
  }
  svg += text_at((kLeft + kWidth - kRight) / 2, height - 6, title, "axis mid");
  for (size_t i = 0; i < dots.size(); ++i) {
    const Dot& dot = dots[i];
    const double y = 4 + kRow * (static_cast<double>(i) + 0.5);
    svg += "<g class=\"" + colour(i) + "\">";
    svg += text_at(kLeft - 10, y + 4, dot.name, "axis end");
    svg += line(x_of(std::max(0.0, dot.low)), y, x_of(std::max(0.0, dot.high)), y, "interval");
    svg += "<circle class=\"dot\" cx=\"" + at(x_of(dot.value)) + "\" cy=\"" + at(y) +
           "\" r=\"5\"><title>" + escaped(dot.name) + ": " + fixed(dot.value) + " (" +
           fixed(dot.low) + " to " + fixed(dot.high) + ")</title></circle>";
    svg += text_at(x_of(std::max(dot.high, dot.value)) + 8, y + 4, fixed(dot.value), "axis");
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

std::string heat_map(std::span<const std::string> names,
                     std::span<const std::vector<double>> shares) {
  constexpr double kCell = 44;
  constexpr double kRow = 30;
  constexpr double kLeft = 180;
  constexpr double kTop = 130;
  const auto n = static_cast<double>(names.size());
  std::string svg = open_svg(kLeft + kCell * n + 70, kTop + kRow * n + 6, "overlap of answers");
  for (size_t i = 0; i < names.size(); ++i) {
    const double y = kTop + kRow * static_cast<double>(i);
    const double x = kLeft + kCell * static_cast<double>(i);
    svg += text_at(kLeft - 8, y + kRow / 2 + 4, names[i], "axis end");
    svg += "<text class=\"axis\" transform=\"translate(" + at(x + kCell / 2 + 4) + " " +
           at(kTop - 8) + ") rotate(-50)\">" + escaped(names[i]) + "</text>\n";
    for (size_t k = 0; k < names.size(); ++k) {
      const double share = shares[i][k];
      if (!(share >= 0 && share <= 1)) continue;
      const double left = kLeft + kCell * static_cast<double>(k);
      svg += "<rect class=\"heat\" x=\"" + at(left + 1) + "\" y=\"" + at(y + 1) + "\" width=\"" +
             at(kCell - 2) + "\" height=\"" + at(kRow - 2) + "\" rx=\"3\" fill-opacity=\"" +
             fixed(0.06 + 0.94 * share, 2) + "\"><title>" + fixed(100 * share, 1) +
             " % of the answers of " + escaped(names[i]) + " are answers of " + escaped(names[k]) +
             "</title></rect>\n";
      svg += text_at(left + kCell / 2, y + kRow / 2 + 4, fixed(100 * share, 0),
                     share > 0.55 ? "cell light" : "cell");
    }
  }
  return svg + "</svg>\n";
}

Axes axes_for(std::span<const std::pair<double, double>> points) {
  Axes axes;
  bool is_first = true;
  for (const auto& [x, y] : points) {
    if (!(x > 0) || !(y > 0)) continue;
    if (is_first) axes = {x, x, y, y};
    is_first = false;
    axes = {std::min(axes.x_low, x), std::max(axes.x_high, x), std::min(axes.y_low, y),
            std::max(axes.y_high, y)};
  }
  const auto down = [](double value) { return std::pow(10, std::floor(std::log10(value))); };
  const auto up = [](double value) { return std::pow(10, std::ceil(std::log10(value) + 1e-9)); };
  axes = {down(axes.x_low), up(axes.x_high), down(axes.y_low), up(axes.y_high)};
  if (axes.x_high <= axes.x_low) axes.x_high = axes.x_low * 10;
  if (axes.y_high <= axes.y_low) axes.y_high = axes.y_low * 10;
  return axes;
}

std::string scatter_chart(std::span<const std::pair<double, double>> points, const Axes& axes,
                          std::string_view name, size_t number, const LineTitles& titles) {
  constexpr double kWidth = 250;
  constexpr double kHeight = 210;
  constexpr double kLeft = 46;
  constexpr double kRight = 10;
  constexpr double kTop = 24;
  constexpr double kBottom = 40;
  const auto share = [](double value, double low, double high) {
    return (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
  };
  const auto x_of = [&](double x) {
    return kLeft + (kWidth - kLeft - kRight) * share(x, axes.x_low, axes.x_high);
  };
  const auto y_of = [&](double y) {
    return kHeight - kBottom - (kHeight - kTop - kBottom) * share(y, axes.y_low, axes.y_high);
  };
  std::string svg = open_svg(kWidth, kHeight, std::string(name) + ": time against size");
  svg += text_at(kLeft, 14, name, "head");
  const auto exponents = [](double low, double high) {
    return std::pair(static_cast<int>(std::lround(std::log10(low))),
                     static_cast<int>(std::lround(std::log10(high))));
  };
  const auto [x_first, x_last] = exponents(axes.x_low, axes.x_high);
  for (int e = x_first; e <= x_last; ++e) {
    const double x = x_of(std::pow(10, e));
    svg += line(x, kTop, x, kHeight - kBottom, "rule");
    svg += text_at(x, kHeight - kBottom + 14, power_of_ten(e), "axis mid");
  }
  const auto [y_first, y_last] = exponents(axes.y_low, axes.y_high);
  for (int e = y_first; e <= y_last; ++e) {
    const double y = y_of(std::pow(10, e));
    svg += line(kLeft, y, kWidth - kRight, y, "rule");
    svg += text_at(kLeft - 5, y + 4, power_of_ten(e), "axis end");
  }
  svg += text_at((kLeft + kWidth - kRight) / 2, kHeight - 8, titles.x_title, "axis mid");
  svg += side_text(10, (kTop + kHeight - kBottom) / 2, titles.y_title);
  svg += "<g class=\"" + colour(number) + "\">\n";
  for (const auto& [x, y] : points) {
    if (!(x > 0) || !(y > 0)) continue;
    svg +=
        "<circle class=\"point\" cx=\"" + at(x_of(x)) + "\" cy=\"" + at(y_of(y)) + "\" r=\"2\"/>\n";
  }
  return svg + "</g></svg>\n";
}

std::string difference_chart(std::vector<double> differences, std::string_view name) {
  constexpr double kWidth = 250;
  constexpr double kHeight = 130;
  constexpr double kLeft = 30;
  constexpr double kTop = 22;
  constexpr double kBottom = 10;
  std::ranges::sort(differences, std::greater<>());
  const double middle = kTop + (kHeight - kTop - kBottom) / 2;
  const double half = middle - kTop;
  std::string svg = open_svg(kWidth, kHeight, "differences per query page: " + std::string(name));
  svg += text_at(kLeft, 13, name, "head");
  svg += text_at(kLeft - 5, kTop + 6, "+1", "axis end");
  svg += text_at(kLeft - 5, middle + 4, "0", "axis end");
  svg += text_at(kLeft - 5, kHeight - kBottom, "−1", "axis end");
  const auto x_of = [&](size_t i) {
    return kLeft + (kWidth - kLeft - 4) * static_cast<double>(i) /
                       static_cast<double>(std::max<size_t>(1, differences.size()));
  };
  // One shape above the line and one below: a bar each would be thousands.
  for (const bool is_above : {true, false}) {
    std::string path = "M" + at(kLeft) + " " + at(middle);
    for (size_t i = 0; i < differences.size(); ++i) {
      const double value = is_above ? std::max(0.0, differences[i]) : std::min(0.0, differences[i]);
      const std::string y = at(middle - half * std::clamp(value, -1.0, 1.0));
      path += "L" + at(x_of(i)) + " " + y + "L" + at(x_of(i + 1)) + " " + y;
    }
    path += "L" + at(x_of(differences.size())) + " " + at(middle) + "Z";
    svg +=
        std::string("<path class=\"") + (is_above ? "won" : "lost") + "\" d=\"" + path + "\"/>\n";
  }
  svg += line(kLeft, middle, kWidth - 4, middle, "zero");
  return svg + "</svg>\n";
}

}  // namespace cocite::measure
