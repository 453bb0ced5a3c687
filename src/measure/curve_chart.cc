#include "measure/curve_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "measure/charts.h"
#include "measure/svg_marks.h"

namespace cocite::measure {
namespace {

constexpr double kWidth = 800;
constexpr double kHeight = 380;
constexpr double kLeft = 56;
constexpr double kRight = 260;
constexpr double kChartTop = 14;
constexpr double kBottom = 46;
constexpr double kTableLeft = kWidth - kRight + 24;
constexpr double kNameWidth = 126;  // of the table, with the piece of line before the name
constexpr double kColumnWidth = 40;
constexpr double kRowHeight = 20;

// Curves that lie on each other are both seen through each other's gaps.
std::string dashes(size_t number) {
  static constexpr std::array<const char*, 5> kGaps = {"", "7 3", "", "7 3", "2 3"};
  const std::string gaps = kGaps[number % kGaps.size()];
  return gaps.empty() ? "" : " stroke-dasharray=\"" + gaps + "\"";
}

std::string polyline(const std::string& points, size_t number) {
  return "<polyline class=\"line\"" + dashes(number) + " points=\"" + points + "\"/>\n";
}

// How far the axes go, and what is written on them.
struct Frame {
  double x_high = 1;
  double y_high = 1;
  double x_step = 1;
  double y_step = 1;
  [[nodiscard]] double x_of(double x) const {
    return kLeft + (kWidth - kLeft - kRight) * x / x_high;
  }
  [[nodiscard]] double y_of(double y) const {
    return kHeight - kBottom - (kHeight - kChartTop - kBottom) * y / y_high;
  }
};

Frame frame_for(std::span<const Curve> curves) {
  double x_most = 0;
  double y_most = 0;
  for (const Curve& curve : curves) {
    for (const auto& [x, y] : curve.points) {
      x_most = std::max(x_most, x);
      y_most = std::max(y_most, y);
    }
  }
  constexpr double kXTicks = 10;
  constexpr double kYTicks = 5;
  Frame frame;
  frame.x_step = svg::nice_step(x_most > 0 ? x_most : 1, kXTicks);
  frame.y_step = svg::nice_step(y_most > 0 ? y_most : 1, kYTicks);
  const auto up = [](double value, double step) {
    return std::max(step, std::ceil(value / step - 1e-9) * step);
  };
  frame.x_high = up(x_most, frame.x_step);
  frame.y_high = up(y_most, frame.y_step);
  return frame;
}

std::string axes(const Frame& frame, const CurveTitles& titles) {
  std::string text;
  const double bottom = kHeight - kBottom;
  for (int i = 0; i * frame.y_step <= frame.y_high * (1 + 1e-9); ++i) {
    const double y = frame.y_of(i * frame.y_step);
    text += svg::line(kLeft, y, kWidth - kRight, y, "rule");
    text += svg::text_at(kLeft - 8, y + 4, svg::format("%g", i * frame.y_step), "axis end");
  }
  for (int i = 0; i * frame.x_step <= frame.x_high * (1 + 1e-9); ++i) {
    text += svg::text_at(frame.x_of(i * frame.x_step), bottom + 18,
                         svg::format("%g", i * frame.x_step), "axis mid");
  }
  for (const double x : titles.columns) {
    if (x <= frame.x_high)
      text += svg::line(frame.x_of(x), kChartTop, frame.x_of(x), bottom, "rule");
  }
  text += svg::text_at((kLeft + kWidth - kRight) / 2, kHeight - 8, titles.x_title, "axis mid");
  return text + svg::side_text(14, (bottom + kChartTop) / 2, titles.y_title);
}

std::string table_row(const Curve& curve, const CurveTitles& titles, double y, size_t number) {
  constexpr double kSample = 22;  // of the line
  std::string row = polyline(svg::at(kTableLeft) + "," + svg::at(y) + " " +
                                 svg::at(kTableLeft + kSample) + "," + svg::at(y),
                             number);
  row += svg::text_at(kTableLeft + kSample + 6, y + 4, curve.name, "name");
  for (size_t i = 0; i < titles.columns.size(); ++i) {
    const double right = kTableLeft + kNameWidth + kColumnWidth * (static_cast<double>(i) + 0.6);
    row += svg::text_at(right, y + 4, fixed(value_at(curve, titles.columns[i]), 2), "name end");
  }
  return row;
}

std::string table_head(const CurveTitles& titles, double y) {
  std::string head;
  for (size_t i = 0; i < titles.columns.size(); ++i) {
    const double right = kTableLeft + kNameWidth + kColumnWidth * (static_cast<double>(i) + 0.6);
    head +=
        svg::text_at(right, y + 4, svg::format("%g", titles.columns[i]) + titles.unit, "axis end");
  }
  return head;
}

}  // namespace

double value_at(const Curve& curve, double x) {
  double x_before = 0;
  double y_before = 0;
  for (const auto& [x_here, y_here] : curve.points) {
    if (x_here >= x) {
      if (x_here <= x_before) return y_here;
      return y_before + (y_here - y_before) * (x - x_before) / (x_here - x_before);
    }
    x_before = x_here;
    y_before = y_here;
  }
  return y_before;
}

std::string curve_chart(std::span<const Curve> curves, const CurveTitles& titles) {
  const Frame frame = frame_for(curves);
  std::string text = svg::open_svg(kWidth, kHeight, titles.y_title + " against " + titles.x_title) +
                     axes(frame, titles);
  std::vector<size_t> by_height(curves.size());
  for (size_t i = 0; i < curves.size(); ++i) by_height[i] = i;
  const double middle =
      titles.columns.empty() ? frame.x_high / 2 : titles.columns[titles.columns.size() / 2];
  std::ranges::stable_sort(by_height, [&](size_t a, size_t b) {
    return value_at(curves[a], middle) > value_at(curves[b], middle);
  });
  double y = kChartTop + 4;
  text += table_head(titles, y);
  for (const size_t i : by_height) {
    const Curve& curve = curves[i];
    const bool starts = !curve.points.empty() && curve.points.front().first > 0;
    std::string points = starts ? svg::at(frame.x_of(0)) + "," + svg::at(frame.y_of(0)) : "";
    for (const auto& [x, value] : curve.points) {
      points +=
          (points.empty() ? "" : " ") + svg::at(frame.x_of(x)) + "," + svg::at(frame.y_of(value));
    }
    text += "<g class=\"" + svg::colour(i) + (curve.name == titles.bold ? " first" : "") + "\">" +
            polyline(points, i) + table_row(curve, titles, y += kRowHeight, i) + "</g>\n";
  }
  return text + "</svg>\n";
}

}  // namespace cocite::measure
