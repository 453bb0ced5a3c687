// The same links in the same order as an independent parser finds them; every kind of difference is
// named and argued in testing/differences.h.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "html/testing/differences.h"
#include "html/testing/page_maker.h"

namespace cocite::html::testing {
namespace {

using Counts = std::map<Difference, size_t>;

// Made pages, every other one spoilt; broken UTF-8 is repaired first, that is charset.h's business.
Counts compare_made_pages(unsigned seed, size_t count, std::span<const std::string_view> rare,
                          bool spoil) {
  Counts counts;
  PageMaker maker(seed);
  PageParser parser;
  for (size_t i = 0; i < count; ++i) {
    std::string made = maker.make(1 + maker.below(30), rare);
    if (spoil && i % 2 == 1) made = maker.spoil(made);
    std::string page;
    repair_utf8(made, page);
    const Difference difference = compare(parser, page);
    ++counts[difference];
    EXPECT_NE(difference, Difference::kUnexplained) << "seed " << seed << ", page " << i << ":\n"
                                                    << page;
  }
  return counts;
}

TEST(Gumbo, FindsTheSameLinksInMadeAndSpoiltPages) {
  Counts counts = compare_made_pages(1, 4000, {}, true);
  EXPECT_GE(counts[Difference::kNone], 3990U);
}

TEST(Gumbo, FindsTheSameLinksAroundAndInsideSvgAndMath) {
  Counts counts = compare_made_pages(2, 2000, kForeignPieces, false);
  EXPECT_EQ(counts[Difference::kNone] + counts[Difference::kEmptyEndTag], 2000U);
  EXPECT_LT(counts[Difference::kEmptyEndTag], 10U);
}

TEST(Gumbo, DropsOnlyLinksBehindASelect) {
  Counts counts = compare_made_pages(3, 1000, kSelectPieces, true);
  EXPECT_GT(counts[Difference::kNone], 500U);
  EXPECT_GT(counts[Difference::kSelect], 0U);
  EXPECT_EQ(counts[Difference::kFrameset], 0U);
}

TEST(Gumbo, DropsOnlyLinksOfPagesWithFrames) {
  Counts counts = compare_made_pages(4, 1000, kFramesetPieces, true);
  EXPECT_GT(counts[Difference::kNone], 300U);
  EXPECT_GT(counts[Difference::kFrameset] + counts[Difference::kLoneFrame], 0U);
  EXPECT_EQ(counts[Difference::kSelect], 0U);
}

TEST(Gumbo, ReadsEveryByteBehindALessThanSignAndInsideATagAlike) {
  PageParser parser;
  for (int first = 1; first < 128; ++first) {
    for (const char* frame :
         {"<%<a href=x>", "<a%href=x>", "<a href%=x>", "<a href=%x>", "<a href=x%>",
          "<a b='c'%href=x>", "<a href='%'>", "<a href=x></%a><a href=y>", "<!%><a href=x>",
          "<!-%-><a href=x>", "<!--%--><a href=x>", "<!---%><a href=x>",
          "<script></script%><a href=x></script><a href=y>", "<title></title%<a href=x>></title>",
          "&amp%<a href='&amp%&copy%1'>"}) {
      std::string page = frame;
      for (char& c : page) {
        if (c == '%') c = static_cast<char>(first);
      }
      const Difference difference = compare(parser, page);
      EXPECT_TRUE(difference == Difference::kNone || difference == Difference::kControlCharacter)
          << page;
    }
  }
}

TEST(Gumbo, AgreesOnASampleOfCppreferenceWhenInstalled) {
  const char* named = std::getenv("COCITE_HTML_TREE");
  const std::string root = named != nullptr ? named : "/usr/share/cppreference/doc/html";
  std::error_code error;
  PageParser parser;
  size_t seen = 0;
  size_t compared = 0;
  for (std::filesystem::recursive_directory_iterator it(root, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() != ".html" || seen++ % 200 != 0) continue;
    std::ifstream file(it->path(), std::ios::binary);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(compare(parser, page), Difference::kNone) << it->path();
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << "no .html files in " << root;
}

}  // namespace
}  // namespace cocite::html::testing
