#include "text/index.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "file/container.h"
#include "text/search.h"
#include "text/testing/built_index.h"

namespace cocite::text {
namespace {

using testing::BuiltIndex;
using testing::NaivePage;
using testing::NaiveWords;

TEST(Index, HasEveryTermOfEveryPageInManyScripts) {
  for (const uint64_t seed : {1U, 2U, 3U}) {
    const auto pages = testing::random_pages(seed, 300, 900);
    const NaiveWords naive(pages);
    const BuiltIndex built(pages);
    ASSERT_TRUE(built.index);
    const Index& index = *built.index;
    EXPECT_EQ(index.meta().documents, naive.documents());
    EXPECT_EQ(index.meta().content_pages, naive.content_pages());
    ASSERT_EQ(index.meta().terms, naive.df().size());
    uint64_t number = 0;
    for (const auto& entry : naive.df()) {
      const std::string& term = entry.first;
      const double df = entry.second;
      std::string name;
      ASSERT_TRUE(index.terms().get(number++, name));
      ASSERT_EQ(name, term);
      const auto list = index.find(term);
      ASSERT_TRUE(list && *list);
      EXPECT_EQ((*list)->df, df);
      Cursor cursor(index, **list);
      ASSERT_TRUE(cursor.seek(0));
      for (size_t page = 0; page < pages.size(); ++page) {
        const auto& expected = naive.pages()[page];
        if (!expected.has(term)) continue;
        ASSERT_FALSE(cursor.at_end());
        ASSERT_EQ(index.page(cursor.doc()).value(), page_id(page));
        FieldCounts counts;
        ASSERT_TRUE(cursor.counts(counts));
        const auto count = [&](const NaiveWords::Counts& field) {
          return field.contains(term) ? static_cast<uint32_t>(field.at(term)) : 0;
        };
        ASSERT_EQ(counts, (FieldCounts{count(expected.title), count(expected.text),
                                       count(expected.anchors)}));
        ASSERT_TRUE(cursor.seek(cursor.doc() + 1));
      }
      EXPECT_TRUE(cursor.at_end());
    }
    EXPECT_FALSE(index.find("nosuchword").value());
    EXPECT_TRUE(index.check()) << index.check().error().message;
  }
}

TEST(Index, SeeksBackAndForth) {
  std::vector<NaivePage> pages(3000);
  std::mt19937_64 random(1);
  std::set<uint32_t> with;
  for (uint32_t i = 0; i < pages.size(); ++i) {
    pages[i].text = "every";
    if (random() % 3 != 0) continue;
    pages[i].text += " some";
    with.insert(i);
  }
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  Cursor cursor(*built.index, *built.index->find("some").value());
  for (int round = 0; round < 20000; ++round) {
    const auto doc = static_cast<uint32_t>(random() % 3100);
    ASSERT_TRUE(cursor.seek(doc));
    const auto expected = with.lower_bound(doc);
    ASSERT_EQ(cursor.at_end(), expected == with.end());
    if (!cursor.at_end()) {
      ASSERT_EQ(cursor.doc(), *expected);
    }
  }
}

TEST(Index, OfNothingIsAnIndex) {
  for (const size_t pages : {0U, 5U}) {
    const BuiltIndex built(std::vector<NaivePage>(pages, NaivePage{"...", " - ", {}}));
    ASSERT_TRUE(built.index);
    EXPECT_EQ(built.index->meta().documents, 0U);
    EXPECT_FALSE(built.index->find("a").value());
    EXPECT_TRUE(search(*built.index, {.terms = {"a"}}).value().empty());
    EXPECT_TRUE(built.index->check());
  }
}

TEST(Index, StemsAsItIsTold) {
  std::vector<NaivePage> pages(2);
  pages[0].text = "Computers are computing";
  pages[1].text = "comput";
  const BuiltIndex built(pages, {.stem = "en"});
  ASSERT_TRUE(built.index);
  EXPECT_EQ(built.index->stem(), "english");
  EXPECT_EQ(built.index->find("comput").value()->df, 2U);
  EXPECT_FALSE(built.index->find("computers").value());
}

TEST(Index, IsTheSameForAnyNumberOfThreadsAndAnyMemory) {
  auto pages = testing::random_pages(9, 3000, 4000);
  for (auto& page : pages) {  // more than a chunk of the smallest memory
    while (!page.text.empty() && page.text.size() < 2000) page.text += page.text;
  }
  const BuiltIndex one(pages, {.memory_bytes = uint64_t{1} << 30, .threads = 1});
  const BuiltIndex many(pages, {.memory_bytes = 1 << 16, .threads = 3});
  ASSERT_TRUE(one.index && many.index);
  EXPECT_EQ(one.file.read(), many.file.read());
  EXPECT_FALSE(std::filesystem::exists(many.file.path() + ".scratch.runs"));
  EXPECT_FALSE(std::filesystem::exists(many.file.path() + ".scratch.lists"));
}

TEST(Index, AFullDiskIsAnErrorWhereverItHappens) {
  const auto pages = testing::random_pages(4, 300, 400);
  bool succeeded = false;
  for (uint64_t n = 1; n < 200 && !succeeded; ++n) {
    const file::ScratchFile path("words");
    file::fail_write_after(n);
    const auto written = testing::write_index(pages, path.path(), {.memory_bytes = 1 << 12});
    file::fail_write_after(0);
    succeeded = written.has_value();
    if (!succeeded) {
      EXPECT_EQ(written.error().code, ErrorCode::kIo);
    }
  }
  EXPECT_TRUE(succeeded);
}

TEST(Index, OfAnotherVersionIsNotRead) {
  const file::ScratchFile file("words");
  auto writer = file::ContainerWriter::create(file.path(), kIndexKind);
  ASSERT_TRUE(writer && writer->begin("meta"));
  const IndexMeta meta{.version = 1};
  ASSERT_TRUE(writer->write_values(std::span(&meta, 1)));
  ASSERT_TRUE(writer->finish());
  const auto container = file::Container::open(file.path(), kIndexKind);
  ASSERT_TRUE(container);
  const auto index = Index::open(*container);
  ASSERT_FALSE(index);
  EXPECT_EQ(index.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(index.error().message.find("version 1"), std::string::npos);
}

// Every answer of a damaged index is an error or the right one.
TEST(Index, DamageIsNoticed) {
  const auto pages = testing::random_pages(6, 400, 60);
  const BuiltIndex built(pages);
  ASSERT_TRUE(built.index);
  std::vector<Request> requests;
  for (uint64_t i = 0; i < built.index->meta().terms; i += 5) {
    std::string term;
    ASSERT_TRUE(built.index->terms().get(i, term));
    requests.push_back({.terms = {term, "word"}});
    requests.push_back({.terms = {term, "word"}, .model = Model::kVector, .tf = TfKind::kLog});
  }
  std::vector<std::vector<Hit>> right;
  for (const Request& request : requests) right.push_back(search(*built.index, request).value());
  const auto bytes = built.file.read();
  size_t noticed = 0;
  std::mt19937_64 random(2);
  for (size_t at = 0; at < bytes.size(); at += 1 + random() % 97) {
    auto spoilt = bytes;
    spoilt[at] ^= std::byte{0x10};
    const file::ScratchFile file("spoilt");
    file.write(spoilt);
    const auto container = file::Container::open(file.path(), kIndexKind);
    if (!container) {
      ++noticed;
      continue;
    }
    const auto index = Index::open(*container);
    const bool whole = index && index->check();
    if (index) {
      for (size_t i = 0; i < requests.size(); ++i) {
        const auto hits = search(*index, requests[i]);
        if (hits) {
          ASSERT_EQ(*hits, right[i]) << at;
        } else {
          ASSERT_EQ(hits.error().code, ErrorCode::kCorrupt);
        }
      }
    }
    noticed += whole ? 0 : 1;
  }
  EXPECT_GT(noticed, 100U);
}

}  // namespace
}  // namespace cocite::text
