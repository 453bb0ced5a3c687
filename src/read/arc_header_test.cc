#include "read/arc_header.h"

#include <gtest/gtest.h>

namespace cocite::read {
namespace {

TEST(ArcHeader, ReadsBothVersions) {
  const auto one = parse_arc_header("http://a.example/ 10.0.0.1 20060919172024 text/html 1234\r");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->url, "http://a.example/");
  EXPECT_EQ(one->ip, "10.0.0.1");
  EXPECT_EQ(one->date, "20060919172024");
  EXPECT_EQ(one->content_type, "text/html");
  EXPECT_EQ(one->length, 1234U);
  const auto two = parse_arc_header(
      "http://a.example/ 10.0.0.1 20060919172024 text/html 200 abc - 77 file.arc 1234");
  ASSERT_TRUE(two);
  EXPECT_EQ(two->url, "http://a.example/");
  EXPECT_EQ(two->content_type, "text/html");
  EXPECT_EQ(two->length, 1234U);
  EXPECT_TRUE(parse_arc_header("filedesc://x.arc 0.0.0.0 20060919172024 text/plain 76"));
}

TEST(ArcHeader, AddressesAndTypesMayHoldBlanks) {
  const auto header =
      parse_arc_header("http://a.example/a b c 10.0.0.1 20060919172024 text/html; charset=x 12");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->url, "http://a.example/a b c");
  EXPECT_EQ(header->ip, "10.0.0.1");
  EXPECT_EQ(header->length, 12U);
}

TEST(ArcHeader, ALengthThatIsNoneIsSeen) {
  for (const char* length : {"-1", "abc", "1x", "99999999999999999999999"}) {
    const auto header = parse_arc_header("http://a.example/ 10.0.0.1 20060919172024 text/html " +
                                         std::string(length));
    ASSERT_TRUE(header) << length;
    EXPECT_EQ(header->length, std::nullopt) << length;
  }
}

TEST(ArcHeader, OtherLinesAreNone) {
  for (const char* line :
       {"", "http://a.example/", "http://a.example/ 1.1.1.1 2006 text/html 12",
        "1 0 InternetArchive", "no scheme 10.0.0.1 20060919172024 text/html 1234",
        "http://a.example/ 20060919172024 x 1",
        "URL IP-address Archive-date Content-type Archive-length"}) {
    EXPECT_FALSE(parse_arc_header(line)) << line;
  }
}

}  // namespace
}  // namespace cocite::read
