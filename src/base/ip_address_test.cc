#include "base/ip_address.h"

#include <gtest/gtest.h>

namespace cocite {
namespace {

std::string again(std::string_view text) {
  const auto ip = IpAddress::parse(text);
  return ip ? ip->text() : "none";
}

TEST(IpAddress, SpellsWhatItReads) {
  EXPECT_EQ(again("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(again("2001:DB8:0:0:0:0:0:1"), "2001:db8::1");
  EXPECT_EQ(again("[2001:db8::1]"), "2001:db8::1");
}

TEST(IpAddress, IsTheSameMachineHoweverItIsWritten) {
  EXPECT_EQ(IpAddress::parse("::ffff:192.0.2.7"), IpAddress::parse("192.0.2.7"));
  EXPECT_NE(IpAddress::parse("192.0.2.8"), IpAddress::parse("192.0.2.7"));
}

TEST(IpAddress, KnowsWhatIsNone) {
  for (const std::string_view text :
       {"", "-", "1.2.3", "1.2.3.256", "www.example.org", "0.0.0.0", "::", "[", "[]", "1.2.3.4 ",
        "11111111111111111111111111111111111111111111111111111111111"}) {
    EXPECT_FALSE(IpAddress::parse(text)) << text;
  }
  EXPECT_FALSE(IpAddress::parse(std::string_view("1.2.3.4\0x", 9)));
}

}  // namespace
}  // namespace cocite
