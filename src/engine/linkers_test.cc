// Who links to these and not to those: against sets that are counted naively.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/linkers.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> keys_of(const std::vector<LinkersItem>& items) {
  std::vector<std::string> keys;
  for (const LinkersItem& item : items) keys.push_back(item.key);
  return keys;
}

struct RandomWeb {
  std::map<std::string, std::set<std::string>> children;
  std::map<std::string, std::set<std::string>> parents;
  std::string lines;
};

// Page p0 links to everything, and everything to p1: long lists among short ones.
RandomWeb random_web(uint32_t seed, int pages, int links) {
  std::mt19937 random(seed);
  RandomWeb web;
  const auto add = [&](int from, int to) {
    const std::string source = "p" + std::to_string(from);
    const std::string target = "p" + std::to_string(to);
    if (from == to || !web.children[source].insert(target).second) return;
    web.parents[target].insert(source);
    web.lines += source + '\t' + target + '\n';
  };
  for (int i = 0; i < links; ++i) {
    const auto page = [&] { return static_cast<int>(random() % static_cast<unsigned>(pages)); };
    add(page(), std::min(page(), page()));
  }
  for (int i = 0; i < pages; ++i) {
    add(0, i);
    add(i, 1);
  }
  return web;
}

TEST(Linkers, AreThoseOfANaiveCount) {
  const TestWeb folder;
  std::mt19937 random(7);
  for (const int links : {60, 600, 4000}) {
    const RandomWeb web = random_web(static_cast<uint32_t>(links), 80, links);
    const Engine engine = folder.make(web.lines, {.opaque_names = true, .force = true});
    for (int round = 0; round < 200; ++round) {
      LinkersRequest request{.out = round % 2 == 1, .top = 0};
      std::set<std::string> wanted;
      std::set<std::string> refused;
      const auto any = [&] { return "p" + std::to_string(random() % 80); };
      for (unsigned i = 0; i < 1 + random() % 6; ++i) wanted.insert(any());
      for (unsigned i = 0; i < random() % 3; ++i) refused.insert(any());
      for (const std::string& page : wanted) refused.erase(page);
      request.pages.assign(wanted.begin(), wanted.end());
      request.not_pages.assign(refused.begin(), refused.end());
      if (random() % 2 == 0) request.at_least = 1 + random() % wanted.size();
      const size_t need = request.at_least == 0 ? wanted.size() : request.at_least;
      std::map<std::string, uint64_t> expected;
      for (const auto& [page, linked] : request.out ? web.parents : web.children) {
        const auto has = [&linked = linked](const std::string& one) {
          return linked.contains(one);
        };
        const auto count = static_cast<uint64_t>(std::ranges::count_if(wanted, has));
        if (count >= need && std::ranges::none_of(refused, has)) expected[page] = count;
      }
      const auto answer = linkers(engine, request);
      ASSERT_TRUE(answer) << answer.error().message;
      std::map<std::string, uint64_t> found;
      for (const LinkersItem& item : answer->items) {
        found[item.key] = item.count;
        EXPECT_EQ(item.to.size(), item.count);
        for (const LinkersLink& link : item.to) {
          const auto& from = request.out ? link.key : item.key;
          const auto& to = request.out ? item.key : link.key;
          EXPECT_TRUE(web.children.at(from).contains(to));
        }
      }
      EXPECT_EQ(found, expected);
      EXPECT_EQ(answer->total, expected.size());
    }
  }
}

TEST(Linkers, ComeInTheOrderAskedFor) {
  const TestWeb folder;
  // many links to both pages and others, few to both alone, known has in-links.
  const Engine engine = folder.make(
      "many.example/\ta.example/\nmany.example/\tb.example/\nmany.example/\tc.example/\n"
      "many.example/\td.example/\nfew.example/\ta.example/\nfew.example/\tb.example/\n"
      "known.example/\tb.example/\nknown.example/\ta.example/\nknown.example/\tc.example/\n"
      "x.example/\tknown.example/\ny.example/\tknown.example/\none.example/\ta.example/\n");
  LinkersRequest request{.pages = {"a.example", "b.example"}, .at_least = 1};
  EXPECT_THAT(keys_of(linkers(engine, request)->items),
              ElementsAre("example,known)/", "example,few)/", "example,many)/", "example,one)/"));
  request.order = LinkersOrder::kFew;
  EXPECT_THAT(keys_of(linkers(engine, request)->items),
              ElementsAre("example,one)/", "example,few)/", "example,known)/", "example,many)/"));
  request.order = LinkersOrder::kRank;
  const auto ranked = linkers(engine, request);
  EXPECT_EQ(ranked->items[0].key, "example,known)/");
  EXPECT_EQ(ranked->by, "indegree");
  ASSERT_EQ(ranked->items[0].to.size(), 2U);
  EXPECT_EQ(ranked->items[0].to[0].key, "example,a)/");  // as asked, not as on the page
  EXPECT_EQ(ranked->items[0].to[0].place, 2U);
}

TEST(Linkers, FoldsPlatforms) {
  const TestWeb folder;
  std::string lines = "small.example/\ta.example/\nsmall.example/\tb.example/\n";
  for (int i = 0; i < 300; ++i) {
    lines += "big.example/\tt" + std::to_string(i) + ".example/\n";
    lines += "t" + std::to_string(i) + ".example/\tsmall.example/\n";
  }
  lines += "big.example/\ta.example/\nbig.example/\tb.example/\n";
  const Engine engine = folder.make(lines);
  const LinkersRequest request{.pages = {"a.example", "b.example"}, .fold_platforms = true};
  const auto answer = linkers(engine, request);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_THAT(keys_of(answer->items), ElementsAre("example,small)/"));
  EXPECT_THAT(keys_of(answer->platforms), ElementsAre("example,big)/"));
  EXPECT_EQ(answer->platforms_total, 1U);
  EXPECT_EQ(answer->platforms[0].links, 302U);
}

TEST(Linkers, SaysWhatIsWrong) {
  const TestWeb folder;
  const Engine engine = folder.make(
      "x.example/\talpha.example/\ny.example/\tbeta.example/\nz.example/\tgamma.example/\n");
  EXPECT_EQ(linkers(engine, {}).error().about, "page");
  const auto missing = linkers(engine, {.pages = {"alpa.example"}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(missing.error().nearest.empty());
  EXPECT_EQ(
      linkers(engine, {.pages = {"alpha.example"}, .not_pages = {"betta.example"}}).error().code,
      ErrorCode::kNotFound);
  const auto both =
      linkers(engine, {.pages = {"alpha.example"}, .not_pages = {"http://ALPHA.example"}});
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().about, "not");
  EXPECT_EQ(linkers(engine, {.pages = {"alpha.example"}, .at_least = 2}).error().about, "at_least");
  const auto none = linkers(engine, {.pages = {"alpha.example", "beta.example", "alpha.example/"}});
  ASSERT_TRUE(none);
  EXPECT_THAT(none->items, IsEmpty());
  ASSERT_EQ(none->notes.size(), 2U);
  EXPECT_THAT(none->notes[0], HasSubstr("more than once"));
  EXPECT_THAT(none->notes[1], HasSubstr("the most is 1, by 2 pages"));
}

TEST(Linkers, AnswersOnlyWhatIsTrueWhenItIsStopped) {
  const TestWeb folder;
  const RandomWeb web = random_web(3, 200, 5000);
  const Engine engine = folder.make(web.lines, {.opaque_names = true});
  std::atomic<bool> stop = true;
  const auto stopped = linkers(engine, {.pages = {"p2", "p3"}, .stop = &stop});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace cocite::engine
