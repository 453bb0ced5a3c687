// Blend with words: the first answers are those of scoring everybody, to the last bit, and texts
// count as much as a page lives among its own.
#include <cmath>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "engine/testing/searching.h"

namespace cocite::engine::searching {
namespace {

// Pages of several sites, with texts of words of all frequencies, most with a title.
class BlendWords : public Searching {
 protected:
  struct Shape {
    size_t pages = 300;
    size_t sites = 5;
    size_t links = 6;      // of a page, at most
    size_t own_links = 3;  // of four
    size_t words = 60;     // of a page, at most
  };

  Engine make(const Shape& shape, unsigned seed) {
    std::mt19937 random(seed);
    std::string texts;
    std::string titles;
    std::string lines;
    // The n-th word has its place n times less often than the first.
    const auto word = [&] {
      const double place = std::exp(std::uniform_real_distribution<>(0, std::log(3000))(random));
      return "w" + std::to_string(static_cast<int>(place));
    };
    for (size_t i = 0; i < shape.pages; ++i) {
      names_.push_back("http://site" + std::to_string(i % shape.sites) + ".example/p" +
                       std::to_string(1000 + i));
    }
    for (size_t i = 0; i < shape.pages; ++i) {
      std::string text;
      auto& counts = counts_.emplace_back();
      const auto counted = [&](const std::string& drawn) { return ++counts[drawn], drawn; };
      for (size_t n = random() % shape.words; n > 0; --n) text += counted(word()) + " ";
      texts += names_[i] + "\t" + text + "\n";
      if (i % 4 != 0) {
        titles += names_[i] + "\t" + counted(word()) + " " + counted(word()) + "\n";
      }
      lines += names_[i] + "\n";
      for (size_t n = random() % (shape.links + 1); n > 0; --n) {
        size_t other = random() % shape.pages;
        if (random() % 4 < shape.own_links) other -= other % shape.sites, other += i % shape.sites;
        if (other >= shape.pages || other == i) continue;
        lines += names_[i] + "\t" + names_[other] + "\n";
        neighbours_[i].insert({other, false});
        neighbours_[other].insert({i, true});
      }
    }
    for (const auto& counts : counts_) {
      pages_ += counts.empty() ? 0 : 1;
      for (const auto& [term, count] : counts) ++df_[term];
    }
    web_.write("texts", texts);
    web_.write("titles", titles);
    ImportRequest request;
    request.text_file = web_.path("texts");
    request.title_file = web_.path("titles");
    request.stem = "none";
    return web_.make(lines, request);
  }

  [[nodiscard]] double rho(size_t page, size_t sites) const {
    const auto& links = neighbours_.at(page);
    size_t same = 0;
    for (const auto& [other, is_parent] : links) same += other % sites == page % sites ? 1 : 0;
    return static_cast<double>(same) / static_cast<double>(links.size());
  }

  // T.
  [[nodiscard]] double alike(size_t one, size_t other) const {
    const auto weight = [&](size_t page, const std::string& word) {
      const auto count = counts_[page].find(word);
      if (count == counts_[page].end() || df_.at(word) < 2) return 0.0;
      return (1 + std::log(count->second)) * std::log(pages_ / df_.at(word));
    };
    double both = 0;
    double squares = 0;
    double other_squares = 0;
    for (const auto& [word, count] : counts_[one]) {
      both += weight(one, word) * weight(other, word);
      squares += weight(one, word) * weight(one, word);
    }
    for (const auto& [word, count] : counts_[other]) {
      other_squares += weight(other, word) * weight(other, word);
    }
    return both > 0 ? both / std::sqrt(squares * other_squares) : 0;
  }

  std::vector<std::string> names_;
  std::vector<std::map<std::string, int>> counts_;
  std::map<std::string, double> df_;
  double pages_ = 0;  // with words
  std::map<size_t, std::set<std::pair<size_t, bool>>> neighbours_;
};

std::vector<std::pair<std::string, double>> first(const Engine& engine, RelatedRequest request) {
  std::vector<std::pair<std::string, double>> answers;
  const auto answer = engine.related(request);
  if (!answer) return answers;  // a page without links
  for (const RelatedItem& item : answer->items) answers.emplace_back(item.url, item.score);
  return answers;
}

void expect_first_of_all(const Engine& engine, const std::vector<std::string>& names) {
  size_t answered = 0;
  for (const Switch hosts : {Switch::kOn, Switch::kOff}) {
    for (size_t page = 0; page < names.size(); page += names.size() / 40) {
      RelatedRequest request{.pages = {names[page]}, .hosts = hosts, .copies = Copies::kKeep};
      request.top = 1000000;
      const auto all = first(engine, request);
      answered += all.empty() ? 0 : 1;
      for (const uint64_t top : {1U, 10U, 37U}) {
        request.top = top;
        const auto some = first(engine, request);
        ASSERT_EQ(some.size(), std::min<size_t>(top, all.size()));
        const std::vector<std::pair<std::string, double>> expected(
            all.begin(), all.begin() + static_cast<ptrdiff_t>(some.size()));
        EXPECT_EQ(some, expected) << names[page] << " " << top;
      }
    }
  }
  EXPECT_GT(answered, 50U);
}

TEST_F(BlendWords, TheFirstAreThoseOfScoringEverybody) {
  const Engine engine = make({.pages = 300, .words = 60}, 5);
  expect_first_of_all(engine, names_);
}

TEST_F(BlendWords, TheFirstAreThoseOfScoringEverybodyWhereFrequentWordsAreBounded) {
  const Engine engine = make({.pages = 2500, .links = 3, .words = 90}, 6);
  expect_first_of_all(engine, names_);
}

// For many questions all likenesses of a page are found at once (related/blend/all_words.h).
TEST_F(BlendWords, ManyQuestionsHaveTheSameAnswersAsEach) {
  const Engine engine = make({.pages = 900, .links = 3, .words = 90}, 7);
  const auto some = [&](Switch hosts) {
    std::vector<std::vector<std::pair<std::string, double>>> answers;
    for (size_t page = 0; page < names_.size(); page += 10) {
      answers.push_back(first(engine, {.pages = {names_[page]}, .top = 20, .hosts = hosts}));
    }
    return answers;
  };
  const auto on = some(Switch::kOn);
  const auto off = some(Switch::kOff);
  RelatedAllRequest all{.output = web_.path("all.tsv")};
  const auto report = engine.related_all(all);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(some(Switch::kOn), on);
  EXPECT_EQ(some(Switch::kOff), off);
}

TEST_F(BlendWords, WordsCountAsMuchAsLinksStayOnTheSite) {
  const Shape shape{.pages = 200, .sites = 4, .own_links = 2};
  const Engine engine = make(shape, 11);
  std::map<std::string, size_t> numbers;
  for (size_t i = 0; i < names_.size(); ++i) numbers[names_[i]] = i;
  size_t compared = 0;
  for (size_t page = 0; page < 60; ++page) {
    if (!neighbours_.contains(page)) continue;
    const auto added = [&](Switch hosts) {
      RelatedRequest request{
          .pages = {names_[page]}, .top = 1000000, .hosts = hosts, .copies = Copies::kKeep};
      std::map<std::string, double> scores;
      for (const auto& [url, score] : first(engine, request)) scores[url] = score;
      request.parameters = {{"with", "links"}};
      std::map<std::string, double> by_words;
      for (const auto& [url, score] : first(engine, request)) {
        if (score >= 1e-8)
          by_words[url] = scores[url] - score;  // else only a short walk reaches it
      }
      return by_words;
    };
    const auto on = added(Switch::kOn);
    const auto off = added(Switch::kOff);
    const double own = rho(page, shape.sites);
    for (const auto& [url, words] : on) {
      ASSERT_TRUE(off.contains(url));
      const double text = alike(page, numbers.at(url));
      // Hosts off: 1.2 T + 0.4 Nm; on: rho^2 (0.4 T + 0.2 Nm).
      EXPECT_NEAR(words, own * own * (0.5 * off.at(url) - 0.2 * text), 1e-6) << url;
      if (page % 4 == 0) {  // without a title
        EXPECT_NEAR(off.at(url), 1.2 * text, 1e-6) << url;
      }
      compared += text > 0 && own < 1 ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 100U);
}

}  // namespace
}  // namespace cocite::engine::searching
