
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read/source.h"
#include "read/testing/packers.h"
#include "read/testing/told.h"

namespace cocite::read {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Told;
using ::testing::UnorderedElementsAre;

const std::string kHead =
    "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.10/\" xml:lang=\"en\">\n<siteinfo>"
    "<base>https://w.example/wiki/Main_Page</base><case>first-letter</case><namespaces>"
    "<namespace key=\"1\">Talk</namespace></namespaces></siteinfo>\n";

std::string page(const std::string& title, const std::string& text, const std::string& more = "",
                 const std::string& ns = "0") {
  return "  <page>\n    <title>" + title + "</title>\n    <ns>" + ns + "</ns>\n    <id>1</id>\n" +
         more +
         "    <revision>\n      <id>2</id>\n      <timestamp>2006-09-19T17:20:24Z</timestamp>\n"
         "      <comment>&lt;text&gt;</comment>\n      <text bytes=\"9\" xml:space=\"preserve\">" +
         text + "</text>\n      <sha1>x</sha1>\n    </revision>\n  </page>\n";
}

Told read(const std::string& bytes, const SourceOptions& options = {}) {
  auto stream = RecordStream::from_memory(bytes, "dump.xml");
  EXPECT_TRUE(stream);
  return testing::tell(find_source("wiki").value()->over(std::move(*stream), options));
}

TEST(Wiki, PagesHaveLinksTitlesTextAndDate) {
  const std::string dump =
      kHead +
      page("Bee", "'''Bees''' are [[insect]]s &amp; [[Flower#x|like flowers]].\n[[File:b.jpg]]") +
      page("A &amp; B", "[[bee]] &lt;!-- [[x]] --&gt; [[Q&amp;amp;A]]") +
      page("Talk:Bee", "[[x]]", "", "1") + page("Empty", "") + "</mediawiki>\n";
  for (const std::string& packed :
       {dump, testing::gzip(dump), testing::bzip2(dump), testing::zstd(dump)}) {
    const Told told = read(packed);
    EXPECT_THAT(told.pages,
                ElementsAre("example,w)/wiki/Bee@1158686424 Bee|Bees are insects & like flowers.",
                            "example,w)/wiki/A_%26_B@1158686424 A & B|bee Q&A",
                            "example,w)/wiki/Empty@1158686424 Empty|"));
    EXPECT_THAT(told.links, ElementsAre("example,w)/wiki/Bee>example,w)/wiki/Insect(insects)",
                                        "example,w)/wiki/Bee>example,w)/wiki/Flower(like flowers)",
                                        "example,w)/wiki/A_%26_B>example,w)/wiki/Bee(bee)",
                                        "example,w)/wiki/A_%26_B>example,w)/wiki/Q%26A(Q&A)"));
    EXPECT_THAT(told.records, UnorderedElementsAre(std::pair("page", 3),
                                                   std::pair("page of another namespace", 1)));
    EXPECT_THAT(told.skipped, IsEmpty());
  }
}

TEST(Wiki, RedirectsAreAliases) {
  const Told told = read(
      kHead + page("Old", "#REDIRECT [[elsewhere]]", "<redirect title=\"New &amp; true\" />\n") +
      page("Older", "#REDIRECT [[old]]") + page("Gone", "#REDIRECT [[fr:Gone]]"));
  EXPECT_THAT(told.aliases,
              ElementsAre("example,w)/wiki/Old=example,w)/wiki/New_%26_true@1158686424",
                          "example,w)/wiki/Older=example,w)/wiki/Old@1158686424"));
  EXPECT_THAT(told.pages, IsEmpty());
  EXPECT_EQ(told.records.at("redirect"), 3U);
}

TEST(Wiki, OfSeveralRevisionsTheLastCounts) {
  const Told told =
      read(kHead +
           "<page><title>A</title><ns>0</ns><revision><timestamp>2001-01-01T00:00:00Z</timestamp>"
           "<text>[[old]]</text></revision><revision><timestamp>2006-09-19T17:20:24Z</timestamp>"
           "<text>[[new]]</text></revision></page>");
  EXPECT_THAT(told.links, ElementsAre("example,w)/wiki/A>example,w)/wiki/New(new)"));
  EXPECT_THAT(told.pages, ElementsAre("example,w)/wiki/A@1158686424 A|new"));
}

TEST(Wiki, PiecesHoldWholePagesAndSayTheSame) {
  std::string dump = kHead;
  for (int i = 0; i < 100; ++i)
    dump += page("P" + std::to_string(i), "[[P" + std::to_string(i + 1) + "]]");
  const Told whole = read(dump);
  EXPECT_EQ(whole.pieces, 1U);
  EXPECT_EQ(whole.links.size(), 100U);
  // Whatever the size of pieces: what is read in one go can hold many of them.
  const Told pieces = read(testing::gzip(dump), {.piece_bytes = 1});
  EXPECT_EQ(pieces.links, whole.links);
}

TEST(Wiki, CutAndDamagedDumpsGiveTheirWholePages) {
  const std::string dump = kHead + page("A", "[[b]]") + page("B", "[[c]]") + "</mediawiki>";
  for (size_t cut = kHead.size(); cut <= dump.size(); ++cut) {
    const Told told = read(dump.substr(0, cut));
    EXPECT_LE(told.pages.size(), 2U);
    EXPECT_LE(told.skipped.size(), 1U);
    EXPECT_EQ(told.pages.size() == 2, cut >= dump.size() - std::string("\n</mediawiki>").size())
        << cut;
  }
  for (size_t i = kHead.size(); i < dump.size(); ++i) {
    std::string bad = dump;
    bad[i] = static_cast<char>(bad[i] ^ 0x41);
    EXPECT_LE(read(bad).pages.size(), 2U);
  }
  std::string bad = testing::gzip(page("B", "[[c]]"));
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0xFF);
  const Told told =
      read(testing::gzip(kHead + page("A", "[[b]]")) + bad + testing::gzip(page("C", "[[d]]")));
  EXPECT_THAT(told.links, ElementsAre("example,w)/wiki/A>example,w)/wiki/B(b)",
                                      "example,w)/wiki/C>example,w)/wiki/D(d)"));
  EXPECT_EQ(told.skipped.at(SkipReason::kBadMember), 1U);
}

TEST(WikiSlow, PagesWithoutAnEndAndOfAbsurdSizeAreBounded) {
  const std::string huge =
      kHead + page("A", std::string(size_t{34} << 20, 'x')) + page("B", "[[c]]");
  const Told told = read(testing::gzip(huge));
  EXPECT_THAT(told.links, ElementsAre("example,w)/wiki/B>example,w)/wiki/C(c)"));
  EXPECT_EQ(told.skipped.at(SkipReason::kBadRecord), 1U);
  EXPECT_EQ(read(kHead + page("", "[[c]]")).skipped.at(SkipReason::kBadRecord), 1U);
}

TEST(Wiki, OtherFilesAreRefused) {
  auto stream = RecordStream::from_memory(std::string("<html>"), "x.xml");
  const auto refused = find_source("wiki").value()->over(std::move(*stream), {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("x.xml: is not a MediaWiki dump"));
  const auto info = find_source("wiki");
  ASSERT_TRUE(info);
  EXPECT_TRUE((*info)->recognises("x", kHead));
  EXPECT_TRUE((*info)->recognises("enwiki-pages-articles.xml.bz2", "BZh9"));
  EXPECT_FALSE((*info)->recognises("x.tsv", "a\tb"));
}

TEST(Wiki, WhatIsMissingIsSaid) {
  const auto refusal = [](const std::string& bytes) {
    auto stream = RecordStream::from_memory(bytes, "x.xml");
    const auto refused = find_source("wiki").value()->over(std::move(*stream), {});
    return refused ? std::string() : refused.error().message;
  };
  // An export of a few pages, without a word about their wiki.
  EXPECT_THAT(
      refusal("<mediawiki>\n" + page("A", "[[b]]") + "</mediawiki>"),
      HasSubstr("<siteinfo><base>https://wiki.example.org/wiki/Main_Page</base></siteinfo>"));
  for (const bool big : {false, true}) {
    for (const bool mark : {false, true}) {
      std::string wide = mark ? (big ? "\xFE\xFF" : "\xFF\xFE") : "";
      for (const char c : kHead + page("A", "[[b]]")) {
        wide += big ? std::string{'\0', c} : std::string{c, '\0'};
      }
      EXPECT_TRUE(find_source("wiki").value()->recognises("x.xml", wide));
      EXPECT_THAT(refusal(wide), HasSubstr("iconv -f UTF-16"));
    }
  }
}

}  // namespace
}  // namespace cocite::read
