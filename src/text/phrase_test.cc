#include "text/phrase.h"

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/search.h"
#include "text/testing/built_index.h"
#include "text/testing/naive_words.h"

namespace cocite::text {
namespace {

using testing::BuiltIndex;
using testing::NaivePage;

TEST(Phrase, DoesNotGoOnInTheNextFieldOrLink) {
  const BuiltIndex built({NaivePage{"a red", "green red blue", {{1, "black red"}, {2, "green"}}},
                          NaivePage{"", "red red", {}}, NaivePage{"red green", "", {}},
                          NaivePage{"", "", {{1, "red green blue"}}}});
  ASSERT_TRUE(built.index);
  const auto found = [&](const Request& request) {
    std::string pages;
    const auto hits = search(*built.index, request);
    for (const Hit& hit : *hits) {
      pages += std::to_string(index(hit.page));
    }
    std::ranges::sort(pages);
    return pages;
  };
  EXPECT_EQ(found({.terms = {"red"}, .phrases = {{"red", "green"}}}), "23");
  EXPECT_EQ(found({.terms = {"red"}, .title_phrases = {{"red", "green"}}}), "2");
  EXPECT_EQ(found({.terms = {"red"}, .phrases = {{"green", "red"}}}), "0");
  EXPECT_EQ(found({.terms = {"red"}, .phrases = {{"green", "blue"}, {"red", "green"}}}), "3");
  EXPECT_EQ(found({.terms = {"red"}, .phrases = {{"red", "red"}}}), "1");
  EXPECT_EQ(found({.terms = {"red"}, .phrases = {{"red", "red", "red"}}}), "");
  EXPECT_EQ(found({.terms = {"red"}, .excluded = {{"red", "green"}, {"red", "red"}}}), "0");
  EXPECT_EQ(found({.terms = {"red"}, .phrases = {{"red", "nosuchword"}}}), "");
}

// Lists of many blocks, in some of which no document has the word twice in a row, and none but the
// best of which are looked at.
TEST(Phrase, OfRepeatedWordsIsWhereItStands) {
  std::vector<NaivePage> pages(3000);
  std::mt19937_64 random(3);
  for (size_t i = 0; i < pages.size(); ++i) {
    pages[i].title = i % 5 == 0 ? "red red" : "red blue";
    const bool may_repeat = i / 300 % 2 == 0;
    std::string last;
    for (uint64_t left = 4 + random() % 12; left > 0; --left) {
      std::string word = random() % 3 == 0 ? "blue" : "red";
      if (!may_repeat && word == last) word = "green";
      pages[i].text += word + " ";
      last = word;
    }
  }
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  const auto holds = [](const std::string& field, const std::vector<std::string>& phrase) {
    std::string wanted = " ";
    for (const std::string& word : phrase) wanted += word + " ";
    return (" " + field + " ").find(wanted) != std::string::npos;
  };
  const std::vector<std::vector<std::string>> phrases = {
      {"red", "red"},          {"red", "red", "red", "red", "red"}, {"blue", "blue", "blue"},
      {"green", "red", "red"}, {"red", "red", "blue", "red"},       {"green", "green"}};
  for (const auto& phrase : phrases) {
    Request request{.terms = {"red", "blue"}, .top = pages.size(), .phrases = {phrase}};
    const auto all = search(*built.index, request);
    ASSERT_TRUE(all);
    size_t expected = 0;
    for (const NaivePage& page : pages) {
      expected += holds(page.title, phrase) || holds(page.text, phrase) ? 1 : 0;
    }
    EXPECT_EQ(all->size(), expected) << phrase.size() << phrase.front();
    for (const Hit& hit : *all) {
      const NaivePage& page = pages[index(hit.page)];
      EXPECT_TRUE(holds(page.title, phrase) || holds(page.text, phrase));
    }
    for (const size_t top : {size_t{1}, size_t{10}}) {
      request.top = top;
      const auto best = search(*built.index, request);
      ASSERT_TRUE(best);
      ASSERT_EQ(best->size(), std::min(top, all->size()));
      for (size_t i = 0; i < best->size(); ++i) EXPECT_EQ((*best)[i], (*all)[i]);
    }
  }
  const auto titles = search(
      *built.index, {.terms = {"red"}, .top = pages.size(), .title_phrases = {{"red", "red"}}});
  ASSERT_TRUE(titles);
  EXPECT_EQ(titles->size(), pages.size() / 5);
}

// Words that are on all pages and rarely side by side, on pages with few places and with very many.
TEST(Phrase, OfFrequentWordsIsWhereItStands) {
  std::vector<NaivePage> pages(1500);
  std::mt19937_64 random(5);
  const std::vector<std::string> words = {"the", "is", "of", "in"};
  for (size_t i = 0; i < pages.size(); ++i) {
    const uint64_t length = i % 97 == 0 ? 900 : 4 + random() % 12;
    std::string last;
    for (uint64_t k = 0; k < length; ++k) {
      // Every fourth "is of" stays. Some pages lack "of", so that lists differ.
      std::string word = words[random() % (i % 7 == 0 ? 2 : 4)];
      if (last == "is" && word == "of" && random() % 4 != 0) word = "the";
      pages[i].text += word + " ";
      last = word;
    }
    pages[i].title = i % 11 == 0 ? "is" : "";  // "is" | "of ..." is no phrase
  }
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  for (const std::vector<std::string>& phrase : {std::vector<std::string>{"is", "of"},
                                                 {"of", "is"},
                                                 {"the", "is", "of"},
                                                 {"is", "of", "in", "the"},
                                                 {"of", "of", "is"},
                                                 {"is", "of", "is", "of"}}) {
    std::string wanted = " ";
    for (const std::string& word : phrase) wanted += word + " ";
    std::vector<PageId> expected;
    for (uint32_t i = 0; i < pages.size(); ++i) {
      if ((" " + pages[i].text).find(wanted) != std::string::npos) expected.push_back(page_id(i));
    }
    ASSERT_FALSE(expected.empty());
    for (const Model model : {Model::kBm25, Model::kVector}) {
      Request request{.terms = words, .model = model, .top = pages.size(), .phrases = {phrase}};
      const auto all = search(*built.index, request).value();
      std::vector<PageId> found;
      for (const Hit& hit : all) found.push_back(hit.page);
      std::ranges::sort(found);
      EXPECT_EQ(found, expected) << wanted;
      for (const size_t top : {1U, 3U, 10U, 50U}) {
        request.top = top;
        const auto best = search(*built.index, request).value();
        ASSERT_EQ(best.size(), std::min(top, all.size())) << wanted;
        EXPECT_TRUE(std::ranges::equal(best, std::span(all).first(best.size()))) << wanted << top;
      }
    }
  }
}

}  // namespace
}  // namespace cocite::text
