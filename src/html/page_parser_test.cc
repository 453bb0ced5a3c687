#include "html/page_parser.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/testing/page_maker.h"

namespace cocite::html {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "href|anchor" of every link.
std::vector<std::string> links_of(std::string_view page, const ParseOptions& options = {}) {
  PageParser parser;
  std::vector<std::string> result;
  for (const Link& link : parser.parse(page, options).links) {
    result.push_back(std::string(link.href) + "|" + std::string(link.anchor));
  }
  return result;
}

std::string text_of(std::string_view page, const ParseOptions& options = {}) {
  PageParser parser;
  return std::string(parser.parse(page, options).text);
}

std::string title_of(std::string_view page, const ParseOptions& options = {}) {
  PageParser parser;
  return std::string(parser.parse(page, options).title);
}

TEST(PageParser, ReadsAWholePage) {
  PageParser parser;
  const PageContent& page = parser.parse(R"(<!DOCTYPE html>
    <html lang=en-GB><head><title>Caf&eacute;
      &amp; Bar </title><meta charset=utf-8>
    <base href="https://e.org/d/"><link rel="stylesheet" href=s.css>
    <link rel="alternate CANONICAL" href="https://e.org/c?a=1&amp;b=2">
    <meta name=Robots content="NoIndex, NoFollow"><meta http-equiv=Refresh content="5; URL='next.html'">
    <style>p { color: red }</style><script>var a = "<a href=no>";</script></head>
    <body><h1>Head<span>line</span></h1><p>One <a href="one.html" rel="nofollow">the
      <b>first</b> link</a>, two.<ul><li>x<li>y</ul><map><area href=map.html alt="A &lt; B"></map>
    <!-- not this --><a href='two.html'><img src=i.png alt="An image">  </a></body></html>)");
  EXPECT_EQ(page.title, "Caf\u00E9 & Bar");
  EXPECT_EQ(page.lang, "en-GB");
  EXPECT_EQ(page.charset, "utf-8");
  EXPECT_TRUE(page.has_base);
  EXPECT_EQ(page.base_href, "https://e.org/d/");
  EXPECT_EQ(page.canonical, "https://e.org/c?a=1&b=2");
  EXPECT_TRUE(page.nofollow && page.noindex);
  ASSERT_TRUE(page.has_refresh);
  EXPECT_EQ(page.refresh.delay_s, 5);
  EXPECT_EQ(page.refresh.url, "next.html");
  ASSERT_EQ(page.links.size(), 3U);
  EXPECT_EQ(page.links[0].href, "one.html");
  EXPECT_EQ(page.links[0].anchor, "the first link");
  EXPECT_EQ(page.links[0].rel, kRelNofollow);
  EXPECT_EQ(page.links[1].kind, LinkKind::kArea);
  EXPECT_EQ(page.links[1].anchor, "A < B");
  EXPECT_EQ(page.links[2].anchor, "An image");
  EXPECT_EQ(page.text, "Headline One the first link, two. x y");
  EXPECT_EQ(page.words, 8U);
}

TEST(PageParser, ForgetsThePageBefore) {
  PageParser parser;
  (void)parser.parse(
      "<html lang=x><title>T</title><base href=b><a href=x>y</a><template><a hidden>");
  const PageContent& page = parser.parse("z");
  EXPECT_EQ(page.title, "");
  EXPECT_EQ(page.lang, "");
  EXPECT_FALSE(page.has_base);
  EXPECT_THAT(page.links, IsEmpty());
  EXPECT_EQ(page.text, "z");
}

TEST(PageParser, KeepsLinksInPageOrderWithEmptyAndOddHrefs) {
  EXPECT_THAT(links_of("<a href=b>1</a><a href>2</a><a name=x>3</a><a href=' a\n'>4</a>"
                       "<a href='javascript:x()'>5</a><A HREF=\"b\">6"),
              ElementsAre("b|1", "|2", " a\n|4", "javascript:x()|5", "b|6"));
}

TEST(PageParser, EndsAnAnchorAtTheNextOne) {
  EXPECT_THAT(links_of("<a href=1>one <a href=2>two</a> no <a name=x>no</a>"),
              ElementsAre("1|one", "2|two"));
  EXPECT_THAT(links_of("<a href=1><p>one</p><div>two</div></a>"), ElementsAre("1|one two"));
  EXPECT_THAT(links_of("<a href=1>a<script>no</script>b</a>"), ElementsAre("1|ab"));
}

TEST(PageParser, CutsAnchorsAndTitlesBetweenCharacters) {
  EXPECT_THAT(links_of("<a href=x>abc d\u00E9f</a>", {.max_anchor_bytes = 6}),
              ElementsAre("x|abc d"));
  EXPECT_THAT(links_of("<a href=x>abc d\u00E9f</a>", {.max_anchor_bytes = 7}),
              ElementsAre("x|abc d\u00E9"));
  EXPECT_THAT(links_of("<a href=x>abc d</a>", {.max_anchor_bytes = 4}), ElementsAre("x|abc"));
  EXPECT_EQ(title_of("<title>one two</title>", {.max_title_bytes = 5}), "one t");
}

TEST(PageParser, TakesTheFirstTitleThatSaysSomethingAndNoneOfSvg) {
  EXPECT_EQ(
      title_of("<svg><title>icon</title></svg><title> </title><title>A<b></title><title>B</title>"),
      "A<b>");
  EXPECT_EQ(text_of("<title>A</title><title>B</title><svg><title>icon</title><text>C</text></svg>"),
            "C");
}

TEST(PageParser, ReadsRelFlags) {
  PageParser parser;
  const PageContent& page =
      parser.parse("<a href=x rel='UGC sponsored'><a href=x rel='nofollow,ugc'><a href=x rel=x>");
  ASSERT_EQ(page.links.size(), 3U);
  EXPECT_EQ(page.links[0].rel, kRelUgc | kRelSponsored);
  EXPECT_EQ(page.links[1].rel, kRelUgc | kRelNofollow);
  EXPECT_EQ(page.links[2].rel, 0);
}

TEST(PageParser, TakesFramesOnlyWhenAsked) {
  const char* page = "<frameset><frame src=a></frameset><iframe src=b><a href=no></iframe>";
  EXPECT_THAT(links_of(page), IsEmpty());
  EXPECT_THAT(links_of(page, {.frames = true}), ElementsAre("a|", "b|"));
}

TEST(PageParser, FindsLinksInNoscriptAndSvgButNotInTemplates) {
  EXPECT_THAT(
      links_of("<noscript><a href=1>x</a></noscript><template><a href=2>x</a>"
               "<template></template><a href=3></template><svg><a xlink:href=4>y</a></svg>"),
      ElementsAre("1|x", "4|y"));
}

TEST(PageParser, IgnoresARefreshForReadersWithoutScripts) {
  PageParser parser;
  EXPECT_FALSE(
      parser.parse("<noscript><meta http-equiv=refresh content='0;url=x'></noscript>").has_refresh);
  EXPECT_TRUE(
      parser.parse("<noscript></noscript><meta http-equiv=refresh content='0;url=x'>").has_refresh);
}

TEST(PageParser, SeparatesWordsAtBlocksButNotAtInlineTags) {
  EXPECT_EQ(text_of("a<b>b</b>c<p>d<td>e<br>f<span>g</span>"), "abc d e fg");
  EXPECT_EQ(text_of("a&nbsp;b\u00A0c &#32; d\re"), "a b c d e");
  EXPECT_EQ(text_of("a < b & c &lt; d"), "a < b & c < d");
  EXPECT_EQ(text_of("a\0b<xmp>c&lt;\0</xmp>"s), "ab c&lt;\uFFFD");
}

TEST(PageParser, LeavesOutWhatReadersDoNotSee) {
  EXPECT_EQ(text_of("a<script>no</script><style>no</style><template>no</template><!-- no -->"
                    "<iframe>no</iframe><noembed>no</noembed><noframes>no</noframes>b"),
            "ab");
  EXPECT_EQ(text_of("<div hidden>no<div>no</div>no</div>a"), "a");
  EXPECT_EQ(text_of("<p hidden>no<p>a<ul><li hidden>no</ul>b"), "a b");
  EXPECT_EQ(text_of("<x-y hidden>no<x-z></x-z>no</x-y>a<br hidden>b<body hidden>c"), "a b c");
  EXPECT_EQ(text_of("<datalist><option>no</datalist><svg><style>no</style><desc>no</desc></svg>a"),
            "a");
  EXPECT_THAT(links_of("<div hidden><a href=x>y</a></div>"), ElementsAre("x|y"))
      << "a link all the same";
}

TEST(PageParser, StopsTextAfterSomeWordsAndBytes) {
  EXPECT_EQ(text_of("one two<p>three four", {.max_words = 3}), "one two three");
  EXPECT_EQ(text_of("one", {.max_words = 0}), "");
  EXPECT_EQ(text_of("one two three", {.max_text_bytes = 9}), "one two t");
  std::string page;
  for (int i = 0; i < 3000; ++i) page += "w" + std::to_string(i) + (i % 7 == 0 ? "<br>" : " ");
  PageParser parser;
  EXPECT_EQ(parser.parse(page).words, 1000U);
  EXPECT_TRUE(parser.parse(page).text.ends_with(" w998 w999"));
}

TEST(PageParser, CountsLinksOverTheLimitAndLeavesOutHugeHrefs) {
  std::string page;
  for (int i = 0; i < 100; ++i) page += "<a href=x>y</a>";
  PageParser parser;
  const PageContent& some = parser.parse(page, {.max_links = 30});
  EXPECT_EQ(some.links.size(), 30U);
  EXPECT_EQ(some.links_left_out, 70U);
  EXPECT_EQ(some.links.back().anchor, "y") << "text of a link that was left out goes nowhere";
  const PageContent& few = parser.parse(page, {.max_stored_bytes = 10});
  EXPECT_EQ(few.links.size(), 10U);
  EXPECT_EQ(parser.parse("<a href='" + std::string(70000, 'x') + "'>").links_left_out, 1U);
}

TEST(PageParser, HoldsDecodedHrefsAndBorrowsPlainOnes) {
  const std::string html = "<a href=plain></a><a href='a&amp;b'></a>";
  PageParser parser;
  const PageContent& page = parser.parse(html);
  ASSERT_EQ(page.links.size(), 2U);
  EXPECT_EQ(page.links[0].href.data(), html.data() + 8) << "no copy";
  EXPECT_EQ(page.links[1].href, "a&b");
}

TEST(PageParser, DeepNestingAndHostilePagesStayCheap) {
  std::string deep;
  for (int i = 0; i < 300000; ++i) deep += i % 3 == 0 ? "<svg><desc>" : "<div hidden>";
  EXPECT_THAT(links_of(deep + "<a href=x>"), ElementsAre("x|"));
  std::string opened = "<!--";
  for (int i = 0; i < 100000; ++i) opened += "<script><!-- ";
  EXPECT_THAT(links_of(opened), IsEmpty());
  EXPECT_THAT(links_of("<a " + std::string(1000000, '\'') + " href=x>"), ElementsAre("x|"));
}

TEST(PageParser, FindsTheSameInAReusedParserAsInANewOne) {
  testing::PageMaker maker(5);
  PageParser reused;
  for (int i = 0; i < 300; ++i) {
    const std::string html = maker.spoil(maker.make(20, testing::kForeignPieces));
    PageParser fresh;
    const PageContent& a = fresh.parse(html);
    const PageContent& b = reused.parse(html);
    ASSERT_EQ(a.links.size(), b.links.size());
    for (size_t k = 0; k < a.links.size(); ++k) {
      EXPECT_EQ(a.links[k].href, b.links[k].href);
      EXPECT_EQ(a.links[k].anchor, b.links[k].anchor);
    }
    EXPECT_EQ(a.title, b.title);
    EXPECT_EQ(a.text, b.text);
  }
}

TEST(Meta, RefreshFollowsTheStandard) {
  const auto url = [](std::string_view content) -> std::string {
    const auto refresh = read_refresh(content);
    return refresh ? std::to_string(static_cast<int>(refresh->delay_s)) + " " +
                         std::string(refresh->url)
                   : "none";
  };
  EXPECT_EQ(url("0;url=a"), "0 a");
  EXPECT_EQ(url(" 3.5 , URL = \"a b\"c"), "3 a b");
  EXPECT_EQ(url("1 a"), "1 a");
  EXPECT_EQ(url("1;'a"), "1 a");
  EXPECT_EQ(url("1;urls"), "1 urls");
  EXPECT_EQ(url("1; url"), "1 url");
  EXPECT_EQ(url("7"), "7 ");
  EXPECT_EQ(url(".5"), "0 ");
  EXPECT_EQ(url("1x;url=a"), "none");
  EXPECT_EQ(url("url=a"), "none");
  EXPECT_EQ(url("-1;url=a"), "none");
  EXPECT_EQ(url(""), "none");
  EXPECT_EQ(url("99999999999999999999;url=a"), "1000000000 a");
}

TEST(Meta, CharsetOfAContentType) {
  EXPECT_EQ(charset_of_content_type("text/html; charset=utf-8"), "utf-8");
  EXPECT_EQ(charset_of_content_type("text/html; Charset = 'x y' z"), "x y");
  EXPECT_EQ(charset_of_content_type("charset charset=a;b"), "a");
  EXPECT_EQ(charset_of_content_type("charset=\"a"), "");
  EXPECT_EQ(charset_of_content_type("text/html"), "");
}

TEST(PageParser, ListsWhatAPageNeedsToBeShown) {
  PageParser parser;
  const std::string page =
      "<link rel='shortcut ICON' href=i.ico><link rel=stylesheet href='s.css?a&amp;b'><link "
      "rel=next href=no>"
      "<style>@import 't.css'; p { background: url(u.png) }</style><script src=v.js></script>"
      "<body background=w.png><img src=x.png srcset='x,1.png 1x, x2.png 2x,x3.png'>"
      "<picture><source srcset='y.webp'></picture><video poster=z.jpg src=no></video>"
      "<div style='background: url(&quot;d.png&quot;)'><input type=IMAGE src=in.png><input src=no>"
      "<svg><image href=g.png /></svg><template><img src=no></template><a href=no>no</a>";
  const PageContent& content = parser.parse(page, {.requisites = true});
  const std::vector<std::string> listed(content.requisites.begin(), content.requisites.end());
  EXPECT_EQ(listed, (std::vector<std::string>{"i.ico", "s.css?a&b", "t.css", "u.png", "v.js",
                                              "w.png", "x.png", "x,1.png", "x2.png", "x3.png",
                                              "y.webp", "z.jpg", "d.png", "in.png", "g.png"}));
  EXPECT_TRUE(parser.parse(page).requisites.empty());
}

}  // namespace
}  // namespace cocite::html
