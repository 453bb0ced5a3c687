#include "words/anchor_sorter.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::words {
namespace {

using Naive = std::map<uint32_t, std::set<std::pair<uint32_t, std::string>>>;

// In memory, and in a few hundred runs.
class Sorted : public ::testing::TestWithParam<uint64_t> {};

TEST_P(Sorted, AnchorsComeByPageEachPairOnce) {
  std::mt19937 random(7);
  Naive expected;
  const file::ScratchFile file("anchors");
  AnchorSorter sorter(file.path(), GetParam());
  for (int i = 0; i < 20'000; ++i) {
    const auto target = static_cast<uint32_t>(random() % 300);
    const auto host = static_cast<uint32_t>(random() % 5);
    const std::string text =
        "anchor " + std::string(random() % 40, 'x') + std::to_string(random() % 7);
    expected[target].emplace(host, text);
    ASSERT_TRUE(sorter.add(page_id(target), host, text));
  }
  ASSERT_TRUE(sorter.add(page_id(3), 1, ""));  // says nothing
  ASSERT_TRUE(sorter.finish());
  for (uint32_t page = 0; page < 310; ++page) {
    const auto found = sorter.of(page_id(page));
    ASSERT_TRUE(found);
    std::set<std::pair<uint32_t, std::string>> got;
    for (const text::Anchor& anchor : *found) {
      got.emplace(static_cast<uint32_t>(anchor.host), std::string(anchor.text));
    }
    EXPECT_EQ(got.size(), found->size()) << "of page " << page << " one came twice";
    EXPECT_EQ(got, expected[page]) << page;
  }
}

INSTANTIATE_TEST_SUITE_P(Memory, Sorted, ::testing::Values(uint64_t{1} << 30, 16'384));

TEST(AnchorSorter, PassesOverPagesThatNobodyAsksFor) {
  const file::ScratchFile file("anchors");
  AnchorSorter sorter(file.path(), uint64_t{1} << 20);
  for (uint32_t page = 0; page < 10; ++page) {
    ASSERT_TRUE(sorter.add(page_id(page), 0, "page " + std::to_string(page)));
  }
  ASSERT_TRUE(sorter.finish());
  EXPECT_EQ(sorter.of(page_id(4))->front().text, "page 4");
  EXPECT_EQ(sorter.of(page_id(9))->front().text, "page 9");
}

}  // namespace
}  // namespace cocite::words
