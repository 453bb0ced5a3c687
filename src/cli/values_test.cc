#include "cli/values.h"

#include <string>

#include <gtest/gtest.h>

#include "cli/progress_bar.h"

namespace cocite::cli {
namespace {

TEST(Values, ReadSizesWithUnits) {
  EXPECT_EQ(parse_size("512"), 512U);
  EXPECT_EQ(parse_size("512M"), uint64_t{512} << 20);
  EXPECT_EQ(parse_size("6G"), uint64_t{6} << 30);
  EXPECT_EQ(parse_size("6g"), uint64_t{6} << 30);
  EXPECT_EQ(parse_size("1.5GiB"), uint64_t{3} << 29);
  EXPECT_EQ(parse_size("2KB"), 2048U);
  EXPECT_EQ(parse_size("1T"), uint64_t{1} << 40);
}

TEST(Values, RefuseSizesThatAreNone) {
  for (const char* text : {"", "G", "-1G", "-0", "6 G", "6Gx", "6GiBs", "1e9", "nan", "inf", "0x10",
                           "9999999999T", "6BB", "1,5G"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

TEST(Values, ReadWholeNumbersOnly) {
  EXPECT_EQ(parse_count("0"), 0U);
  EXPECT_EQ(parse_count("18446744073709551615"), UINT64_MAX);
  for (const char* text :
       {"", "-1", "+1", "1.0", "1e3", "0x1", " 1", "1 ", "18446744073709551616"}) {
    EXPECT_EQ(parse_count(text), std::nullopt) << text;
  }
}

TEST(Progress, TellsShareRateAndTimeLeft) {
  const Progress progress{
      .stage = "reading", .done = 300, .total = 1000, .unit = "bytes", .links = 5000000};
  EXPECT_EQ(progress_line(progress, 2, 100, 1000000), "reading  30 %  2.0M links/s  0:07 left");
  EXPECT_EQ(progress_line(progress, 0.1, 100, 1000000), "reading  30 %");
}

TEST(Progress, DoesWithoutATotalAndWithoutLinks) {
  const Progress open{.stage = "reading", .done = 5000, .total = 0, .unit = "bytes", .links = 0};
  EXPECT_EQ(progress_line(open, 2, 0, 0), "reading  5.0k bytes  2.5k bytes/s");
  const Progress nothing{.stage = "sorting keys", .done = 0, .total = 0, .unit = "", .links = 0};
  EXPECT_EQ(progress_line(nothing, 2, 0, 0), "sorting keys");
  const Progress slow{.stage = "packing", .done = 1, .total = 7201, .unit = "pages", .links = 0};
  EXPECT_EQ(progress_line(slow, 1, 0, 0), "packing  0 %  1 pages/s  2:00:00 left");
}

}  // namespace
}  // namespace cocite::cli
