#include "answer/resumable_file.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "engine/testing_web.h"

namespace cocite::answer {
namespace {

namespace fs = std::filesystem;

std::string lines(uint64_t first, uint64_t last) {
  std::string text;
  for (uint64_t i = first; i < last; ++i) text += std::to_string(i) + " and what is like it\n";
  return text;
}

// A run that is stopped after `until` lines.
void write_some(const std::string& path, uint64_t until, uint64_t then = 0) {
  auto file = ResumableFile::open(path, "asked", "head\n").value();
  const uint64_t first = file.progress().pages;
  ASSERT_TRUE(file.add(lines(first, until)));
  ASSERT_TRUE(file.keep({.pages = until, .answered = until}));
  ASSERT_TRUE(file.add(lines(until, until + then)));
}

TEST(ResumableFile, GoesOnWhereItWasKept) {
  const engine::TestWeb folder;
  const std::string path = folder.path("all");
  write_some(path, 20000, 37);
  EXPECT_FALSE(fs::exists(path));
  auto file = ResumableFile::open(path, "asked", "head\n").value();
  EXPECT_EQ(file.progress().pages, 20000U);
  EXPECT_EQ(file.progress().answered, 20000U);
  ASSERT_TRUE(file.add(lines(20000, 20010)));
  ASSERT_TRUE(file.finish());
  EXPECT_EQ(folder.read("all"), "head\n" + lines(0, 20010));
  EXPECT_FALSE(fs::exists(path + ".cocite-part"));
  EXPECT_FALSE(fs::exists(path + ".cocite-state"));
}

TEST(ResumableFile, BeginsAgainForAnotherQuestion) {
  const engine::TestWeb folder;
  write_some(folder.path("all"), 100);
  const auto file = ResumableFile::open(folder.path("all"), "asked more", "").value();
  EXPECT_EQ(file.progress().pages, 0U);
  EXPECT_EQ(file.bytes(), 0U);
}

// What a power failure leaves: the state says that bytes are written, and they are zeros, or cut.
TEST(ResumableFile, TrustsNoPartThatIsNotWhatItsStateSays) {
  for (const bool is_cut : {true, false}) {
    const engine::TestWeb folder;
    const std::string path = folder.path("all");
    write_some(path, 20000);
    const uint64_t size = fs::file_size(path + ".cocite-part");
    fs::resize_file(path + ".cocite-part", size / 2);
    if (!is_cut) fs::resize_file(path + ".cocite-part", size);  // NULs
    auto file = ResumableFile::open(path, "asked", "head\n").value();
    EXPECT_EQ(file.progress().pages, 0U);
    ASSERT_TRUE(file.add(lines(0, 10)));
    ASSERT_TRUE(file.finish());
    EXPECT_EQ(folder.read("all"), "head\n" + lines(0, 10));
  }
}

}  // namespace
}  // namespace cocite::answer
