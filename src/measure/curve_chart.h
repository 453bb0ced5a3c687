// Curves that rise to the same end: told apart where they differ, on the way.
//
//   const Curve breadth{.name = "breadth", .points = {{10, .2}, {30, .4}, {100, 1}}};
//   curve_chart({&breadth, 1}, {.x_title = "% of pages", .y_title = "share", .columns = {10, 30}})
//
// Beside the curves stands a table, the highest curve first: a name and its value at each of
// `columns`, which are marked in the chart. Colours as in charts.h. Pure functions; any thread.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cocite::measure {

struct Curve {
  std::string name = {};
  std::vector<std::pair<double, double>> points = {};  // x rising; 0, 0 need not be among them
};

struct CurveTitles {
  std::string x_title = {};
  std::string y_title = {};
  std::string unit = {};             // of x, in the table's head: "10 %"
  std::vector<double> columns = {};  // the table is sorted by the middle one
  std::string bold = {};             // the name of the curve that matters most
};

// The value at x, on the line between the points around it; that of the last point behind it.
[[nodiscard]] double value_at(const Curve& curve, double x);
[[nodiscard]] std::string curve_chart(std::span<const Curve> curves, const CurveTitles& titles);

}  // namespace cocite::measure
