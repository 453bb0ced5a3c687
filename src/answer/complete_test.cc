#include "answer/complete.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::answer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kLinks =
    "www.apples.example/\twww.apples.example/sorts\n"
    "www.apples.example/\twww.apples.example/soup\n"
    "www.pears.example/\twww.apples.example/soup\n"
    "www.pears.example/\twww.apples.example/\n"
    "shop.apples.example/\twww.apples.example/\n"
    "apricots.example:8080/\tshop.apples.example/a?x=1\n";

std::vector<std::string> urls(const Engine& engine, std::string_view prefix, uint64_t top = 10) {
  std::vector<std::string> found;
  const CompletionAnswer answer = engine.complete(prefix, top).value();
  for (const CompletionItem& item : answer.items) {
    found.push_back(item.url);
  }
  return found;
}

TEST(Complete, NamesHostsWhileAHostIsTyped) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  // The most linked page of few hosts first; "www." may be there or not.
  EXPECT_THAT(urls(engine, "ap", 3),
              ElementsAre("http://www.apples.example/", "http://www.apples.example/soup",
                          "http://www.apples.example/sorts"));
  EXPECT_EQ(urls(engine, "www.apples"), urls(engine, "HTTP://Apples"));
  EXPECT_THAT(urls(engine, "apricots"), ElementsAre("http://apricots.example:8080/"));
  EXPECT_THAT(urls(engine, "zebra"), IsEmpty());
  EXPECT_EQ(engine.complete("ap").value().matches, 2U);
}

TEST(Complete, NamesPagesOnceTheHostIsThere) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  EXPECT_THAT(urls(engine, "https://www.apples.example/so"),
              ElementsAre("http://www.apples.example/soup", "http://www.apples.example/sorts"));
  EXPECT_THAT(urls(engine, "shop.apples.example/a?x"),
              ElementsAre("http://shop.apples.example/a?x=1"));
  EXPECT_THAT(urls(engine, "example,apples,www)/so", 1),
              ElementsAre("http://www.apples.example/soup"));
  EXPECT_THAT(urls(engine, "www.apples.example/zz"), IsEmpty());
  EXPECT_EQ(urls(engine, "www.apples.example/", 2).size(), 2U);
}

// One record of an archive.
std::string record(const std::string& url, int status, const std::string& body) {
  const std::string http =
      "HTTP/1.1 " + std::to_string(status) + " x\r\nContent-Type: text/html\r\n\r\n" + body;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/http; "
         "msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

TEST(Complete, PagesThatAreGoneComeLast) {
  const engine::TestWeb web;
  std::string archive;
  for (const std::string host : {"http://one.example/", "http://two.example/"}) {
    archive += record(host, 200,
                      "<a href=http://apples.example/>Apple pie</a>"
                      "<a href=http://apples.test/soup>Apple soup</a>");
  }
  archive += record("http://apples.test/", 200,
                    "<title>Apple cake</title><a href=/cake>Apple tart</a>"
                    "<a href=/salad>Apple salad</a>");
  archive += record("http://apples.example/", 404, "gone");
  archive += record("http://apples.test/soup", 410, "gone");
  web.write("web.warc", archive);
  ASSERT_TRUE(import_store({.store = web.path("web.cocite"), .inputs = {web.path("web.warc")}})
                  .has_value());
  const Engine engine = web.open();
  EXPECT_THAT(urls(engine, "apples.test/"),
              ElementsAre("http://apples.test/cake", "http://apples.test/salad",
                          "http://apples.test/", "http://apples.test/soup"));
  EXPECT_THAT(
      urls(engine, "apples", 3),
      ElementsAre("http://apples.test/cake", "http://apples.test/salad", "http://apples.test/"));
  const CompletionAnswer named = engine.complete("apple", 1).value();
  ASSERT_EQ(named.names.size(), 1U);
  EXPECT_EQ(named.names[0].url, "http://apples.test/");
  // What a host is called leads to one that is there; a whole address leads where it says.
  EXPECT_EQ(engine.complete("apples", 5).value().meant->url, "http://apples.test/");
  EXPECT_EQ(engine.complete("apples.example", 5).value().meant->url, "http://apples.example/");
}

TEST(Complete, TakesAnyText) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  for (const std::string& text :
       {std::string(), std::string("/"), std::string("\xFF\xFF"), std::string(100000, 'a'),
        std::string("://"), std::string(")"), std::string("a b/c"), std::string("\0x", 2)}) {
    EXPECT_TRUE(engine.complete(text, 5)) << text.substr(0, 20);
  }
  EXPECT_EQ(engine.complete("", 100).value().matches, 4U);
}

TEST(Complete, FindsOpaqueNames) {
  const engine::TestWeb web;
  const Engine engine = web.make("hub\tp10\nhub\tp11\nhub\tq\n", {.opaque_names = true});
  const CompletionAnswer answer = engine.complete("p1", 5).value();
  ASSERT_EQ(answer.items.size(), 2U);
  EXPECT_EQ(answer.items[0].key, "p10");
  EXPECT_EQ(answer.items[0].url, "");
  EXPECT_EQ(answer.items[0].in_links, 1U);
}

// What pressing Enter means: "host http://www.apples.example/", or nothing.
std::string meant(const Engine& engine, std::string_view text) {
  const CompletionAnswer answer = engine.complete(text, 7).value();
  return answer.meant ? answer.meant_by + ' ' + answer.meant->url : "";
}

TEST(Complete, TellsWhichPageATextNames) {
  const engine::TestWeb web;
  const Engine engine = web.make(
      "www.yahoo.com/\twww.yahoo.com/news\n"
      "a.example/\twww.yahoo.com/\n"
      "b.example/\twww.yahoo.com/\n"
      "b.example/\tyahoo.co.uk/\n"
      "b.example/\tmail.google.com/a\n"
      "b.example/\twww.yahoo-fans.org/\n");
  // An address, in any spelling.
  for (const char* text : {"www.yahoo.com", "yahoo.com/", "HTTP://Yahoo.com:80", "com,yahoo,www)/",
                           " https://www.yahoo.com/ "}) {
    EXPECT_EQ(meant(engine, text), "address http://www.yahoo.com/") << text;
  }
  EXPECT_EQ(meant(engine, "www.yahoo.com/news"), "address http://www.yahoo.com/news");
  // The name of a host: of several the most linked.
  for (const char* text : {"yahoo", "Yahoo", "www.yahoo", " http://yahoo "}) {
    EXPECT_EQ(meant(engine, text), "host http://www.yahoo.com/") << text;
  }
  EXPECT_EQ(meant(engine, "yahoo.co"), "host http://yahoo.co.uk/");
  // The beginning of a name, words, a host without a front page, a page that is not there.
  for (const char* text :
       {"yaho", "yahoo news", "mail", "www.yahoo.com/new", "", " ", "/", "google", "."}) {
    EXPECT_EQ(meant(engine, text), "") << text;
  }
}

TEST(Complete, AnOpaqueNameIsAnAddress) {
  const engine::TestWeb web;
  const Engine engine = web.make("hub\tp10\nhub\tp11\nhub\tq\n", {.opaque_names = true});
  EXPECT_EQ(engine.complete("q", 5).value().meant.value().key, "q");
  EXPECT_EQ(engine.complete("q", 5).value().meant_by, "address");
  EXPECT_FALSE(engine.complete("p1", 5).value().meant);
}

TEST(Complete, SamplesWhatIsTooMuch) {
  const engine::TestWeb web;
  std::string lines;
  for (int i = 10000; i < 20000; ++i)
    lines += "www.example.com/\twww.example.com/" + std::to_string(i) + "\n";
  const Engine engine = web.make(lines);
  const CompletionAnswer answer = engine.complete("www.example.com/1", 1000).value();
  EXPECT_EQ(answer.matches, 10000U);
  EXPECT_EQ(answer.items.size(), kSample);
}

TEST(LinkList, HasAllThatAPageOfALongListNeeds) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  const LinksAnswer answer =
      engine.link_list("www.apples.example", {.in = true, .top = 1, .skip = 1}).value();
  EXPECT_EQ(answer.total, 2U);
  EXPECT_EQ(answer.page.url, "http://www.apples.example/");
  ASSERT_EQ(answer.items.size(), 1U);
  EXPECT_EQ(answer.items[0].place, 2U);
  EXPECT_THAT(engine.links("www.apples.example", {.skip = 99}).value(), IsEmpty());
}

TEST(Ranks, ComeFromColumnsWhereTheStoreHasThem) {
  const engine::TestWeb web;
  {
    const Engine engine = web.make(kLinks);
    RankRequest request{.by = {"pagerank"}, .save = true};
    ASSERT_TRUE(engine.rank(request));
  }
  const Engine engine = web.open();
  RankRequest request{.by = {"pagerank"}, .top = 3};
  const RankAnswer computed = engine.rank(request).value()[0];
  request.from_columns = true;
  request.max_links = 1;
  const RankAnswer read = engine.rank(request).value()[0];
  EXPECT_EQ(read.column, "pagerank");
  EXPECT_THAT(read.about, HasSubstr("pagerank"));
  ASSERT_EQ(read.items.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.items[i].key, computed.items[i].key);
    EXPECT_EQ(read.items[i].score, computed.items[i].score);
  }
  request.by = {"hubrank"};
  const auto refused = engine.rank(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(error_text(refused.error()), HasSubstr("by=hubrank save"));
}

TEST(Ranks, OfLargeGraphsAreNotComputedForARequest) {
  const engine::TestWeb web;
  static_cast<void>(web.make(kLinks));
  const Engine engine = Engine::open(web.path("web.cocite"), {.max_rank_links = 1}).value();
  ASSERT_TRUE(engine.prepare());
  const auto refused = engine.related({.pages = {"www.apples.example"}, .by = "hubfinder"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_TRUE(engine.related({.pages = {"www.apples.example/soup"}, .by = "blend"}));
}

}  // namespace
}  // namespace cocite::answer
