#include "read/header_fields.h"

#include <gtest/gtest.h>

namespace cocite::read {
namespace {

TEST(HeaderFields, NamesAreFoundInAnyCase) {
  HeaderFields fields;
  fields.parse(
      "WARC/1.0\r\nContent-TYPE:  text/html \r\nX:\r\nno colon\r\n: no name\r\nA:b:c\r\n\r\n");
  EXPECT_EQ(fields.find("content-type"), "text/html");
  EXPECT_EQ(fields.find("x"), "");
  EXPECT_EQ(fields.find("a"), "b:c");
  EXPECT_EQ(fields.find("missing"), "");
  fields.parse("");
  EXPECT_EQ(fields.find("a"), "");
}

TEST(HeaderFields, LinesThatBeginWithABlankGoOn) {
  HeaderFields fields;
  fields.parse("  not yet: a field\r\nA: one\r\n two\r\n\tthree\r\nB: four\r\nC: five\n six\n");
  EXPECT_EQ(fields.find("a"), "one two three");
  EXPECT_EQ(fields.find("b"), "four");
  EXPECT_EQ(fields.find("c"), "five six");
}

TEST(HeaderFields, TheFirstOfANameWinsAndListsAreJoined) {
  HeaderFields fields;
  fields.parse("E: gzip\nE: br\ne: \n");
  EXPECT_EQ(fields.find("e"), "gzip");
  EXPECT_EQ(fields.find_list("e"), "gzip,br,");
}

TEST(HeaderFields, AbsurdlyManyAreBounded) {
  std::string text;
  for (size_t i = 0; i <= HeaderFields::kMaxFields; ++i) text += "a: b\n";
  text += "late: x\n";
  HeaderFields fields;
  fields.parse(text);
  EXPECT_EQ(fields.find("late"), "");
}

TEST(HeaderFields, TheEmptyLineEndsTheHeaderInAnyStyle) {
  EXPECT_EQ(header_size("a: b\r\n\r\nbody"), 8U);
  EXPECT_EQ(header_size("a: b\n\nbody"), 6U);
  EXPECT_EQ(header_size("a: b\r\n\nbody"), 7U);
  EXPECT_EQ(header_size("a: b\n\r\nbody"), 7U);
  EXPECT_EQ(header_size("a: b\r\r\n\r\r\nbody"), 10U);
  EXPECT_EQ(header_size("a: b\r\nc: d\r\n"), 0U);
  EXPECT_EQ(header_size("a: b\r\n\r"), 0U);
  EXPECT_EQ(header_size(""), 0U);
}

}  // namespace
}  // namespace cocite::read
