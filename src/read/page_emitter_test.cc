#include "read/page_emitter.h"

#include <gtest/gtest.h>

#include "html/meta.h"

namespace cocite::read {
namespace {

constexpr uint32_t kDay = 86'400;

class Emitted : public ::testing::Test {
 protected:
  [[nodiscard]] std::string key(uint32_t page) const {
    return page == LinkBlock::kNoTarget ? "-" : std::string(block.key(block.names()[page]));
  }
  // "a>b(anchor)", one a link.
  [[nodiscard]] std::string links() const {
    std::string all;
    for (size_t i = 0; i < block.links().size(); ++i) {
      const auto& link = block.links()[i];
      if (link.target == LinkBlock::kNoTarget) continue;
      all += (all.empty() ? "" : " ") + key(link.source) + ">" + key(link.target) + "(" +
             std::string(block.text(block.anchors()[i])) + ")";
    }
    return all;
  }
  [[nodiscard]] std::string aliases() const {
    std::string all;
    for (const auto& alias : block.aliases()) {
      all += (all.empty() ? "" : " ") + key(alias.from) + "=" + key(alias.to) + "@" +
             std::to_string(alias.date);
    }
    return all;
  }
  [[nodiscard]] uint64_t skipped(SkipReason reason) const {
    return block.skipped()[static_cast<size_t>(reason)];
  }
  [[nodiscard]] uint64_t uses(LinkUse use) const {
    return block.link_uses()[static_cast<size_t>(use)];
  }

  SourceOptions options;
  LinkBlock block;
};

TEST_F(Emitted, AnHtmlPageHasLinksTitleTextLanguageAndAddress) {
  PageEmitter emitter(options, block);
  emitter.html("HTTPS://www.Example.org:443/d/a?q#here", kDay,
               "<html lang=de><title>A page</title><p>Some words <a href='../b c'>to b</a> and "
               "<a href=//x.com>x</a>.");
  ASSERT_EQ(block.fetches().size(), 1U);
  const auto& fetch = block.fetches()[0];
  EXPECT_EQ(key(fetch.page), "org,example,www)/d/a?q");
  EXPECT_EQ(fetch.date, kDay);
  EXPECT_EQ(block.text(fetch.title), "A page");
  EXPECT_EQ(block.text(fetch.language), "de");
  EXPECT_EQ(block.text(fetch.url), "https://www.example.org/d/a?q");
  EXPECT_EQ(block.text(fetch.text), "Some words to b and x.");
  EXPECT_EQ(links(),
            "org,example,www)/d/a?q>org,example,www)/b%20c(to b) "
            "org,example,www)/d/a?q>com,x)/(x)");
  EXPECT_EQ(uses(LinkUse::kA), 2U);
}

TEST_F(Emitted, TheHttpCharsetIsHeeded) {
  PageEmitter emitter(options, block);
  emitter.html("http://a.com/", 0, "<title>gr\xFC\xDF</title>", "iso-8859-1");
  EXPECT_EQ(block.text(block.fetches()[0].title), "grüß");
}

TEST_F(Emitted, WhatIsLeftOutIsCounted) {
  PageEmitter emitter(options, block);
  emitter.html("http://a.com/", 0,
               "<a href=mailto:x><a href=javascript:y><a href='http://a b/'><a href='#top'>");
  EXPECT_EQ(skipped(SkipReason::kScheme), 2U);
  EXPECT_EQ(skipped(SkipReason::kHost), 1U);
  EXPECT_EQ(block.self_links, 1U);
  EXPECT_EQ(block.links_read, 4U);
  emitter.html("ftp://a.com/", 0, "");
  emitter.html("no address", 0, "");
  EXPECT_EQ(block.fetches().size(), 1U);
  EXPECT_EQ(skipped(SkipReason::kHost), 3U);
}

TEST_F(Emitted, NofollowIsCountedAndDroppedWhereAsked) {
  const std::string_view page =
      "<a href=/1>1</a><a rel=nofollow href=/2>2</a><a rel='ugc sponsored' href=/3>3</a>";
  PageEmitter(options, block).html("http://a.com/", 0, page);
  EXPECT_EQ(links(), "com,a)/>com,a)/1(1) com,a)/>com,a)/2(2) com,a)/>com,a)/3(3)");
  EXPECT_EQ(uses(LinkUse::kNofollow), 1U);
  EXPECT_EQ(uses(LinkUse::kUgc), 1U);
  EXPECT_EQ(uses(LinkUse::kSponsored), 1U);
  block.clear();
  options.drop_nofollow = true;
  PageEmitter(options, block).html("http://a.com/", 0, page);
  EXPECT_EQ(links(), "com,a)/>com,a)/1(1)");
  EXPECT_EQ(skipped(SkipReason::kNofollow), 2U);
  block.clear();
  PageEmitter(options, block)
      .html("http://a.com/", 0, "<meta name=robots content=nofollow><a href=/1>1</a>");
  EXPECT_EQ(links(), "");
}

TEST_F(Emitted, CanonicalRefreshAndRedirectAreAliases) {
  PageEmitter emitter(options, block);
  emitter.html("http://a.com/x?utm=1", 7, "<link rel=canonical href=/x><a href=b>b</a>");
  emitter.html("http://a.com/x", 7, "<link rel=canonical href=x>");  // itself: none
  emitter.html("http://a.com/old", 8, "<meta http-equiv=refresh content='0; url=new'>");
  emitter.html("http://a.com/slow", 8, "<meta http-equiv=refresh content='60; url=new'>");
  emitter.redirect("http://a.com/moved", 9, "https://b.com/here#part");
  emitter.redirect("http://a.com/same", 9, "https://a.com/same");
  emitter.redirect("http://a.com/broken", 9, "mailto:x");
  EXPECT_EQ(aliases(),
            "com,a)/x?utm=1=com,a)/x@7 com,a)/old=com,a)/new@8 "
            "com,a)/moved=com,b)/here@9");
  block.clear();
  options.aliases = false;
  PageEmitter(options, block).redirect("http://a.com/moved", 9, "https://b.com/");
  EXPECT_EQ(aliases(), "");
}

TEST_F(Emitted, PagesOutsideTheDatesAreLeftOut) {
  options.from_date = 10;
  options.to_date = 20;
  PageEmitter emitter(options, block);
  for (const uint32_t date : {0U, 9U, 10U, 20U, 21U}) {
    emitter.html("http://a.com/" + std::to_string(date), date, "");
  }
  emitter.redirect("http://a.com/r", 9, "http://b.com/");
  EXPECT_EQ(block.fetches().size(), 3U);  // one that has no date is not known to be outside
  EXPECT_EQ(skipped(SkipReason::kOutsideDates), 3U);
  EXPECT_EQ(aliases(), "");
}

TEST_F(Emitted, APageInParts) {
  PageEmitter emitter(options, block);
  ASSERT_TRUE(emitter.begin("http://w.org/wiki/A", 5));
  emitter.base("http://w.org/other/");
  emitter.title("A");
  emitter.text("words");
  emitter.link("B", "the b", LinkUse::kWiki);
  EXPECT_EQ(links(), "org,w)/wiki/A>org,w)/other/B(the b)");
  EXPECT_EQ(block.text(block.fetches()[0].text), "words");
}

TEST_F(Emitted, TextAndAnchorsCanBeLeftOut) {
  options.keep_text = options.keep_anchors = false;
  PageEmitter(options, block).html("http://a.com/", 0, "<p>words <a href=b>b</a>");
  EXPECT_EQ(links(), "com,a)/>com,a)/b()");
  EXPECT_EQ(block.text(block.fetches()[0].text), "");
}

// The same link from HTML and from a list of links is the same page.
TEST_F(Emitted, KeysAreThoseOfAListOfLinks) {
  PageEmitter emitter(options, block);
  emitter.html("http://a.com/{d}/p", 0, "<a href='x{y}^\"|`?a=\"<>&#39;{'>l</a>");
  EXPECT_EQ(key(block.fetches()[0].page), "com,a)/{d}/p");
  EXPECT_EQ(key(block.links().back().target), "com,a)/{d}/x{y}^\"|`?a=\"<>'{");
}

}  // namespace
}  // namespace cocite::read
