// Files of visits become counts between pages of the store, and nothing else of them stays.
#include "ingest/visits.h"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "ingest/ingest.h"
#include "ingest/testing/import_folder.h"
#include "store/store.h"

namespace cocite::ingest {
namespace {

constexpr const char* kLinks =
    "http://www.example.org/\thttp://www.example.org/a\n"
    "http://www.example.org/a\thttp://www.example.org/b?x=1\n"
    "http://www.example.org/b?x=1\thttp://www.example.org/c%20d\n";

std::string log_line(const std::string& request, const std::string& referrer, int status = 200,
                     const std::string& agent = "Mozilla/5.0") {
  return "203.0.113.7 - alice [10/Oct/2023:13:55:36 +0000] \"" + request + " HTTP/1.1\" " +
         std::to_string(status) + " 17 \"" + referrer + "\" \"" + agent + "\"\n";
}

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

class VisitsTest : public ::testing::Test {
 protected:
  // "a>b 5" for each transition, by the ends of keys.
  [[nodiscard]] std::string told(const std::string& path = {}) const {
    const store::Store store = store::Store::open(path.empty() ? folder_.store() : path).value();
    EXPECT_TRUE(store.check());
    if (store.visits() == nullptr) return "none";
    std::string all;
    store::VisitTable::Buffer buffer;
    for (uint64_t i = 0; i < store.pages(); ++i) {
      const auto list = store.visits()->list(page_id(i), buffer).value();
      for (const store::Visits& one : list.others) {
        if (one.to == 0) continue;
        all += (all.empty() ? "" : " ") + short_name(store, page_id(i)) + ">" +
               short_name(store, one.page) + "=" + std::to_string(one.to);
      }
    }
    return all;
  }
  static std::string short_name(const store::Store& store, PageId page) {
    const std::string key = store.key(page).value();
    return key.substr(key.rfind(')') + 1);
  }
  ImportRequest request(const std::string& visits, const std::string& links = kLinks) {
    ImportRequest request = folder_.request({links});
    request.visit_files = {folder_.write("visits", visits)};
    return request;
  }
  static uint64_t skipped(const ImportReport& report, const std::string& words) {
    for (const Skipped& one : report.skipped) {
      if (one.reason.find(words) != std::string::npos) return one.count;
    }
    return 0;
  }

  testing::ImportFolder folder_;
};

TEST_F(VisitsTest, CountsOfTransitionsAreSummedAndRareOnesDropped) {
  const auto report =
      import_store(request("http://www.example.org/\thttp://www.example.org/a\t3\n"
                           "http://www.example.org/\thttp://www.example.org/a\t2\n"
                           "http://www.example.org/a\thttp://www.example.org/\t4\n"
                           "http://www.example.org/a\thttp://elsewhere.org/\t100\n"
                           "http://elsewhere.org/\thttp://www.example.org/a\t100\n"
                           "http://www.example.org/a#x\thttp://www.example.org/a\t100\n"
                           "org,example,www)/a\torg,example,www)/c%20d\t9\n"
                           "nonsense\n"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(), "/>/a=5 /a>/c%20d=9");
  EXPECT_EQ(report->visit_transitions, 2U);
  EXPECT_EQ(report->visit_clicks, 14U);
  EXPECT_EQ(report->visit_lines, 8U);
  EXPECT_EQ(skipped(*report, "fewer than 5"), 1U);
  EXPECT_EQ(skipped(*report, "to a page that the store does not have"), 1U);
  EXPECT_EQ(skipped(*report, "from a page that the store does not have"), 1U);
  EXPECT_EQ(skipped(*report, "to itself"), 1U);
  EXPECT_EQ(skipped(*report, "not a line"), 1U);
  EXPECT_TRUE(folder_.is_tidy());
}

TEST_F(VisitsTest, OfLogsOnlyClicksOfPeopleBetweenPagesCount) {
  const std::string click = log_line("GET /a", "https://www.example.org/");
  const auto report = import_store(request(
      times(6, click) + times(5, log_line("GET /b?x=1#top", "http://www.example.org/a", 304)) +
      times(5, log_line("GET /c%20d", "http://www.example.org/b?x=1")) +
      times(9, log_line("GET /a", "https://www.example.org/", 404)) +
      times(9, log_line("POST /a", "https://www.example.org/")) +
      times(9, log_line("GET /logo.png", "https://www.example.org/")) +
      times(9, log_line("GET /a", "https://www.example.org/", 200, "Googlebot/2.1")) +
      times(9, log_line("GET /a", "-")) + times(9, log_line("GET /a", "https://search.example/")) +
      times(9, log_line("GET /zzz", "https://www.example.org/"))));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(), "/>/a=6 /a>/b?x=1=5 /b?x=1>/c%20d=5");
  for (const char* const reason : {"an error", "not a GET", "an image", "a robot", "no referrer",
                                   "from a page that", "to a page that"}) {
    EXPECT_EQ(skipped(*report, reason), 9U) << reason;
  }
}

// The report is kept in the store: it must not say who it was either.
TEST_F(VisitsTest, NothingAboutPeopleIsKept) {
  ASSERT_TRUE(import_store(request(times(9, log_line("GET /a", "https://www.example.org/")) +
                                   log_line("GET /nowhere", "https://www.example.org/") +
                                   "203.0.113.7 broken alice\n")));
  for (const auto& [name, bytes] : folder_.files(folder_.store())) {
    for (const char* const secret : {"203.0.113.7", "alice", "Oct/2023", "13:55:36", "Mozilla"}) {
      EXPECT_EQ(bytes.find(secret), std::string::npos) << name << " has " << secret;
    }
  }
}

TEST_F(VisitsTest, ALogOfAStoreWithSeveralHostsNeedsItsOwn) {
  const std::string links = std::string(kLinks) + "http://other.org/\thttp://www.example.org/\n";
  ImportRequest both = request(times(5, log_line("GET /a", "https://www.example.org/")), links);
  const auto refused = import_store(both);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().about, "visits_host");
  EXPECT_TRUE(folder_.is_tidy());
  both.visits_host = "https://www.example.org/";
  ASSERT_TRUE(import_store(both));
  EXPECT_EQ(told(), "/>/a=5");
  both.force = true;
  both.visits_host = "nonsense host";
  EXPECT_EQ(import_store(both).error().about, "visits_host");
}

TEST_F(VisitsTest, LinesThatBeginWithTheirHostNeedNone) {
  const std::string links = std::string(kLinks) + "http://other.org/\thttp://www.example.org/\n";
  ASSERT_TRUE(import_store(
      request(times(5, "www.example.org:443 " + log_line("GET /a", "https://www.example.org/")) +
                  times(6, "other.org:80 " + log_line("GET /", "https://www.example.org/a")),
              links)));
  EXPECT_EQ(told(), "/>/a=5 /a>/=6");
}

TEST_F(VisitsTest, TitlesOfAClickstreamArePagesOfTheWiki) {
  const std::string links =
      "https://en.wikipedia.org/wiki/Honey\thttps://en.wikipedia.org/wiki/Bee\n"
      "https://en.wikipedia.org/wiki/Bee\thttps://en.wikipedia.org/wiki/Caf%C3%A9\n";
  const std::string clicks =
      "other-search\tBee\texternal\t900\n"
      "Honey\tBee\tlink\t312\n"
      "Bee\tCafé\tlink\t17\n"
      "Honey\tNowhere\tlink\t17\n";
  ASSERT_TRUE(import_store(request(clicks, links)));
  EXPECT_EQ(told(), "/wiki/Bee>/wiki/Caf%C3%A9=17 /wiki/Honey>/wiki/Bee=312");
}

TEST_F(VisitsTest, TitlesAreNamesWherePagesHaveNoAddresses) {
  ImportRequest opaque = request("Honey\tBee\tlink\t312\n", "Honey\tBee\n");
  opaque.opaque_names = true;
  ASSERT_TRUE(import_store(opaque));
  EXPECT_EQ(told(), "Honey>Bee=312");
  opaque.force = true;
  opaque.visit_files = {folder_.write("log", log_line("GET /a", "https://www.example.org/"))};
  EXPECT_EQ(import_store(opaque).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(VisitsTest, WhatIsAddedIsSummedWithWhatWasThere) {
  ImportRequest all = request(
      "http://www.example.org/\thttp://www.example.org/a\t3\n"
      "http://www.example.org/a\thttp://www.example.org/\t7\n");
  all.visit_files.push_back(folder_.write("more",
                                          "http://www.example.org/\thttp://www.example.org/a\t4\n"
                                          "http://www.example.org/b?x=1\torg,example,www)/a\t1\n"));
  all.visits_at_least = 1;
  ASSERT_TRUE(import_store(all));
  const std::string at_once = told();
  EXPECT_EQ(at_once, "/>/a=7 /a>/=7 /b?x=1>/a=1");
  // The same in two steps: by visits alone, and with more pages, which get other numbers.
  ImportRequest first = all;
  first.force = true;
  first.visit_files.resize(1);
  ASSERT_TRUE(import_store(first));
  ImportRequest visits = all;
  visits.inputs.clear();
  visits.visit_files.erase(visits.visit_files.begin());
  ASSERT_TRUE(add_to_store(visits));
  EXPECT_EQ(told(), at_once);
  ImportRequest pages = all;
  pages.visit_files.clear();
  pages.inputs = {folder_.write("new.tsv", "http://aaa.org/\thttp://www.example.org/a\n")};
  ASSERT_TRUE(add_to_store(pages));
  EXPECT_EQ(told(), at_once);
  EXPECT_TRUE(folder_.is_tidy());
}

// What was seen too seldom is not kept, not even to be added to: each addition stands for itself.
TEST_F(VisitsTest, RareTransitionsStayUnknownWhenMoreIsAdded) {
  ImportRequest some = request(
      "http://www.example.org/\thttp://www.example.org/a\t4\n"
      "http://www.example.org/a\thttp://www.example.org/\t9\n");
  ASSERT_TRUE(import_store(some));
  some.inputs.clear();
  ASSERT_TRUE(add_to_store(some));
  EXPECT_EQ(told(), "/a>/=9");  // the same file does not count twice
  some.force = true;
  ASSERT_TRUE(add_to_store(some));
  EXPECT_EQ(told(), "/a>/=18");
}

TEST_F(VisitsTest, AreTheSameOnAnyNumberOfThreadsAndWithAnyMemory) {
  std::mt19937_64 random(7);
  std::string links;
  for (int i = 0; i < 60; ++i) {
    links += "http://x.org/" + std::to_string(i) + "\thttp://x.org/" + std::to_string(i + 1) + "\n";
  }
  std::map<std::pair<int, int>, int> naive;
  std::string clicks;
  for (int i = 0; i < 20000; ++i) {
    const int from = static_cast<int>(random() % 60);
    const int to = static_cast<int>(random() % 60);
    const int count = static_cast<int>(random() % 3);
    clicks += "http://x.org/" + std::to_string(from) + "\thttp://x.org/" + std::to_string(to) +
              "\t" + std::to_string(count) + "\n";
    if (from != to) naive[{from, to}] += count;
  }
  uint64_t kept = 0;
  for (const auto& [pair, count] : naive) kept += count >= 5 ? 1 : 0;
  ImportRequest request = this->request(clicks, links);
  std::string first;
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const size_t piece : {size_t{97}, size_t{2} << 20}) {
      Limits limits;
      limits.piece_bytes = piece;
      limits.least_memory_bytes = 1 << 16;
      request.memory_bytes = 1 << 16;
      request.threads = threads;
      request.force = true;
      const auto report = import_store(request, limits);
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_EQ(report->visit_transitions, kept);
      const std::string bytes = folder_.files(folder_.store()).at("visits");
      if (first.empty()) first = bytes;
      EXPECT_EQ(bytes, first) << threads << " threads, pieces of " << piece;
    }
  }
}

TEST_F(VisitsTest, FilesThatAreNoVisitsAreRefused) {
  for (const char* const bytes : {"hello\n", "<html>\n<body>\n"}) {
    const auto refused = import_store(request(bytes));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().about, "visits_from");
  }
  ImportRequest wrong = request("a\tb\t3\n");
  wrong.visit_files = {folder_ / "nothing-here"};
  EXPECT_FALSE(import_store(wrong));
  EXPECT_TRUE(folder_.is_tidy());
  // Nothing of use: the store is made without, and an addition of nothing is an error.
  ASSERT_TRUE(import_store(request("a\tb\t3\n")));
  EXPECT_EQ(told(), "none");
  ImportRequest nothing = request("a\tb\t3\n");
  nothing.inputs.clear();
  EXPECT_EQ(add_to_store(nothing).error().code, ErrorCode::kInvalidArgument);
  ImportRequest strict = request("http://www.example.org/\thttp://www.example.org/a\t3\nbad\n");
  strict.strict = true;
  strict.force = true;
  EXPECT_EQ(import_store(strict).error().about, "strict");
}

}  // namespace
}  // namespace cocite::ingest
