#include "read/archive_date.h"

#include <gtest/gtest.h>

namespace cocite::read {
namespace {

constexpr int64_t kMoment = 1'158'686'424;  // 2006-09-19 17:20:24, by `date -u +%s -d`

TEST(ArchiveDate, ReadsWhatWarcWrites) {
  EXPECT_EQ(parse_date("2006-09-19T17:20:24Z"), kMoment);
  EXPECT_EQ(parse_date("2006-09-19T17:20:24.123456789Z"), kMoment);
  EXPECT_EQ(parse_date("2006-09-19T17:20:24"), kMoment);
  EXPECT_EQ(parse_date("2006-09-19 17:20:24"), kMoment);
  EXPECT_EQ(parse_date("2006-09-19T19:20:24+0200"), kMoment);
  EXPECT_EQ(parse_date("2006-09-19T10:20:24-07:00"), kMoment);
  EXPECT_EQ(parse_date("2006-09-19T17:20Z"), kMoment - 24);
  EXPECT_EQ(parse_date("2006-09-19"), kMoment - 24 - 20 * 60 - 17 * 3600);
  EXPECT_EQ(parse_date("1970"), 0);
  EXPECT_EQ(parse_date("1970-02"), 31 * 86'400);
  EXPECT_EQ(parse_date("1969-12-31T23:59:59Z"), -1);
}

TEST(ArchiveDate, ReadsWhatArcWrites) {
  EXPECT_EQ(parse_date("20060919172024"), kMoment);
  EXPECT_EQ(parse_date("20060919172024000"), kMoment);
  EXPECT_EQ(parse_date("200609191720"), kMoment - 24);
  EXPECT_EQ(parse_date("20060919"), kMoment - 24 - 20 * 60 - 17 * 3600);
}

TEST(ArchiveDate, KnowsTheDayOfTheYearOfClueWeb) {
  EXPECT_EQ(parse_date("2008-10-294T05:21:46-0700"), parse_date("2008-10-20T12:21:46Z"));
  EXPECT_EQ(parse_date("2008-12-366"), parse_date("2008-12-31"));
  EXPECT_EQ(parse_date("2009-01-367"), std::nullopt);
}

TEST(ArchiveDate, WhatIsNoDateIsNone) {
  for (const char* text : {"", "x", "199", "2006-13-01", "2006-02-30", "20060231", "2006-0x-01",
                           "2006-09-19T25:00:00Z", "2006-09-19T17:61:00Z", "2006-09-19Tzz",
                           "0000-01-01", "Tue, 19 Sep 2006"}) {
    EXPECT_EQ(parse_date(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace cocite::read
