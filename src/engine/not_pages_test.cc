// Negative pages: what sinks, and what must not come up instead.
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

// A documentation site: every page links to the menu, then to pages of its own chapter and some
// others.
constexpr int kChapters = 4;
constexpr int kPages = 8;  // of a chapter
const std::vector<std::string> kMenu = {"docs.example/home", "docs.example/support",
                                        "docs.example/copyright"};

std::string page_of(int chapter, int page) {
  return "docs.example/c" + std::to_string(chapter) + "/p" + std::to_string(page);
}

std::string documentation(uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](int most) {
    return static_cast<int>(random() % static_cast<uint32_t>(most));
  };
  std::string lines;
  for (int chapter = 0; chapter < kChapters; ++chapter) {
    for (int page = 0; page < kPages; ++page) {
      const auto link = [&](const std::string& to) {
        lines += page_of(chapter, page) + "\t" + to + "\n";
      };
      for (const std::string& one : kMenu) link(one);
      for (int i = 0; i < 4; ++i) link(page_of(chapter, below(kPages)));
      const int other = below(kChapters);
      link(page_of(other, below(kPages)));
    }
  }
  return lines;
}

// What is left where everything is asked for; empty where that is nothing.
std::vector<RelatedItem> answers(const Engine& engine, RelatedRequest request) {
  request.top = 1000;
  request.copies = Copies::kKeep;
  auto answer = engine.related(request);
  return answer ? std::move(answer->items) : std::vector<RelatedItem>();
}

std::map<std::string, size_t> places(const std::vector<RelatedItem>& items) {
  std::map<std::string, size_t> places;
  for (const RelatedItem& item : items) places.emplace(item.key, places.size());
  return places;
}

bool is_menu(const std::string& key) {
  return key.find("/c") == std::string::npos || key.ends_with("copyright");
}

TEST(NotPages, BringNoMenusUp) {
  size_t seen = 0;        // menu pages among the answers
  size_t would_rise = 0;  // that would stand higher if scores alone decided
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const TestWeb web;
    const Engine engine = web.make(documentation(seed));
    for (const char* const by : {"blend", "cocitation", "jaccard", "cosine"}) {
      for (int page = 1; page < 4; ++page) {
        const RelatedRequest plain{.pages = {page_of(0, 0)}, .by = by};
        RelatedRequest with = plain;
        with.not_pages = {page_of(0, page)};
        const auto before = answers(engine, plain);
        const auto after = answers(engine, with);
        const auto old_places = places(before);
        const auto new_places = places(after);
        std::map<std::string, double> taken_off;
        if (plain.by == "blend") {
          // Other methods put what is more like the negative page last, whatever its score.
          for (size_t i = 1; i < after.size(); ++i) EXPECT_LE(after[i].score, after[i - 1].score);
          for (const RelatedItem& item : answers(engine, {.pages = with.not_pages, .by = by})) {
            taken_off[item.key] = item.score / 2;
          }
        }
        for (const RelatedItem& item : before) {
          const auto place = new_places.find(item.key);
          if (!is_menu(item.key) || place == new_places.end()) continue;
          ++seen;
          // The negative page itself is no answer, and leaves its place to others.
          EXPECT_GE(place->second + 1, old_places.at(item.key)) << by << " " << item.key;
        }
        if (plain.by != "blend") continue;
        for (const RelatedItem& item : before) {
          if (!is_menu(item.key)) continue;
          const double own = item.score - taken_off[item.key];
          const auto better = std::ranges::count_if(before, [&](const RelatedItem& other) {
            return other.score - taken_off[other.key] > own;
          });
          if (own > 0 && static_cast<size_t>(better) + 1 < old_places.at(item.key)) ++would_rise;
        }
      }
    }
  }
  EXPECT_GT(seen, 0U);
  EXPECT_GT(would_rise, 0U) << "else this shows nothing";
}

TEST(NotPages, SinkWhatIsLikeThem) {
  const TestWeb web;
  const Engine engine = web.make(documentation(1));
  const auto before = answers(engine, {.pages = {page_of(0, 0)}});
  ASSERT_GT(before.size(), 3U);
  const std::string liked = before[0].key;
  const auto after = answers(engine, {.pages = {page_of(0, 0)}, .not_pages = {liked}});
  EXPECT_FALSE(places(after).contains(liked));
}

}  // namespace
}  // namespace cocite::engine
