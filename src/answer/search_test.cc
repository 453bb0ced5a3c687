// Searches of stores: which pages, in which order; and the index as a part of a store.
#include <algorithm>
#include <atomic>

#include <gtest/gtest.h>

#include "engine/testing/searching.h"

namespace cocite::answer {
namespace {

using namespace engine::searching;  // NOLINT(google-build-using-namespace): its fixture

class Search : public Searching {};

TEST_F(Search, FindsByTitleTextAndWhatOthersSay) {
  import(kBees);
  EXPECT_EQ(found("wheels"), "example,cars)/");
  EXPECT_EQ(found("WASPS -flowers"), "example,wasps)/");  // never fetched
  EXPECT_EQ(found("nectar -bees"), "example,honey)/");    // likewise; both hosts say so
  EXPECT_EQ(found("title:garden"), "example,garden)/");
  EXPECT_EQ(found("\"honey bees\""), "example,bees)/");  // the garden has them apart
  EXPECT_EQ(found("\"golden nectar\" -hive -flowers"), "example,honey)/");
  EXPECT_EQ(found("\"nectar golden\""), "");
  EXPECT_EQ(found("honey -bees"), "example,garden,sub)/");
  EXPECT_EQ(found("honey -\"honey bees\" -flowers lang:en"), "example,bees)/hive");
  EXPECT_EQ(found("honey lang:de"), "example,garden,sub)/");
  EXPECT_EQ(found("honey site:sub.garden.example"), "example,garden,sub)/");
  EXPECT_EQ(found("blumen site:garden.example"), "example,garden,sub)/");
  EXPECT_EQ(found("hive site:bees.example/hive"), "example,bees)/hive");
  EXPECT_EQ(found("hive site:nowhere.example"), "");
}

TEST_F(Search, LinksWithinAHostSayNothing) {
  std::vector<Page> pages = kBees;
  pages[0].body += link("http://bees.example/wax", "zeppelin");
  pages[2].body += link("http://airships.example/", "zeppelin");
  import(pages);
  EXPECT_EQ(found("zeppelin -honey"), "example,airships)/");
}

TEST_F(Search, PhrasesAreNotFoundInLinksWithinAHostEither) {
  // Another host says each of the two words of bees.example/wax, its own host says the phrase.
  std::vector<Page> pages = kBees;
  pages[0].body += link("http://bees.example/wax", "silver zeppelin");
  pages[2].body += link("http://bees.example/wax", "zeppelin of silver");
  pages[2].body += link("http://airships.example/", "silver zeppelin");
  import(pages);
  EXPECT_EQ(found("\"silver zeppelin\" -honey"), "example,airships)/");
}

TEST_F(Search, LongAnchorsAreReadToTheirEnd) {
  std::string long_word;
  while (long_word.size() < 40) long_word += "\u043F\u0447";
  std::string twenty;
  for (int i = 0; i < 19; ++i) twenty += long_word + " ";
  std::vector<Page> pages = kBees;
  pages[0].body += link("http://airships.example/", twenty + "zeppelin");
  pages[0].body += link("http://balloons.example/", twenty + "and zeppelin");  // too many to count
  import(pages);
  EXPECT_EQ(found("zeppelin -honey"), "example,airships)/");
}

TEST_F(Search, SaysWhatNobodyHasAndShowsWhere) {
  import(kBees);
  const SearchAnswer answer = ask({.words = "hive xyzzy"});
  EXPECT_EQ(answer.unmatched, std::vector<std::string>{"xyzzy"});
  EXPECT_EQ(answer.stem, "none");
  ASSERT_FALSE(answer.items.empty());
  std::string marked;
  for (const SnippetItem& part : answer.items[0].snippet) marked += part.is_match ? part.text : "";
  EXPECT_EQ(marked, "hive");
  EXPECT_TRUE(answer.items[0].matched);
  EXPECT_TRUE(ask({.words = "hive", .snippets = false}).items[0].snippet.empty());
  EXPECT_EQ(ask({.words = "bees", .top = 1, .skip = 1}).items[0].key,
            ask({.words = "bees", .top = 2}).items[1].key);
}

TEST_F(Search, StemsAsThePagesDeclare) {
  ImportRequest request;
  request.stem = "auto";
  import(kBees, request);
  EXPECT_EQ(ask({.words = "engine"}).stem, "english");
  EXPECT_EQ(found("engine"), "example,cars)/");
  request.stem = "klingon";
  request.store = web_.path("none.cocite");
  request.inputs = {web_.path("a.warc")};
  const auto refused = import_store(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().about, "stem");
}

TEST_F(Search, IsRefusedWithAWord) {
  import(kBees);
  const Engine engine = web_.open();
  const auto refused = [&](const SearchRequest& request) {
    const auto answer = engine.search(request);
    return answer ? std::string("found") : answer.error().about + ": " + answer.error().message;
  };
  EXPECT_TRUE(refused({.words = "-- !"}).starts_with("words: "));
  EXPECT_TRUE(refused({.words = "bees", .rank = "best"}).starts_with("rank: "));
  EXPECT_TRUE(refused({.words = "bees", .edges = SearchEdges::kAnchors}).starts_with("edges: "));
  EXPECT_TRUE(
      refused({.words = "bees", .content = SearchContent::kPrune}).starts_with("content: "));
  EXPECT_TRUE(refused({.words = "bees", .rank = "indegree", .content = SearchContent::kRegulate})
                  .starts_with("content: "));
  EXPECT_NE(refused({.words = "bees site:///"}), "found");
  EXPECT_NE(refused({.words = "bees", .rank = "global:nothing"}), "found");
}

TEST_F(Search, WordsThatPagesMustNotHaveAreNotEnough) {
  import(kBees);
  const auto answer = web_.open().search({.words = "-honey"});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().about, "words");
  EXPECT_NE(answer.error().message.find("must not have"), std::string::npos);
}

// Making one could not help: there is nothing to make one from.
TEST_F(Search, OfAStoreWithoutWordsNamesTheImportThatBringsThem) {
  ImportRequest request;
  request.opaque_names = true;
  const Engine engine = web_.make("a\tb\n", request);
  for (const auto& error : {engine.search({.words = "honey"}).error(),
                            engine.related({.pages = {"a"}, .by = "content"}).error(),
                            index_store({.store = web_.path("web.cocite")}).error()}) {
    EXPECT_EQ(error.code, ErrorCode::kUnsupported);
    EXPECT_NE(error.message.find("has no words"), std::string::npos) << error.message;
    ASSERT_EQ(error.remedies.size(), 1U);
    EXPECT_EQ(error.remedies[0].command, "import");
  }
}

// Every way to search asks the budget, and says so where it was spent.
TEST_F(Search, ASpentBudgetIsSaid) {
  import(kBees);
  const Engine engine = web_.open();
  const std::atomic<bool> stop = true;
  std::vector<SearchRequest> requests = {
      {.words = "honey"},
      {.words = "\"honey bees\""},
      {.words = "honey -\"live in\"", .model = SearchModel::kVector},
  };
  for (const SearchContent content : {SearchContent::kPrune, SearchContent::kRegulate}) {
    requests.push_back({.words = "honey", .rank = "imp-authority", .content = content});
    SearchRequest around{.rank = "hits-hub", .edges = SearchEdges::kAnchors, .content = content};
    around.pages = {"http://bees.example/"};
    requests.push_back(around);
  }
  for (SearchRequest& request : requests) {
    const auto whole = engine.search(request);
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_TRUE(whole->is_complete);
    request.stop = &stop;
    const auto part = engine.search(request);
    ASSERT_TRUE(part) << part.error().message;
    EXPECT_FALSE(part->is_complete);
    ASSERT_FALSE(part->notes.empty());
    EXPECT_NE(part->notes.back().find("the best answer so far"), std::string::npos);
  }
}

// Nothing was found because nothing was looked at, which is no evidence of anything.
TEST_F(Search, ASpentBudgetIsNotTakenForMissingEvidence) {
  import(kBees);
  const Engine engine = web_.open();
  const std::atomic<bool> stop = true;
  const RelatedRequest whole{.pages = {"http://bees.example/"}, .by = "content"};
  ASSERT_TRUE(engine.related(whole));
  RelatedRequest part = whole;
  part.stop = &stop;
  const auto answer = engine.related(part);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kCancelled);
  // Reasons are found in time, or are not looked for.
  const auto why = engine.explain(part, engine.related(whole)->items[0].key);
  if (!why) {
    EXPECT_EQ(why.error().code, ErrorCode::kCancelled);
  }
}

TEST_F(Search, WithoutAnIndexOneIsMadeLaterAndIsTheSame) {
  import(kBees);
  const std::string made_by_import = web_.read("web.cocite/words");
  ASSERT_FALSE(made_by_import.empty());
  ImportRequest request;
  request.index = false;
  import(kBees, request);
  EXPECT_TRUE(web_.read("web.cocite/words").empty());
  const auto refused = web_.open().search({.words = "bees"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(refused.error().remedies.at(0).command, "index");
  const auto report = index_store({.store = web_.path("web.cocite"), .stem = "none", .threads = 3});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_made);
  EXPECT_EQ(web_.read("web.cocite/words"), made_by_import);
  EXPECT_TRUE(web_.open().check());
  EXPECT_FALSE(index_store({.store = web_.path("web.cocite"), .stem = "none"})->is_made);
  EXPECT_TRUE(index_store({.store = web_.path("web.cocite"), .stem = "english"})->is_made);
  EXPECT_EQ(ask({.words = "engine"}).stem, "english");
}

TEST_F(Search, AStoreThatWasAddedToIsAsIfImportedAtOnce) {
  import(kBees);
  const std::string at_once = web_.read("web.cocite/words");
  import({kBees.begin(), kBees.begin() + 2});
  web_.write("b.warc", archive({kBees.begin() + 2, kBees.end()}));
  ASSERT_TRUE(add_to_store({.store = web_.path("web.cocite"), .inputs = {web_.path("b.warc")}}));
  EXPECT_EQ(web_.read("web.cocite/words"), at_once);
  // One that was made without stays without.
  ImportRequest request;
  request.index = false;
  import({kBees.begin(), kBees.begin() + 2}, request);
  ASSERT_TRUE(add_to_store({.store = web_.path("web.cocite"), .inputs = {web_.path("b.warc")}}));
  EXPECT_TRUE(web_.read("web.cocite/words").empty());
}

TEST_F(Search, DamageIsReportedOnUseOnly) {
  import(kBees);
  std::string bytes = web_.read("web.cocite/words");
  for (size_t at = 0; at < bytes.size(); at += 7) bytes[at] = static_cast<char>(~bytes[at]);
  web_.write("web.cocite/words", bytes);
  const Engine engine = web_.open();
  EXPECT_FALSE(engine.check());
  EXPECT_FALSE(engine.search({.words = "bees"}));
  EXPECT_TRUE(engine.links("bees.example/"));
}

TEST_F(Search, TextsComeFromAFileToo) {
  web_.write("texts", "apple\tround and red\npear\tgreen\nnobody\tx\n");
  ImportRequest request;
  request.text_file = web_.path("texts");
  request.opaque_names = true;
  const Engine engine = web_.make("apple\tpear\nplum\tapple\n", request);
  const auto answer = engine.search({.words = "green"});
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->items.size(), 1U);
  EXPECT_EQ(answer->items[0].key, "pear");
  // What was given stays when more comes, and the rest of a line is the text.
  web_.write("more", "fig\tpear\n");
  ASSERT_TRUE(add_to_store({.store = web_.path("web.cocite"), .inputs = {web_.path("more")}}));
  EXPECT_EQ(web_.open().search({.words = "round red"})->items.at(0).key, "apple");
  EXPECT_EQ(web_.open().search({.words = "green"})->items.at(0).key, "pear");
}

}  // namespace
}  // namespace cocite::answer
