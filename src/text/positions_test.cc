#include "text/positions.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/testing/built_index.h"

namespace cocite::text {
namespace {

using testing::BuiltIndex;
using testing::NaivePage;

// Every place of every term of every page, counted through by hand.
std::map<std::string, std::vector<uint32_t>> places_of(const NaivePage& page) {
  std::map<std::string, std::vector<uint32_t>> places;
  uint32_t place = 0;
  const auto add = [&](const std::vector<std::string>& terms) {
    for (const std::string& term : terms) places[term].push_back(place++);
    ++place;
  };
  add(testing::naive_terms(page.title));
  add(testing::naive_terms(page.text));
  std::set<std::pair<uint64_t, std::vector<std::string>>> seen;
  for (const auto& [host, text] : page.anchors) {
    const auto terms = testing::naive_terms(text);
    if (!terms.empty() && terms.size() <= 20 && seen.emplace(host, terms).second) add(terms);
  }
  return places;
}

TEST(Positions, AreWhereTermsStand) {
  auto pages = testing::random_pages(7, 700, 60);
  // More places than a group has, in one document.
  for (int i = 0; i < 1000; ++i) pages[300].text += i % 3 == 0 ? " every" : " some every";
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  const Index& index = *built.index;
  uint64_t postings = 0;
  for (uint64_t number = 0; number < index.meta().terms; ++number) {
    std::string term;
    ASSERT_TRUE(index.terms().get(number, term));
    const TermList list = index.list(number).value();
    Cursor cursor(index, list);
    Positions positions(index, list);
    ASSERT_TRUE(cursor.seek(0));
    for (; !cursor.at_end(); ++postings) {
      std::span<const uint32_t> found;
      ASSERT_TRUE(positions.of(cursor, found));
      const PageId page = index.page(cursor.doc()).value();
      EXPECT_EQ(std::vector(found.begin(), found.end()),
                places_of(pages[cocite::index(page)])[term])
          << term;
      if (cursor.doc() + 1 == index.meta().documents) break;
      ASSERT_TRUE(cursor.seek(cursor.doc() + 1));
    }
  }
  EXPECT_GT(postings, 5000U);
  EXPECT_TRUE(index.check()) << index.check().error().message;
}

}  // namespace
}  // namespace cocite::text
