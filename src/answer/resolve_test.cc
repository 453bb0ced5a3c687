#include "answer/resolve.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/testing_web.h"

namespace cocite::answer {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string key_of(const Engine& engine, std::string_view text) {
  const auto page = engine.page(text);
  return page ? page->key : "error: " + page.error().message;
}

const char* const kLinks =
    "http://www.example.com/a\thttp://www.example.com/b?x=1\n"
    "http://www.example.com/a\thttp://example.com/dir/\n"
    "http://www.example.com/a\thttp://www.example.com:8080/\n"
    "http://www.example.com/a\thttp://en.example.org/wiki/Foo_(bar)\n"
    "http://www.example.com/a\thttp://b\xC3\xBC"
    "cher.example/\xC3\xBC\n";

TEST(Resolve, FindsAPageInEverySpellingOfItsKey) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  for (const char* text :
       {"http://www.example.com/a", "https://www.example.com/a", "www.example.com/a",
        "HTTP://WWW.Example.COM:80/a", "https://www.example.com:443/a#part", "www.example.com./a",
        "http://user:word@www.example.com/x/../a", "www.example.com/%61", "www.example.com\\a",
        "com,example,www)/a"}) {
    EXPECT_EQ(key_of(engine, text), "com,example,www)/a") << text;
  }
  EXPECT_EQ(key_of(engine, "www.example.com:8080"), "com,example,www:8080)/");
  EXPECT_EQ(key_of(engine, "com,example,www:8080)/"), "com,example,www:8080)/");
  EXPECT_EQ(key_of(engine, "http://xn--bcher-kva.example/%C3%BC"), "example,xn--bcher-kva)/%C3%BC");
}

TEST(Resolve, TakesAnAddressWithBracketsForAnAddress) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  EXPECT_EQ(key_of(engine, "en.example.org/wiki/Foo_(bar)"), "org,example,en)/wiki/Foo_(bar)");
  EXPECT_EQ(key_of(engine, "org,example,en)/wiki/Foo_(bar)"), "org,example,en)/wiki/Foo_(bar)");
}

TEST(Resolve, FindsOtherPagesNot) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  for (const char* text : {"www.example.com/A", "www.example.com/b", "www.example.com:81/a",
                           "example.com:81/a/", "other.example.com/a"}) {
    const auto page = engine.page(text);
    ASSERT_FALSE(page) << text;
    EXPECT_EQ(page.error().code, ErrorCode::kNotFound);
  }
}

TEST(Resolve, FindsAPageWithAndWithoutSlashAndWww) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  for (const char* text : {"www.example.com/a/", "example.com/a", "example.com/a/"}) {
    EXPECT_EQ(key_of(engine, text), "com,example,www)/a") << text;
  }
  EXPECT_EQ(key_of(engine, "example.com/dir"), "com,example)/dir/");
  EXPECT_EQ(key_of(engine, "www.example.com/dir"), "com,example)/dir/");
  // Each is there: the exact one it is.
  const engine::TestWeb other;
  const Engine both = other.make("a.example/x\ta.example/x/\nwww.a.example/x\ta.example/x\n");
  EXPECT_EQ(key_of(both, "a.example/x"), "example,a)/x");
  EXPECT_EQ(key_of(both, "a.example/x/"), "example,a)/x/");
  EXPECT_EQ(key_of(both, "www.a.example/x"), "example,a,www)/x");
  EXPECT_EQ(key_of(both, "www.a.example/x/"), "example,a,www)/x");
}

TEST(Resolve, RanksWhatMayHaveBeenMeantByLikenessThenByLinks) {
  const engine::TestWeb web;
  std::string lines;
  // Between the slip and what was meant stand many keys.
  for (int i = 0; i < 1000; ++i) lines += "www.yahoa" + std::to_string(i) + ".com/\n";
  lines += "a.example/\twww.yahoo.com/\nb.example/\twww.yahoo.com/\na.example/\twww.yah.com/\n";
  const Engine engine = web.make(lines);
  const auto page = engine.page("www.yaho.com");
  ASSERT_FALSE(page);
  ASSERT_GE(page.error().nearest.size(), 2U);
  EXPECT_EQ(page.error().nearest[0], "http://www.yahoo.com/");
  EXPECT_EQ(page.error().nearest[1], "http://www.yah.com/");
  EXPECT_EQ(engine.page("yahoo.con/").error().nearest[0], "http://www.yahoo.com/");
}

TEST(Resolve, NamesWhatMayHaveBeenMeant) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  const auto message = [&](std::string_view text) { return error_text(engine.page(text).error()); };
  EXPECT_THAT(message("example.com/dirr"), HasSubstr("nearest: http://example.com/dir/"));
  EXPECT_THAT(message("www.exmaple.com/a"), HasSubstr("nearest: http://www.example.com/a,"));
  EXPECT_THAT(message("www.example.com/a?x=1"), HasSubstr("nearest: http://www.example.com/a"));
  EXPECT_THAT(message("www.example.com/b?x=2"), HasSubstr("nearest: http://www.example.com/b?x=1"));
  EXPECT_THAT(message("www.example.com/A"), HasSubstr("www.example.com/A is not in this graph"));
}

TEST(Resolve, NamesAtMostFiveWithTheLongestCommonBeginning) {
  const engine::TestWeb web;
  std::string lines;
  for (int i = 10; i < 99; ++i) lines += "http://a.example/p" + std::to_string(i) + "\n";
  lines += "http://a.example/q\nhttp://c.example/\thttp://b.example/\n";
  const Engine engine = web.make(lines);
  const std::string message = error_text(engine.page("a.example/p5x").error());
  EXPECT_EQ(std::count(message.begin(), message.end(), ','), 4);
  EXPECT_THAT(message, HasSubstr("http://a.example/p50"));
  EXPECT_THAT(message, Not(HasSubstr("http://a.example/p4")));
}

TEST(Resolve, SaysWhyATextIsNoPage) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  for (const char* text : {"", "mailto:x@example.com", "ftp://example.com/", "http://", "a b/"}) {
    const auto page = engine.page(text);
    ASSERT_FALSE(page) << text;
    EXPECT_EQ(page.error().code, ErrorCode::kInvalidArgument) << text;
    EXPECT_THAT(page.error().message, HasSubstr("is not a page: "));
  }
}

TEST(Resolve, FoldsWwwWhereTheStoreDoes) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.fold_www = true});
  for (const char* text :
       {"www.example.com/a", "example.com/a", "com,example)/a", "com,example,www)/a"}) {
    EXPECT_EQ(key_of(engine, text), "com,example)/a") << text;
  }
}

TEST(Resolve, TakesOpaqueNamesAsTheyAre) {
  const engine::TestWeb web;
  const Engine engine = web.make("Zebra\tzebra\nZebra\thttp://x/\n", {.opaque_names = true});
  EXPECT_FALSE(engine.has_urls());
  EXPECT_EQ(key_of(engine, "Zebra"), "Zebra");
  EXPECT_EQ(key_of(engine, "zebra"), "zebra");
  EXPECT_EQ(key_of(engine, "http://x/"), "http://x/");
  const auto unknown = engine.page("zebras");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(error_text(unknown.error()),
              HasSubstr("zebras is not in this graph; nearest: zebra"));
  EXPECT_FALSE(engine.page(""));
}

TEST(Resolve, FindsPlainNumbersInAGraphWithoutNames) {
  const engine::TestWeb web;
  std::string lines;
  for (int i = 0; i < 120; ++i) lines += "n" + std::to_string(1000 + i) + "\tn1000\n";
  { const Engine named = web.make(lines, {.opaque_names = true}); }
  ASSERT_TRUE(
      export_store({.store = web.path("web.cocite"), .output = web.path("g"), .to = "bvgraph"}));
  std::filesystem::remove(web.path("g.urls"));
  ASSERT_TRUE(import_store({.store = web.path("numbers.cocite"),
                            .inputs = {web.path("g")},
                            .from = "bvgraph",
                            .memory_bytes = uint64_t{64} << 20,
                            .threads = 1}));
  const Engine engine = web.open("numbers");
  for (const char* text : {"7", "07", "007", "0007"})
    EXPECT_EQ(key_of(engine, text), "007") << text;
  EXPECT_EQ(key_of(engine, "0"), "000");
  EXPECT_EQ(key_of(engine, "119"), "119");
  EXPECT_THAT(key_of(engine, "120"), HasSubstr("120 is not in this graph"));
  EXPECT_THAT(key_of(engine, "-1"), HasSubstr("not in this graph"));
}

TEST(Resolve, SurvivesAnEmptyGraph) {
  const engine::TestWeb web;
  const Engine engine = web.make("", {.may_be_empty = true});
  EXPECT_THAT(key_of(engine, "a.example/"), HasSubstr("which has no pages"));
}

TEST(Resolve, PrintsNoControlCharactersOfTheQuestion) {
  const engine::TestWeb web;
  const Engine engine = web.make("a\tb\n", {.opaque_names = true});
  const std::string message = engine.page("x\x1B[2J\n").error().message;
  EXPECT_EQ(message.find('\x1B'), std::string::npos);
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace cocite::answer
