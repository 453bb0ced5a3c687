#include "crawl/order.h"

#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "crawl/frontier_heap.h"
#include "crawl/seen_rank.h"
#include "crawl/topic.h"

namespace cocite::crawl {
namespace {

class Lists final : public SeenGraph {
 public:
  explicit Lists(std::vector<std::vector<uint32_t>> lists) : lists_(std::move(lists)) {}
  [[nodiscard]] uint32_t pages() const override { return static_cast<uint32_t>(lists_.size()); }
  [[nodiscard]] Result<void> for_each_list(const UseList& use) const override {
    for (uint32_t page = 0; page < pages(); ++page) use(page, lists_[page]);
    return {};
  }

 private:
  std::vector<std::vector<uint32_t>> lists_;
};

TEST(FrontierHeap, GivesTheBestOfAllWhateverIsRaised) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Priorities priorities;
    Places places;
    FrontierHeap heap;
    std::set<uint32_t> waiting;
    for (int step = 0; step < 200; ++step) {
      const uint64_t choice = random() % 4;
      if (choice == 0 || waiting.empty()) {
        const auto page = static_cast<uint32_t>(priorities.size());
        priorities.push_back(static_cast<float>(random() % 5));
        places.push_back(kNoPlace);
        heap.push(page, priorities, places);
        waiting.insert(page);
      } else if (choice == 1) {
        auto one = waiting.begin();
        std::advance(one, static_cast<int64_t>(random() % waiting.size()));
        priorities[*one] += static_cast<float>(random() % 3);
        heap.raised(*one, priorities, places);
      } else if (choice == 2) {
        for (float& priority : priorities.span()) priority = static_cast<float>(random() % 5);
        heap.make(priorities, places);
      } else {
        uint32_t best = *waiting.begin();
        for (const uint32_t page : waiting) {
          if (priorities[page] > priorities[best]) best = page;
        }
        ASSERT_EQ(heap.best(), best);
        ASSERT_EQ(heap.pop(priorities, places), best);
        ASSERT_EQ(places[best], kNoPlace);
        waiting.erase(best);
      }
      ASSERT_EQ(heap.size(), waiting.size());
    }
  }
}

// The formulas of src/rank, with the jumps of pages that link nowhere.
std::vector<double> naive_rank(const std::vector<std::vector<uint32_t>>& lists, bool to_hubs) {
  const size_t pages = lists.size();
  double links = 0;
  for (const auto& list : lists) links += static_cast<double>(list.size());
  std::vector<double> score(pages, 1.0 / static_cast<double>(pages));
  for (int i = 0; i < 500; ++i) {
    std::vector<double> next(pages);
    double jumping = 0.15;
    for (size_t page = 0; page < pages; ++page) {
      if (lists[page].empty()) jumping += 0.85 * score[page];
      for (const uint32_t child : lists[page]) {
        next[child] += 0.85 * score[page] / static_cast<double>(lists[page].size());
      }
    }
    for (size_t page = 0; page < pages; ++page) {
      next[page] += jumping * (to_hubs ? static_cast<double>(lists[page].size()) / links
                                       : 1.0 / static_cast<double>(pages));
    }
    score = next;
  }
  return score;
}

TEST(SeenRank, IsPageRankAndHubRank) {
  std::mt19937 random(3);
  for (const bool to_hubs : {false, true}) {
    std::vector<std::vector<uint32_t>> lists(60);
    for (auto& list : lists) {
      for (uint64_t n = random() % 6; n > 0; --n) {
        list.push_back(static_cast<uint32_t>(random() % lists.size()));
      }
    }
    std::vector<float> scores(lists.size(), 1);
    std::vector<uint32_t> scratch(lists.size(), kNoPlace);
    ASSERT_TRUE(
        rank_seen(Lists(lists), to_hubs ? Jumps::kToHubs : Jumps::kAnywhere, scores, {scratch})
            .has_value());
    const std::vector<double> expected = naive_rank(lists, to_hubs);
    for (size_t page = 0; page < lists.size(); ++page) {
      EXPECT_NEAR(scores[page] / static_cast<double>(lists.size()), expected[page], 1e-4);
    }
  }
}

TEST(Orders, HaveNamesAndNeverLowerAPage) {
  std::set<std::string_view> names;
  for (const OrderInfo* info : orders()) {
    EXPECT_TRUE(names.insert(info->name).second);
    EXPECT_EQ(order_named(info->name).value(), info);
    const std::vector<double> truth(10, 0.1);
    const auto order = info->make({.seed = 1, .truth = truth});
    for (uint32_t page = 0; page < 10; ++page) {
      const float first = order->on_seen(page, page % 3);
      EXPECT_TRUE(std::isfinite(first));
      EXPECT_GE(order->on_link(first, {.source = 1, .children = 3, .similarity = 0.5F}), first);
    }
  }
  EXPECT_FALSE(order_named("best"));
}

TEST(Orders, AreRefreshedAfterADoublingOrATwentieth) {
  EXPECT_EQ(next_refresh(0, 1000), 16U);
  EXPECT_EQ(next_refresh(20, 1000), 40U);
  EXPECT_EQ(next_refresh(500, 1000), 550U);
}

TEST(Topic, KnowsWhatHasToDoWithIt) {
  Topic topic = Topic::create("honey bees", "english").value();
  EXPECT_GT(topic.similarity("A bee makes honey."), 0.6F);
  EXPECT_EQ(topic.similarity("Tax law"), 0);
  EXPECT_EQ(topic.similarity(""), 0);
  EXPECT_NEAR(topic.similarity("honey bees"), 1, 1e-6);
  EXPECT_GT(topic.of_link("Honey", "com,example)/x", 0.1F), topic.of_link("Tax", "x", 0.1F));
  EXPECT_FALSE(Topic::create(" . ", "none"));
}

}  // namespace
}  // namespace cocite::crawl
