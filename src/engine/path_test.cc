// How two pages are connected: against a naive search of all shortest paths.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/path.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Names = std::vector<std::string>;
using Links = std::map<std::string, std::set<std::string>>;

Names keys_of(const PathAnswer::Path& path) {
  Names keys;
  for (const auto& step : path.steps) keys.push_back(step.key);
  return keys;
}

// All shortest paths: every path whose pages are one link further from `from` with each step.
std::set<Names> naive_paths(const Links& links, const std::string& from, const std::string& to) {
  std::map<std::string, size_t> distance = {{from, 0}};
  for (size_t round = 0; round < links.size() + 1; ++round) {
    for (const auto& [page, children] : links) {
      if (!distance.contains(page)) continue;
      for (const std::string& child : children) {
        const size_t further = distance[page] + 1;
        if (!distance.contains(child) || distance[child] > further) distance[child] = further;
      }
    }
  }
  if (!distance.contains(to)) return {};
  std::set<Names> paths = {{from}};
  for (size_t length = 0; length < distance[to]; ++length) {
    std::set<Names> longer;
    for (const Names& path : paths) {
      if (!links.contains(path.back())) continue;
      for (const std::string& next : links.at(path.back())) {
        if (distance[next] != length + 1) continue;
        Names further = path;
        further.push_back(next);
        longer.insert(further);
      }
    }
    paths = std::move(longer);
  }
  std::erase_if(paths, [&](const Names& path) { return path.back() != to; });
  return paths;
}

TEST(Path, FindsAllShortestPaths) {
  const TestWeb folder;
  std::mt19937 random(5);
  int found = 0;
  int none = 0;
  for (int web = 0; web < 12; ++web) {
    const unsigned pages = 30;
    Links out;
    Links both;
    std::string lines;
    for (unsigned i = 0; i < pages + static_cast<unsigned>(web) * 4; ++i) {
      const std::string from = "p" + std::to_string(random() % pages);
      const std::string to = "p" + std::to_string(random() % pages);
      if (from == to) continue;
      out[from].insert(to);
      both[from].insert(to);
      both[to].insert(from);
      lines += from + '\t' + to + '\n';
    }
    const Engine engine = folder.make(lines, {.opaque_names = true, .force = true});
    std::vector<std::string> known;
    for (const auto& [page, linked] : both) known.push_back(page);
    for (int round = 0; round < 60; ++round) {
      PathRequest request{.page = known[random() % known.size()],
                          .to = known[random() % known.size()],
                          .undirected = round % 3 == 0,
                          .top = 0};
      const auto expected = naive_paths(request.undirected ? both : out, request.page, request.to);
      const auto answer = find_paths(engine, request);
      ASSERT_TRUE(answer) << answer.error().message;
      std::set<Names> paths;
      for (const auto& path : answer->paths) {
        paths.insert(keys_of(path));
        for (size_t i = 1; i < path.steps.size(); ++i) {
          const std::string& before = path.steps[i - 1].key;
          const std::string& key = path.steps[i].key;
          EXPECT_EQ(path.steps[i].is_back, !out[before].contains(key));
        }
      }
      EXPECT_EQ(paths, expected) << request.page << ' ' << request.to;
      EXPECT_EQ(answer->total, expected.size());
      EXPECT_EQ(paths.size(), answer->paths.size());
      ++(expected.empty() ? none : found);
      // The best few are the first of all.
      request.top = 2;
      const auto few = find_paths(engine, request);
      ASSERT_EQ(few->paths.size(), std::min<size_t>(2, answer->paths.size()));
      for (size_t i = 0; i < few->paths.size(); ++i) {
        EXPECT_DOUBLE_EQ(few->paths[i].rarity, answer->paths[i].rarity);
        EXPECT_TRUE(i == 0 || few->paths[i - 1].rarity >= few->paths[i].rarity);
      }
    }
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(none, 20);
}

TEST(Path, PrefersRarePagesAndAvoidsHubs) {
  const TestWeb folder;
  std::string lines =
      "a.example/\thub.example/\na.example/\trare.example/\na.example/\tx.example/\n"
      "hub.example/\tb.example/\nrare.example/\tb.example/\nx.example/\ty.example/\n";
  for (int i = 0; i < 200; ++i) {
    lines += "hub.example/\tt" + std::to_string(i) + ".example/\n";
    lines += "t" + std::to_string(i) + ".example/\ty.example/\n";
  }
  const Engine engine = folder.make(lines);
  PathRequest request{.page = "a.example", .to = "b.example"};
  const auto answer = find_paths(engine, request);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->paths.size(), 2U);
  EXPECT_EQ(answer->length, 2U);
  EXPECT_THAT(keys_of(answer->paths[0]),
              ElementsAre("example,a)/", "example,rare)/", "example,b)/"));
  EXPECT_EQ(answer->paths[0].steps[1].place, 2U);
  request.avoid = {"hubs"};
  const auto avoiding = find_paths(engine, request);
  ASSERT_EQ(avoiding->paths.size(), 1U);
  EXPECT_LT(avoiding->hub_links, 200U);
  // An end may be a hub.
  request.to = "hub.example";
  EXPECT_EQ(find_paths(engine, request)->length, 1U);
  request.avoid = {"everything"};
  EXPECT_EQ(find_paths(engine, request).error().about, "avoid");
}

TEST(Path, AvoidsMenus) {
  const TestWeb folder;
  std::string lines;
  for (int i = 0; i < 8; ++i) {
    const std::string page = "site.example/p" + std::to_string(i);
    lines +=
        page + "\tsite.example/imprint\n" + page + "\tother.example/" + std::to_string(i) + "\n";
  }
  lines +=
      "site.example/imprint\tother.example/z\nother.example/3\tother.example/4\n"
      "other.example/4\tother.example/z\n";
  const Engine engine = folder.make(lines);
  PathRequest request{.page = "site.example/p3", .to = "other.example/z"};
  EXPECT_EQ(find_paths(engine, request)->length, 2U);
  request.avoid = {"menus"};
  EXPECT_EQ(find_paths(engine, request)->length, 3U);
}

TEST(Path, SaysHowFarEachSideReaches) {
  const TestWeb folder;
  const Engine engine = folder.make("a\tb\nb\tc\nd\te\ne\tf\n", {.opaque_names = true});
  const auto none = find_paths(engine, {.page = "a", .to = "f"});
  ASSERT_TRUE(none) << none.error().message;
  EXPECT_THAT(none->paths, IsEmpty());
  EXPECT_EQ(none->length, 0U);
  EXPECT_TRUE(none->from_reach.is_all || none->to_reach.is_all);
  ASSERT_EQ(none->notes.size(), 1U);
  EXPECT_THAT(none->notes[0], HasSubstr("no path"));
  const auto same = find_paths(engine, {.page = "a", .to = "a"});
  ASSERT_EQ(same->paths.size(), 1U);
  EXPECT_EQ(same->paths[0].steps.size(), 1U);
  const auto limited = find_paths(engine, {.page = "a", .to = "c", .max_length = 1});
  EXPECT_THAT(limited->notes.at(0), HasSubstr("at most 1 link"));
  const auto menus = find_paths(engine, {.page = "a", .to = "c", .avoid = {"menus"}});
  EXPECT_EQ(menus->length, 2U);
  EXPECT_THAT(menus->notes.at(0), HasSubstr("menus are not known"));
  EXPECT_EQ(find_paths(engine, {.page = "a", .to = "g"}).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace cocite::engine
