#include "html/feed.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::html {
namespace {

std::string listed(const std::string& text) {
  const Feed feed = read_feed(text);
  if (!feed.is_feed) return "no feed";
  std::string result = feed.title;
  for (const FeedLink& link : feed.links) result += "|" + link.href + " " + link.title;
  return result;
}

TEST(Feed, ReadsRss) {
  EXPECT_EQ(
      listed(
          "<?xml version='1.0'?><!-- a > b --><!DOCTYPE rss [<!ENTITY x 'y'>]>\n"
          "<rss version='2.0'><channel><title>News &amp; more</title><link>http://e.org/</link>"
          "<atom:link href='http://e.org/rss' rel='self'/>"
          "<image><title>Logo</title><link>http://e.org/logo</link></image>"
          "<item><title><![CDATA[One <b>]]></title><link> http://e.org/1?a=1&amp;b=2 </link>"
          "<guid>http://e.org/guid</guid><description>&lt;a href='http://no/'></description></item>"
          "<item><guid isPermaLink=\"true\">http://e.org/2</guid><title>Two</title></item>"
          "<item><guid isPermaLink='false'>http://e.org/no</guid></item>"
          "<item><link><![CDATA[/3]]></link><link/></item></channel></rss>"),
      "News & more|http://e.org/ |http://e.org/1?a=1&b=2 One <b>|http://e.org/2 Two|/3 ");
}

TEST(Feed, ReadsAtomAndRdf) {
  EXPECT_EQ(
      listed("\xEF\xBB\xBF<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://e.org/x/'>"
             "<title type='text'>T</title><link rel='self' href='no'/><link href='home' />"
             "<entry><title>One</title><link rel=\"alternate\" href=\"1\"/><link rel='edit' "
             "href='no'/>"
             "<source><title>S</title><link href='no'/></source></entry>"
             "<entry><link href='a > b'></link><title>Two</title></entry></feed>"),
      "T|home |1 One|a > b Two");
  EXPECT_EQ(read_feed("<feed xml:base='http://e.org/x/'></feed>").base, "http://e.org/x/");
  EXPECT_EQ(listed("<rdf:RDF><channel><title>R</title><link>http://e.org/</link></channel>"
                   "<item><link>http://e.org/1</link><title>One</title></item></rdf:RDF>"),
            "R|http://e.org/ |http://e.org/1 One");
}

TEST(Feed, IsNothingElse) {
  for (const char* text : {"", "x", "<html><link href='a'></html>", "<urlset><loc>x</loc></urlset>",
                           "<!--", "<", "<?xml", "{\"feed\": 1}", "<svg><link href='a'/></svg>"}) {
    EXPECT_EQ(listed(text), "no feed") << text;
  }
}

TEST(Feed, TakesAnyBytes) {
  const std::string good =
      "<rss><channel><title>a&amp;b</title><item><link>http://e.org/<![CDATA[1]]></link><guid "
      "x='y' z>1</guid></item>"
      "<link href=\"x\" rel='alternate'/></channel></rss>";
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    for (int k = 0; k < 4; ++k) {
      text[random() % text.size()] = "<>&'\"=/ ![]-x"[random() % 13];
    }
    static_cast<void>(read_feed(text.substr(0, random() % text.size())));
  }
  // Linear: nothing is read again and again.
  std::string many = "<rss>";
  for (int i = 0; i < 200'000; ++i) many += "<link a='";
  static_cast<void>(read_feed(many));
}

TEST(Feed, TypesAndEncodings) {
  EXPECT_TRUE(may_be_feed("application/RSS+xml; charset=utf-8"));
  EXPECT_TRUE(may_be_feed("text/xml"));
  EXPECT_FALSE(may_be_feed("text/html"));
  EXPECT_FALSE(may_be_feed("image/svg+xml"));
  EXPECT_EQ(xml_encoding("<?xml version=\"1.0\" encoding='iso-8859-1'?><rss/>"), "iso-8859-1");
  EXPECT_EQ(xml_encoding("<rss encoding='x'/>"), "");
}

}  // namespace
}  // namespace cocite::html
