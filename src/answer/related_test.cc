#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> keys(const Result<RelatedAnswer>& answer) {
  if (!answer) return {"error: " + answer.error().message};
  std::vector<std::string> result;
  for (const RelatedItem& item : answer->items) result.push_back(item.key);
  return result;
}

// Twenty portals that link to both roots and to twenty common pages; the leaf has no parents.
std::string portals() {
  std::string lines;
  for (int i = 0; i < 20; ++i) {
    const std::string portal = "portal" + std::to_string(i) + ".example/\t";
    lines += portal + "a.example/\n" + portal + "b.example/\n";
    for (int k = 0; k < 3; ++k) {
      lines += portal + "c" + std::to_string((i + k) % 20) + ".example/\n";
    }
  }
  return lines + "a.example/deep/leaf\ta.example/\n";
}

TEST(Related, GivesWayToAPageNearerTheRootAndSaysSo) {
  const engine::TestWeb web;
  const Engine engine = web.make(portals());
  for (const char* asked : {"a.example/deep/leaf", "a.example/no/such/page?x=1", "a.example"}) {
    const auto answer = engine.related({.pages = {asked}, .by = "cocitation", .top = 100});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->pages[0].asked, asked);
    EXPECT_EQ(answer->pages[0].key, "example,a)/");
    EXPECT_EQ(answer->items[0].key, "example,b)/");
    EXPECT_EQ(std::ranges::count(keys(answer), "example,a)/deep/leaf"), 0);
  }
  const auto alone =
      engine.related({.pages = {"a.example/deep/leaf"}, .by = "cocitation", .chop = Switch::kOff});
  ASSERT_FALSE(alone);
  EXPECT_THAT(alone.error().message, HasSubstr("no evidence"));
  // Other methods chop only when told to.
  EXPECT_FALSE(engine.related({.pages = {"a.example/no"}, .by = "jaccard"}));
  EXPECT_TRUE(engine.related({.pages = {"a.example/no"}, .by = "jaccard", .chop = Switch::kOn}));
}

TEST(Related, NeverChopsOpaqueNames) {
  const engine::TestWeb web;
  const Engine engine = web.make("x/y\ta\nx/y\tb\n", {.opaque_names = true});
  EXPECT_THAT(keys(engine.related({.pages = {"a"}, .by = "cocitation"})), ElementsAre("b"));
  const auto unknown = engine.related({.pages = {"x/y/z"}, .by = "cocitation"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(unknown.error().nearest.empty());
}

TEST(Related, SinksWhatIsMoreLikeANegativePage) {
  const engine::TestWeb web;
  // p1 and p2 put u beside v and w; three pages put w beside n.
  const Engine engine =
      web.make("p1\tu\np1\tv\np1\tw\np2\tu\np2\tw\np3\tw\np3\tn\np4\tw\np4\tn\np5\tw\np5\tn\n",
               {.opaque_names = true});
  EXPECT_THAT(keys(engine.related({.pages = {"u"}, .by = "cocitation"})), ElementsAre("w", "v"));
  EXPECT_THAT(keys(engine.related({.pages = {"u"}, .not_pages = {"n"}, .by = "cocitation"})),
              ElementsAre("v", "w"));
  const auto plain = engine.related({.pages = {"u"}, .by = "blend"});
  const auto less = engine.related({.pages = {"u"}, .not_pages = {"n"}, .by = "blend"});
  ASSERT_TRUE(plain);
  ASSERT_TRUE(less);
  const auto score_of = [](const RelatedAnswer& answer, const std::string& key) {
    const auto found = std::ranges::find(answer.items, key, &RelatedItem::key);
    return found == answer.items.end() ? 0 : found->score;
  };
  EXPECT_LT(score_of(*less, "w"), score_of(*plain, "w"));
  EXPECT_EQ(score_of(*less, "n"), 0);
}

TEST(Related, KeepsToSitesAndHostsAsTold) {
  const engine::TestWeb web;
  std::string lines;
  for (const char* page : {"u.example/", "www.u.example/1", "v.example/1", "v.example/2",
                           "v.example/3", "w.example/"}) {
    lines += std::string("p.example/\t") + page + "\nq.example/\t" + page + "\n";
  }
  const Engine engine = web.make(lines);
  RelatedRequest request{.pages = {"u.example"}, .by = "jaccard"};
  EXPECT_EQ(keys(engine.related(request)).size(), 5U);
  request.drop_same_site = true;
  request.per_host = 2;
  EXPECT_THAT(keys(engine.related(request)),
              ElementsAre("example,v)/1", "example,v)/2", "example,w)/"));
}

TEST(Related, AnswersEachOfManyInOrderOnAnyNumberOfThreads) {
  const engine::TestWeb web;
  const Engine engine = web.make(portals());
  RelatedRequest request{.by = "jaccard"};
  for (int i = 0; i < 200; ++i) request.pages.push_back("c" + std::to_string(i % 23) + ".example");
  for (const unsigned threads : {1U, 4U}) {
    request.threads = threads;
    size_t at = 0;
    ASSERT_TRUE(engine.related_each(
        request, [&](const std::string& asked, const Result<RelatedAnswer>& answer) {
          EXPECT_EQ(asked, request.pages[at++]);
          EXPECT_EQ(keys(answer), keys(engine.related({.pages = {asked}, .by = "jaccard"})));
          return true;
        }));
    EXPECT_EQ(at, request.pages.size());
  }
}

TEST(Related, AddsUpItsReasons) {
  const engine::TestWeb web;
  const Engine engine = web.make(portals());
  const auto why = engine.explain({.pages = {"a.example"}, .by = "cocitation"}, "b.example");
  ASSERT_TRUE(why) << why.error().message;
  EXPECT_EQ(why->score, 20);
  EXPECT_EQ(why->reasons.size(), 20U);
  EXPECT_EQ(why->reasons[0].distance, 1U);
  EXPECT_EQ(why->reasons[0].kind, "parent");
  EXPECT_FALSE(engine.explain({.pages = {"a.example"}, .by = "cocitation"}, "a.example"));
}

TEST(Related, SaysWhenTheBudgetIsSpent) {
  const engine::TestWeb web;
  const Engine engine = web.make(portals());
  std::atomic<bool> stop = true;
  const auto stopped = engine.related({.pages = {"a.example"}, .by = "companion", .stop = &stop});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

TEST(Related, LooksBehindTheMethods) {
  const engine::TestWeb web;
  const Engine engine = web.make(portals());
  const auto vicinity = engine.vicinity({.pages = {"a.example"}});
  ASSERT_TRUE(vicinity) << vicinity.error().message;
  // a, the leaf, 20 portals, b and the 20 pages beside it; the leaf's link stays on its host.
  EXPECT_EQ(vicinity->nodes.size(), 43U);
  EXPECT_EQ(vicinity->edges.size(), 100U);
  EXPECT_EQ(vicinity->merged, 0U);
  EXPECT_THAT(draw_vicinity(*vicinity, "graphml").value(), HasSubstr("http://b.example/"));
  EXPECT_THAT(draw_vicinity(*vicinity, "gexf").value(), HasSubstr("edge id=\"99\""));
  EXPECT_FALSE(draw_vicinity(*vicinity, "dot"));

  const auto trace = engine.trace({.pages = {"a.example"}});
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_GE(trace->steps.size(), 2U);
  EXPECT_EQ(trace->steps[0].discovered, 21U);  // the leaf and the portals
  EXPECT_EQ(trace->steps[0].total, 22U);
  EXPECT_EQ(trace->steps[1].discovered, 43U);
  EXPECT_EQ(trace->steps[1].fresh, 21U);

  const auto numbers = engine.lli({.pages = {"a.example"}});
  ASSERT_TRUE(numbers) << numbers.error().message;
  const auto b = std::ranges::find(numbers->items, "example,b)/", &LliAnswer::Item::key);
  ASSERT_NE(b, numbers->items.end());
  EXPECT_EQ(b->count, 20U);
  EXPECT_NEAR(b->bcp, 20.0 / 21, 1e-12);  // the leaf, too, is a parent
  EXPECT_NEAR(b->dd, 0, 1e-12);

  const auto compared = engine.compare({.pages = {"a.example"}}, {"cocitation", "jaccard"});
  ASSERT_TRUE(compared) << compared.error().message;
  ASSERT_EQ(compared->pairs.size(), 1U);
  EXPECT_GT(compared->pairs[0].shared, 5U);
  EXPECT_EQ(compared->agreed[0].item.key, "example,b)/");
  EXPECT_EQ(compared->agreed[0].methods.size(), 2U);
}

// Blend's notes about all pages are made once, by the first request.
TEST(Related, LeavesWhatTookLongInTheStore) {
  const engine::TestWeb web;
  const auto expected = keys(web.make(portals()).related({.pages = {"a.example"}}));
  const std::string store = web.path("web.cocite");
  const auto has = [&](const char* file) { return std::filesystem::exists(store + "/" + file); };
  EXPECT_FALSE(has("notes-blend"));  // so few links take no time
  const OpenOptions saving{.save_from_links = 1};
  for (const bool is_first : {true, false}) {
    const Engine engine = web.open("web", saving);
    EXPECT_EQ(keys(engine.related({.pages = {"a.example"}})), expected) << is_first;
    EXPECT_TRUE(has("notes-blend"));
    EXPECT_TRUE(has("column-pagerank"));
    EXPECT_TRUE(engine.check());
  }
  // Damaged ones are made again.
  std::filesystem::resize_file(store + "/notes-blend", 100);
  EXPECT_EQ(keys(web.open().related({.pages = {"a.example"}})), expected);
}

TEST(RelatedAll, GoesOnWhereItWasStopped) {
  const engine::TestWeb web;
  std::string lines;
  for (int i = 0; i < 20000; ++i) {
    const std::string page = std::to_string(i) + '\t';
    for (const int step : {1, 7, 30}) lines += page + std::to_string((i + step) % 20000) + '\n';
  }
  const Engine engine = web.make(lines, {.opaque_names = true});
  RelatedAllRequest request{.related = {.by = "cocitation", .top = 3}, .output = web.path("whole")};
  const auto whole = engine.related_all(request);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->answered, 20000U);
  EXPECT_EQ(whole->resumed_at, 0U);
  EXPECT_EQ(engine.related_all(request).error().code, ErrorCode::kAlreadyExists);

  std::atomic<bool> stop = false;
  request.output = web.path("parts");
  request.related.stop = &stop;
  request.related.progress = [&](const Progress&) { stop = true; };
  const auto stopped = engine.related_all(request);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(web.path("parts")));
  stop = false;
  request.related.progress = {};
  const auto rest = engine.related_all(request);
  ASSERT_TRUE(rest) << rest.error().message;
  EXPECT_GT(rest->resumed_at, 0U);
  EXPECT_EQ(rest->answered, 20000U);
  EXPECT_EQ(web.read("parts"), web.read("whole"));
  EXPECT_FALSE(std::filesystem::exists(web.path("parts.cocite-state")));
}

TEST(RelatedAll, StartsAgainWhenSomethingElseIsAskedFor) {
  const engine::TestWeb web;
  const Engine engine = web.make("x\ta\nx\tb\nx\tc\n", {.opaque_names = true});
  web.write("out.cocite-part", "page\trank\tscore\tkey\nrubbish\n");
  web.write("out.cocite-state", "something else\n3 30 3\n");
  const auto report =
      engine.related_all({.related = {.by = "cocitation", .top = 1}, .output = web.path("out")});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->resumed_at, 0U);
  EXPECT_EQ(web.read("out"), "page\trank\tscore\tkey\na\t1\t1\tb\nb\t1\t1\ta\nc\t1\t1\ta\n");
}

}  // namespace
}  // namespace cocite::answer
