// Insights on planted data, and compared with naive versions.
// Long because: each insight has a web drawn for it.
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/report.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using ::testing::HasSubstr;

std::string text_at(const InsightRow& row, size_t column) {
  return std::get<std::string>(row[column]);
}

InsightAnswer ask(const Engine& engine, const InsightRequest& request) {
  const auto answer = engine.insight(request);
  EXPECT_TRUE(answer) << answer.error().message;
  return answer ? *answer : InsightAnswer{};
}

// --- all of them -----------------------------------------------------------------------------

TEST(Insights, AreDescribedWhole) {
  std::set<std::string> names;
  for (const InsightItem& item : insights()) {
    EXPECT_TRUE(names.insert(item.name).second) << item.name;
    EXPECT_FALSE(item.summary.empty()) << item.name;
    EXPECT_FALSE(item.columns.empty()) << item.name;
    EXPECT_TRUE(item.examples.ends_with('\n')) << item.name;
    for (const MethodParameter& parameter : item.parameters) {
      EXPECT_FALSE(parameter.summary.empty()) << item.name << " " << parameter.name;
      EXPECT_TRUE(check_parameter(parameter, parameter.fallback))
          << item.name << " " << parameter.name;
      EXPECT_TRUE(!parameter.is_flag || parameter.choices == "on|off") << parameter.name;
    }
  }
}

TEST(Insights, RefuseWhatTheyDoNotKnow) {
  const TestWeb web;
  const Engine engine = web.make("a.example/\tb.example/\n");
  EXPECT_THAT(engine.insight({.name = "horoscope"}).error().message, HasSubstr("scope"));
  const auto unknown = engine.insight({.name = "scope", .parameters = {{"sped", "1"}}});
  EXPECT_EQ(unknown.error().about, "sped");
  const auto file = engine.insight({.name = "scope",
                                    .about = {"a.example"},
                                    .parameters = {{"regions", "/etc/passwd"}},
                                    .reads_files = false});
  EXPECT_EQ(file.error().about, "regions");
  EXPECT_EQ(engine.insight({.name = "scope", .save = true}).error().about, "save");
}

TEST(Insights, StopWhenTold) {
  const TestWeb web;
  const Engine engine = web.make("a.example/\tb.example/\n");
  const std::atomic<bool> stop = true;
  for (const char* name : {"mirrors", "sample"}) {
    const auto answer = engine.insight({.name = name, .stop = &stop});
    ASSERT_FALSE(answer) << name;
    EXPECT_EQ(answer.error().code, ErrorCode::kCancelled) << name;
  }
}

// --- mirrors ---------------------------------------------------------------------------------

// Hosts of random pages that link to each other and to others; some hosts are copies.
struct Planted {
  std::string links;
  std::set<std::pair<std::string, std::string>> pairs;
};

Planted planted_mirrors(unsigned seed, int hosts, int copies, int missing_percent) {
  std::mt19937 random(seed);
  std::map<int, std::vector<std::pair<std::string, std::vector<std::string>>>> pages;
  std::vector<std::vector<std::string>> paths(static_cast<size_t>(hosts));
  for (int host = 0; host < hosts; ++host) {
    const auto count = 4 + random() % 12;
    for (uint64_t i = 0; i < count; ++i) {
      // Everybody has some of these, and some of his own.
      paths[static_cast<size_t>(host)].push_back(i < 2 ? "/common" + std::to_string(i)
                                                       : "/p" + std::to_string(random() % 100000));
    }
  }
  Planted planted;
  const auto name = [](int host) { return "h" + std::to_string(host) + ".example"; };
  for (int host = 0; host < hosts; ++host) {
    const auto& own = paths[static_cast<size_t>(host)];
    const bool is_copied = host < copies;
    for (const std::string& path : own) {
      std::vector<std::string> targets;
      for (int k = 0; k < 5; ++k) {
        if (random() % 2 == 0) {
          targets.push_back("@" + own[random() % own.size()]);
        } else {
          const int other = static_cast<int>(random() % static_cast<unsigned>(hosts));
          const auto& others = paths[static_cast<size_t>(other)];
          targets.push_back(name(other) + others[random() % others.size()]);
        }
      }
      const bool is_missing = static_cast<int>(random() % 100) < missing_percent;
      for (int copy = 0; copy < (is_copied && !is_missing ? 2 : 1); ++copy) {
        const std::string self = copy == 0 ? name(host) : "copy" + std::to_string(host) + ".test";
        for (const std::string& target : targets) {
          planted.links += "http://" + self + path + "\thttp://" +
                           (target[0] == '@' ? self + target.substr(1) : target) + "\n";
        }
      }
    }
    if (is_copied) planted.pairs.emplace("copy" + std::to_string(host) + ".test", name(host));
  }
  return planted;
}

TEST(Mirrors, PlantedCopiesAreFoundAndNothingElse) {
  for (const int missing : {0, 10, 30}) {
    const TestWeb web;
    const Planted planted = planted_mirrors(7 + static_cast<unsigned>(missing), 300, 50, missing);
    const Engine engine = web.make(planted.links);
    std::set<std::pair<std::string, std::string>> found;
    const InsightAnswer answer = ask(engine, {.name = "mirrors"});
    for (const InsightRow& row : answer.tables[0].rows) {
      found.emplace(std::min(text_at(row, 2), text_at(row, 3)),
                    std::max(text_at(row, 2), text_at(row, 3)));
    }
    size_t right = 0;
    for (const auto& pair : planted.pairs) right += found.contains(pair) ? 1U : 0U;
    EXPECT_GE(static_cast<double>(right), 0.95 * static_cast<double>(planted.pairs.size()))
        << missing;
    EXPECT_GE(static_cast<double>(right), 0.95 * static_cast<double>(found.size())) << missing;
  }
}

TEST(Mirrors, AreFoundWhereAllPathsAreCommon) {
  // 90 hosts have the same ten paths, and one of them is a copy of another.
  const TestWeb web;
  std::mt19937 random(5);
  std::string links;
  for (int host = 0; host < 1000; ++host) {
    const int paths = host < 90 ? 10 : 1;
    for (int path = 0; path < paths; ++path) {
      const std::string at = "/" + std::to_string(path) + ".html";
      for (int link = 0; link < 3; ++link) {
        const std::string target = "\thttp://h" + std::to_string(random() % 1000) + ".example/\n";
        links += "http://h" + std::to_string(host) + ".example" + at + target;
        if (host == 7) links += "http://copy.test" + at + target;
      }
    }
  }
  const Engine engine = web.make(links);
  const InsightAnswer answer = ask(engine, {.name = "mirrors"});
  ASSERT_EQ(answer.tables[0].rows.size(), 1U);
  EXPECT_EQ(text_at(answer.tables[0].rows[0], 2), "h7.example");
  EXPECT_EQ(text_at(answer.tables[0].rows[0], 3), "copy.test");
}

TEST(Mirrors, ASmallHostIsFoundOnALargeOne) {
  // So that its paths are looked up, on either side of it in the order of hosts.
  const TestWeb web;
  std::string links;
  for (int page = 0; page < 400; ++page) {
    const std::string path = "/paper" + std::to_string(page * 7919 % 100003);
    const std::string target = path + "\thttp://target" + std::to_string(page) + ".example/\n";
    links += "http://large.test" + target;
    for (const char* const small : {"http://a.test", "http://z.test"}) {
      if (page < 8) links += small + target;
    }
  }
  const InsightAnswer answer = ask(web.make(links), {.name = "mirrors", .about = {"large.test"}});
  ASSERT_EQ(answer.tables[0].rows.size(), 2U);
  for (const InsightRow& row : answer.tables[0].rows) {
    EXPECT_EQ(std::get<uint64_t>(row[4]), 8U);
    EXPECT_NEAR(std::get<double>(row[5]), 1, 1e-12);
    EXPECT_NEAR(std::get<double>(row[6]), 1, 1e-12);
    EXPECT_EQ(text_at(row, 9), "partial");
  }
}

// Columns against a naive version: all paths of both hosts in sets.
TEST(Mirrors, EvidenceIsThatOfTheFormula) {
  const TestWeb web;
  // H = 4. /x is on a and b, /y on a, b and c, /z on a alone; a/x and b/x were fetched and agree,
  // a/y and b/y disagree.
  const Engine engine = web.make(
      "http://a.test/x\thttp://a.test/y\nhttp://a.test/x\thttp://d.test/1\n"
      "http://b.test/x\thttp://b.test/y\nhttp://b.test/x\thttp://d.test/1\n"
      "http://a.test/y\thttp://a.test/z\nhttp://b.test/y\thttp://d.test/2\n"
      "http://c.test/y\thttp://d.test/3\n");
  const InsightAnswer answer =
      ask(engine, {.name = "mirrors", .about = {"b.test"}, .parameters = {{"min_score", "0"}}});
  ASSERT_FALSE(answer.tables[0].rows.empty());
  for (const InsightRow& row : answer.tables[0].rows) {
    if (text_at(row, 2) != "a.test" || text_at(row, 3) != "b.test") continue;
    EXPECT_EQ(std::get<uint64_t>(row[4]), 2U);
    // b is smaller and has nothing that a has not.
    EXPECT_NEAR(std::get<double>(row[5]), 1, 1e-12);
    EXPECT_NEAR(std::get<double>(row[6]), 0.5, 1e-12);
    // a links once to d, b twice: the same direction.
    EXPECT_NEAR(std::get<double>(row[8]), 1, 1e-12);
    const double weight = std::log(4.0 / 2) + std::log(4.0 / 3);
    EXPECT_NEAR(std::get<double>(row[1]), weight / (weight + 4) * 0.5, 1e-12);
    return;
  }
  FAIL() << "a and b are not among the pairs";
}

TEST(Mirrors, AnswersAreTheSameWithLittleMemoryAndAnyThreads) {
  const TestWeb web;
  const Engine engine = web.make(planted_mirrors(3, 100, 20, 10).links);
  const std::string expected = to_json(ask(engine, {.name = "mirrors"}));
  EXPECT_EQ(to_json(ask(engine, {.name = "mirrors", .memory_bytes = 4096, .threads = 3})),
            expected);
}

TEST(Mirrors, PairsTellWhetherTheyAreOneMachine) {
  const TestWeb web;
  std::string archive;
  const auto fetch = [&](const std::string& url, const std::string& ip) {
    const std::string http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/next>words of " +
        url.substr(url.rfind('/')) + "</a>";
    archive += "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + url +
               "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n" +
               (ip.empty() ? "" : "WARC-IP-Address: " + ip + "\r\n") +
               "Content-Type: application/http\r\nContent-Length: " + std::to_string(http.size()) +
               "\r\n\r\n" + http + "\r\n\r\n";
  };
  for (int i = 0; i < 6; ++i) {
    const std::string path = "/paper" + std::to_string(i);
    fetch("http://one.test" + path, "192.0.2." + std::to_string(1 + i % 2));
    fetch("http://same.test" + path, "192.0.2.2");
    fetch("http://other.test" + path, "192.0.2.9");
    fetch("http://unknown.test" + path, "");
  }
  for (int i = 0; i < 9; ++i) fetch("http://other" + std::to_string(i) + ".test/", "192.0.2.2");
  web.write("web.warc", archive);
  const ImportRequest request{
      .store = web.path("web.cocite"), .inputs = {web.path("web.warc")}, .prepare = false};
  ASSERT_TRUE(import_store(request));
  const Engine engine = web.open();
  EXPECT_TRUE(engine.check());
  EXPECT_EQ(engine.page("http://other.test/paper1").value().ip, "192.0.2.9");
  EXPECT_EQ(engine.page("http://other.test/next").value().ip, "");
  std::map<std::string, std::string> address;
  std::map<std::string, double> scores;
  double paths = 0;
  const InsightAnswer answer = ask(engine, {.name = "mirrors"});
  for (const InsightRow& row : answer.tables[0].rows) {
    if (text_at(row, 2) != "one.test" && text_at(row, 3) != "one.test") continue;
    const std::string other = text_at(row, 2) == "one.test" ? text_at(row, 3) : text_at(row, 2);
    const auto* const word = std::get_if<std::string>(&row[10]);
    address[other] = word == nullptr ? "not known" : *word;
    scores[other] = std::get<double>(row[1]);
    paths = std::get<double>(row[5]);
  }
  const std::map<std::string, std::string> expected = {
      {"same.test", "same"}, {"other.test", "other"}, {"unknown.test", "not known"}};
  EXPECT_EQ(address, expected);
  EXPECT_EQ(scores["other.test"], scores["unknown.test"]);
  EXPECT_NEAR(scores["same.test"], scores["other.test"] + 0.2 * paths * (1 - scores["other.test"]),
              1e-12);
  // What servers said is a share, too: 33 pages were fetched, and 13 are known by links only.
  const InsightAnswer sample =
      ask(engine, {.name = "sample", .parameters = {{"uniform", "on"}, {"share", "status"}}});
  ASSERT_EQ(sample.tables[1].rows.size(), 2U);
  EXPECT_EQ(text_at(sample.tables[1].rows[0], 1), "200");
  EXPECT_NEAR(std::get<double>(sample.tables[1].rows[0][6]), 33.0 / (33 + 13), 1e-12);
}

TEST(Mirrors, SavedOnesAreThereAgainAndInTheInfo) {
  const TestWeb web;
  {
    const Engine engine = web.make(planted_mirrors(3, 60, 10, 0).links);
    EXPECT_EQ(std::get<std::string>(ask(engine, {.name = "mirrors"}).facts.back().second), "no");
    ask(engine, {.name = "mirrors", .save = true});
  }
  const Engine engine = web.open();
  const InsightAnswer again = ask(engine, {.name = "mirrors", .max_links = 1});
  EXPECT_EQ(again.tables[0].rows.size(), 10U);
  bool is_told = false;
  for (const InfoItem& item : engine.info()) {
    if (item.name == "mirrors") {
      is_told = true;
      EXPECT_EQ(std::get<uint64_t>(item.value), 10U);
    }
  }
  EXPECT_TRUE(is_told);
}

TEST(Mirrors, ALargeStoreIsNotWorkedThroughForAService) {
  const TestWeb web;
  const Engine engine = web.make(planted_mirrors(3, 30, 5, 0).links);
  const auto answer = engine.insight({.name = "mirrors", .max_links = 1});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnsupported);
}

TEST(Mirrors, MergedHostsAreOneVoteAndOneAnswer) {
  const TestWeb web;
  // Three hosts and a copy of the first link to the same pair; without the copy b has as many votes.
  std::string links;
  for (const char* host : {"a.test", "copy.test"}) {
    for (int i = 0; i < 6; ++i) {
      links += "http://" + std::string(host) + "/own" + std::to_string(i) + "\thttp://x.test/\n";
      links += "http://" + std::string(host) + "/own" + std::to_string(i) + "\thttp://y.test/\n";
    }
  }
  links += "http://b.test/\thttp://x.test/\nhttp://b.test/\thttp://z.test/\n";
  links += "http://p.test/\thttp://a.test/own1\nhttp://p.test/\thttp://copy.test/own1\n";
  links += "http://p.test/\thttp://x.test/\nhttp://q.test/\thttp://a.test/own1\n";
  const auto in_hosts = [](const Engine& engine, const std::string& page) {
    const auto answers = engine.rank({.by = {"host-indegree"}, .all = true}).value();
    for (const RankItem& item : answers[0].items) {
      if (item.url == page) return item.score;
    }
    return -1.0;
  };
  {
    const Engine engine = web.make(links);
    EXPECT_EQ(engine.merged().error().code, ErrorCode::kNotFound);
    EXPECT_EQ(in_hosts(engine, "http://x.test/"), 4);
    ASSERT_EQ(ask(engine, {.name = "mirrors", .save = true}).tables[0].rows.size(), 1U);
  }
  const Engine engine = web.open();
  const auto merged = engine.merged();
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_TRUE((*merged)->check());
  EXPECT_EQ(in_hosts(**merged, "http://x.test/"), 3);
  // The copy's pages are found under its name still, and named with the answer.
  EXPECT_EQ((*merged)->page("copy.test/own1").value().key, "test,a)/own1");
  const auto answer = (*merged)->related({.pages = {"http://x.test/"}, .by = "cocitation"});
  ASSERT_TRUE(answer) << answer.error().message;
  size_t named = 0;
  for (const RelatedItem& item : answer->items) {
    EXPECT_THAT(item.key, ::testing::Not(HasSubstr("copy"))) << item.key;
    if (item.key == "test,a)/own1") {
      ++named;
      EXPECT_EQ(item.mirrors, std::vector<std::string>{"http://copy.test/own1"});
    }
  }
  EXPECT_EQ(named, 1U);
}

TEST(Mirrors, ANameWithAndWithoutWwwIsMergedWhateverIsKnownOfIt) {
  const TestWeb web;
  // Of each second host two pages of eight are known: too little to call it a copy of the first.
  std::string links;
  for (const char* host : {"www.a.test", "a.test", "b.test", "other.example"}) {
    const std::string name = host;
    const std::string own = name.ends_with("a.test") ? "x" : "y";
    const int pages = name == "www.a.test" || name == "b.test" ? 8 : 2;
    for (int i = 0; i < pages; ++i) {
      const std::string page = "http://" + name + "/" + own + std::to_string(i);
      links += page + "\thttp://" + own + std::to_string(i) + ".topic/\n";
      links += page + "\thttp://" + own + ".goal/\n";
    }
  }
  {
    const Engine engine = web.make(links);
    ASSERT_EQ(ask(engine, {.name = "mirrors", .save = true}).tables[0].rows.size(), 2U);
  }
  const Engine engine = web.open();
  const Engine* const merged = engine.merged().value();
  EXPECT_EQ(merged->page("a.test/x1").value().key, merged->page("www.a.test/x1").value().key);
  EXPECT_NE(merged->page("b.test/y1").value().key, merged->page("other.example/y1").value().key);
  const auto voting_hosts = [&](const Engine& asked, const std::string& url) {
    const auto answers = asked.rank({.by = {"host-indegree"}, .all = true}).value();
    const auto item = std::ranges::find(answers[0].items, url, &RankItem::url);
    return item == answers[0].items.end() ? -1 : item->score;
  };
  EXPECT_EQ(voting_hosts(engine, "http://x.goal/"), 2);
  EXPECT_EQ(voting_hosts(*merged, "http://x.goal/"), 1);
  EXPECT_EQ(voting_hosts(*merged, "http://y.goal/"), 2);
}

// --- overview and site -----------------------------------------------------------------------

TEST(Overview, HasItsPartsAndBecomesAPage) {
  const TestWeb web;
  const Engine engine = web.make(planted_mirrors(5, 40, 10, 0).links);
  const InsightAnswer overview = ask(engine, {.name = "overview"});
  std::set<std::string> names;
  for (const InsightTable& table : overview.tables) {
    names.insert(table.name);
    EXPECT_FALSE(table.rows.empty()) << table.name;
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf({"items", "hosts", "domains", "degrees", "best",
                                              "authorities", "hubs", "mirrors"}));
  uint64_t pages = 0;
  for (const InsightTable& table : overview.tables) {
    if (table.name != "degrees") continue;
    for (const InsightRow& row : table.rows) pages += std::get<uint64_t>(row[2]);
  }
  EXPECT_EQ(pages, std::get<uint64_t>(overview.tables[0].rows[0][1]));
  const std::string html = overview_html(overview, "<web>");
  EXPECT_THAT(html, HasSubstr("&lt;web&gt; at a glance"));
  EXPECT_THAT(html, HasSubstr("<svg"));
  EXPECT_THAT(html, ::testing::Not(HasSubstr("<script")));
}

TEST(SiteView, TellsOfAHost) {
  const TestWeb web;
  const Engine engine = web.make(
      "http://a.test/1\thttp://a.test/2\nhttp://b.test/\thttp://a.test/2\n"
      "http://c.test/\thttp://a.test/2\nhttp://c.test/x\thttp://a.test/1\n");
  const InsightAnswer site = ask(engine, {.name = "site", .about = {"a.test"}});
  ASSERT_EQ(site.tables[0].rows.size(), 2U);
  EXPECT_EQ(text_at(site.tables[0].rows[0], 0), "http://a.test/2");
  ASSERT_EQ(site.tables[1].name, "linked_from");
  EXPECT_EQ(text_at(site.tables[1].rows.at(0), 0), "c.test");
  EXPECT_EQ(std::get<uint64_t>(site.tables[1].rows[0][1]), 2U);
  EXPECT_EQ(engine.insight({.name = "site", .about = {"missing.test"}}).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(engine.insight({.name = "site"}).error().about, "page");
}

// --- scope -----------------------------------------------------------------------------------

TEST(ScopeOfPages, PlantedPagesHaveTheirRegions) {
  const TestWeb web;
  std::string links;
  const auto link = [&](const std::string& from, const std::string& to) {
    links += "http://" + from + "/\thttp://" + to + "\n";
  };
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    for (const char* tld : {"de", "fr", "us", "br", "jp", "cn", "au", "za"}) {
      link("h" + number + "." + tld, "global.com/");
    }
    link("h" + number + ".de", "german.com/");
    for (const char* tld : {"de", "fr"}) link("h" + number + "." + tld, "european.com/");
    link("h" + number + ".io", "unknown.com/");
    // Its own site does not count.
    link("x" + number + ".own.de", "www.own.de/");
  }
  const Engine engine = web.make(links);
  const auto verdict = [&](const std::string& page) {
    return text_at(ask(engine, {.name = "scope", .about = {page}}).tables[0].rows.at(0), 2);
  };
  EXPECT_EQ(verdict("http://global.com/"), "global");
  EXPECT_EQ(verdict("global.com"), "global");
  EXPECT_EQ(verdict("http://german.com/"), "national");
  EXPECT_EQ(verdict("http://european.com/"), "continental");
  EXPECT_EQ(verdict("http://unknown.com/"), "too little evidence");
  EXPECT_EQ(verdict("www.own.de"), "too little evidence");
  const InsightAnswer one = ask(engine, {.name = "scope", .about = {"http://german.com/"}});
  EXPECT_EQ(text_at(one.tables[0].rows[0], 1), "Europe/Germany");
  ASSERT_EQ(one.tables.size(), 2U);
  EXPECT_EQ(text_at(one.tables[1].rows.at(1), 0), "Europe/Germany");
  EXPECT_EQ(std::get<uint64_t>(one.tables[1].rows[1][1]), 20U);
  // All pages at once say the same.
  std::map<std::string, std::string> all;
  const InsightAnswer of_all = ask(engine, {.name = "scope", .parameters = {{"all", "on"}}});
  for (const InsightRow& row : of_all.tables[0].rows) {
    all[text_at(row, 0)] = text_at(row, 2);
  }
  EXPECT_EQ(all.size(), 200U + 5U);  // pages that link, and that are linked to
  EXPECT_EQ(all["com,european)/"], "continental");
  EXPECT_EQ(all["com,global)/"], "global");
}

// --- sample ----------------------------------------------------------------------------------

TEST(SampleOfPages, IsTheSameForTheSameSeed) {
  const TestWeb web;
  const Engine engine = web.make(planted_mirrors(5, 100, 0, 0).links);
  const InsightRequest request{.name = "sample", .parameters = {{"pages", "50"}, {"seed", "3"}}};
  const std::string first = to_json(ask(engine, request));
  EXPECT_EQ(to_json(ask(engine, request)), first);
  InsightRequest other = request;
  other.parameters[1].second = "4";
  EXPECT_NE(to_json(ask(engine, other)), first);
}

// A long walk visits pages as often as PageRank says, jumps to hosts and all: large hosts, childless
// pages, and what was seen late. The PageRank is that of a shorter walk, read off its weights
// 1/(1 - e^(-R L)), as far as these are not one.
TEST(SampleOfPages, WeightsAreThoseOfTheWalksPageRank) {
  const TestWeb web;
  std::mt19937 random(5);
  std::string links;
  const auto name = [](unsigned i) {
    return "http://h" + std::to_string(i * i / 700) + ".test/" + std::to_string(i);
  };
  for (unsigned i = 0; i < 120; ++i) {
    if (i % 5 == 4) continue;
    const unsigned children = 1 + static_cast<unsigned>(random() % 4);
    for (unsigned k = 0; k < children; ++k) {
      const auto one = static_cast<unsigned>(random() % 120);
      const auto other = static_cast<unsigned>(random() % 120);
      links += name(i) + "\t" + name(std::min(one, other)) + "\n";
    }
  }
  const Engine engine = web.make(links);
  const auto walk = [&](const char* steps) {
    return ask(engine,
               {.name = "sample",
                .parameters = {{"pages", "1000"}, {"steps", steps}, {"correct", "pagerank"}}});
  };
  std::map<std::string, double> shares;
  double size = 0;
  const InsightAnswer long_walk = walk("400000");
  for (const InsightRow& row : long_walk.tables[0].rows) {
    const double share = static_cast<double>(std::get<uint64_t>(row[1])) / (0.9 * 400'000);
    shares[std::get<std::string>(row[0])] = share;
    size += share;
    EXPECT_NEAR(std::get<double>(row[2]), 1, 1e-6) << "visited for sure";
  }
  EXPECT_NEAR(size, 1, 1e-9);
  double difference = 0;
  size_t compared = 0;
  const InsightAnswer short_walk = walk("2000");
  for (const InsightRow& row : short_walk.tables[0].rows) {
    const double missed = 1 - 1 / std::get<double>(row[2]);
    if (missed < 1e-9) continue;
    ++compared;
    difference += std::abs(-std::log(missed) / 1800 - shares[std::get<std::string>(row[0])]);
  }
  EXPECT_GT(compared, 60U);
  EXPECT_LT(difference, 0.05);
}

TEST(SampleOfPages, SharesHaveTheirTruthBesideThem) {
  const TestWeb web;
  const Engine engine = web.make(planted_mirrors(5, 100, 40, 0).links);
  const InsightAnswer answer = ask(
      engine,
      {.name = "sample", .parameters = {{"pages", "500"}, {"uniform", "on"}, {"share", "tld"}}});
  ASSERT_EQ(answer.tables.size(), 2U);
  double truth = 0;
  for (const InsightRow& row : answer.tables[1].rows) {
    truth += std::get<double>(row[6]);
    EXPECT_LE(std::get<double>(row[4]), std::get<double>(row[3]));
    EXPECT_GE(std::get<double>(row[5]), std::get<double>(row[3]));
  }
  EXPECT_NEAR(truth, 1, 1e-12);
  const auto unknown = engine.insight({.name = "sample", .parameters = {{"share", "colour"}}});
  EXPECT_THAT(unknown.error().message, HasSubstr("language"));
  EXPECT_EQ(engine.insight({.name = "sample", .parameters = {{"share", "status"}}}).error().code,
            ErrorCode::kUnsupported);
}

// --- categorize ------------------------------------------------------------------------------

TEST(Categories, PagesLinkedTogetherHaveTheSame) {
  const TestWeb web;
  std::mt19937 random(11);
  std::string links;
  std::string labels;
  // Hubs of two topics.
  for (int hub = 0; hub < 60; ++hub) {
    for (int k = 0; k < 8; ++k) {
      links += "http://hub" + std::to_string(hub) + ".test/\thttp://p" +
               std::to_string(random() % 40) + (hub % 2 == 0 ? ".cats" : ".dogs") + ".test/\n";
    }
  }
  for (int i = 0; i < 40; ++i) {
    for (const char* topic : {"cats", "dogs"}) {
      labels += "http://p" + std::to_string(i) + "." + topic + ".test/\t" + topic + "\n";
    }
  }
  web.write("labels.tsv", labels + "http://nowhere.test/\tcats\n");
  const Engine engine = web.make(links);
  const std::vector<std::pair<std::string, std::string>> parameters = {
      {"labels", web.path("labels.tsv")}};
  InsightRequest request{
      .name = "categorize", .about = {"http://p3.cats.test/"}, .parameters = parameters};
  InsightAnswer answer = ask(engine, request);
  EXPECT_EQ(text_at(answer.tables[0].rows.at(0), 1), "cats");
  EXPECT_DOUBLE_EQ(std::get<double>(answer.tables[0].rows[0][2]), 1);
  EXPECT_EQ(answer.notes.size(), 1U);
  EXPECT_GT(answer.tables.at(1).rows.size(), 3U);
  request.about.clear();
  request.parameters.emplace_back("folds", "5");
  request.parameters.emplace_back("spread", "on");
  answer = ask(engine, request);
  EXPECT_EQ(text_at(answer.tables.at(1).rows.at(0), 0), "largest class");
  EXPECT_GT(std::get<double>(answer.tables[1].rows.at(1)[1]), 0.95);
  EXPECT_GT(std::get<double>(answer.tables[1].rows.at(2)[1]), 0.95);
  // Saved labels need no file.
  ask(engine, {.name = "categorize", .parameters = parameters, .save = true});
  const Engine again = web.open();
  answer = ask(again, {.name = "categorize", .about = {"http://p3.dogs.test/"}});
  EXPECT_EQ(text_at(answer.tables[0].rows.at(0), 1), "dogs");
}

}  // namespace
}  // namespace cocite::engine
