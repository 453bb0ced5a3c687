#include "file/string_sorter.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::file {
namespace {

// In memory, and in a few hundred runs.
class SortedStrings : public ::testing::TestWithParam<uint64_t> {};

TEST_P(SortedStrings, ComeInBytewiseOrderAsOftenAsTheyWereAdded) {
  std::mt19937 random(3);
  std::vector<std::string> expected;
  const ScratchFile file("strings");
  StringSorter sorter(file.path(), GetParam());
  for (int i = 0; i < 20'000; ++i) {
    std::string record;
    // Short ones that begin alike, with every byte value; from time to time a long one.
    const size_t bytes = i % 1000 == 0 ? StringSorter::kMaxBytes - i % 3 : random() % 12;
    for (size_t k = 0; k < bytes; ++k) {
      record += static_cast<char>(random() % 3 == 0 ? random() % 256 : 0);
    }
    expected.push_back(record);
    ASSERT_TRUE(sorter.add(record));
  }
  ASSERT_TRUE(sorter.finish());
  std::ranges::sort(expected);
  for (const std::string& one : expected) {
    std::string_view record;
    ASSERT_TRUE(sorter.next(record).value());
    ASSERT_EQ(record, one);
  }
  std::string_view record;
  EXPECT_FALSE(sorter.next(record).value());
}

INSTANTIATE_TEST_SUITE_P(Memory, SortedStrings,
                         ::testing::Values(uint64_t{1} << 30, uint64_t{1} << 13));

TEST(StringSorter, OfNothingGivesNothing) {
  const ScratchFile file("strings");
  StringSorter sorter(file.path(), 4096);
  ASSERT_TRUE(sorter.finish());
  std::string_view record;
  EXPECT_FALSE(sorter.next(record).value());
}

}  // namespace
}  // namespace cocite::file
