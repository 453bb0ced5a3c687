// The same as ingest_test.cc, more of it and larger.
#include <random>

#include <gtest/gtest.h>

#include "ingest/ingest.h"
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

// Some hundred thousand lines with memory for a few thousand: keys go aside many times, links wait
// in many buckets, some of them longer than what is kept before it is written.
TEST(LargeImportSlow, HoldsWhatANaiveReaderFinds) {
  std::mt19937_64 random(1);
  for (const bool opaque : {true, false}) {
    const ListShape shape{.lines = 250'000, .hosts = 500, .paths = 60, .opaque_names = opaque};
    std::string text = random_list(shape, random);
    if (opaque) text = shuffled(text, random);
    const ImportFolder folder;
    ImportRequest request = folder.request({text});
    request.from = "links";
    request.opaque_names = opaque;
    request.threads = 3;
    request.memory_bytes = 1;
    const Limits limits{
        .least_memory_bytes = 1, .least_bucket_links = 40'000, .piece_bytes = 200'000};
    const auto report = import_store(request, limits);
    ASSERT_TRUE(report) << report.error().message;
    NaiveWeb web(request);
    web.read(text);
    web.expect_in(folder.store());
    // And the same with bytes instead of bits, and all the memory there is.
    request.fast = true;
    request.force = true;
    request.memory_bytes = 0;
    ASSERT_TRUE(import_store(request));
    web.expect_in(folder.store());
  }
}

TEST(ManyImportsSlow, HoldWhatANaiveReaderFinds) {
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    std::mt19937_64 random(seed);
    const ListShape shape{.lines = random() % (random() % 10 == 0 ? 2000 : 60),
                          .hosts = 1 + random() % 20,
                          .paths = 1 + random() % 40,
                          .opaque_names = random() % 3 == 0,
                          .is_clean = random() % 2 == 0};
    std::vector<std::string> texts;
    for (uint64_t inputs = 1 + random() % 4; inputs > 0; --inputs) {
      texts.push_back(random_list(shape, random));
      if (random() % 3 == 0) texts.back() = shuffled(texts.back(), random);
    }
    const ImportFolder folder;
    ImportRequest request = folder.request(texts);
    request.from = "links";
    request.opaque_names = shape.opaque_names;
    request.fold_www = random() % 4 == 0;
    request.fast = random() % 3 == 0;
    request.threads = 1 + static_cast<unsigned>(random() % 4);
    request.seen_again = static_cast<SeenAgain>(random() % 3);
    Limits limits;
    if (random() % 2 == 0) {
      request.memory_bytes = 1;
      limits = {.least_memory_bytes = 1,
                .least_bucket_links = 1 + random() % 300,
                .piece_bytes = 500 + random() % 5000};
    }
    // Some of the inputs at once, the others added.
    const size_t first = 1 + random() % texts.size();
    ImportRequest begin = request;
    begin.inputs.resize(first);
    const auto imported = import_store(begin, limits);
    ASSERT_TRUE(imported) << imported.error().message << " seed " << seed;
    if (first < texts.size()) {
      ImportRequest rest = request;
      rest.inputs.erase(rest.inputs.begin(), rest.inputs.begin() + static_cast<ptrdiff_t>(first));
      const auto added = add_to_store(rest, limits);
      ASSERT_TRUE(added) << added.error().message << " seed " << seed;
    }
    NaiveWeb web(request);
    for (const std::string& text : texts) web.read(text);
    web.expect_in(folder.store());
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
    ASSERT_TRUE(folder.is_tidy());
  }
}

}  // namespace
}  // namespace cocite::ingest
