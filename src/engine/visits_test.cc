// Visits: the method against the letter of its formula, reasons in sentences.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

class VisitsMethod : public ::testing::Test {
 protected:
  static constexpr int kPages = 25;
  static std::string name(int page) { return "p" + std::to_string(10 + page); }

  Engine make(unsigned seed) {
    std::mt19937 random(seed);
    std::string lines;
    std::string clicks;
    for (int from = 0; from < kPages; ++from) {
      lines += name(from) + "\n";
      for (int i = 0; i < 4; ++i) {
        const int to = static_cast<int>(random() % kPages);
        lines += name(from) + "\t" + name(to) + "\n";
        const int count = static_cast<int>(random() % 40);
        clicks += name(from) + "\t" + name(to) + "\t" + std::to_string(count) + "\n";
        if (from != to) counts_[{from, to}] += count;
      }
    }
    std::erase_if(counts_, [](const auto& one) { return one.second < 5; });
    web_.write("clicks", clicks);
    ImportRequest request;
    request.opaque_names = true;
    request.visit_files = {web_.path("clicks")};
    return web_.make(lines, request);
  }
  [[nodiscard]] int clicks(int from, int to) const {
    const auto found = counts_.find({from, to});
    return found == counts_.end() ? 0 : found->second;
  }
  [[nodiscard]] double naive(int u, int v) const {
    double total_u = 1;
    double total_v = 1;
    for (const auto& [pair, count] : counts_) {
      if (pair.first == u || pair.second == u) total_u += count;
      if (pair.first == v || pair.second == v) total_v += count;
    }
    return (clicks(u, v) + clicks(v, u)) / std::sqrt(total_u * total_v);
  }

  TestWeb web_;
  std::map<std::pair<int, int>, int> counts_;
};

TEST_F(VisitsMethod, GivesTheScoresOfItsFormula) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    counts_.clear();
    const Engine engine = make(seed);
    ASSERT_TRUE(engine.check());
    for (int u = 0; u < kPages; ++u) {
      const auto answer = engine.related({.pages = {name(u)}, .by = "visits", .top = 100});
      std::map<std::string, double> found;
      if (answer) {
        EXPECT_EQ(answer->with, std::vector<std::string>{"visits"});
        for (const RelatedItem& item : answer->items) found[item.key] = item.score;
      } else {
        EXPECT_EQ(answer.error().code, ErrorCode::kNoEvidence);
      }
      for (int v = 0; v < kPages; ++v) {
        if (v == u) continue;
        const double expected = naive(u, v);
        if (expected == 0) {
          EXPECT_FALSE(found.contains(name(v)));
          continue;
        }
        ASSERT_TRUE(found.contains(name(v)));
        EXPECT_NEAR(found[name(v)], expected, 1e-12);
        const auto why = engine.explain({.pages = {name(u)}, .by = "visits"}, name(v)).value();
        EXPECT_NEAR(why.score, expected, 1e-12);
        ASSERT_EQ(why.reasons.size(), 1U);
        EXPECT_EQ(why.reasons[0].kind, "visits");
        EXPECT_EQ(why.reasons[0].clicks_to, static_cast<uint64_t>(clicks(u, v)));
        EXPECT_EQ(why.reasons[0].clicks_from, static_cast<uint64_t>(clicks(v, u)));
      }
    }
    std::filesystem::remove_all(web_.path("web.cocite"));
  }
}

TEST_F(VisitsMethod, SumsOverSeveralPages) {
  const Engine engine = make(5);
  const auto answer =
      engine.related({.pages = {name(0), name(1)}, .by = "visits", .top = 100}).value();
  // Each page's scores are divided by the largest of a page that may be an answer.
  double best[2] = {0, 0};
  for (int v = 2; v < kPages; ++v) {
    for (int u = 0; u < 2; ++u) best[u] = std::max(best[u], naive(u, v));
  }
  EXPECT_FALSE(answer.items.empty());
  for (const RelatedItem& item : answer.items) {
    const int v = std::stoi(item.key.substr(1)) - 10;
    EXPECT_NEAR(item.score, naive(0, v) / best[0] + naive(1, v) / best[1], 1e-12);
  }
}

TEST_F(VisitsMethod, IsExplainedByCounts) {
  web_.write("clicks", "a\tb\t312\nb\ta\t40\nc\ta\t7\n");
  ImportRequest request;
  request.opaque_names = true;
  request.visit_files = {web_.path("clicks")};
  const Engine engine = web_.make("a\tb\nb\tc\nc\td\n", request);
  const auto answer = engine.related({.pages = {"a"}, .by = "visits", .why = 5}).value();
  ASSERT_EQ(answer.items.size(), 2U);
  EXPECT_EQ(answer.items[0].why[0], "people went from here to it 312 times, and back 40 times");
  EXPECT_EQ(answer.items[1].why[0], "people came from it here 7 times");
  EXPECT_EQ(engine.page("a").value().visits, 359U);
  EXPECT_TRUE(engine.has_visits());
}

TEST_F(VisitsMethod, NeedsVisits) {
  const Engine engine = web_.make("http://a.org/\thttp://b.org/\n");
  EXPECT_FALSE(engine.has_visits());
  EXPECT_EQ(engine.related({.pages = {"http://a.org/"}, .by = "visits"}).error().code,
            ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace cocite::engine
