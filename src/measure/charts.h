// Charts as inline SVG: no script, no font, no picture from elsewhere.
//
//   const Series blend{.name = "blend", .values = {0.9, 0.8, 0.7}};
//   line_chart({&blend, 1}, {.x_title = "rank r"})
//
// Colours and text follow the page they stand in (classes s0, s1, … and currentColor), so light and
// dark both work; every mark has a <title> that browsers show. Text is escaped. Pure functions; any
// thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cocite::measure {

// As HTML and SVG write it; bytes that steer nothing but look odd become "?".
[[nodiscard]] std::string escaped(std::string_view text);
// "0.512"
[[nodiscard]] std::string fixed(double value, int digits = 3);
// Three significant digits, without an exponent where that is readable.
[[nodiscard]] std::string rounded(double value);

struct Series {
  std::string name = {};
  std::vector<double> values = {};
};

// A line a series over 1, 2, …, with its name at the end.
struct LineTitles {
  std::string x_title = {};
  std::string y_title = {};
};
[[nodiscard]] std::string line_chart(std::span<const Series> series, const LineTitles& titles);

// A chart as a file of its own, with the colours that it would take from a page.
[[nodiscard]] std::string standalone(const std::string& svg);

// A dot with its interval a row.
struct Dot {
  std::string name = {};
  double value = 0;
  double low = 0;
  double high = 0;
};
[[nodiscard]] std::string dot_chart(std::span<const Dot> dots, std::string_view title);

// Shares from 0 to 1 in a square; a row and a column a name. Values outside of 0 to 1 (the
// diagonal) stay empty.
[[nodiscard]] std::string heat_map(std::span<const std::string> names,
                                   std::span<const std::vector<double>> shares);

// Points on logarithmic axes that several charts can share. `number`: the colour.
struct Axes {
  double x_low = 1;
  double x_high = 10;
  double y_low = 1;
  double y_high = 10;
};
[[nodiscard]] Axes axes_for(std::span<const std::pair<double, double>> points);
[[nodiscard]] std::string scatter_chart(std::span<const std::pair<double, double>> points,
                                        const Axes& axes, std::string_view name, size_t number,
                                        const LineTitles& titles);

// Differences between -1 and 1, sorted, as bars above and below a line.
[[nodiscard]] std::string difference_chart(std::vector<double> differences, std::string_view name);

}  // namespace cocite::measure
