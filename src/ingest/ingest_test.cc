#include "ingest/ingest.h"

#include <random>

#include <gtest/gtest.h>

#include "ingest/testing/import_folder.h"
#include "ingest/testing/list_writer.h"
#include "ingest/testing/naive_web.h"

namespace cocite::ingest {
namespace {

using testing::ImportFolder;
using testing::ListShape;
using testing::NaiveWeb;
using testing::random_list;
using testing::shuffled;

using Texts = std::vector<std::string>;

// Little memory: keys go aside after every piece of 2 KiB, links into buckets of 200.
constexpr Limits kTiny{.least_memory_bytes = 1, .least_bucket_links = 200, .piece_bytes = 2048};

void expect_imported(const ImportRequest& request, const Limits& limits = {}) {
  const auto report = import_store(request, limits);
  ASSERT_TRUE(report) << report.error().message;
}

NaiveWeb naive(const ImportRequest& request, const Texts& texts) {
  NaiveWeb web(request);
  for (const std::string& text : texts) web.read(text);
  return web;
}

// All but the report, which tells how long it took, and the manifest, which knows the report.
std::map<std::string, std::string> lasting_files(const ImportFolder& folder,
                                                 const std::string& store) {
  auto files = folder.files(store);
  files.erase("report");
  files.erase("manifest");
  return files;
}

TEST(Import, HoldsWhatANaiveReaderFinds) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 25; ++round) {
    const ListShape shape{.lines = random() % 200,
                          .hosts = 1 + random() % 10,
                          .paths = 1 + random() % 30,
                          .opaque_names = random() % 3 == 0};
    Texts texts;
    for (uint64_t inputs = 1 + random() % 3; inputs > 0; --inputs) {
      texts.push_back(random_list(shape, random));
      if (random() % 3 == 0) texts.back() = shuffled(texts.back(), random);
    }
    const ImportFolder folder;
    ImportRequest request = folder.request(texts);
    request.from = "links";
    request.opaque_names = shape.opaque_names;
    request.fold_www = random() % 4 == 0;
    request.threads = 1 + static_cast<unsigned>(random() % 3);
    request.seen_again = static_cast<SeenAgain>(random() % 3);
    const auto report = import_store(request);
    ASSERT_TRUE(report) << report.error().message;
    const NaiveWeb web = naive(request, texts);
    web.expect_in(folder.store());
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << round;
    uint64_t skipped = 0;
    for (const Skipped& one : report->skipped) skipped += one.count;
    EXPECT_EQ(skipped, web.bad_lines);
    EXPECT_TRUE(folder.is_tidy());
  }
}

TEST(ImportSlow, HoldsTheSameWithNextToNoMemory) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 4; ++round) {
    const bool opaque = round % 2 == 0;
    const ListShape shape{
        .lines = 700, .hosts = 40, .paths = 200, .opaque_names = opaque, .is_clean = round < 2};
    const Texts texts = {random_list(shape, random), random_list(shape, random)};
    const ImportFolder folder;
    ImportRequest request = folder.request(texts);
    request.from = "links";
    request.opaque_names = opaque;
    request.memory_bytes = 1;
    request.threads = 1 + static_cast<unsigned>(random() % 3);
    request.seen_again = static_cast<SeenAgain>(random() % 3);
    expect_imported(request, kTiny);
    naive(request, texts).expect_in(folder.store());
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << round;
    EXPECT_TRUE(folder.is_tidy());
  }
}

// Several buckets of links (1024 pages at least are in each).
TEST(Import, HoldsTheSameWhenLinksAreSpreadOverBuckets) {
  std::mt19937_64 random(3);
  const ListShape shape{.lines = 6000, .hosts = 60, .paths = 100, .opaque_names = true};
  const Texts texts = {random_list(shape, random)};
  const ImportFolder folder;
  ImportRequest request = folder.request(texts);
  request.opaque_names = true;
  request.from = "links";
  request.memory_bytes = 1;
  request.threads = 2;
  expect_imported(request, {.least_memory_bytes = 1, .least_bucket_links = 50});
  naive(request, texts).expect_in(folder.store());
}

TEST(Import, MakesTheSameBytesOnAnyNumberOfThreads) {
  std::mt19937_64 random(4);
  for (const bool tiny : {false, true}) {
    const ImportFolder folder;
    const ListShape shape{.lines = 3000, .hosts = 30, .paths = 200};
    ImportRequest request = folder.request({random_list(shape, random) + "\n"});
    request.from = "links";
    request.title_file = folder.write("titles", "http://example.com/\tExample\n");
    request.memory_bytes = tiny ? 1 : 0;
    Limits limits{.piece_bytes = 10'000};
    if (tiny) limits = {.least_memory_bytes = 1, .least_bucket_links = 400, .piece_bytes = 1 << 20};
    expect_imported(request, limits);
    const auto files = lasting_files(folder, folder.store());
    EXPECT_EQ(files.size(), 5U);  // pages crawled out in titles
    for (const unsigned threads : {2U, 4U}) {
      request.store = folder / ("threads" + std::to_string(threads));
      request.threads = threads;
      expect_imported(request, limits);
      for (const auto& [name, bytes] : lasting_files(folder, request.store)) {
        EXPECT_TRUE(bytes == files.at(name)) << name << " on " << threads << " threads";
      }
    }
  }
}

TEST(Import, OfPartsIsTheWholeWhenListsAreUnited) {
  std::mt19937_64 random(5);
  const std::string text = random_list({.lines = 300, .is_clean = true}, random) + "\n";
  const size_t middle = text.find('\n', text.size() / 2) + 1;
  const ImportFolder folder;
  ImportRequest whole = folder.request({text});
  expect_imported(whole);
  ImportRequest parts = folder.request({text.substr(0, middle), text.substr(middle)});
  parts.store = folder / "parts.cocite";
  parts.seen_again = SeenAgain::kUnion;
  expect_imported(parts);
  EXPECT_TRUE(lasting_files(folder, parts.store) == lasting_files(folder, whole.store));
}

// --- the order of links ------------------------------------------------------------------------

// a>b a>c … in rising order, and then a>b0 …: each stretch of lines is sorted, the lists are not.
TEST(Import, KeepsTheOrderOfListsThatAreSortedInPartsOnly) {
  std::string text;
  for (const char* part : {"m", "k"}) {
    for (int page = 0; page < 150; ++page) {
      for (int i = 0; i < 3; ++i) {
        text += "p" + std::to_string(page) + "\t" + part + std::to_string(i) + "\n";
      }
    }
  }
  const ImportFolder folder;
  ImportRequest request = folder.request({text});
  request.opaque_names = true;
  expect_imported(request);
  naive(request, {text}).expect_in(folder.store());
}

TEST(Import, NoticesASortedSource) {
  std::string text;
  for (int page = 10; page < 99; ++page) {
    for (int i = 10; i < 99; i += 1 + page % 5) {
      text += std::to_string(page) + "\t" + std::to_string(i) + "\n";
    }
  }
  const ImportFolder folder;
  ImportRequest request = folder.request({text});
  request.opaque_names = true;
  const auto report = import_store(request, {.piece_bytes = 1000});  // lists go over the border
  ASSERT_TRUE(report);
  ASSERT_EQ(report->notes.size(), 1U);
  const auto store = store::Store::open(folder.store());
  ASSERT_TRUE(store);
  EXPECT_FALSE(store->has_link_order());
  naive(request, {text}).expect_in(folder.store());
}

bool has_link_order(const ImportFolder& folder) {
  const auto store = store::Store::open(folder.store());
  return store && store->has_link_order();
}

// A sorted list whose order is that of its pages.
TEST(Import, OrderPageKeepsTheOrderOfASortedSource) {
  std::string text;
  for (int i = 100; i < 400; ++i) text += "a\tb" + std::to_string(i) + "\n";
  const ImportFolder folder;
  ImportRequest request = folder.request({text});
  request.opaque_names = true;
  request.order = LinkOrder::kPage;
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->notes.empty());
  EXPECT_TRUE(has_link_order(folder));
  naive(request, {text}).expect_in(folder.store());
}

TEST(Import, OrderNoneDropsWhatOrderThereIsAndRemembersIt) {
  std::mt19937_64 random(11);
  const ListShape shape{.lines = 300, .hosts = 8, .paths = 20};
  const Texts texts = {random_list(shape, random), random_list(shape, random)};
  for (const unsigned threads : {1U, 3U}) {
    const ImportFolder folder;
    ImportRequest both = folder.request(texts);
    both.from = "links";
    both.threads = threads;
    both.order = LinkOrder::kNone;
    both.store = folder / "both.cocite";
    expect_imported(both);
    naive(both, texts).expect_in(both.store);
    ImportRequest first = folder.request({texts[0]});
    first.from = "links";
    first.threads = threads;
    first.order = LinkOrder::kNone;
    expect_imported(first);
    EXPECT_FALSE(has_link_order(folder));
    naive(first, {texts[0]}).expect_in(folder.store());
    ImportRequest second = folder.request({texts[1]});
    second.from = "links";
    const auto added = add_to_store(second);
    ASSERT_TRUE(added) << added.error().message;
    EXPECT_FALSE(has_link_order(folder));
    naive(both, texts).expect_in(folder.store());
    second.order = LinkOrder::kPage;
    second.force = true;  // it is in the store already
    const auto refused = add_to_store(second);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().about, "order");
  }
}

TEST(Add, OrderNoneDropsTheOrderOfTheStoreAndSaysSo) {
  const ImportFolder folder;
  const Texts texts = {"a\tc\na\tb\n", "d\tc\nd\ta\n"};
  ImportRequest first = folder.request({texts[0]});
  first.opaque_names = true;
  expect_imported(first);
  EXPECT_TRUE(has_link_order(folder));
  ImportRequest second = folder.request({texts[1]});
  second.order = LinkOrder::kNone;
  const auto report = add_to_store(second);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->notes.size(), 1U);
  EXPECT_NE(report->notes[0].find("had an order, which is dropped"), std::string::npos);
  EXPECT_FALSE(has_link_order(folder));
  ImportRequest all = folder.request(texts);
  all.opaque_names = true;
  all.order = LinkOrder::kNone;
  naive(all, texts).expect_in(folder.store());
}

// --- adding ------------------------------------------------------------------------------------

TEST(Add, GivesWhatAnImportOfEverythingGives) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 12; ++round) {
    const ListShape shape{.lines = 1 + random() % 150,
                          .hosts = 1 + random() % 8,
                          .paths = 1 + random() % 20,
                          .opaque_names = random() % 3 == 0};
    const Texts texts = {random_list(shape, random), random_list(shape, random),
                         random_list(shape, random)};
    const ImportFolder folder;
    ImportRequest all = folder.request(texts);
    all.from = "links";
    all.opaque_names = shape.opaque_names;
    all.seen_again = static_cast<SeenAgain>(round % 3);
    const Limits limits = random() % 2 == 0 ? kTiny : Limits{};
    ImportRequest first = all;
    first.inputs = {all.inputs[0]};
    expect_imported(first, limits);
    ImportRequest rest = all;
    rest.opaque_names = false;  // the store knows what its names are
    rest.inputs = {all.inputs[1], all.inputs[2]};
    const auto added = add_to_store(rest, limits);
    ASSERT_TRUE(added) << added.error().message;
    naive(all, texts).expect_in(folder.store());
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << round;
    EXPECT_TRUE(folder.is_tidy());
  }
}

TEST(Add, KeepsAStoreAsItIsWhenTheInputIsBad) {
  const ImportFolder folder;
  expect_imported(folder.request({"a.com\tb.com\n"}));
  const auto before = folder.files(folder.store());
  ImportRequest request = folder.request({});
  request.inputs = {folder / "missing.tsv"};
  const auto added = add_to_store(request);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(folder.files(folder.store()), before);
  EXPECT_TRUE(folder.is_tidy());
}

TEST(Add, NeedsAStore) {
  const ImportFolder folder;
  const auto added = add_to_store(folder.request({"a.com\tb.com\n"}));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::kNotFound);
  EXPECT_NE(added.error().message.find(folder.store()), std::string::npos);
  EXPECT_TRUE(folder.is_tidy());
}

}  // namespace
}  // namespace cocite::ingest
