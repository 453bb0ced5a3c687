#include "read/wikitext.h"

#include <random>

#include <gtest/gtest.h>

namespace cocite::read {
namespace {

class Text : public ::testing::Test {
 protected:
  Text() { EXPECT_TRUE(site.read("<base>https://w.example/wiki/Main</base>")); }
  // "target(anchor+trail)" of each link.
  std::string links(std::string_view text) {
    Wikitext page(site);
    page.read(text, 1000);
    std::string all;
    for (const auto& link : page.links()) {
      all += (all.empty() ? "" : " ") + std::string(link.target) + "(" + std::string(link.anchor) +
             std::string(link.trail) + ")";
    }
    return all;
  }
  std::string words(std::string_view text, size_t max_words = 1000) {
    Wikitext page(site);
    page.read(text, max_words);
    return std::string(page.text());
  }
  WikiSite site;
};

TEST_F(Text, LinksComeInOrder) {
  EXPECT_EQ(links("[[a]] and [[b|the b]], [[c#d|e]]; [[f]]s [[g|h]]ing [[i]]S"),
            "a(a) b(the b) c#d(e) f(fs) g(hing) i(i)");
  EXPECT_EQ(links("* [[a]]\n# [[b]]\n== [[c]] ==\n: ''[[d]]''"), "a(a) b(b) c(c) d(d)");
  EXPECT_EQ(links("[[:Portal:X]]"), ":Portal:X(Portal:X)");
}

TEST_F(Text, FilesCategoriesAndOtherWikisAreNoLinksButTheirCaptionsAre) {
  EXPECT_EQ(links("[[File:x.jpg|thumb|a [[b]] and [[c|d]] here]] [[e]]"), "b(b) c(d) e(e)");
  EXPECT_EQ(links("[[Category:X]] [[Category:Y|z]] [[fr:X]] [[Image:a.png]]"), "");
  EXPECT_EQ(words("[[File:x.jpg|thumb|a [[b]] and [[c|d]] here]] text [[e]]"), "text e");
  EXPECT_EQ(words("one [[Category:X|y]] two [[fr:X]]"), "one two");
}

TEST_F(Text, LinksInTemplatesTablesAndNotesCountAsWritten) {
  EXPECT_EQ(
      links("{{box|x=[[a]]|y={{z|[[b]]}}}} [[c]]<ref>see [[d]]</ref>\n{|\n| [[e]]\n|}\n[[f]]"),
      "a(a) b(b) c(c) d(d) e(e) f(f)");
  EXPECT_EQ(words("{{box|x=[[a]]|y={{z}}}} one<ref name=q>see [[d]]</ref> two<ref name=q/> "
                  "three\n{|\n| four\n|}\nfive"),
            "one two three five");
}

TEST_F(Text, WhatIsShownAsItIsHasNoLinks) {
  EXPECT_EQ(
      links("<!-- [[a]] --> <nowiki>[[b]]</nowiki> <pre>[[c]]</pre> <NoWiki >[[d]]</NOWIKI> "
            "<syntaxhighlight lang=x>[[e]]</syntaxhighlight> <nowiki/>[[f]] <math>[[g]]</math>"),
      "f(f)");
  EXPECT_EQ(links("<!-- never closed [[a]]"), "");
  EXPECT_EQ(links("<nowiki>never closed [[a]]"), "");
  EXPECT_EQ(words("a <nowiki>[[b]]</nowiki> c"), "a [[b]] c");
}

TEST_F(Text, BrokenBracketsAreSurvived) {
  EXPECT_EQ(links("[[a [[b]] c]]"), "b(b)");
  EXPECT_EQ(links("[[a|b [[c]] d]]"), "c(c)");
  EXPECT_EQ(links("[[a\nb]] [[]] [[|x]] [[#x]] [[ ]] ]] [[c"), "");
  EXPECT_EQ(links("[[{{x}}]] [[d]] [[[e]]]"), "d(d) e(e)");
  EXPECT_EQ(links("[[" + std::string(5000, 'x') + "]] [[a]]"), "a(a)");
  EXPECT_EQ(words("{{ never closed\n== Heading ==\ntext"), "Heading text");
}

TEST_F(Text, MarkupIsNotSaid) {
  EXPECT_EQ(
      words("'''Bees''' are ''[[insect|flying insects]]''s&nbsp;with [https://x.example wings] "
            "and <b>stings</b>.<br/>They\n* hum\n** buzz\n__NOTOC__\n== Life ==\nshort"),
      "Bees are flying insectss with wings and stings. They hum buzz Life short");
  EXPECT_EQ(words("a < b and don't"), "a < b and don't");
  EXPECT_EQ(words("one two three four", 2), "one two");
  EXPECT_EQ(words("one", 0), "");
}

TEST_F(Text, RedirectsAreSeen) {
  EXPECT_EQ(redirect_target("#REDIRECT [[A b#c]]"), "A b#c");
  EXPECT_EQ(redirect_target(" #redirect:[[A|x]] {{R from x}}"), "A");
  EXPECT_EQ(redirect_target("#WEITERLEITUNG [[A]]"), "A");
  EXPECT_EQ(redirect_target("#ПЕРЕНАПРАВЛЕНИЕ [[A]]"), "A");
  EXPECT_EQ(redirect_target("#item [[A]]"), "");
  EXPECT_EQ(redirect_target("#REDIRECT A"), "");
  EXPECT_EQ(redirect_target("REDIRECT [[A]]"), "");
  EXPECT_EQ(redirect_target("#REDIRECT [[A"), "");
}

TEST_F(Text, AnchorsAreReadAsTheyAreSeen) {
  html::WordSink sink;
  EXPECT_EQ(plain_anchor("''a'' <b>b</b>  c&amp;d don't < e", sink, 100), "a b c&d don't < e");
  EXPECT_EQ(plain_anchor("abcdef", sink, 3), "abc");
}

TEST_F(Text, AnyBytesAreAPage) {
  std::mt19937 random(3);
  constexpr std::string_view kBits[] = {
      "[[",   "]]",  "{{", "}}", "{|", "|}",    "|",        "\n",        "<ref>", "</ref>",
      "<!--", "-->", "''", "==", "a",  "File:", "<nowiki>", "</nowiki>", ":",     "#"};
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (int k = 0; k < 30; ++k) text += kBits[random() % std::size(kBits)];
    Wikitext page(site);
    page.read(text, 1000);
    for (const auto& link : page.links()) EXPECT_TRUE(site.names_page(link.target)) << text;
  }
}

}  // namespace
}  // namespace cocite::read
