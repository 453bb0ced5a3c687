#include "engine/answering.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string lines(const std::string& from, const std::vector<std::string>& to) {
  std::string text;
  for (const std::string& page : to) {
    text += from;
    text += '\t';
    text += page;
    text += '\n';
  }
  return text;
}

std::vector<std::string> keys(const std::vector<RelatedItem>& items) {
  std::vector<std::string> all;
  for (const RelatedItem& item : items) all.push_back(item.key);
  return all;
}

// A list of pages to ask about, one by one, is no reason to look further for each.
TEST(Answering, LooksNoFurtherForAListThanForOnePage) {
  const TestWeb web;
  static_cast<void>(web.make("a.example/\tb.example/\n"));
  const store::Store store = store::Store::open(web.path("web.cocite")).value();
  const related::Web graph(store);
  const Stoplists stoplists;
  RelatedRequest request{.by = "cocitation"};
  request.pages.assign(5000, "a.example");
  Budget at_first;
  const Answering answering = Answering::make(graph, stoplists, request, at_first).value();
  Budget budget;
  const PageId page = page_id(0);
  EXPECT_EQ(answering.asker().query({&page, 1}, budget).wanted, request.top + 2);
}

TEST(Answering, PagesRelatedToMoreOfTheQueryPagesComeFirst) {
  const TestWeb web;
  std::string links;
  for (const char* portal : {"p1.example/", "p2.example/", "p3.example/", "p4.example/"}) {
    links += lines(portal, {"u1.example/", "often.example/"});
  }
  links += lines("p5.example/", {"u1.example/", "both.example/"});
  links += lines("p6.example/", {"u2.example/", "both.example/"});
  const Engine engine = web.make(links);
  const auto answer =
      engine.related({.pages = {"u1.example", "u2.example"}, .by = "cocitation", .why = 9});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_THAT(keys(answer->items), ElementsAre("example,both)/", "example,often)/"));
  EXPECT_EQ(answer->items[0].score, 2);
  EXPECT_EQ(answer->items[1].score, 4);
  // Reasons say which of the pages they are about.
  EXPECT_THAT(
      answer->items[0].why,
      ElementsAre("http://p5.example/ links to it and to http://u1.example/, side by side",
                  "http://p6.example/ links to it and to http://u2.example/, side by side"));
  EXPECT_EQ(answer->items[0].reasons[0].about, "example,u1)/");
  EXPECT_EQ(answer->items[0].reasons[1].about, "example,u2)/");
}

// Twelve pages that the originals and their copies link to.
std::vector<std::string> many(const std::string& also = {}) {
  std::vector<std::string> all;
  for (int i = 0; i < 12; ++i) all.push_back("t" + std::to_string(i) + ".example/");
  if (!also.empty()) all.push_back(also);
  return all;
}

std::string copies() {
  std::string links = lines("asked.example/", many());
  links += lines("twin.example/", many());  // of the page asked about
  std::vector<std::string> others = many();
  for (std::string& page : others) page = "o" + page;
  for (const char* copy : {"one.example/", "two.example/", "three.example/"}) {
    links += lines(copy, others);
  }
  for (int i = 0; i < 3; ++i) {
    links += lines("portal" + std::to_string(i) + ".example/",
                   {"asked.example/", "one.example/", "two.example/", "three.example/",
                    "twin.example/", "else.example/"});
  }
  return links;
}

TEST(Copies, AreFoldedAndNamedByBlendAndKeptByTheOthers) {
  const TestWeb web;
  const Engine engine = web.make(copies());
  const auto kept = engine.related({.pages = {"asked.example"}, .by = "cocitation"});
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->items.size(), 5U);
  EXPECT_TRUE(kept->items[0].copies.empty());
  for (const char* by : {"cocitation", "blend"}) {
    const auto folded =
        engine.related({.pages = {"asked.example"},
                        .by = by,
                        .copies = std::string(by) == "blend" ? Copies::kAuto : Copies::kFold});
    ASSERT_TRUE(folded) << folded.error().message;
    const auto shown = keys(folded->items);
    EXPECT_THAT(shown, Not(Contains("example,twin)/"))) << by;
    ASSERT_EQ(folded->pages[0].copies.size(), 1U) << by;
    EXPECT_EQ(folded->pages[0].copies[0].key, "example,twin)/");
    const auto one = std::ranges::find_if(
        folded->items, [](const RelatedItem& item) { return !item.copies.empty(); });
    ASSERT_NE(one, folded->items.end()) << by;
    EXPECT_EQ(one->copies.size(), 2U);
    EXPECT_EQ(std::ranges::count_if(shown,
                                    [](const std::string& key) {
                                      return key == "example,one)/" || key == "example,two)/" ||
                                             key == "example,three)/";
                                    }),
              1)
        << by;
  }
  const auto whole = engine.related({.pages = {"asked.example"}, .copies = Copies::kKeep});
  ASSERT_TRUE(whole);
  EXPECT_THAT(keys(whole->items), Contains("example,twin)/"));
}

// Pages of one navigation box have nearly the same links, and link to each other.
TEST(Copies, AreNoPagesThatLinkToEachOther) {
  const TestWeb web;
  std::vector<std::string> box;
  for (int i = 0; i < 40; ++i) box.push_back("ref.example/p" + std::to_string(i));
  std::string links;
  for (const std::string& page : box) links += lines(page, box);
  const auto answer = web.make(links).related({.pages = {"ref.example/p0"}, .top = 50});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->items.size(), 39U);
  EXPECT_TRUE(answer->pages[0].copies.empty());
}

// Where copies take the room of others, those others come in: also where only the first were
// scored.
TEST(Copies, MakeRoomForOthers) {
  const TestWeb web;
  std::string links;
  std::vector<std::string> on_portal = {"asked.example/"};
  for (int i = 0; i < 40; ++i) {
    const std::string copy = "copy" + std::to_string(i) + ".example/";
    links += lines(copy, many());
    on_portal.push_back(copy);
  }
  for (int i = 0; i < 10; ++i) on_portal.push_back("other" + std::to_string(i) + ".example/");
  for (int i = 0; i < 3; ++i) links += lines("portal" + std::to_string(i) + ".example/", on_portal);
  const Engine engine = web.make(links);
  const auto answer = engine.related({.pages = {"asked.example"}, .top = 6});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->items.size(), 6U);
}

// What is asked for is the same, one page or all of them.
TEST(Answering, AllPagesAnswerAsOneDoes) {
  const TestWeb web;
  const Engine engine =
      web.make(copies() + lines("h.example/1", {"asked.example/", "h.example/2"}) +
               lines("x.example/", {"asked.example/", "h.example/1", "h.example/2"}));
  for (const std::string by : {"cocitation", "jaccard", "blend"}) {
    RelatedAllRequest all{.related = {.not_pages = {"portal1.example"},
                                      .by = by,
                                      .top = 4,
                                      .drop_same_site = true,
                                      .per_host = 1,
                                      .copies = Copies::kFold,
                                      .why = 2},
                          .output = web.path("all-" + by)};
    std::map<std::string, std::vector<RelatedItem>> written;
    all.related.threads = 1;
    all.write = [&](std::string_view page, const std::vector<RelatedItem>& items, std::string&) {
      written[std::string(page)] = items;
    };
    const auto report = engine.related_all(all);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_FALSE(written.empty());
    for (const auto& [page, items] : written) {
      RelatedRequest one = all.related;
      one.pages = {page};
      const auto answer = engine.related(one);
      ASSERT_TRUE(answer) << page << ": " << answer.error().message;
      ASSERT_EQ(keys(answer->items), keys(items)) << by << ' ' << page;
      for (size_t i = 0; i < items.size(); ++i) {
        EXPECT_EQ(answer->items[i].score, items[i].score);
        EXPECT_EQ(answer->items[i].why, items[i].why);
      }
    }
  }
}

TEST(Why, SaysWhatAPersonBelieves) {
  const TestWeb web;
  const Engine engine =
      web.make(lines("a.one.example/", {"u.example/", "v.example/"}) +
               lines("b.one.example/", {"v.example/", "w.example/", "u.example/"}) +
               lines("two.example/", {"u.example/", "v.example/", "w.example/"}) +
               lines("u.example/", {"v.example/", "t1.example/", "t2.example/", "t3.example/"}) +
               lines("v.example/", {"t1.example/", "t2.example/", "t3.example/", "u.example/"}));
  const auto answer = engine.related({.pages = {"u.example"}, .by = "cocitation", .why = 9});
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->items[0].key, "example,v)/");
  EXPECT_THAT(answer->items[0].why,
              ElementsAre("3 pages of 2 sites link to both, 2 of them side by side; the strongest: "
                          "http://a.one.example/",
                          "it links here", "here links to it",
                          "both link to 3 of the same pages, such as http://t1.example/, "
                          "http://t2.example/"));
  ASSERT_EQ(answer->items[1].key, "example,w)/");
  EXPECT_THAT(answer->items[1].why, ElementsAre(HasSubstr("2 pages of 2 sites link to both, one of "
                                                          "them side by side")));
  const auto why = engine.explain({.pages = {"u.example"}, .by = "cocitation"}, "v.example");
  ASSERT_TRUE(why);
  EXPECT_EQ(why->why, answer->items[0].why);
}

// A link that stands on most pages of a host tells least.
TEST(Why, MenusComeLast) {
  const TestWeb web;
  std::string links;
  for (int i = 0; i < 9; ++i) {
    links += lines("menu.example/" + std::to_string(i), {"u.example/", "v.example/"});
  }
  links += lines("list.example/", {"u.example/", "x.example/", "v.example/"});
  const Engine engine = web.make(links);
  const auto answer = engine.related({.pages = {"u.example"}, .by = "cocitation", .why = 1});
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->items[0].key, "example,v)/");
  EXPECT_EQ(answer->items[0].score, 10);  // counts as before
  EXPECT_EQ(answer->items[0].reasons[0].key, "example,list)/");
  EXPECT_THAT(answer->items[0].why[0], HasSubstr("the strongest: http://list.example/"));
}

}  // namespace
}  // namespace cocite::engine
