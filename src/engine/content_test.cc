// Words beside links: content, and what blend adds, against the letter of the formulas.
#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "engine/testing/searching.h"

namespace cocite::engine::searching {
namespace {

class Content : public Searching {};

TEST_F(Content, ContentAndBlendAddWhatTheWordsSay) {
  const std::vector<std::string> words = {"bee", "honey", "hive", "wasp", "car", "wheel", "road"};
  std::mt19937 random(3);
  std::vector<std::map<std::string, int>> counts;
  std::string texts;
  std::string lines;
  constexpr size_t kPages = 40;
  for (size_t i = 0; i < kPages; ++i) {
    const std::string name = "p" + std::to_string(10 + i);
    counts.emplace_back();
    std::string text = i == 0 ? "alone " : "";
    if (i == 0) ++counts[i]["alone"];
    for (size_t n = random() % 12; n > 0; --n) {
      const std::string& word = words[random() % words.size()];
      text += word + " ";
      ++counts[i][word];
    }
    if (!text.empty()) texts += name + "\t" + text + "\n";
    for (size_t n = random() % 5; n > 0; --n) {
      lines += name + "\tp" + std::to_string(10 + random() % kPages) + "\n";
    }
    lines += name + "\n";
  }
  web_.write("texts", texts);
  ImportRequest request;
  request.opaque_names = true;
  request.text_file = web_.path("texts");
  request.stem = "none";
  const Engine engine = web_.make(lines, request);
  std::map<std::string, int> df;
  int pages = 0;
  for (const auto& page : counts) {
    pages += page.empty() ? 0 : 1;
    for (const auto& [word, count] : page) ++df[word];
  }
  const auto cosine = [&](size_t a, size_t b, int least) {
    double aa = 0, bb = 0, ab = 0;
    const auto weight = [&](size_t page, const std::string& word) {
      const auto found = counts[page].find(word);
      if (found == counts[page].end() || df[word] < least) return 0.0;
      return (1 + std::log(found->second)) * std::log(double(pages) / df[word]);
    };
    for (const auto& [word, n] : df) {
      aa += weight(a, word) * weight(a, word);
      bb += weight(b, word) * weight(b, word);
      ab += weight(a, word) * weight(b, word);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0.0;
  };
  const auto number = [](const std::string& key) { return std::stoul(key.substr(1)) - 10; };
  for (const size_t page : {0U, 1U, 7U, 20U}) {
    const std::string name = "p" + std::to_string(10 + page);
    const auto by = [&](const std::string& method, const std::string& with) {
      RelatedRequest asked{.pages = {name}, .by = method, .top = 100, .copies = Copies::kKeep};
      if (!with.empty()) asked.parameters = {{"with", with}};
      std::map<size_t, double> scores;
      if (const auto answer = engine.related(asked)) {
        for (const RelatedItem& item : answer->items) scores[number(item.key)] = item.score;
      }
      return scores;
    };
    std::map<size_t, double> content = by("content", "");
    for (size_t other = 0; other < kPages; ++other) {
      if (other == page) continue;
      EXPECT_NEAR(content[other], cosine(page, other, 1), 1e-9) << name << " " << other;
    }
    const std::map<size_t, double> links = by("blend", "links");
    const std::map<size_t, double> both = by("blend", "links,text");
    EXPECT_EQ(both, by("blend", ""));
    ASSERT_EQ(both.size(), links.size());
    for (const auto& [other, score] : links) {
      EXPECT_NEAR(both.at(other), score + 0.4 * cosine(page, other, 2), 1e-6)
          << name << " " << other;
    }
    for (const auto& [other, score] : both) {
      const auto why =
          engine.explain({.pages = {name}, .by = "content"}, "p" + std::to_string(10 + other));
      if (cosine(page, other, 1) <= 0) continue;
      ASSERT_TRUE(why) << why.error().message;
      double sum = 0;
      for (const ReasonItem& reason : why->reasons) {
        EXPECT_FALSE(reason.word.empty());
        sum += reason.amount;
      }
      EXPECT_NEAR(sum, cosine(page, other, 1), 1e-9);
    }
  }
}

}  // namespace
}  // namespace cocite::engine::searching
