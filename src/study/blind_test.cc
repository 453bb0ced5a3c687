// Can a rater find out which method an answer is from? Order, ids and shown data must not depend
// on it.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/secret.h"
#include "study/blind_order.h"
#include "study/study_file.h"
#include "study/testing_study.h"

namespace cocite::study {
namespace {

constexpr size_t kAnswers = 20;

std::string page_at(size_t i) {
  return "site" + std::to_string(i * 7919 % 1000) + ".example/" + std::to_string(i);
}

// How much the ranks of two lists go together: 1 alike, 0 not at all, -1 the other way round.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto mean = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean(a)) * (b[i] - mean(b));
    aa += (a[i] - mean(a)) * (a[i] - mean(a));
    bb += (b[i] - mean(b)) * (b[i] - mean(b));
  }
  return ab / std::sqrt(aa * bb);
}

std::vector<double> places(const std::vector<uint64_t>& keys) {
  std::vector<double> result;
  for (const uint64_t key : keys) {
    result.push_back(
        static_cast<double>(std::ranges::count_if(keys, [&](uint64_t k) { return k < key; })));
  }
  return result;
}

TEST(BlindOrder, HasNothingToDoWithRanks) {
  // The mean of this many random correlations has a standard deviation of
  // 1 / sqrt((answers - 1) * seeds); 4 of these are exceeded once in 16,000 times.
  constexpr size_t kSeeds = 4000;
  std::vector<double> ranks(kAnswers);
  std::iota(ranks.begin(), ranks.end(), 0);
  double sum = 0;
  std::vector<size_t> first(kAnswers);  // how often each rank comes first
  for (size_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<uint64_t> keys;
    for (size_t i = 0; i < kAnswers; ++i) {
      keys.push_back(blind_place("secret" + std::to_string(seed), "query.example/", page_at(i)));
    }
    sum += correlation(places(keys), ranks);
    ++first[static_cast<size_t>(std::ranges::min_element(keys) - keys.begin())];
  }
  EXPECT_LT(std::abs(sum / kSeeds), 4 / std::sqrt((kAnswers - 1.0) * kSeeds));
  // Each is as often the first as any other: chi square of 19 degrees, p = 0.0001 beyond 50.8.
  double chi = 0;
  constexpr double kExpected = static_cast<double>(kSeeds) / kAnswers;
  for (const size_t count : first) {
    chi += (static_cast<double>(count) - kExpected) * (static_cast<double>(count) - kExpected) /
           kExpected;
  }
  EXPECT_LT(chi, 50.8);
}

TEST(BlindOrder, IsAnotherForEachRaterAndQueryPage) {
  std::set<std::vector<double>> orders;
  for (const char* secret : {"one", "other"}) {
    for (const char* query : {"a.example/", "b.example/"}) {
      std::vector<uint64_t> keys;
      for (size_t i = 0; i < kAnswers; ++i) keys.push_back(blind_place(secret, query, page_at(i)));
      orders.insert(places(keys));
    }
  }
  EXPECT_EQ(orders.size(), 4U);
}

// A study whose first method has these ranks and whose second has them reversed, or the other way.
NewStudy long_study(bool is_swapped) {
  std::vector<std::string> pages;
  for (size_t i = 0; i < kAnswers; ++i) pages.push_back(page_at(i));
  std::vector<std::string> reversed(pages.rbegin(), pages.rend());
  reversed.resize(kAnswers / 2);
  NewStudy study{.title = "Long", .store = "web", .by = {"lli", "simrank"}, .top = kAnswers};
  study.raters = {"ann"};
  study.queries = {{shown("query.example/"), {answer(pages), answer(reversed)}}};
  if (is_swapped) {
    std::swap(study.by[0], study.by[1]);
    std::swap(study.queries[0].answers[0], study.queries[0].answers[1]);
  }
  return study;
}

Rater rater_of(StudyFile& file, const std::string& id) {
  return file.find_rater(file.state(id)->raters[0].secret)->value();
}

TEST(BlindTask, IsTheSameWhicheverMethodFoundWhat) {
  TestFolder folder;
  const auto file = StudyFile::open(folder.path("s.sqlite")).value();
  std::vector<std::vector<std::string>> seen;
  std::string secret;
  for (const bool is_swapped : {false, true}) {
    Rater rater = rater_of(*file, file->add(long_study(is_swapped)).value());
    // The same secret in both studies.
    if (secret.empty()) secret = rater.secret;
    rater.secret = secret;
    const Task task = file->task(rater).value();
    std::vector<std::string> urls;
    for (const Task::Item& item : task.items) urls.push_back(item.url + ' ' + item.title);
    seen.push_back(std::move(urls));
  }
  EXPECT_EQ(seen[0].size(), kAnswers);
  EXPECT_EQ(seen[0], seen[1]);
}

TEST(BlindTask, HasIdsAndPlacesThatSayNothing) {
  TestFolder folder;
  const auto file = StudyFile::open(folder.path("s.sqlite")).value();
  NewStudy study = long_study(false);
  constexpr size_t kQueries = 60;
  const QueryPage one = study.queries[0];
  study.queries.clear();
  for (size_t q = 0; q < kQueries; ++q) {
    study.queries.push_back(one);
    study.queries.back().page = shown("query" + std::to_string(q) + ".example/");
  }
  const Rater rater = rater_of(*file, file->add(study).value());
  std::map<std::string, double> rank;
  for (size_t i = 0; i < kAnswers; ++i) rank["http://" + page_at(i)] = static_cast<double>(i);
  double by_id = 0;
  double by_place = 0;
  for (size_t place = 1; place <= kQueries; ++place) {
    const Task task = file->task(rater, place).value();
    ASSERT_EQ(task.items.size(), kAnswers);
    std::vector<double> ranks;
    std::vector<uint64_t> ids;
    std::vector<double> order;
    for (const Task::Item& item : task.items) {
      ranks.push_back(rank.at(item.url));
      ids.push_back(std::stoull(item.id, nullptr, 16));
      order.push_back(static_cast<double>(order.size()));
    }
    by_id += correlation(places(ids), ranks);
    by_place += correlation(order, ranks);
  }
  // 5 standard deviations: ids come from the system's chance, and no run may fail for nothing.
  const double most = 5 / std::sqrt((kAnswers - 1.0) * kQueries);
  EXPECT_LT(std::abs(by_id / kQueries), most);
  EXPECT_LT(std::abs(by_place / kQueries), most);
}

}  // namespace
}  // namespace cocite::study
