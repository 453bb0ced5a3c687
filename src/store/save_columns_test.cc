#include "store/save_columns.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "file/publish.h"
#include "file/raw_file.h"
#include "store/testing/small_store.h"

namespace cocite::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::right_or_error;
using testing::small_web;
using testing::SmallStore;

const auto kAlways = [] { return true; };

std::vector<double> numbers(size_t count, double first) {
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = first + static_cast<double>(i);
  return values;
}

Store open(const SmallStore& small) {
  return Store::open(small.path()).value();
}

// Nothing but the store's files, and nothing beside it.
void expect_tidy(const SmallStore& small) {
  EXPECT_FALSE(std::filesystem::exists(small.path() + ".part"));
  EXPECT_FALSE(std::filesystem::exists(small.path() + ".lock"));
  const Store store = open(small);
  for (const auto& entry : std::filesystem::directory_iterator(small.path())) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "manifest" ||
                std::ranges::any_of(store.manifest().files,
                                    [&](const FileEntry& file) { return file.name == name; }))
        << name;
  }
}

TEST(SaveColumns, AreThereAfterwardsWithWhatWasThere) {
  const SmallStore small;
  const std::vector<double> values = numbers(60, 5);
  const std::vector<NewColumn> columns = {{"one", values, "made for a test"}, {"two", values, ""}};
  ASSERT_TRUE(save_columns(open(small), columns, kAlways));
  const Store store = open(small);
  EXPECT_THAT(store.column_names(), ElementsAre("one", "rank", "two"));
  EXPECT_TRUE(std::ranges::equal(store.column("one")->values(), values));
  EXPECT_EQ(*store.about_column("one"), "made for a test");
  EXPECT_TRUE(right_or_error(store, small));
  EXPECT_TRUE(store.check());
  expect_tidy(small);
}

TEST(SaveNotes, AreFoundAgainBesideEverythingElse) {
  const SmallStore small;
  EXPECT_FALSE(open(small).notes("mine")->has_value());
  for (const char* about : {"first", "second"}) {
    const std::vector<uint32_t> some = {1, 2, 3};
    const NewNotes notes{.name = "mine",
                         .about = about,
                         .parts = {{"some", std::as_bytes(std::span(some))}, {"none", {}}}};
    ASSERT_TRUE(save_notes(open(small), notes, kAlways));
    const Store store = open(small);
    const auto found = store.notes("mine").value();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->about(), about);
    EXPECT_THAT(found->part<uint32_t>("some").value(), ElementsAre(1, 2, 3));
    EXPECT_TRUE(found->part<uint32_t>("none")->empty());
    EXPECT_FALSE(found->part<uint64_t>("some"));  // 12 bytes are no whole number of these
    EXPECT_FALSE(found->part<uint32_t>("other"));
    EXPECT_THAT(store.column_names(), ElementsAre("rank"));
    EXPECT_TRUE(store.check());
    expect_tidy(small);
  }
}

TEST(SaveColumns, OfTheSameNameAreReplaced) {
  const SmallStore small;
  for (const double first : {1.0, 2.0}) {
    const std::vector<double> values = numbers(60, first);
    ASSERT_TRUE(save_columns(open(small), std::vector<NewColumn>{{"x", values, ""}}, kAlways));
    EXPECT_EQ(open(small).column("x")->values()[0], first);
  }
  EXPECT_EQ(open(small).column_names().size(), 2U);
}

TEST(SaveColumns, ReadersThatHaveTheStoreOpenGoOn) {
  const SmallStore small;
  const Store before = open(small);
  const std::vector<double> values(60, -1.0);
  ASSERT_TRUE(save_columns(before, std::vector<NewColumn>{{"rank", values, "new"}}, kAlways));
  EXPECT_TRUE(right_or_error(before, small));
  EXPECT_TRUE(before.check()) << before.check().error().message;
  EXPECT_EQ(open(small).column("rank")->values()[7], -1.0);
}

TEST(SaveColumns, SeveralAtOnceLoseNothing) {
  const SmallStore small;
  {
    std::vector<std::jthread> savers;
    for (int i = 0; i < 6; ++i) {
      savers.emplace_back([&, i] {
        const std::vector<double> values = numbers(60, i);
        const auto saved = save_columns(
            open(small), std::vector<NewColumn>{{"c" + std::to_string(i), values, ""}}, kAlways);
        EXPECT_TRUE(saved) << saved.error().message;
      });
    }
  }
  const Store store = open(small);
  EXPECT_EQ(store.column_names().size(), 7U);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(store.column("c" + std::to_string(i))->values()[0], i);
  }
  expect_tidy(small);
}

// A reader opens the store repeatedly while it changes: it is always whole.
TEST(SaveColumns, OpeningMeanwhileGivesTheOldOrTheNew) {
  const SmallStore small;
  std::atomic<bool> done = false;
  std::jthread saver([&] {
    for (int i = 0; i < 40; ++i) {
      const std::vector<double> values(60, i);
      EXPECT_TRUE(save_columns(open(small), std::vector<NewColumn>{{"x", values, ""}}, kAlways));
    }
    done = true;
  });
  int opened = 0;
  double last = -1;
  for (; !done || opened == 0; ++opened) {
    const auto store = Store::open(small.path());
    ASSERT_TRUE(store) << store.error().message;
    if (store->column_names().size() < 2) continue;
    const auto column = store->column("x");
    ASSERT_TRUE(column) << column.error().message;
    EXPECT_GE(column->values()[0], last);
    last = column->values()[0];
  }
}

TEST(SaveColumns, StoppedLeavesTheOldOnes) {
  const SmallStore small;
  const std::vector<double> values(60, -1.0);
  const auto saved = save_columns(open(small), std::vector<NewColumn>{{"rank", values, "new"}},
                                  [] { return false; });
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(right_or_error(open(small), small));
  expect_tidy(small);
}

TEST(SaveColumns, WaitsForAnotherWriterUntilStopped) {
  const SmallStore small;
  const auto other = Writer::begin(small.path(), Writer::Existing::kReplace);
  ASSERT_TRUE(other);
  const std::vector<double> values(60, -1.0);
  int asked = 0;
  const auto saved = save_columns(open(small), std::vector<NewColumn>{{"rank", values, "new"}},
                                  [&] { return ++asked < 3; });
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(asked, 3);
}

TEST(SaveColumns, OfAnotherGraphAreRefused) {
  const SmallStore small;
  const Store before = open(small);
  const SmallStore other(small_web(24), "other");
  std::filesystem::remove_all(small.path());
  std::filesystem::copy(other.path(), small.path());
  const std::vector<double> values(60, 1.0);
  const auto saved = save_columns(before, std::vector<NewColumn>{{"x", values, ""}}, kAlways);
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.error().message, HasSubstr("replaced by another store"));
  EXPECT_EQ(open(small).column_names().size(), 1U);
}

TEST(SaveColumns, AFullDiskIsToldAndLeavesTheOldOnes) {
  const SmallStore small;
  const Store store = open(small);
  const std::vector<double> values(60, -1.0);
  int failed = 0;
  for (uint64_t n = 1; n < 50; ++n) {
    file::fail_write_after(n);
    const auto saved =
        save_columns(store, std::vector<NewColumn>{{"rank", values, "new"}}, kAlways);
    file::fail_write_after(0);
    if (saved) break;
    ++failed;
    EXPECT_THAT(saved.error().message, HasSubstr("No space left"));
    EXPECT_TRUE(right_or_error(open(small), small));
    expect_tidy(small);
  }
  EXPECT_GT(failed, 1);
  EXPECT_EQ(open(small).column("rank")->values()[0], -1.0);
}

TEST(SaveColumns, FollowALinkToTheStore) {
  const SmallStore small;
  const file::ScratchFile link("link");
  std::filesystem::create_directory_symlink(small.path(), link.path());
  const std::vector<double> values(60, 3.0);
  ASSERT_TRUE(save_columns(Store::open(link.path()).value(),
                           std::vector<NewColumn>{{"x", values, ""}}, kAlways));
  EXPECT_TRUE(std::filesystem::is_symlink(link.path()));
  EXPECT_EQ(open(small).column("x")->values()[0], 3.0);
}

// A damaged column is reported on use, and does not matter before.
TEST(DamagedColumn, IsReportedOnUse) {
  const SmallStore small;
  const std::string whole = small.read("column-rank");
  for (size_t at = 0; at < whole.size(); at += 61) {
    std::string spoilt = whole;
    spoilt[at] = static_cast<char>(spoilt[at] ^ 4);
    small.write("column-rank", spoilt);
    const auto store = Store::open(small.path());
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(*store->key(page_id(0)), small.web().keys[0]);
    EXPECT_FALSE(store->check());
    const auto column = store->column("rank");
    if (!column) {
      EXPECT_THAT(column.error().message, HasSubstr("column-rank"));
    }
  }
}

}  // namespace
}  // namespace cocite::store
