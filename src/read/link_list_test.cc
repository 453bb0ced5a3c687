#include "read/link_list.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace cocite::read::link_list {
namespace {

using namespace std::string_literals;

// All that a list says, put together again from its pieces.
struct Told {
  std::string links;  // "a>b a>c d>-": in order; - where only the page itself was seen
  std::vector<std::string> skipped;  // "line 3: no tab between two names"
  uint64_t skips = 0;
  uint64_t lines = 0;
  uint64_t links_read = 0;
  uint64_t self_links = 0;
  uint64_t bytes = 0;
  size_t pieces = 0;
};

Told read(const std::string& text,
          const SourceOptions& options = {.opaque_names = true, .piece_bytes = 1 << 16},
          size_t max_line_bytes = kMaxLineBytes) {
  Told told;
  auto stream = InputStream::from_memory(text, "links.tsv");
  EXPECT_TRUE(stream);
  const auto source = over(std::move(*stream), options, max_line_bytes);
  LinkBlock block;
  for (;;) {
    auto piece = source->next();
    EXPECT_TRUE(piece);
    if (!piece || *piece == nullptr) return told;
    block.clear();
    (*piece)->parse(block);
    ++told.pieces;
    const auto name = [&](uint32_t page) {
      return page == LinkBlock::kNoTarget ? "-"s : std::string(block.key(block.names()[page]));
    };
    for (const auto& link : block.links()) {
      told.links += (told.links.empty() ? "" : " ") + name(link.source) + ">" + name(link.target);
    }
    for (const auto& sample : block.samples()) {
      told.skipped.push_back("line " + std::to_string(sample.line) + ": " +
                             std::string(skip_reason_text(sample.reason)));
    }
    for (const uint64_t count : block.skipped()) told.skips += count;
    told.lines += block.lines;
    told.links_read += block.links_read;
    told.self_links += block.self_links;
    told.bytes += block.bytes;
  }
}

using Strings = std::vector<std::string>;

TEST(LinkList, LinksStandInTheOrderOfLines) {
  const Told told = read("a\tc\na\tb\nb\ta\na\tc\n");
  EXPECT_EQ(told.links, "a>c a>b b>a a>c");  // repeats are dropped later, when all is known
  EXPECT_EQ(told.lines, 4U);
  EXPECT_EQ(told.links_read, 4U);
  EXPECT_EQ(told.bytes, 16U);
}

TEST(LinkList, NothingAtAllIsNoPiece) {
  EXPECT_EQ(read("").pieces, 0U);
}

TEST(LinkList, OneNameIsAPageWithoutLinks) {
  EXPECT_EQ(read("a\nb\t\n").links, "a>- b>-");
}

TEST(LinkList, CommentsAndEmptyLinesAreNothing) {
  const Told told = read("# Directed graph\n# FromNodeId\tToNodeId\n\n\r\n0\t1\n#0\t2\n");
  EXPECT_EQ(told.links, "0>1");
  EXPECT_EQ(told.skips, 0U);
}

TEST(LinkList, TheLastLineNeedsNoEnd) {
  EXPECT_EQ(read("a\tb\nc\td").links, "a>b c>d");
  EXPECT_EQ(read("a\tb\nc").links, "a>b c>-");
}

TEST(LinkList, LinesMayEndAsOnWindows) {
  EXPECT_EQ(read("a\tb\r\nc\r\nd\t\r\n").links, "a>b c>- d>-");
  EXPECT_EQ(read("a\rb\tc\n").links, "a\rb>c");  // but only there
}

TEST(LinkList, ALinkToThePageItselfLeavesThePage) {
  const Told told = read("a\ta\n");
  EXPECT_EQ(told.links, "a>-");
  EXPECT_EQ(told.self_links, 1U);
}

TEST(LinkList, UrlsAreReadAsPages) {
  const Told told = read("http://Example.com/\thttps://EXAMPLE.org:443/a/../b#top\n", {});
  EXPECT_EQ(told.links, "com,example)/>org,example)/b");
  EXPECT_EQ(read("http://www.a.com/\tb.com\n", {.fold_www = true}).links, "com,a)/>com,b)/");
  EXPECT_EQ(read("http://a.com/x\thttp://A.com/x#y\n", {}).self_links, 1U);
}

TEST(LinkList, TheSourceOfADroppedLinkIsStillAPage) {
  const Told told = read("http://a.com/\tmailto:me@a.com\nhttp://b.com/\thttp://x..y/\n", {});
  EXPECT_EQ(told.links, "com,a)/>- com,b)/>-");
  EXPECT_EQ(told.skipped, (Strings{"line 1: not http(s)", "line 2: bad host"}));
  EXPECT_EQ(told.links_read, 2U);
}

TEST(LinkList, ABadSourceTakesItsLinkWithIt) {
  const Told told = read("http://x..y/\thttp://a.com/\nhttp://x..y/\thttp://b.com/\n", {});
  EXPECT_EQ(told.links, "");
  EXPECT_EQ(told.skips, 2U);
}

TEST(LinkList, WhatIsNoLinkIsCountedWithItsLine) {
  EXPECT_EQ(read("a\tb\tc\n").skipped, Strings{"line 1: no tab between two names"});
  EXPECT_EQ(read("x\n\ta\n").skipped, Strings{"line 2: empty name"});
  EXPECT_EQ(read("x\n0 1\n").skipped, Strings{"line 2: no tab between two names"});
  EXPECT_EQ(read("a\0b\tc\n"s).skipped, Strings{"line 1: NUL byte"});
  EXPECT_EQ(read("http://a.com/ http://b.com/\n", {}).skipped,
            Strings{"line 1: no tab between two names"});
  EXPECT_EQ(read("http://a.com:99999/\n", {}).skipped, Strings{"line 1: bad port"});
  EXPECT_EQ(read("http://a.com/" + std::string(70'000, 'x') + "\n", {}).skipped,
            Strings{"line 1: address too long"});
}

TEST(LinkList, ANameMayHoldBlanksAndAnyBytesOfUtf8OrNot) {
  EXPECT_EQ(read("New York\tLos Angeles\n").links, "New York>Los Angeles");
  EXPECT_EQ(read("\xff\xfe\t\xc3\x28\n").links, "\xff\xfe>\xc3\x28");
  EXPECT_EQ(read("http://a.com/\xff\thttp://b.com/\0x\n"s, {}).links, "com,a)/%FF>com,b)/%00x");
}

TEST(LinkList, OfManySkippedLinesAFewAreShown) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "1 2\n";
  const Told told = read(text);
  EXPECT_EQ(told.skips, 100U);
  EXPECT_EQ(told.skipped.size(), LinkBlock::kSamplesPerReason);
}

// --- lines that are too long -------------------------------------------------------------------

const SourceOptions kSmallPieces{.opaque_names = true, .piece_bytes = 64};

TEST(LinkList, ALongLineIsCountedWhereverItStands) {
  for (size_t before = 0; before < 12; ++before) {
    for (const size_t size : {17U, 18U, 60U, 63U, 64U, 65U, 128U, 500U}) {
      std::string text;
      for (size_t i = 0; i < before; ++i) text += "a\tb" + std::to_string(i) + "\n";
      const std::string expected = read(text).links + (before == 0 ? "" : " ") + "c>d";
      text += std::string(size, 'x') + "\n" + "c\td\n1 2\n";
      const Told told = read(text, kSmallPieces, 16);
      ASSERT_EQ(told.links, expected) << before << " " << size;
      ASSERT_EQ(told.lines, before + 3);
      ASSERT_EQ(told.skipped,
                (Strings{"line " + std::to_string(before + 1) + ": line too long",
                         "line " + std::to_string(before + 3) + ": no tab between two names"}))
          << before << " " << size;
    }
  }
}

TEST(LinkList, ALineOfTheGreatestLengthIsRead) {
  const std::string name(14, 'x');
  EXPECT_EQ(read(name + "\ty\n", kSmallPieces, 16).links, name + ">y");
  EXPECT_EQ(read(name + "\ty", kSmallPieces, 16).links, name + ">y");
  EXPECT_EQ(read(name + "\tyz", kSmallPieces, 16).skipped, Strings{"line 1: line too long"});
}

TEST(LinkList, ALongCommentIsAComment) {
  const Told told = read("#" + std::string(300, 'x') + "\na\tb\n", kSmallPieces, 16);
  EXPECT_EQ(told.links, "a>b");
  EXPECT_EQ(told.skips, 0U);
}

TEST(LinkList, TenMegabytesWithoutALineEndAreOneBadLine) {
  for (const bool opaque : {true, false}) {
    const Told told = read("a.com\tb.com\n" + std::string(10'000'000, 'x') + "\nc.com\td.com\n" +
                               std::string(10'000'000, 'y'),
                           {.opaque_names = opaque});
    EXPECT_EQ(told.skipped, (Strings{"line 2: line too long", "line 4: line too long"}));
    EXPECT_EQ(told.links_read, 2U);
  }
}

// --- pieces ------------------------------------------------------------------------------------

TEST(LinkList, SaysTheSameInPiecesOfAnySize) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (uint64_t lines = random() % 40; lines > 0; --lines) {
      for (uint64_t length = random() % 12; length > 0; --length) {
        text += "ab\t\r# 1\0"[random() % 8];
      }
      text += "\n";
    }
    if (random() % 2 == 0 && !text.empty()) text.pop_back();
    const Told whole = read(text, {.opaque_names = true, .piece_bytes = 4096}, 8);
    for (const size_t piece_bytes : {1U, 2U, 7U, 16U, 100U}) {
      const Told told = read(text, {.opaque_names = true, .piece_bytes = piece_bytes}, 8);
      ASSERT_EQ(told.links, whole.links) << text;
      ASSERT_EQ(told.lines, whole.lines) << text;
      ASSERT_EQ(told.skips, whole.skips) << text;
      ASSERT_EQ(told.links_read, whole.links_read) << text;
      ASSERT_EQ(told.self_links, whole.self_links) << text;
      const std::set<std::string> samples(told.skipped.begin(), told.skipped.end());
      for (const std::string& sample : whole.skipped) {
        ASSERT_TRUE(samples.contains(sample)) << sample << " in " << text;
      }
    }
  }
}

TEST(LinkList, APieceIsNotMuchLargerThanItIsMeantToBe) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "name" + std::to_string(i) + "\tother\n";
  const Told told = read(text, {.opaque_names = true});
  EXPECT_EQ(told.lines, 200'000U);
  EXPECT_EQ(told.pieces, text.size() / SourceOptions{}.piece_bytes + 1);
}

}  // namespace
}  // namespace cocite::read::link_list
