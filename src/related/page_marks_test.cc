#include "related/page_marks.h"

#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::related {
namespace {

TEST(PageMarks, AreASetInWebsOfAnySize) {
  PageMarks marks;
  std::mt19937 random(1);
  for (const uint64_t pages :
       {uint64_t{100}, uint64_t{5000}, PageMarks::kManyPages + 1, uint64_t{64}}) {
    marks.reset(pages);
    EXPECT_EQ(marks.size(), 0);
    std::set<uint64_t> expected;
    std::vector<PageId> all;
    for (int i = 0; i < 400; ++i) {
      all.push_back(page_id(random() % pages));
      marks.add(all.back());
      expected.insert(index(all.back()));
    }
    EXPECT_EQ(marks.size(), expected.size());
    EXPECT_EQ(marks.pages()[0], all[0]);
    uint64_t common = 0;
    std::vector<PageId> others;
    for (uint64_t page = 0; page < 1000 && page < pages; ++page) {
      others.push_back(page_id(page));
      EXPECT_EQ(marks.has(page_id(page)), expected.contains(page));
      common += expected.contains(page) ? 1 : 0;
    }
    EXPECT_EQ(marks.count(others), common);
    EXPECT_EQ(marks.count(all), all.size());
  }
}

}  // namespace
}  // namespace cocite::related
