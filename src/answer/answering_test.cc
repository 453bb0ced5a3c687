#include "answer/answering.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::answer {
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
  const engine::TestWeb web;
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

TEST(Answering, ScoresOfSeveralPagesAreSumsOfSharesOfTheBest) {
  const engine::TestWeb web;
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
  EXPECT_EQ(answer->items[0].score, 1.0 / 4 + 1);
  EXPECT_EQ(answer->items[1].score, 1);
  // Reasons say which of the pages they are about.
  EXPECT_THAT(
      answer->items[0].why,
      ElementsAre("http://p6.example/ links to it and to http://u2.example/, side by side",
                  "http://p5.example/ links to it and to http://u1.example/, side by side"));
  EXPECT_EQ(answer->items[0].reasons[0].about, "example,u2)/");
  EXPECT_EQ(answer->items[0].reasons[1].about, "example,u1)/");
}

// Twelve pages that the originals and their copies link to.
std::vector<std::string> many(const std::string& also = {}) {
  std::vector<std::string> all;
  for (int i = 0; i < 12; ++i) all.push_back("t" + std::to_string(i) + ".example/");
  if (!also.empty()) all.push_back(also);
  return all;
}

// Thirty words of its own, the same for the same name.
std::string text_of(const std::string& name) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += name + std::to_string(i * i) + ' ';
  return text;
}

Engine with_texts(const engine::TestWeb& web, const std::string& links,
                  const std::map<std::string, std::string>& texts) {
  std::string file;
  for (const auto& [page, text] : texts) file += page + '\t' + text + '\n';
  web.write("texts", file);
  ImportRequest request;
  request.text_file = web.path("texts");
  return web.make(links, request);
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
  const engine::TestWeb web;
  const Engine engine = with_texts(web, copies(),
                                   {{"asked.example/", text_of("a")},
                                    {"twin.example/", text_of("a") + "more"},
                                    {"one.example/", text_of("b")},
                                    {"two.example/", text_of("b")},
                                    {"three.example/", "once " + text_of("b")},
                                    {"else.example/", text_of("c")}});
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

// Pages with one navigation box have the same links.
TEST(Copies, AreNeverFoundByLinks) {
  const engine::TestWeb web;
  const auto without = web.make(copies()).related({.pages = {"asked.example"}, .top = 50});
  ASSERT_TRUE(without) << without.error().message;
  EXPECT_TRUE(without->pages[0].copies.empty());
  EXPECT_THAT(keys(without->items), Contains("example,twin)/"));
  const engine::TestWeb other;
  const auto with = with_texts(other, copies(),
                               {{"asked.example/", text_of("a")}, {"twin.example/", text_of("t")}})
                        .related({.pages = {"asked.example"}, .top = 50});
  ASSERT_TRUE(with) << with.error().message;
  EXPECT_EQ(keys(with->items).size(), keys(without->items).size());
  EXPECT_THAT(keys(with->items), Contains("example,twin)/"));
}

// Six pages of a host with a long menu and a few words of their own.
TEST(Copies, AreNotPagesThatShareAMenu) {
  const engine::TestWeb web;
  std::string menu;
  for (int i = 0; i < 20; ++i) menu += text_of("menu" + std::to_string(i));
  std::vector<std::string> box;
  std::map<std::string, std::string> texts;
  for (int i = 0; i < 6; ++i) {
    box.push_back("ref.example/p" + std::to_string(i));
    texts[box.back()] = menu + text_of("own" + std::to_string(i));
  }
  std::string links = lines("list.example/", box);
  for (const std::string& page : box) links += lines(page, box);
  const auto answer = with_texts(web, links, texts).related({.pages = {box[0]}, .top = 50});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->pages[0].copies.empty());
  EXPECT_GE(answer->items.size(), 5U);
}

// Where copies take the room of others, those others come in: also where only the first were
// scored.
TEST(Copies, MakeRoomForOthers) {
  const engine::TestWeb web;
  std::vector<std::string> on_portal = {"asked.example/"};
  std::map<std::string, std::string> texts;
  for (int i = 0; i < 40; ++i) {
    on_portal.push_back("copy" + std::to_string(i) + ".example/");
    texts[on_portal.back()] = text_of("same");
  }
  for (int i = 0; i < 10; ++i) on_portal.push_back("other" + std::to_string(i) + ".example/");
  std::string links;
  for (int i = 0; i < 3; ++i) links += lines("portal" + std::to_string(i) + ".example/", on_portal);
  const auto answer = with_texts(web, links, texts).related({.pages = {"asked.example"}, .top = 6});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->items.size(), 6U);
}

// What is asked for is the same, one page or all of them.
TEST(Answering, AllPagesAnswerAsOneDoes) {
  const engine::TestWeb web;
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
  const engine::TestWeb web;
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
  const engine::TestWeb web;
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
}  // namespace cocite::answer
