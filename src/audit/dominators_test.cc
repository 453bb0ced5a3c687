#include "audit/dominators.h"

#include <random>

#include <gtest/gtest.h>

namespace cocite::audit {
namespace {

OwnLinks links_of(const std::vector<std::vector<uint32_t>>& children) {
  OwnLinks links;
  std::vector<std::vector<uint32_t>> parents(children.size());
  links.out_offsets.push_back(0);
  for (uint32_t i = 0; i < children.size(); ++i) {
    for (const uint32_t child : children[i]) {
      links.out.push_back(child);
      parents[child].push_back(i);
    }
    links.out_offsets.push_back(links.out.size());
  }
  links.in_offsets.push_back(0);
  for (const auto& list : parents) {
    links.in.insert(links.in.end(), list.begin(), list.end());
    links.in_offsets.push_back(links.in.size());
  }
  return links;
}

// Pages that can be reached without passing `closed`.
std::vector<bool> reached(const OwnLinks& links, const std::vector<uint32_t>& homes,
                          uint32_t closed) {
  std::vector<bool> is_reached(links.out_offsets.size() - 1);
  std::vector<uint32_t> queue;
  const auto reach = [&](uint32_t page) {
    if (page == closed || is_reached[page]) return;
    is_reached[page] = true;
    queue.push_back(page);
  };
  for (const uint32_t home : homes) reach(home);
  for (size_t i = 0; i < queue.size(); ++i) {
    for (const uint32_t child : links.children(queue[i])) reach(child);
  }
  return is_reached;
}

// The dominator that all other dominators of the page come before, by closing each page in turn.
std::vector<uint32_t> naive(const OwnLinks& links, const std::vector<uint32_t>& homes) {
  const auto pages = static_cast<uint32_t>(links.out_offsets.size() - 1);
  const std::vector<bool> all = reached(links, homes, kNone);
  std::vector<std::vector<bool>> without;
  for (uint32_t page = 0; page < pages; ++page) without.push_back(reached(links, homes, page));
  const auto dominates = [&](uint32_t one, uint32_t other) {
    return one != other && all[one] && all[other] && !without[one][other];
  };
  std::vector<uint32_t> nearest(pages, kNone);
  for (uint32_t page = 0; page < pages; ++page) {
    for (uint32_t one = 0; one < pages; ++one) {
      if (!dominates(one, page)) continue;
      if (nearest[page] == kNone || dominates(nearest[page], one)) nearest[page] = one;
    }
  }
  return nearest;
}

TEST(Dominators, FindsTheLastPageOnAllWays) {
  // 0 > 1 2; 1 > 3; 2 > 3; 3 > 4 5; 5 > 4; 6 is out of reach
  const OwnLinks links = links_of({{1, 2}, {3}, {3}, {4, 5}, {}, {4}, {4}});
  const std::vector<uint32_t> homes = {0};
  EXPECT_EQ(dominators_of(links, homes, nullptr).value(),
            (std::vector<uint32_t>{kNone, 0, 0, 0, 3, 3, kNone}));
}

TEST(Dominators, AgreesWithClosingEachPageInTurn) {
  std::mt19937 source(1);
  const auto random = [&] { return static_cast<uint32_t>(source()); };
  for (int round = 0; round < 300; ++round) {
    const uint32_t pages = 1 + random() % 14;
    std::vector<std::vector<uint32_t>> children(pages);
    const uint32_t links = random() % (2 * pages + 1);
    for (uint32_t i = 0; i < links; ++i) {
      const uint32_t from = random() % pages;
      const uint32_t to = random() % pages;
      if (from != to) children[from].push_back(to);
    }
    std::vector<uint32_t> homes = {0};
    if (pages > 2 && random() % 3 == 0) homes.push_back(1);
    const OwnLinks own = links_of(children);
    EXPECT_EQ(dominators_of(own, homes, nullptr).value(), naive(own, homes)) << "round " << round;
  }
}

TEST(Dominators, EndsWithItsBudget) {
  std::vector<std::vector<uint32_t>> children(100'000);
  for (uint32_t i = 0; i + 1 < children.size(); ++i) children[i].push_back(i + 1);
  Budget budget = Budget::of_looks(1);
  const std::vector<uint32_t> homes = {0};
  const auto found = dominators_of(links_of(children), homes, &budget);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace cocite::audit
