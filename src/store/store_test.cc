#include "store/store.h"

#include <filesystem>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "store/testing/small_store.h"

namespace cocite::store {
namespace {

namespace fs = std::filesystem;
using testing::right_or_error;
using testing::small_web;
using testing::SmallStore;
using testing::SmallWeb;

TEST(Store, AnswersWhatWasWritten) {
  for (const size_t pages : {4U, 60U, 1000U}) {
    const SmallStore small(small_web(pages));
    const auto store = Store::open(small.path());
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_TRUE(right_or_error(*store, small));
    EXPECT_EQ(store->hosts(), 4U);
    EXPECT_EQ(store->column_names(), std::vector<std::string>{"rank"});
    EXPECT_TRUE(store->has_titles());
    EXPECT_TRUE(store->has_link_order());
    EXPECT_EQ(store->names(), Names::kUrl);
    const auto checked = store->check();
    EXPECT_TRUE(checked) << checked.error().message;
  }
}

TEST(Store, IsReadByManyThreadsAtOnce) {
  const SmallStore small;
  const auto store = Store::open(small.path() + "//");
  ASSERT_TRUE(store);
  EXPECT_EQ(store->path(), small.path());
  std::vector<std::jthread> readers;
  for (int t = 0; t < 4; ++t) readers.emplace_back([&] { right_or_error(*store, small); });
}

TEST(Store, SaysWhatIsNotThere) {
  const SmallStore small;
  const auto expect_error = [](const std::string& path, ErrorCode code) {
    const auto store = Store::open(path);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, code);
    EXPECT_NE(store.error().message.find(path), std::string::npos) << store.error().message;
  };
  expect_error(small.path() + "-missing", ErrorCode::kNotFound);
  expect_error(small / "out", ErrorCode::kCorrupt);  // a file, not a store
  const file::ScratchFile empty("empty");
  fs::create_directory(empty.path());
  expect_error(empty.path(), ErrorCode::kCorrupt);
  const auto store = Store::open(small.path());
  ASSERT_TRUE(store);
  const auto column = store->column("pagerank");
  ASSERT_FALSE(column);
  EXPECT_EQ(column.error().code, ErrorCode::kNotFound);
  EXPECT_NE(column.error().message.find("it has rank"), std::string::npos);
}

TEST(Manifest, TheReportIsNoContent) {
  Manifest manifest;
  manifest.files = {{"out", 123, 4}, {"report", 50, 7}};
  const uint64_t content = manifest.content();
  manifest.files[1] = {"report", 51, 8};
  EXPECT_EQ(manifest.content(), content);
  manifest.files[0].identity = 5;
  EXPECT_NE(manifest.content(), content);
}

TEST(Manifest, ComesBackAsItWas) {
  const file::ScratchFile folder("manifest");
  fs::create_directory(folder.path());
  Manifest manifest;
  manifest.facts = {.pages = 18,
                    .link_order = true,
                    .names = Names::kNumbers,
                    .created_by = "cocite",
                    .on = On::kSites,
                    .made_from = ~uint64_t{0},
                    .others = {{"mood", "good"}}};
  manifest.files = {{"out", 123, ~uint64_t{0}}, {"in", 0, 1}};
  ASSERT_TRUE(manifest.write(folder.path()));
  const auto read = Manifest::read(folder.path());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->facts, manifest.facts);
  ASSERT_EQ(read->files.size(), 2U);
  EXPECT_EQ(read->files[0].name, "out");
  EXPECT_EQ(read->files[0].size_bytes, 123U);
  EXPECT_EQ(read->files[0].identity, ~uint64_t{0});
}

// --- damage ------------------------------------------------------------------------------------

// Opening fails, or every answer is right or an error; and check() finds it in any case.
void expect_found(const SmallStore& small, const std::string& what) {
  const auto store = Store::open(small.path());
  if (!store) {
    EXPECT_NE(store.error().message.find(small.path()), std::string::npos)
        << what << ": " << store.error().message;
    EXPECT_TRUE(store.error().code == ErrorCode::kCorrupt ||
                store.error().code == ErrorCode::kNotFound ||
                store.error().code == ErrorCode::kInvalidArgument ||  // a folder
                store.error().code == ErrorCode::kUnsupported)
        << what << ": " << store.error().message;
    return;
  }
  right_or_error(*store, small);
  const auto checked = store->check();
  EXPECT_FALSE(checked) << what << ": not found";
  if (!checked) {
    EXPECT_NE(checked.error().message.find(small.path()), std::string::npos) << what;
  }
}

TEST(StoreDamage, IsFoundInEveryFileAtManyPlaces) {
  const SmallStore small(small_web(24));
  std::mt19937_64 random(1);
  for (const std::string& name : SmallStore::file_names()) {
    const std::string whole = small.read(name);
    // Here and there, more often in the header; store_slow_test.cc spoils every byte.
    for (size_t at = 0; at < whole.size(); at += 1 + random() % (at < 64 ? 8 : 120)) {
      std::string spoilt = whole;
      spoilt[at] = static_cast<char>(spoilt[at] ^ static_cast<char>(1 + random() % 255));
      small.write(name, spoilt);
      expect_found(small, name + " at byte " + std::to_string(at));
      if (::testing::Test::HasFailure()) return;
    }
    small.write(name, whole);
  }
}

TEST(StoreDamage, IsFoundInFilesThatWereCut) {
  const SmallStore small(small_web(24));
  std::mt19937_64 random(2);
  for (const std::string& name : SmallStore::file_names()) {
    const std::string whole = small.read(name);
    for (size_t size = 0; size < whole.size(); size += 1 + random() % 250) {
      small.write(name, std::string_view(whole).substr(0, size));
      expect_found(small, name + " of " + std::to_string(size) + " bytes");
      if (::testing::Test::HasFailure()) return;
    }
    small.write(name, whole + '\0');
    expect_found(small, name + " with a byte more");
    small.write(name, whole);
  }
}

TEST(StoreDamage, IsFoundInFilesThatAreGone) {
  const SmallStore small(small_web(24));
  for (const std::string& name : SmallStore::file_names()) {
    const std::string whole = small.read(name);
    fs::remove(small / name);
    expect_found(small, name);
    small.write(name, "");
    expect_found(small, name);
    fs::remove(small / name);
    fs::create_directory(small / name);
    expect_found(small, name);
    fs::remove(small / name);
    small.write(name, whole);
  }
}

// A sound file that belongs to another store of the same size.
TEST(StoreDamage, IsFoundInFilesOfAnotherStore) {
  const SmallStore small(small_web(24));
  SmallWeb web = small_web(24);
  std::swap(web.children[1], web.children[8]);
  std::swap(web.titles[0], web.titles[1]);
  std::swap(web.ranks[0], web.ranks[1]);
  web.keys[3] += "x";
  web.crawled[0] = !web.crawled[0];
  const SmallStore other(web);
  for (const std::string& name : SmallStore::file_names()) {
    const std::string whole = small.read(name);
    const std::string foreign = other.read(name);
    if (foreign == whole) continue;  // the report
    small.write(name, foreign);
    expect_found(small, name);
    small.write(name, whole);
  }
}

// A file may be whole and still of a newer program.
TEST(StoreDamage, OfANewerVersionIsCalledThat) {
  const SmallStore small(small_web(24));
  std::string bytes = small.read("out");
  bytes[8] = 99;  // the version; the hash of the header follows
  const uint64_t hash = hash64(std::string_view(bytes).substr(0, 56));
  std::memcpy(bytes.data() + 56, &hash, sizeof hash);
  small.write("out", bytes);
  const auto store = Store::open(small.path());
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(store.error().message.find(small / "out"), std::string::npos);
  EXPECT_NE(store.error().message.find("newer"), std::string::npos);
}

// Checksums that are right over contents that are not: what check() is for besides.
TEST(StoreCheck, FindsWhatChecksumsCannot) {
  const auto expect_wrong = [](const SmallWeb& a, const SmallWeb& b, const std::string& part_of_b) {
    const SmallStore small(a);
    const SmallStore other(b);
    small.write(part_of_b, other.read(part_of_b));
    auto manifest = Manifest::read(small.path());
    ASSERT_TRUE(manifest);
    for (FileEntry& entry : manifest->files) {
      const auto container = file::Container::open_any(small / entry.name);
      ASSERT_TRUE(container);
      entry.size_bytes = container->size();
      entry.identity = container->identity();
    }
    ASSERT_TRUE(manifest->write(small.path()));
    const auto store = Store::open(small.path());
    ASSERT_TRUE(store) << store.error().message;
    const auto checked = store->check();
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(checked.error().message.find(small.path()), std::string::npos);
  };
  const SmallWeb web = small_web();
  SmallWeb moved = web;
  std::swap(moved.children[3], moved.children[13]);  // the two directions differ
  moved.children[3].erase(moved.children[3].begin());
  expect_wrong(web, moved, "in");
  SmallWeb same_number = web;
  same_number.children[1] = {2};
  same_number.children[2] = {3, 0};
  SmallWeb other_links = same_number;
  other_links.children[1] = {3};
  expect_wrong(same_number, other_links, "out");
}

}  // namespace
}  // namespace cocite::store
