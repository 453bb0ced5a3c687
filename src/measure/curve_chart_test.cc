#include "measure/curve_chart.h"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::measure {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(CurveChart, ValuesBetweenPointsLieOnTheLine) {
  const Curve curve{.name = "one", .points = {{10, 0.2}, {30, 0.6}}};
  EXPECT_DOUBLE_EQ(value_at(curve, 0), 0);
  EXPECT_DOUBLE_EQ(value_at(curve, 5), 0.1);
  EXPECT_DOUBLE_EQ(value_at(curve, 10), 0.2);
  EXPECT_DOUBLE_EQ(value_at(curve, 20), 0.4);
  EXPECT_DOUBLE_EQ(value_at(curve, 50), 0.6);  // it ends before: nothing more comes
  EXPECT_DOUBLE_EQ(value_at({}, 50), 0);
}

TEST(CurveChart, AxesBeginAtZeroAndHaveRoundNumbers) {
  const Curve curve{.name = "one", .points = {{1, 0.1}, {50, 0.5}, {100, 1}}};
  const std::string svg = curve_chart({&curve, 1}, {.x_title = "percent"});
  for (const char* tick : {">0<", ">10<", ">20<", ">90<", ">100<"}) {
    EXPECT_THAT(svg, HasSubstr(tick));
  }
  EXPECT_THAT(svg, Not(HasSubstr(">11<")));
}

TEST(CurveChart, TheTableHasTheHighestFirstWithItsValues) {
  const std::array<Curve, 2> curves = {Curve{.name = "low", .points = {{50, 0.3}, {100, 1}}},
                                       Curve{.name = "high", .points = {{50, 0.8}, {100, 1}}}};
  const std::string svg =
      curve_chart(curves, {.unit = " %", .columns = {25, 50, 100}, .bold = "high"});
  EXPECT_LT(svg.find(">high<"), svg.find(">low<"));
  for (const char* text : {">25 %<", ">0.40<", ">0.80<", ">0.15<", ">0.30<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
  EXPECT_LT(svg.find("first"), svg.find(">high<"));
  EXPECT_EQ(svg.find("first"), svg.rfind("first"));
}

TEST(CurveChart, NothingAtAllIsAChartToo) {
  EXPECT_THAT(curve_chart({}, {.columns = {10}}), HasSubstr("</svg>"));
  const Curve empty{.name = "<none>"};
  EXPECT_THAT(curve_chart({&empty, 1}, {.columns = {10}}), HasSubstr("&lt;none&gt;"));
}

}  // namespace
}  // namespace cocite::measure
