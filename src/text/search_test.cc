#include "text/search.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/testing/built_index.h"

namespace cocite::text {
namespace {

using testing::BuiltIndex;
using testing::NaivePage;
using testing::NaiveWords;

// In-degrees, as it were: few values, so that there are ties of ties.
uint64_t degree(PageId page) {
  return index(page) * 7919 % 5;
}

struct Scored {
  size_t page;
  double score;
};

// All pages by score, ties by degree and page. Scores that differ by rounding alone are ties here.
std::vector<Scored> ranking(std::vector<Scored> pages) {
  std::erase_if(pages, [](const Scored& scored) { return !(scored.score > 0); });
  std::sort(pages.begin(), pages.end(), [](const Scored& a, const Scored& b) {
    if (std::abs(a.score - b.score) > 1e-12) return a.score > b.score;
    const uint64_t left = degree(page_id(a.page));
    const uint64_t right = degree(page_id(b.page));
    return left != right ? left > right : a.page < b.page;
  });
  return pages;
}

void expect_same(const std::vector<Hit>& hits, const std::vector<Scored>& expected, size_t top) {
  ASSERT_EQ(hits.size(), std::min(top, expected.size()));
  for (size_t i = 0; i < hits.size(); ++i) {
    ASSERT_NEAR(hits[i].score, expected[i].score, 1e-10) << i;
    ASSERT_EQ(index(hits[i].page), expected[i].page)
        << "at " << i << " of " << hits.size()
        << ", score less that expected: " << hits[i].score - expected[i].score;
  }
}

// Pages with words of Zipf's law, a few thousand of them: several windows, blocks and tails.
class SearchOracle : public ::testing::TestWithParam<uint64_t> {
 protected:
  void SetUp() override {
    pages_ = testing::random_pages(GetParam(), GetParam() % 2 == 0 ? 9000 : 400, 1200);
    naive_ = std::make_unique<NaiveWords>(pages_);
    built_ = std::make_unique<BuiltIndex>(pages_);
    ASSERT_TRUE(built_->index);
    for (const auto& [term, df] : naive_->df()) words_.push_back(term);
    random_.seed(GetParam());
  }
  void Bm25IsTheFormula();
  void VectorsAreTheFormula();
  void PagesLikeAPageAreTheFormula();
  void ConditionsDropPagesAndChangeNoScore();
  std::string word() {
    // Frequent words as often as rare ones.
    const auto& page = naive_->pages()[random_() % pages_.size()];
    if (random_() % 3 != 0 && !page.content.empty()) {
      return std::next(page.content.begin(),
                       static_cast<ptrdiff_t>(random_() % page.content.size()))
          ->first;
    }
    return words_[random_() % words_.size()];
  }
  // Terms that are next to each other somewhere, or not.
  std::vector<std::string> phrase() {
    if (random_() % 4 == 0) return {word(), word()};
    const NaivePage& page = pages_[random_() % pages_.size()];
    const size_t field = random_() % 3;
    const auto terms = testing::naive_terms(field == 0             ? page.title
                                            : field == 1           ? page.text
                                            : page.anchors.empty() ? page.text
                                                                   : page.anchors.front().second);
    if (terms.size() < 2) return {word(), word()};
    const size_t first = random_() % (terms.size() - 1);
    const size_t count = 2 + random_() % std::min<size_t>(3, terms.size() - first - 1);
    return {terms.begin() + static_cast<ptrdiff_t>(first),
            terms.begin() + static_cast<ptrdiff_t>(first + count)};
  }
  Request request() {
    Request request;
    for (size_t n = 1 + random_() % 5; n-- > 0;) request.terms.push_back(word());
    if (random_() % 4 == 0) request.terms.push_back(request.terms[0]);
    if (random_() % 4 == 0) request.terms.emplace_back("nosuchword");
    request.top = 1 + random_() % (random_() % 2 == 0 ? 200 : 10);
    request.tie = [](PageId page) -> Result<uint64_t> { return degree(page); };
    return request;
  }

  std::vector<NaivePage> pages_;
  std::unique_ptr<NaiveWords> naive_;
  std::unique_ptr<BuiltIndex> built_;
  std::vector<std::string> words_;
  std::mt19937_64 random_;
};

void SearchOracle::Bm25IsTheFormula() {
  for (int round = 0; round < 40; ++round) {
    const Request request = this->request();
    std::vector<Scored> all;
    for (size_t i = 0; i < pages_.size(); ++i) all.push_back({i, naive_->bm25(request.terms, i)});
    const auto hits = search(*built_->index, request);
    ASSERT_TRUE(hits);
    expect_same(*hits, ranking(all), request.top);
  }
}

void SearchOracle::VectorsAreTheFormula() {
  for (int round = 0; round < 40; ++round) {
    Request request = this->request();
    request.model = Model::kVector;
    request.tf = round % 2 == 0 ? TfKind::kCount : TfKind::kLog;
    NaiveWords::Counts query;
    for (const std::string& term : request.terms) ++query[term];
    std::vector<Scored> all;
    for (size_t i = 0; i < pages_.size(); ++i) {
      all.push_back({i, naive_->cosine(query, naive_->pages()[i].content, round % 2 != 0)});
    }
    const auto hits = search(*built_->index, request);
    ASSERT_TRUE(hits);
    expect_same(*hits, ranking(all), request.top);
  }
}

// A whole page as the query: the method `content`.
void SearchOracle::PagesLikeAPageAreTheFormula() {
  for (int round = 0; round < 15; ++round) {
    const size_t number = random_() % pages_.size();
    const auto& page = naive_->pages()[number];
    Request request{.model = Model::kVector, .tf = TfKind::kLog, .top = 20};
    for (const auto& [term, count] : page.content) {
      request.terms.insert(request.terms.end(), static_cast<size_t>(count), term);
    }
    request.tie = [](PageId other) -> Result<uint64_t> { return degree(other); };
    request.accept = [&](PageId other) -> Result<bool> { return index(other) != number; };
    std::vector<Scored> all;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (i != number) {
        all.push_back({i, naive_->cosine(page.content, naive_->pages()[i].content, true)});
      }
    }
    const auto hits = search(*built_->index, request);
    ASSERT_TRUE(hits);
    expect_same(*hits, ranking(all), request.top);
    for (size_t i = 0; i < std::min<size_t>(3, hits->size()); ++i) {
      const auto shares = explain(*built_->index, request, (*hits)[i].page);
      ASSERT_TRUE(shares);
      double sum = 0;
      for (const TermShare& share : *shares) sum += share.share;
      EXPECT_NEAR(sum, (*hits)[i].score, 1e-12);
    }
  }
}

void SearchOracle::ConditionsDropPagesAndChangeNoScore() {
  for (int round = 0; round < 60; ++round) {
    Request request = this->request();
    if (random_() % 2 == 0) request.required.push_back(word());
    if (random_() % 3 == 0) request.in_title.push_back(word());
    for (size_t n = random_() % 3; n-- > 0;) {
      request.excluded.push_back(random_() % 2 == 0 ? std::vector{word()} : phrase());
    }
    if (random_() % 3 == 0) request.phrases.push_back(phrase());
    if (random_() % 6 == 0) request.title_phrases.push_back(phrase());
    for (size_t at = 0; round % 2 == 0 && at < pages_.size();) {
      const size_t first = at + random_() % 100;
      const size_t last = first + random_() % (pages_.size() / 3);
      request.ranges.emplace_back(first, last);
      at = last + 1;
    }
    if (random_() % 3 == 0) {
      request.accept = [](PageId page) -> Result<bool> { return index(page) % 3 != 0; };
    }
    std::vector<Scored> all;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const auto& page = naive_->pages()[i];
      bool comes =
          std::ranges::all_of(request.required, [&](auto& t) { return page.has(t); }) &&
          std::ranges::all_of(request.in_title, [&](auto& t) { return page.title.contains(t); });
      // What stands where takes longest.
      const auto stands = [&](const auto& terms) {
        return std::ranges::all_of(terms, [&](auto& t) { return page.has(t); }) &&
               pages_[i].has(terms);
      };
      comes = comes && std::ranges::all_of(request.phrases, stands) &&
              std::ranges::none_of(request.excluded, stands) &&
              std::ranges::all_of(request.title_phrases,
                                  [&](const auto& terms) { return pages_[i].title_has(terms); });
      if (!request.ranges.empty()) {
        comes = comes && std::ranges::any_of(request.ranges, [&](const auto& range) {
                  return range.first <= i && i < range.second;
                });
      }
      if (request.accept) comes = comes && i % 3 != 0;
      if (comes) all.push_back({i, naive_->bm25(request.terms, i)});
    }
    const auto hits = search(*built_->index, request);
    ASSERT_TRUE(hits);
    expect_same(*hits, ranking(all), request.top);
  }
}

TEST_P(SearchOracle, Bm25IsTheFormula) {
  Bm25IsTheFormula();
}

TEST_P(SearchOracle, VectorsAreTheFormula) {
  VectorsAreTheFormula();
}

TEST_P(SearchOracle, PagesLikeAPageAreTheFormula) {
  PagesLikeAPageAreTheFormula();
}

TEST_P(SearchOracle, ConditionsDropPagesAndChangeNoScore) {
  ConditionsDropPagesAndChangeNoScore();
}

// Over several windows.
class SearchOracleSlow : public SearchOracle {};

TEST_P(SearchOracleSlow, Bm25IsTheFormula) {
  Bm25IsTheFormula();
}

TEST_P(SearchOracleSlow, VectorsAreTheFormula) {
  VectorsAreTheFormula();
}

TEST_P(SearchOracleSlow, PagesLikeAPageAreTheFormula) {
  PagesLikeAPageAreTheFormula();
}

TEST_P(SearchOracleSlow, ConditionsDropPagesAndChangeNoScore) {
  ConditionsDropPagesAndChangeNoScore();
}

INSTANTIATE_TEST_SUITE_P(Seeds, SearchOracle, ::testing::Values(1, 3, 5));
INSTANTIATE_TEST_SUITE_P(Large, SearchOracleSlow, ::testing::Values(2, 4));

TEST(Search, WithoutTermsOrRoomFindsNothing) {
  const BuiltIndex built({NaivePage{"a title", "some text", {}}});
  ASSERT_TRUE(built.index);
  EXPECT_TRUE(search(*built.index, {}).value().empty());
  EXPECT_TRUE(search(*built.index, {.terms = {"text"}, .top = 0}).value().empty());
  EXPECT_EQ(search(*built.index, {.terms = {"text"}}).value().size(), 1U);
}
// Whatever a search spends its time with, it asks the budget, and stops where that is spent.
TEST(Search, EndsWithTheBestSoFarWhenTheBudgetIsSpent) {
  std::vector<NaivePage> pages(6000);
  std::mt19937_64 random(1);
  for (NaivePage& page : pages) {
    for (int i = 0; i < 40; ++i) page.text += "w" + std::to_string(random() % 10) + " ";
  }
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  std::vector<std::string> words;
  for (int i = 0; i < 10; ++i) words.push_back("w" + std::to_string(i));
  const std::vector<std::string> never(9, "w0");
  std::vector<std::vector<std::string>> pairs;
  for (int i = 0; i < 100; ++i)
    pairs.push_back({words[static_cast<size_t>(i / 10)], words[static_cast<size_t>(i % 10)]});
  const std::vector<Request> requests = {
      {.terms = {"w0"}, .phrases = {never}},  // no page has it
      {.terms = {"w0"}, .phrases = {{"w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7"}}},
      {.terms = words, .excluded = pairs},  // every page has some
      {.terms = words, .top = 6000},
      {.terms = words, .model = Model::kVector, .top = 6000},
      {.terms = words, .model = Model::kVector, .tf = TfKind::kLog, .top = 6000},
      {.terms = words, .accept = [](PageId) -> Result<bool> { return false; }},
  };
  for (size_t number = 0; number < requests.size(); ++number) {
    Request request = requests[number];
    const auto all = search(*built.index, request).value();
    std::vector<size_t> found;
    uint64_t looks = 0;
    for (bool is_spent = true; is_spent; ++looks) {
      Budget budget = Budget::of_looks(looks);
      request.budget = &budget;
      const auto hits = search(*built.index, request);
      ASSERT_TRUE(hits);
      is_spent = budget.was_spent();
      found.push_back(hits->size());
      if (!is_spent) {
        EXPECT_EQ(*hits, all) << number;
      }
      ASSERT_LT(looks, 1000U);
    }
    EXPECT_GE(looks, 5U) << number;
    EXPECT_TRUE(std::ranges::is_sorted(found)) << number;
  }
}

// A page that millions of links lead to has millions of link words.
TEST(Search, AsksTheBudgetWithinOnePage) {
  std::vector<NaivePage> pages(2);
  for (int i = 0; i < 60000; ++i) pages[0].text += "w0 ";
  pages[1].text = "w0 w1";
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  const std::vector<std::string> long_phrase(200, "w0");
  const Request phrase{.terms = {"w0"}, .phrases = {long_phrase}};
  const Request excluded{.terms = {"w0"}, .excluded = {long_phrase}};
  for (Request request : {phrase, excluded}) {
    const auto all = search(*built.index, request).value();
    ASSERT_EQ(all.size(), 1U);
    Budget plenty = Budget::of_looks(1000000);
    request.budget = &plenty;
    EXPECT_EQ(search(*built.index, request).value(), all);
    EXPECT_FALSE(plenty.was_spent());
    // There is a look for each word of the phrase, at least.
    for (const uint64_t looks : {0U, 1U, 10U, 100U}) {
      Budget budget = Budget::of_looks(looks);
      request.budget = &budget;
      const auto hits = search(*built.index, request).value();
      EXPECT_TRUE(budget.was_spent());
      // The long page is not found by what is not known of it.
      for (const Hit& hit : hits) EXPECT_EQ(index(hit.page), 1U);
    }
  }
}

// Two pages with the same words in another order have the same score to the last bit.
TEST(Search, EqualPagesAreTies) {
  std::vector<NaivePage> pages(6000);
  for (size_t i = 0; i < pages.size(); ++i) {
    pages[i].text = i % 2 == 0 ? "red green blue" : "blue red green";
    if (i % 100 != 0) pages[i].text += " grey" + std::to_string(i % 7);
  }
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  for (const Model model : {Model::kBm25, Model::kVector}) {
    Request request{.terms = {"red", "grey1", "blue"}, .model = model, .top = 50};
    request.tie = [](PageId page) -> Result<uint64_t> { return index(page); };
    const auto hits = search(*built.index, request);
    ASSERT_TRUE(hits);
    ASSERT_EQ(hits->size(), 50U);
    for (size_t i = 1; i < hits->size(); ++i) {
      EXPECT_EQ((*hits)[i].score, (*hits)[0].score);
      EXPECT_LT((*hits)[i].page, (*hits)[i - 1].page);
    }
  }
}

}  // namespace
}  // namespace cocite::text
