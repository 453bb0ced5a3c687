#include "related/menus.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "related/testing/test_store.h"

namespace cocite::related::testing {
namespace {

// By counting, on webs so small that no sample is taken: host and target.
std::set<std::pair<int, int>> naive_menus(const NaiveWeb& web, bool has_order) {
  std::set<std::pair<int, int>> menus;
  for (const int host : std::set<int>(web.host.begin(), web.host.end())) {
    std::vector<std::vector<int>> lists;
    for (int page = 0; page < web.size(); ++page) {
      if (web.host[static_cast<size_t>(page)] == host && !web.list(page).empty()) {
        lists.push_back(web.list(page));
      }
    }
    const size_t pages = lists.size();
    if (pages < 5) continue;
    std::map<int, size_t> counts;
    for (const auto& list : lists) {
      for (const int child : list) ++counts[child];
    }
    const auto is_menu = [&](int child) { return 2 * counts[child] > pages; };
    std::map<std::pair<int, int>, size_t> side_by_side;
    for (const auto& list : lists) {
      for (size_t i = 0; i + 1 < list.size(); ++i) ++side_by_side[{list[i], list[i + 1]}];
    }
    std::map<int, size_t> inside;
    for (const auto& list : lists) {
      for (size_t i = 0; i < list.size(); ++i) {
        if (is_menu(list[i])) continue;
        size_t before = i;
        while (before > 0 && !is_menu(list[before])) --before;
        size_t after = i;
        while (after + 1 < list.size() && !is_menu(list[after])) ++after;
        if (is_menu(list[before]) && is_menu(list[after]) && after - before <= 9 &&
            2 * side_by_side[{list[before], list[after]}] > pages) {
          ++inside[list[i]];
        }
      }
    }
    for (const auto& [child, count] : counts) {
      const bool is_inserted = has_order && inside[child] >= 3 && 2 * inside[child] > count;
      if (is_menu(child) || is_inserted) menus.emplace(host, child);
    }
  }
  return menus;
}

std::set<std::pair<int, int>> found_menus(const NaiveWeb& web, const store::Store& pages) {
  const auto menus = Menus::find(pages);
  EXPECT_TRUE(menus);
  std::set<std::pair<int, int>> found;
  for (int page = 0; menus && page < web.size(); ++page) {
    const HostId host = pages.host_of(page_id(static_cast<uint64_t>(page))).value();
    for (int target = 0; target < web.size(); ++target) {
      if (menus->has(host, page_id(static_cast<uint64_t>(target)))) {
        found.emplace(web.host[static_cast<size_t>(page)], target);
      }
    }
  }
  return found;
}

TEST(Menus, AreTheLinksOnMostPagesOfAHost) {
  std::mt19937 random(3);
  size_t seen = 0;
  for (int round = 0; round < 20; ++round) {
    const NaiveWeb web = random_web(random, 40);
    const TestStore store(web);
    const store::Store& pages = store.web().store();
    const auto found = found_menus(web, pages);
    EXPECT_EQ(found, naive_menus(web, pages.has_link_order())) << round;
    seen += found.size();
  }
  EXPECT_GT(seen, 0U);
}

// A host of 20 pages, the first six of which are a menu; pages show some of the next six inside it,
// and others behind or before it.
NaiveWeb web_with_menus(std::mt19937& random) {
  NaiveWeb web;
  web.children.resize(30);
  web.host.assign(30, 0);
  for (size_t page = 20; page < 30; ++page) web.host[page] = 1;
  for (int page = 0; page < 20; ++page) {
    std::vector<int> list;
    const auto add = [&](int target) {
      if (target != page && std::find(list.begin(), list.end(), target) == list.end()) {
        list.push_back(target);
      }
    };
    if (random() % 4 == 0) add(static_cast<int>(random() % 30));
    // After which of the menu's links it opens, on one page in three.
    const size_t opened = random() % 3 == 0 ? 2 + random() % 2 : 6;
    for (int i = 0; i < 6; ++i) {
      if (random() % 20 != 0) add(i);
      if (opened == static_cast<size_t>(i)) {
        for (int more = 6; more < 6 + static_cast<int>(random() % 12); ++more) add(more);
      }
    }
    for (size_t more = random() % 4; more > 0; --more) add(static_cast<int>(random() % 30));
    web.children[static_cast<size_t>(page)] = list;
  }
  return web;
}

TEST(Menus, HaveWhatIsShownInTheirMiddle) {
  std::mt19937 random(5);
  size_t most = 0;
  size_t inserted = 0;
  for (int round = 0; round < 40; ++round) {
    const NaiveWeb web = web_with_menus(random);
    const TestStore store(web);
    ASSERT_TRUE(store.web().store().has_link_order());
    const auto found = found_menus(web, store.web().store());
    EXPECT_EQ(found, naive_menus(web, true)) << round;
    most += naive_menus(web, false).size();
    inserted += found.size();
  }
  EXPECT_GT(inserted, most + 20);
}

TEST(Menus, AreNotWhatStandsBetweenTwoOfThem) {
  // A menu before what the page says and one behind: pages 0 and 1, 2 and 3; of what is between them
  // page 4 is on four pages.
  NaiveWeb web;
  web.children.assign(18, {0, 1, 2, 3});
  web.host.assign(18, 0);
  for (int page = 0; page < 18; ++page) {
    if (page < 4) {
      web.children[static_cast<size_t>(page)].clear();
    } else {
      web.children[static_cast<size_t>(page)] = {1, 0, page < 8 ? 17 : 4, page / 2 + 5, 3, 2};
      std::erase(web.children[static_cast<size_t>(page)], page);
    }
  }
  const TestStore store(web);
  const auto found = found_menus(web, store.web().store());
  EXPECT_EQ(found, naive_menus(web, true));
  EXPECT_FALSE(found.contains({0, 17}));
  EXPECT_TRUE(found.contains({0, 3}));
}

TEST(Menus, CanBeStopped) {
  std::mt19937 random(3);
  const TestStore store(random_web(random, 10));
  const auto stopped = Menus::find(store.web().store(), [](uint64_t, uint64_t) { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace cocite::related::testing
