// Words beside links: content, what blend adds, HubFinder by content, against the letter of the
// formulas.
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "engine/testing/searching.h"

namespace cocite::engine::searching {
namespace {

constexpr size_t kPages = 40;

// Pages p10, p11, ... with a few words, some with a title, some without anything.
class Content : public Searching {
 protected:
  Engine make(bool has_titles) {
    const std::vector<std::string> words = {"bee", "honey", "hive", "wasp", "car", "wheel", "road"};
    std::mt19937 random(3);
    std::string texts;
    std::string titles;
    std::string lines;
    for (size_t i = 0; i < kPages; ++i) {
      counts_.emplace_back();
      titles_.emplace_back();
      std::string text = i == 0 ? "alone " : "";
      if (i == 0) ++counts_[i]["alone"];
      for (size_t n = random() % 12; n > 0; --n) {
        const std::string& word = words[random() % words.size()];
        text += word + " ";
        ++counts_[i][word];
      }
      if (!text.empty()) texts += name_of(i) + "\t" + text + "\n";
      if (has_titles && i % 3 != 0) {
        for (size_t n = 1 + random() % 2; n > 0; --n) {
          const std::string& word = words[random() % words.size()];
          titles_[i] += (titles_[i].empty() ? "" : " ") + word;
          ++counts_[i][word];
        }
        // What a fifth of the titles end with is no part of them.
        titles += name_of(i) + "\t" + titles_[i] + (i % 5 == 0 ? " - Bee City" : "") + "\n";
        if (i % 5 == 0) {
          ++counts_[i]["bee"];
          ++counts_[i]["city"];
        }
      }
      for (size_t n = random() % 5; n > 0; --n) {
        lines += name_of(i) + "\t" + name_of(random() % kPages) + "\n";
      }
      lines += name_of(i) + "\n";
    }
    web_.write("texts", texts);
    ImportRequest request;
    request.opaque_names = true;
    request.text_file = web_.path("texts");
    if (has_titles) {
      web_.write("titles", titles);
      request.title_file = web_.path("titles");
    }
    request.stem = "none";
    for (const auto& page : counts_) {
      pages_ += page.empty() ? 0 : 1;
      for (const auto& [word, count] : page) ++df_[word];
    }
    return web_.make(lines, request);
  }

  using Vector = std::map<std::string, double>;
  [[nodiscard]] Vector vector_of(size_t page, bool is_log, int least) const {
    Vector vector;
    for (const auto& [word, count] : counts_[page]) {
      const int df = df_.at(word);
      if (df < least) continue;
      vector[word] = (is_log ? 1 + std::log(count) : count) * std::log(double(pages_) / df);
    }
    return vector;
  }
  template <class Weights>
  static double cosine(const Weights& a, const Weights& b) {
    double aa = 0, bb = 0, ab = 0;
    for (const auto& [word, weight] : a) {
      aa += weight * weight;
      const auto found = b.find(word);
      if (found != b.end()) ab += weight * found->second;
    }
    for (const auto& [word, weight] : b) bb += weight * weight;
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0.0;
  }
  [[nodiscard]] double alike(size_t a, size_t b, int least) const {
    return cosine(vector_of(a, true, least), vector_of(b, true, least));
  }
  // Nm: runs of three characters of the titles.
  [[nodiscard]] double titles_alike(size_t a, size_t b) const {
    const auto grams = [](const std::string& title) {
      std::map<std::string, double> counts;
      for (size_t i = 0; i + 3 <= title.size(); ++i) ++counts[title.substr(i, 3)];
      return counts;
    };
    std::map<std::string, int> df;
    int titles = 0;
    for (const std::string& title : titles_) {
      titles += title.empty() ? 0 : 1;
      for (const auto& [gram, count] : grams(title)) ++df[gram];
    }
    const auto weighed = [&](size_t page) {
      auto vector = grams(titles_[page]);
      for (auto& [gram, weight] : vector) weight *= std::log(double(titles) / df[gram]);
      return vector;
    };
    return cosine(weighed(a), weighed(b));
  }

  static std::string name_of(size_t page) { return "p" + std::to_string(10 + page); }
  static size_t number(const std::string& key) { return std::stoul(key.substr(1)) - 10; }

  std::vector<std::map<std::string, int>> counts_;
  std::vector<std::string> titles_;
  std::map<std::string, int> df_;
  int pages_ = 0;
};

std::map<std::string, double> scores_of(const Engine& engine, const RelatedRequest& request) {
  std::map<std::string, double> scores;
  if (const auto answer = engine.related(request)) {
    for (const RelatedItem& item : answer->items) scores[item.key] = item.score;
  }
  return scores;
}

class WithAndWithoutTitles : public Content, public ::testing::WithParamInterface<bool> {};

TEST_P(WithAndWithoutTitles, ContentAndBlendAddWhatTheWordsSay) {
  const Engine engine = make(GetParam());
  for (const size_t page : {0U, 1U, 7U, 20U}) {
    const auto by = [&](const std::string& method, const std::string& with) {
      RelatedRequest asked{
          .pages = {name_of(page)}, .by = method, .top = 100, .copies = Copies::kKeep};
      if (!with.empty()) asked.parameters = {{"with", with}};
      return scores_of(engine, asked);
    };
    std::map<std::string, double> content = by("content", "");
    for (size_t other = 0; other < kPages; ++other) {
      if (other == page) continue;
      EXPECT_NEAR(content[name_of(other)], alike(page, other, 1), 1e-9) << page << " " << other;
    }
    const auto links = by("blend", "links");
    const auto both = by("blend", "links,text");
    EXPECT_EQ(both, by("blend", ""));
    for (const auto& [key, score] : links) EXPECT_TRUE(both.contains(key)) << page << " " << key;
    for (const auto& [key, score] : both) {
      const size_t other = number(key);
      const double by_links = links.contains(key) ? links.at(key) : 0;
      const bool is_linked = by_links >= 1e-8;  // else only a short walk reaches it
      const double text = alike(page, other, 2);
      // Fifty pages are found by their words, more than there are here. A title alone finds none.
      const double words = is_linked || text > 0 ? 1.2 * text + 0.4 * titles_alike(page, other) : 0;
      EXPECT_NEAR(score, words > 0 && !is_linked ? words : by_links + words, 1e-8)
          << page << " " << key;
      const auto why = engine.explain({.pages = {name_of(page)}}, key);
      ASSERT_TRUE(why) << why.error().message;
      double sum = 0;
      for (const ReasonItem& reason : why->reasons) sum += reason.amount;
      EXPECT_NEAR(sum, score, 1e-8);
    }
    for (const auto& [key, score] : both) {
      const double expected = alike(page, number(key), 1);
      if (expected <= 0) continue;
      const auto why = engine.explain({.pages = {name_of(page)}, .by = "content"}, key);
      ASSERT_TRUE(why) << why.error().message;
      double sum = 0;
      for (const ReasonItem& reason : why->reasons) {
        EXPECT_FALSE(reason.word.empty());
        sum += reason.amount;
      }
      EXPECT_NEAR(sum, expected, 1e-9);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Titles, WithAndWithoutTitles, ::testing::Bool());

// x -> u, v, w; u -> v. Computed by another program.
TEST_F(Content, BlendIsExact) {
  web_.write("texts", "u\tred red blue green\nv\tred blue blue\nw\tgreen black\nx\tblack blue\n");
  ImportRequest request;
  request.opaque_names = true;
  request.text_file = web_.path("texts");
  request.stem = "none";
  const Engine engine = web_.make("x\tu\nx\tv\nx\tw\nu\tv\n", request);
  auto scores = scores_of(engine, {.pages = {"u"}, .copies = Copies::kKeep});
  EXPECT_NEAR(scores["v"], 2.2065902643513304, 1e-12);
}

TEST_F(Content, HubFinderJudgesByTheSumOfTheQueryPages) {
  const Engine engine = make(false);
  const std::vector<size_t> asked = {1, 7};
  for (const bool is_log : {false, true}) {
    const auto like = [&](size_t other) -> std::optional<double> {
      if (counts_[other].empty()) return std::nullopt;
      Vector sum;
      for (const size_t page : asked) {
        for (const auto& [word, weight] : vector_of(page, is_log, 1)) sum[word] += weight;
      }
      return cosine(sum, vector_of(other, is_log, 1));
    };
    RelatedRequest request{.by = "hubfinder", .top = 100};
    for (const size_t page : asked) request.pages.push_back(name_of(page));
    request.parameters = {{"tf", is_log ? "log" : "count"}, {"final", "paper"}};
    const auto with = [&](std::vector<std::pair<std::string, std::string>> more) {
      RelatedRequest one = request;
      one.parameters.insert(one.parameters.end(), more.begin(), more.end());
      return engine.related(one);
    };
    const auto by_content = with({{"criterion", "content"}});
    ASSERT_TRUE(by_content) << by_content.error().message;
    EXPECT_EQ(by_content->with, (std::vector<std::string>{"links", "text"}));
    for (const RelatedItem& item : by_content->items) {
      EXPECT_NEAR(item.score, like(number(item.key)).value_or(0), 1e-9) << item.key;
    }
    const auto all = with({});
    ASSERT_TRUE(all);
    EXPECT_EQ(all->with, (std::vector<std::string>{"links"}));
    for (const bool drops : {false, true}) {
      const auto some =
          with({{"content_filter", "0.5"}, {"content_unknown", drops ? "drop" : "keep"}});
      ASSERT_TRUE(some) << some.error().message;
      std::map<std::string, bool> kept;  // and whether it was judged
      for (const RelatedItem& item : some->items) kept[item.key] = !item.unjudged;
      size_t unjudged = 0;
      size_t dropped = 0;
      for (const RelatedItem& item : all->items) {
        const auto own = like(number(item.key));
        const bool stays = own ? *own >= 0.5 : !drops;
        EXPECT_EQ(kept.contains(item.key), stays) << item.key;
        if (stays) {
          EXPECT_EQ(kept[item.key], own.has_value()) << item.key;
        }
        unjudged += own ? 0 : 1;
        dropped += stays ? 0 : 1;
      }
      EXPECT_GT(unjudged, 0U);
      EXPECT_GT(dropped, 0U);
    }
  }
}

TEST_F(Content, HubFinderByContentNeedsWords) {
  const Engine engine = web_.make("a\tb\nb\ta\n", {.opaque_names = true});
  RelatedRequest request{.pages = {"a"}, .by = "hubfinder"};
  request.parameters = {{"criterion", "content"}};
  const auto answer = engine.related(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace cocite::engine::searching
