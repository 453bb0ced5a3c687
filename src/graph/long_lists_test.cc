#include "graph/long_lists.h"

#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "file/scratch_file.h"
#include "graph/testing/list_maker.h"

namespace cocite::graph {
namespace {

constexpr uint64_t kPages = 4000;

// The number of parents of page i; they are the first pages.
uint64_t degree_of(uint64_t page) {
  return page % 5 == 0 ? LongLists::kLong + page % 7 : page % 50;
}

std::vector<PageId> list_of(uint64_t page) {
  std::vector<PageId> list;
  for (uint64_t i = 0; list.size() < degree_of(page); ++i) {
    if (i != page) list.push_back(page_id(i));
  }
  return list;
}

class LongListsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto packer =
        LinkPacker::create(file_.path(), kPages, ListOrder::kSorted, ListCoding::kBits, 1);
    ASSERT_TRUE(packer);
    testing::PageLists all;
    for (uint64_t page = 0; page < kPages; ++page) all.push_back(list_of(page));
    const testing::FlatLists flat(all);
    ASSERT_TRUE(packer->add(flat.view()));
    ASSERT_TRUE(packer->finish());
    auto links = PackedLinks::open(file_.path());
    ASSERT_TRUE(links);
    links_ = *std::move(links);
  }
  void expect(LongLists& lists, uint64_t page) {
    LongListBuffer buffer;
    const auto list = lists.read(links_, page_id(page), degree_of(page), buffer);
    ASSERT_TRUE(list);
    ASSERT_TRUE(std::ranges::equal(*list, list_of(page))) << page;
  }

  file::ScratchFile file_{"lists"};
  PackedLinks links_;
};

TEST_F(LongListsTest, AreThoseOfTheFileHoweverOftenTheyAreReadAndHoweverManyAreKept) {
  for (const uint64_t most : {uint64_t{0}, uint64_t{3000}, LongLists::kMostLinks}) {
    LongLists lists(most);
    for (int round = 0; round < 3; ++round) {
      for (uint64_t page = 0; page < kPages; page += 3) expect(lists, page);
    }
  }
}

TEST_F(LongListsTest, StayWhereTheyAreOnceTheyWereReadAndGoWhenOthersCome) {
  LongLists lists(3 * LongLists::kLong);  // room for two
  LongListBuffer first;
  LongListBuffer again;
  const PageId* const where = lists.read(links_, page_id(5), degree_of(5), first)->data();
  EXPECT_EQ(lists.read(links_, page_id(5), degree_of(5), again)->data(), where);
  expect(lists, 10);
  expect(lists, 15);
  // Callers that hold it keep it; the next caller decodes again.
  EXPECT_NE(lists.read(links_, page_id(5), degree_of(5), again)->data(), where);
  EXPECT_TRUE(std::ranges::equal(*first.kept, list_of(5)));
}

TEST_F(LongListsTest, ServeManyThreads) {
  LongLists lists(20 * LongLists::kLong);
  std::vector<std::thread> threads;
  for (uint64_t start = 0; start < 4; ++start) {
    threads.emplace_back([&, start] {
      for (uint64_t page = start; page < 1000; ++page) expect(lists, page % 300);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cocite::graph
