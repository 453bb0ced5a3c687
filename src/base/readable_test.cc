#include <string>

#include <gtest/gtest.h>

#include <cocite/readable.h>

namespace cocite {
namespace {

TEST(Readable, LetsNothingSteerATerminal) {
  EXPECT_EQ(readable("\x1B[2Jbad\x7F \xC2\x9B"
                     "31m \xC3\xA9\t"),
            "?[2Jbad? ?31m \xC3\xA9?");
}

TEST(Readable, CutsBetweenCharacters) {
  EXPECT_EQ(readable("a\xC3\xA9z", 2), "a…");
  EXPECT_EQ(readable("a\xC3\xA9z", 3), "a\xC3\xA9…");
  EXPECT_EQ(readable("a\xC3\xA9z", 4), "a\xC3\xA9z");
  EXPECT_EQ(readable(std::string(1000, 'x')).size(), kReadableBytes + 3);
  EXPECT_EQ(readable(std::string(1000, 'x'), 0).size(), 1000U);
}

}  // namespace
}  // namespace cocite
