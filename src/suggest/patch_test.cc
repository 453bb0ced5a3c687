#include "suggest/patch.h"

#include <gtest/gtest.h>

namespace cocite::suggest {
namespace {

TEST(Patch, HasThreeLinesAroundEachChange) {
  EXPECT_EQ(patch_of("x.md", "1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\nfive\n6\n"),
            "--- a/x.md\n+++ b/x.md\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n");
  EXPECT_EQ(patch_of("x.md", "a\nb\n", "a\nb\n"), "");
}

TEST(Patch, JoinsChangesThatAreNearAndPartsThoseThatAreFar) {
  std::string before;
  std::string after;
  for (int i = 1; i <= 30; ++i) {
    before += std::to_string(i) + "\n";
    after += (i == 2 || i == 8 || i == 30 ? "x" : "") + std::to_string(i) + "\n";
  }
  const std::string patch = patch_of("d/x.md", before, after);
  EXPECT_NE(patch.find("@@ -1,11 +1,11 @@\n 1\n-2\n+x2\n 3\n"), std::string::npos) << patch;
  EXPECT_NE(patch.find("@@ -27,4 +27,4 @@\n 27\n 28\n 29\n-30\n+x30\n"), std::string::npos)
      << patch;
}

TEST(Patch, SaysThatTheLastLineHasNoEnd) {
  EXPECT_EQ(patch_of("x.md", "a", "b"),
            "--- a/x.md\n+++ b/x.md\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No "
            "newline at end of file\n");
}

}  // namespace
}  // namespace cocite::suggest
