// What is in one store and not in the other: against sets of lines.
#include <algorithm>
#include <random>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/diff.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using Strings = std::set<std::string>;

Strings keys_of(const std::vector<DiffAnswer::Page>& pages) {
  Strings keys;
  for (const auto& page : pages) keys.insert(page.key);
  return keys;
}

Strings lines_of(const std::vector<DiffAnswer::Link>& links) {
  Strings lines;
  for (const auto& link : links) lines.insert(link.from + '\t' + link.to);
  return lines;
}

Strings less(const Strings& a, const Strings& b) {
  Strings result;
  std::ranges::set_difference(a, b, std::inserter(result, result.end()));
  return result;
}

TEST(Diff, IsThatOfTheLines) {
  const TestWeb folder;
  std::mt19937 random(6);
  for (int round = 0; round < 10; ++round) {
    Strings links[2];
    Strings pages[2];
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 120; ++i) {
        // A seed of its own for each side, but most links are the same.
        const uint64_t place = random() % 8 == 0 ? random() : static_cast<uint64_t>(i) * 7919;
        const std::string from = "p" + std::to_string(place % 37);
        const std::string to = "p" + std::to_string(place % 41);
        if (from == to) continue;
        links[side].insert(from + '\t' + to);
        pages[side].insert({from, to});
      }
      std::string lines;
      for (const std::string& link : links[side]) lines += link + '\n';
      static_cast<void>(
          folder.make(lines, {.opaque_names = true, .force = true}, side == 0 ? "old" : "new"));
    }
    const Engine engine = folder.open("old");
    const auto answer = diff_stores(engine, {.other = folder.path("new.cocite")});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(keys_of(answer->pages.only_old), less(pages[0], pages[1]));
    EXPECT_EQ(keys_of(answer->pages.only_new), less(pages[1], pages[0]));
    EXPECT_EQ(lines_of(answer->links.only_old), less(links[0], links[1]));
    EXPECT_EQ(lines_of(answer->links.only_new), less(links[1], links[0]));
    EXPECT_EQ(answer->links.in_both, links[0].size() - less(links[0], links[1]).size());
    // Of one page: the lines that name it.
    const std::string page = "p" + std::to_string(round);
    const auto of_page = diff_stores(engine, {.other = folder.path("new.cocite"), .page = page});
    if (!pages[0].contains(page) && !pages[1].contains(page)) {
      EXPECT_EQ(of_page.error().code, ErrorCode::kNotFound);
      continue;
    }
    ASSERT_TRUE(of_page) << of_page.error().message;
    const auto about = [&](Strings all) {
      std::erase_if(all, [&](const std::string& line) {
        return !line.starts_with(page + '\t') && !line.ends_with('\t' + page);
      });
      return all;
    };
    EXPECT_EQ(lines_of(of_page->links.only_old), about(less(links[0], links[1]))) << page;
    EXPECT_EQ(lines_of(of_page->links.only_new), about(less(links[1], links[0]))) << page;
  }
}

TEST(Diff, TellsWhatWasNotFetchedFromWhatIsAbsent) {
  const TestWeb folder;
  // b is only linked to in the new store; a was fetched in both.
  static_cast<void>(folder.make("a\tb\na\tc\nb\td\n", {.opaque_names = true}, "old"));
  static_cast<void>(folder.make("a\tb\n", {.opaque_names = true}, "new"));
  const auto answer = diff_stores(folder.open("old"), {.other = folder.path("new.cocite")}).value();
  ASSERT_EQ(answer.links.only_old.size(), 2U);
  EXPECT_EQ(answer.links.only_old[0].to, "c");
  EXPECT_EQ(answer.links.only_old[0].state, Absence::kAbsent);
  EXPECT_EQ(answer.links.only_old[1].to, "d");
  EXPECT_EQ(answer.links.only_old[1].state, Absence::kNotFetched);
  ASSERT_EQ(answer.pages.only_old.size(), 2U);
  EXPECT_EQ(answer.pages.only_old[0].state, Absence::kAbsent);      // c
  EXPECT_EQ(answer.pages.only_old[1].state, Absence::kNotFetched);  // d
  const auto few =
      diff_stores(folder.open("old"), {.other = folder.path("new.cocite"), .top = 1}).value();
  EXPECT_EQ(few.pages.only_old.size(), 1U);
  EXPECT_EQ(few.pages.only_old_total, 2U);
}

TEST(Diff, SaysWhatIsWrong) {
  const TestWeb folder;
  const Engine engine = folder.make("a\tb\n", {.opaque_names = true});
  EXPECT_EQ(diff_stores(engine, {.other = folder.path("none.cocite")}).error().code,
            ErrorCode::kNotFound);
  static_cast<void>(folder.make("a.example/\tb.example/\n", {}, "urls"));
  EXPECT_EQ(diff_stores(engine, {.other = folder.path("urls.cocite")}).error().code,
            ErrorCode::kInvalidArgument);
  const auto same = diff_stores(engine, {.other = engine.path()}).value();
  EXPECT_EQ(same.links.in_both, 1U);
  EXPECT_TRUE(same.links.only_old.empty() && same.links.only_new.empty());
}

}  // namespace
}  // namespace cocite::engine
