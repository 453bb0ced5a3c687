#include "read/wiki_title.h"

#include <gtest/gtest.h>

namespace cocite::read {
namespace {

const std::string kSiteInfo =
    "<siteinfo><sitename>Wikipedia</sitename><base>https://de.wikipedia.org/wiki/Hauptseite</base>"
    "<case>first-letter</case><namespaces><namespace key=\"-2\" "
    "case=\"first-letter\">Medium</namespace>"
    "<namespace key=\"0\" case=\"first-letter\" /><namespace key=\"1\" "
    "case=\"first-letter\">Diskussion</namespace>"
    "<namespace key=\"6\" case=\"first-letter\">Datei</namespace>"
    "<namespace key=\"14\" case=\"first-letter\">Kategorie</namespace></namespaces></siteinfo>";

class WikiTitle : public ::testing::Test {
 protected:
  WikiTitle() { EXPECT_TRUE(site.read(kSiteInfo)); }
  std::string url(std::string_view target) const {
    std::string address;
    if (!site.resolve(target, address)) return "-";
    return address.substr(site.base().size());
  }
  WikiSite site;
};

TEST_F(WikiTitle, TheBaseIsWhereTitlesStand) {
  EXPECT_EQ(site.base(), "https://de.wikipedia.org/wiki/");
  WikiSite other;
  EXPECT_TRUE(other.read("<base>http://w.example/index.php?title=Main_Page</base>"));
  EXPECT_EQ(other.base(), "http://w.example/index.php?title=");
  EXPECT_TRUE(other.read("<base>http://w.example/w/index.php/A&amp;B</base>"));
  EXPECT_EQ(other.base(), "http://w.example/w/index.php/");
  EXPECT_FALSE(other.read("<sitename>x</sitename>"));
  EXPECT_FALSE(other.read("<base>nonsense</base>"));
  EXPECT_FALSE(other.read("<base>http://w.example</base>"));
  EXPECT_FALSE(other.read("<base>http://w.exam"));
}

TEST_F(WikiTitle, TitlesBecomeAddresses) {
  EXPECT_EQ(url("Berlin"), "Berlin");
  EXPECT_EQ(url("berlin wall"), "Berlin_wall");
  EXPECT_EQ(url(" _a__b \n c_ "), "A_b_c");
  EXPECT_EQ(url("österreich"), "%C3%96sterreich");
  EXPECT_EQ(url("ÿ"), "%C5%B8");
  EXPECT_EQ(url("łódź"), "%C5%81%C3%B3d%C5%BA");
  EXPECT_EQ(url("žena"), "%C5%BDena");
  EXPECT_EQ(url("москва"), "%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0");
  EXPECT_EQ(url("ёлка"), "%D0%81%D0%BB%D0%BA%D0%B0");
  EXPECT_EQ(url("άλφα"), "%CE%86%CE%BB%CF%86%CE%B1");
  EXPECT_EQ(url("ß"), "%C3%9F");
  EXPECT_EQ(url("日本"), "%E6%97%A5%E6%9C%AC");
  EXPECT_EQ(url("C++ (x)/y?z"), "C%2B%2B_(x)/y%3Fz");
  EXPECT_EQ(url("Diskussion:berlin"), "Diskussion:Berlin");
}

TEST_F(WikiTitle, FragmentsAreCut) {
  EXPECT_EQ(url("Berlin#Geschichte"), "Berlin");
  EXPECT_EQ(url("#Geschichte"), "-");
}

TEST_F(WikiTitle, WhatIsNoPageHereIsNone) {
  for (const char* target : {"Datei:x.jpg",
                             "datei: x",
                             "File:x.jpg",
                             "Image:x",
                             "Kategorie:X",
                             "Category:X",
                             ":Kategorie:X",
                             "Medium:x.ogg",
                             "Special:Search",
                             "fr:Paris",
                             ":fr:Paris",
                             "zh-yue:x",
                             "wikt:x",
                             "commons:x",
                             "",
                             " ",
                             "_",
                             ":",
                             "a{{b}}",
                             "a<b",
                             "a[b",
                             "a\x01"}) {
    EXPECT_EQ(url(target), "-") << target;
  }
  EXPECT_EQ(url(std::string(256, 'a')), "-");
  EXPECT_EQ(url(std::string(255, 'a')).size(), 255U);
}

TEST_F(WikiTitle, PathsAndSignaturesAreNoTitles) {
  for (const char* target : {".",
                             "..",
                             "./a",
                             "../a",
                             "a/.",
                             "a/..",
                             "a/./b",
                             "a/../b",
                             "Diskussion:..",
                             "a~~~b",
                             "~~~~",
                             "%2E%2E",
                             "a%7Cb",
                             "a%5Bb",
                             "100%2525",
                             "&amp;eacute;",
                             "&#35;",
                             "Diskussion:",
                             "Diskussion: #x",
                             "a\xFF"}) {
    EXPECT_EQ(url(target), "-") << target;
  }
  EXPECT_EQ(url("..."), "...");
  EXPECT_EQ(url("a..b/.c/d."), "A..b/.c/d.");
  EXPECT_EQ(url("a~~b"), "A~~b");
  EXPECT_EQ(url("100% & more"), "100%25_%26_more");
}

TEST_F(WikiTitle, AllSpellingsOfATitleAreOne) {
  for (const char* target :
       {"Foo bar", "Foo%20bar", "Foo&nbsp;bar", "Foo&#160;bar", "Foo\u00A0bar",
        "Foo\u2003\u3000bar", "Foo_&nbsp;_bar", "\u200EFoo bar\u200F", "Foo \u202Abar\u202C",
        "foo%5Fbar&nbsp;", "Foo&#x20;bar#x", "Foo bar%23x", "%46oo bar", ":Foo bar"}) {
    EXPECT_EQ(url(target), "Foo_bar") << target;
  }
  EXPECT_EQ(url("Cafe\u0301"), "Caf%C3%A9");
  EXPECT_EQ(url("Caf&eacute;"), "Caf%C3%A9");
  EXPECT_EQ(url("Caf%C3%A9"), "Caf%C3%A9");
  EXPECT_EQ(url("e\u0301t\u00E9"), "%C3%89t%C3%A9");  // the capital of the composed letter
}

TEST_F(WikiTitle, NamesOfNamespacesHaveManySpellingsToo) {
  EXPECT_EQ(url("DISKUSSION:berlin"), "Diskussion:Berlin");
  EXPECT_EQ(url("Talk:berlin"), "Diskussion:Berlin");
  EXPECT_EQ(url("talk : berlin"), "Diskussion:Berlin");
  EXPECT_EQ(url("HELP:links"), "Help:Links");
  EXPECT_EQ(url("user_talk:x"), "User_talk:X");
  WikiSite english;
  ASSERT_TRUE(
      english.read("<base>https://x.example/wiki/M</base><case>case-sensitive</case>"
                   "<namespace key=\"4\">Wikipedia</namespace>"
                   "<namespace key=\"12\">Help</namespace>"));
  std::string address;
  ASSERT_TRUE(english.resolve("Project:about", address));
  EXPECT_EQ(address, "https://x.example/wiki/Wikipedia:about");
  ASSERT_TRUE(english.resolve("WIKIPEDIA:about", address));
  EXPECT_EQ(address, "https://x.example/wiki/Wikipedia:about");
  english.address("Help:A/../b", address);  // what a dump has is a page whatever its name
  EXPECT_EQ(address, "https://x.example/wiki/Help:A/../b");
}

TEST_F(WikiTitle, ColonsInTitlesAreNoPrefixes) {
  EXPECT_EQ(url("Star Trek: Voyager"), "Star_Trek:_Voyager");
  EXPECT_EQ(url("2001: A Space Odyssey"), "2001:_A_Space_Odyssey");
  EXPECT_EQ(url("Portal:Kunst"), "Portal:Kunst");
  EXPECT_EQ(url("CSI: Miami"), "CSI:_Miami");
}

TEST_F(WikiTitle, WhereTheWikiSaysSoTheFirstLetterStays) {
  WikiSite wiktionary;
  ASSERT_TRUE(wiktionary.read("<base>https://x.example/wiki/M</base><case>case-sensitive</case>"));
  std::string address;
  ASSERT_TRUE(wiktionary.resolve("haus", address));
  EXPECT_EQ(address, "https://x.example/wiki/haus");
}

TEST_F(WikiTitle, ReferencesOfXmlAreDecodedOnce) {
  std::string out;
  decode_xml("a&lt;b&gt;&amp;lt;&quot;&apos;&#039;&unknown; & ", out);
  EXPECT_EQ(out, "a<b>&lt;\"''&unknown; & ");
}

}  // namespace
}  // namespace cocite::read
