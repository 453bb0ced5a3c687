// Similar sites with the pages that show them, and all around a page in one answer.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/testing/searching.h"

namespace cocite::sites {
namespace {

// Three sites list u.org and v.org; guide.org with two pages each, the others with one.
constexpr const char* kLines =
    "http://www.guide.org/1\thttp://u.org/a\n"
    "http://www.guide.org/1\thttp://www.v.org/x\n"
    "http://www.guide.org/2\thttp://u.org/\n"
    "http://www.guide.org/2\thttp://www.v.org/\n"
    "http://list.net/\thttp://u.org/a\n"
    "http://list.net/\thttp://www.v.org/x\n"
    "http://list.net/\thttp://far.com/\n"
    "http://one.net/p\thttp://u.org/b\n"
    "http://one.net/q\thttp://www.v.org/y\n"
    "http://u.org/a\thttp://shared.info/\n"
    "http://www.v.org/x\thttp://shared.info/z\n"
    "http://www.v.org/x\thttp://u.org/a\n";

class SimilarSites : public ::testing::Test {
 protected:
  engine::TestWeb web_;
};

TEST_F(SimilarSites, HaveReasonsWithPages) {
  const Engine engine = web_.make(kLines);
  for (const char* const asked : {"u.org", "http://u.org/a", "www.u.org"}) {
    const auto answer = engine.similar_sites({.sites = {asked}, .why = 5});
    ASSERT_TRUE(answer) << asked << ": " << answer.error().message;
    ASSERT_EQ(answer->sites.size(), 1U);
    EXPECT_EQ(answer->sites[0].site, "u.org");
    EXPECT_EQ(answer->sites[0].pages, 3U);
    ASSERT_FALSE(answer->items.empty());
    const SimilarSite& first = answer->items[0];
    EXPECT_EQ(first.site, "v.org");
    EXPECT_EQ(first.pages, 3U);
    EXPECT_EQ(first.linked_from, 3U);
    ASSERT_EQ(first.reasons.size(), 3U);
    const SiteReason& parents = first.reasons[0];
    EXPECT_EQ(parents.kind, "parents");
    EXPECT_EQ(parents.sites, 3U);
    EXPECT_EQ(parents.site, "guide.org");
    EXPECT_EQ(parents.pages, 2U);
    EXPECT_EQ(parents.other_pages, 2U);
    EXPECT_EQ(first.why[0],
              "3 sites link to both, most of all guide.org (2 pages here, 2 there); e.g. "
              "http://www.guide.org/1 links to http://u.org/a and http://www.v.org/x");
    const bool links_here = std::ranges::any_of(first.why, [](const std::string& sentence) {
      return sentence ==
             "1 page of v.org links here; e.g. http://www.v.org/x links to http://u.org/a";
    });
    EXPECT_TRUE(links_here);
  }
}

TEST_F(SimilarSites, WithoutOnePageThatHasBothNameTwo) {
  const Engine engine =
      web_.make("http://one.net/p\thttp://u.org/b\nhttp://one.net/q\thttp://v.org/y\n");
  const auto answer = engine.similar_sites({.sites = {"u.org"}, .by = "jaccard"}).value();
  EXPECT_EQ(answer.items[0].why[0],
            "one.net links to both (1 page here, 1 there); e.g. http://one.net/p links to "
            "http://u.org/b and http://one.net/q to http://v.org/y");
}

TEST_F(SimilarSites, CountMoreWhereMorePagesStandBehindALink) {
  // Both are linked to by the same two sites; only how often differs.
  std::string lines;
  for (int i = 0; i < 20; ++i) {
    const std::string page = "http://big.net/" + std::to_string(i) + "\t";
    lines += page + "http://u.org/\n" + page + "http://often.org/\n";
  }
  lines += "http://big.net/0\thttp://once.org/\nhttp://small.net/\thttp://u.org/\n";
  lines += "http://small.net/\thttp://often.org/\nhttp://small.net/\thttp://once.org/\n";
  const Engine engine = web_.make(lines);
  const auto answer = engine.similar_sites({.sites = {"u.org"}, .by = "weighted-parents"}).value();
  ASSERT_EQ(answer.items.size(), 2U);
  EXPECT_EQ(answer.items[0].site, "often.org");
  EXPECT_GT(answer.items[0].score, 1.05 * answer.items[1].score);
  const auto plain = engine.similar_sites({.sites = {"u.org"}, .by = "adamic-adar"}).value();
  EXPECT_EQ(plain.items[0].score, plain.items[1].score);
}

TEST_F(SimilarSites, AreNotThoseThatOnlyAWalkLeadsTo) {
  const Engine engine = web_.make(std::string(kLines) + "http://lone.com/\thttp://end.com/\n");
  const Engine* const graph = engine.on(On::kSites).value();
  const auto related = graph->related({.pages = {"u.org"}, .top = 100}).value();
  EXPECT_TRUE(std::ranges::any_of(
      related.items, [](const RelatedItem& item) { return item.key == "org,guide)/"; }));
  const auto answer = engine.similar_sites({.sites = {"u.org"}, .top = 100}).value();
  std::vector<std::string> sites;
  for (const SimilarSite& site : answer.items) sites.push_back(site.site);
  EXPECT_EQ(sites, (std::vector<std::string>{"v.org", "shared.info", "far.com"}));
  EXPECT_FALSE(graph->related({.pages = {"end.com"}}).value().items.empty());
  EXPECT_EQ(engine.similar_sites({.sites = {"end.com"}}).error().code, ErrorCode::kNoEvidence);
}

TEST_F(SimilarSites, ThatAreNotThereAreNotFound) {
  const Engine engine = web_.make(kLines);
  EXPECT_EQ(engine.similar_sites({.sites = {"nowhere.example"}}).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(engine.similar_sites({}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(engine.similar_sites({.sites = {"guide.org"}, .by = "weighted-parents"}).error().code,
            ErrorCode::kNoEvidence);
  EXPECT_EQ(engine.similar_sites({.sites = {"u.org"}, .by = "magic"}).error().code,
            ErrorCode::kInvalidArgument);
}

class WhatsRelated : public engine::searching::Searching {};

TEST_F(WhatsRelated, HasAllThatAButtonNeeds) {
  using engine::searching::link;
  const auto both = link("http://u.org/", "The U") + link("http://v.org/", "the V");
  import({{"http://a.net/", "A", both + link("http://w.org/", "W")},
          {"http://b.net/", "B", both + link("http://w.org/", "W")},
          {"http://c.net/", "C", both},
          {"http://u.org/", "You", "Words of you. " + link("http://u.org/x", "x")},
          { "http://v.org/",
            "Vee",
            "Words of vee." }});
  const Engine engine = web_.open("web");
  ASSERT_TRUE(engine.on(On::kSites));
  const auto answer = engine.whats_related({.page = "http://u.org/"});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->page.title, "You");
  EXPECT_EQ(answer->status, "alive");
  EXPECT_EQ(answer->in_links, 3U);
  ASSERT_FALSE(answer->related.empty());
  EXPECT_EQ(answer->related[0].title, "Vee");
  EXPECT_FALSE(answer->related[0].why.empty());
  ASSERT_FALSE(answer->sites.empty());
  EXPECT_EQ(answer->sites[0].site, "v.org");
  EXPECT_FALSE(answer->sites[0].why.empty());
  ASSERT_FALSE(answer->hubs.empty());
  EXPECT_EQ(answer->hubs[0].related, 2U);
  EXPECT_EQ(answer->linked_from.size(), 3U);
  ASSERT_EQ(answer->names.size(), 1U);
  EXPECT_EQ(answer->names[0].text, "The U");
  EXPECT_EQ(answer->names[0].links, 3U);
  EXPECT_EQ(engine.whats_related({.page = "http://nowhere.example/"}).error().code,
            ErrorCode::kNotFound);
}

TEST_F(WhatsRelated, OfAnyPageOfASiteHasTheSameSitesWhoeverAsksAndHoweverOften) {
  using engine::searching::link;
  const auto both =
      link("http://u.org/", "U") + link("http://v.org/", "V") + link("http://w.org/", "W");
  import({{"http://a.net/", "A", both},
          {"http://b.net/", "B", both},
          {"http://c.net/", "C", both},
          { "http://u.org/",
            "You",
            link("http://u.org/x", "x") + link("http://u.org/y", "y") }});
  const Engine engine = web_.open("web");
  ASSERT_TRUE(engine.on(On::kSites));
  const auto names_of = [](const WhatsRelatedAnswer& answer) {
    std::vector<std::string> names;
    for (const SimilarSite& site : answer.sites) names.push_back(site.site);
    return names;
  };
  const auto sites_of = [&](const char* page) {
    return names_of(web_.open("web").whats_related({.page = page}).value());
  };
  const auto first = names_of(engine.whats_related({.page = "http://u.org/"}).value());
  ASSERT_GE(first.size(), 2U);
  EXPECT_EQ(first[0], "v.org");
  // Of another engine, which was asked nothing before.
  const auto others = sites_of("http://v.org/");
  EXPECT_NE(others, first);
  std::vector<std::thread> threads;
  for (const char* const page :
       {"http://u.org/x", "http://u.org/y", "http://u.org/", "http://v.org/"}) {
    threads.emplace_back([&, page] {
      for (int i = 0; i < 20; ++i) {
        const auto answer = engine.whats_related({.page = page});
        ASSERT_TRUE(answer);
        EXPECT_EQ(names_of(*answer), answer->host == "u.org" ? first : others);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  // What is asked for differently is answered so.
  EXPECT_EQ(engine.whats_related({.page = "http://u.org/x", .sites = 1}).value().sites.size(), 1U);
  EXPECT_TRUE(engine.whats_related({.page = "http://u.org/x", .sites = 0}).value().sites.empty());
  EXPECT_FALSE(engine.whats_related({.page = "http://u.org/x"}).value().sites[0].why.empty());
  EXPECT_TRUE(
      engine.whats_related({.page = "http://u.org/x", .why = 0}).value().sites[0].why.empty());
}

TEST_F(WhatsRelated, SaysWhatIsMissing) {
  engine::TestWeb web;
  const Engine engine = web.make("http://a.org/\thttp://b.org/\n");
  const auto answer = engine.whats_related({.page = "http://b.org/"}).value();
  EXPECT_EQ(answer.status, "unknown");
  EXPECT_EQ(answer.linked_from.size(), 1U);
  const bool says_sites = std::ranges::any_of(answer.notes, [](const std::string& note) {
    return note.find("graph of sites") != std::string::npos;
  });
  EXPECT_TRUE(says_sites);
  const Engine opaque = web.make("a\tb\n", {.opaque_names = true}, "opaque");
  EXPECT_TRUE(opaque.whats_related({.page = "b"}).value().sites.empty());
}

}  // namespace
}  // namespace cocite::sites
