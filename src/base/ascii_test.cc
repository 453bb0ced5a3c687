#include "base/ascii.h"

#include <gtest/gtest.h>

namespace cocite {
namespace {

TEST(Ascii, AgreesWithComparisonsOnEveryByte) {
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    const bool is_capital = i >= 'A' && i <= 'Z';
    const bool is_small = i >= 'a' && i <= 'z';
    const bool is_number = i >= '0' && i <= '9';
    EXPECT_EQ(is_space(c), i == 9 || i == 10 || i == 12 || i == 13 || i == 32) << i;
    EXPECT_EQ(is_upper(c), is_capital) << i;
    EXPECT_EQ(is_letter(c), is_capital || is_small) << i;
    EXPECT_EQ(is_digit(c), is_number) << i;
    EXPECT_EQ(is_alphanumeric(c), is_capital || is_small || is_number) << i;
    EXPECT_EQ(is_control(c), i < 32 || i == 127) << i;
    EXPECT_EQ(is_visible(c), i > 32 && i < 127) << i;
    EXPECT_EQ(to_lower(c), is_capital ? static_cast<char>(i + 32) : c) << i;
    const bool is_hex_letter = (i >= 'a' && i <= 'f') || (i >= 'A' && i <= 'F');
    EXPECT_EQ(is_hex(c), is_number || is_hex_letter) << i;
    const int expected = is_number ? i - '0' : is_hex_letter ? (i | 32) - 'a' + 10 : -1;
    EXPECT_EQ(hex_value(c), expected) << i;
  }
}

TEST(Ascii, ComparesAndTrims) {
  EXPECT_TRUE(equals_ignore_case("HtTp", "http"));
  EXPECT_FALSE(equals_ignore_case("https", "http"));
  EXPECT_FALSE(equals_ignore_case("[", "{"));  // 32 apart, but no letters
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
}

}  // namespace
}  // namespace cocite
