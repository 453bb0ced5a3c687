#include "store/writer.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "file/publish.h"
#include "file/scratch_file.h"
#include "store/save_columns.h"
#include "store/store.h"
#include "store/testing/small_store.h"

namespace cocite::store {
namespace {

namespace fs = std::filesystem;
using testing::SmallStore;

// The store once more, by way of a writer.
Result<void> rewrite(const std::string& from, const std::string& to, Writer::Existing existing) {
  COCITE_TRY(Writer writer, Writer::begin(to, existing));
  COCITE_TRY(const Manifest manifest, Manifest::read(from));
  for (const FileEntry& file : manifest.files) COCITE_CHECK(writer.take_over(from, file));
  return writer.publish(manifest.facts);
}

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

TEST(Parts, EachNameLeadsToItsEntry) {
  std::set<std::string_view> names;
  for (const PartInfo& info : part_table()) {
    EXPECT_EQ(&info_of(info.part), &info);
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    const std::string file = file_of(info.part, info.is_family ? "x" : "");
    EXPECT_EQ(part_of_file(file), &info);
    EXPECT_EQ(name_in_family(info, file), info.is_family ? "x" : "");
    EXPECT_EQ(info.kind.size(), 4U);
  }
  EXPECT_EQ(part_of_file("column-"), nullptr);
  EXPECT_EQ(part_of_file("outer"), nullptr);
  EXPECT_EQ(part_of_file("manifest"), nullptr);
}

TEST(Writer, WritesWhatWasTakenOver) {
  const SmallStore small;
  const file::ScratchFile copy("copy");
  ASSERT_TRUE(rewrite(small.path(), copy.path(), Writer::Existing::kRefuse));
  EXPECT_EQ(names_in(copy.path()), names_in(small.path()));
  const auto store = Store::open(copy.path());
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_TRUE(store->check());
  EXPECT_EQ(rewrite(small.path(), copy.path(), Writer::Existing::kRefuse).error().code,
            ErrorCode::kAlreadyExists);
}

TEST(Writer, ReplacesWhatALinkLeadsTo) {
  const SmallStore small;
  const SmallStore other(testing::small_web(20), "other");
  const file::ScratchFile link("link");
  fs::create_directory_symlink(small.path(), link.path());
  const auto written = rewrite(other.path(), link.path(), Writer::Existing::kReplace);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_TRUE(fs::is_symlink(link.path()));
  EXPECT_EQ(Store::open(small.path())->pages(), 20U);
  fs::remove(link.path());
  fs::create_directory_symlink(small.path() + "-gone", link.path());
  EXPECT_EQ(rewrite(other.path(), link.path(), Writer::Existing::kReplace).error().code,
            ErrorCode::kNotFound);
  EXPECT_TRUE(fs::is_symlink(link.path()));
}

TEST(Writer, LeavesFilesThatAreNotOurs) {
  const SmallStore other(testing::small_web(20), "other");
  for (const char* name : {"letter.txt", "column-mine", "notes-x", "scratch", "hosts.cocite"}) {
    const SmallStore small;
    small.write(name, "dear friend");
    const auto written = rewrite(other.path(), small.path(), Writer::Existing::kReplace);
    ASSERT_FALSE(written) << name;
    EXPECT_EQ(written.error().code, ErrorCode::kAlreadyExists);
    EXPECT_NE(written.error().message.find(small / name), std::string::npos)
        << written.error().message;
    EXPECT_EQ(small.read(name), "dear friend");
    EXPECT_EQ(Store::open(small.path())->pages(), 60U);
    EXPECT_FALSE(fs::exists(small.path() + ".part"));
    EXPECT_FALSE(fs::exists(small.path() + ".lock"));
  }
  const SmallStore small;
  fs::create_directories(small / "hosts.cocite/pictures");
  EXPECT_FALSE(rewrite(other.path(), small.path(), Writer::Existing::kReplace));
  EXPECT_TRUE(fs::exists(small / "hosts.cocite/pictures"));
}

TEST(Writer, ReplacesNothingThatIsNoStore) {
  const SmallStore small;
  const file::ScratchFile folder("folder");
  fs::create_directory(folder.path());
  std::ofstream(folder.path() + "/manifest") << "cargo of the Beagle";
  std::ofstream(folder.path() + "/diary") << "1831";
  const auto written = rewrite(small.path(), folder.path(), Writer::Existing::kReplace);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"diary", "manifest"}));
}

TEST(Writer, RemovesOnlyWhatAKilledOneLeft) {
  const SmallStore small;
  const file::ScratchFile copy("copy");
  fs::create_directories(copy.path() + ".part/scratch");
  std::ofstream(copy.path() + ".part/out") << "cut";
  ASSERT_TRUE(rewrite(small.path(), copy.path(), Writer::Existing::kRefuse));
  fs::remove_all(copy.path());
  fs::create_directories(copy.path() + ".part");
  std::ofstream(copy.path() + ".part/song") << "la";
  EXPECT_FALSE(rewrite(small.path(), copy.path(), Writer::Existing::kRefuse));
  EXPECT_TRUE(fs::exists(copy.path() + ".part/song"));
  fs::remove_all(copy.path() + ".part");
  std::ofstream(copy.path() + ".lock") << "a key";
  EXPECT_FALSE(rewrite(small.path(), copy.path(), Writer::Existing::kRefuse));
  EXPECT_TRUE(fs::exists(copy.path() + ".lock"));
  fs::remove(copy.path() + ".lock");
}

// Syncs and removals work again, whatever becomes of a test.
struct MendedAtTheEnd {
  MendedAtTheEnd() = default;
  MendedAtTheEnd(const MendedAtTheEnd&) = delete;
  MendedAtTheEnd& operator=(const MendedAtTheEnd&) = delete;
  ~MendedAtTheEnd() {
    file::fail_folder_sync_after(0);
    file::fail_removal_after(0);
  }
};

TEST(Writer, SaysWhichOfTwoStoresStandsWhenAFolderCannotBeSynced) {
  const MendedAtTheEnd mended;
  for (const uint64_t sync : {1, 2}) {  // of the draft, before it is put in place; of its parent
    const SmallStore small;
    const SmallStore other(testing::small_web(20), "other");
    const uint64_t old_pages = Store::open(small.path())->pages();
    ASSERT_NE(old_pages, 20U);
    file::fail_folder_sync_after(sync);
    const auto written = rewrite(other.path(), small.path(), Writer::Existing::kReplace);
    file::fail_folder_sync_after(0);
    ASSERT_FALSE(written) << sync;
    EXPECT_EQ(written.error().code, ErrorCode::kIo);
    const std::string& message = written.error().message;
    EXPECT_NE(message.find("No space left on device"), std::string::npos) << message;
    const bool is_in_place = sync == 2;
    EXPECT_EQ(message.find("the new one is in place") != std::string::npos, is_in_place) << message;
    EXPECT_TRUE(message.starts_with(small.path())) << message;
    const auto store = Store::open(small.path());
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(store->pages(), is_in_place ? 20U : old_pages);
    EXPECT_TRUE(store->check());
    EXPECT_FALSE(fs::exists(small.path() + ".part"));
    EXPECT_FALSE(fs::exists(small.path() + ".lock"));
  }
}

TEST(Writer, SaysWhenItsLockCannotBeRemoved) {
  const MendedAtTheEnd mended;
  const SmallStore small;
  const SmallStore other(testing::small_web(20), "other");
  // The last of all removals is that of the lock.
  std::string message;
  for (uint64_t removal = 1;; ++removal) {
    file::fail_removal_after(removal);
    const auto written = rewrite(other.path(), small.path(), Writer::Existing::kReplace);
    file::fail_removal_after(0);
    if (written) break;
    message = written.error().message;
    ASSERT_LT(removal, 100U) << message;
  }
  EXPECT_NE(message.find("the new one is in place, but its lock is still there"), std::string::npos)
      << message;
  EXPECT_NE(message.find(small.path() + ".lock: cannot be removed"), std::string::npos) << message;
  EXPECT_FALSE(fs::exists(small.path() + ".lock"));
}

TEST(Writer, SaysWhenTheOldStoreCannotBeRemoved) {
  const MendedAtTheEnd mended;
  const SmallStore small;
  const SmallStore other(testing::small_web(20), "other");
  file::fail_removal_after(2);  // one file goes, and then none
  const auto written = rewrite(other.path(), small.path(), Writer::Existing::kReplace);
  file::fail_removal_after(0);
  ASSERT_FALSE(written);
  const std::string& message = written.error().message;
  EXPECT_NE(message.find("the new one is in place, but the old one could not be removed"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find(small.path() + ".part/"), std::string::npos) << message;
  const auto store = Store::open(small.path());
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ(store->pages(), 20U);
  // What was left goes with the next command, also where that has nothing to write.
  ASSERT_TRUE(fs::exists(small.path() + ".part"));
  fs::copy(small.path() + ".part", small.path() + ".copy", fs::copy_options::recursive);
  const auto again = rewrite(other.path(), small.path(), Writer::Existing::kReplace);
  EXPECT_TRUE(again) << again.error().message;
  EXPECT_FALSE(fs::exists(small.path() + ".part"));
  fs::rename(small.path() + ".copy", small.path() + ".part");
  remove_leftovers(small.path());
  EXPECT_FALSE(fs::exists(small.path() + ".part"));
}

TEST(Writer, ASealedOneIsAStoreAndMayGrow) {
  const SmallStore small;
  const file::ScratchFile copy("copy");
  auto writer = Writer::begin(copy.path(), Writer::Existing::kRefuse);
  ASSERT_TRUE(writer);
  const auto manifest = Manifest::read(small.path());
  for (const FileEntry& file : manifest->files) {
    ASSERT_TRUE(writer->take_over(small.path(), file));
  }
  ASSERT_TRUE(writer->seal(manifest->facts));
  const auto draft = Store::open(writer->folder());
  ASSERT_TRUE(draft) << draft.error().message;
  const std::vector<double> values(draft->pages(), 2.0);
  // A column of the same name is a new file: the other store's stays as it was.
  ASSERT_TRUE(writer->add(NewColumn{.name = "rank", .values = values, .about = "twos"}));
  ASSERT_TRUE(writer->publish(manifest->facts));
  EXPECT_EQ(Store::open(copy.path())->column("rank")->values()[3], 2.0);
  EXPECT_EQ(Store::open(small.path())->column("rank")->values()[3], 0.25);
}

TEST(Writer, RemovesWhatKilledProcessesLeftBesideAStore) {
  const SmallStore small;
  const std::string& path = small.path();
  fs::create_directories(path + ".hosts.cocite.part/scratch");
  for (const char* const left : {".lock", ".hosts.cocite.lock", ".merged.cocite.sites.cocite.lock",
                                 ".hosts.cocite.part/pages", ".sites.cocite.part"}) {
    std::ofstream(path + left).close();
  }
  const std::string mine = path + ".sites.cocite.part";  // a file, not a draft
  const auto held = lock_store(path + "/merged.cocite");
  ASSERT_TRUE(held) << held.error().message;
  remove_leftovers(path);
  for (const char* const left :
       {".lock", ".hosts.cocite.lock", ".merged.cocite.sites.cocite.lock", ".hosts.cocite.part"}) {
    EXPECT_FALSE(fs::exists(path + left)) << left;
  }
  EXPECT_TRUE(fs::exists(mine));
  EXPECT_TRUE(fs::exists(path + ".merged.cocite.lock"));  // it is held
  fs::remove(mine);
}

TEST(Writer, StoresInsideStoresAreLockedBesideTheOutermost) {
  const SmallStore small;
  const SmallStore inner;
  fs::copy(inner.path(), small.path() + "/hosts.cocite", fs::copy_options::recursive);
  const auto lock = lock_store(small.path() + "/hosts.cocite/merged.cocite");
  ASSERT_TRUE(lock);
  EXPECT_TRUE(fs::exists(small.path() + ".hosts.cocite.merged.cocite.lock"));
}

TEST(Writer, ADraftThatWasKilledIsNoObstacle) {
  const SmallStore small;
  const std::string part = small.path() + ".part";
  fs::create_directories(part + "/hosts.cocite");
  fs::create_directories(part + "/scratch/hosts.cocite.part");
  for (const char* const cut :
       {"/pages", "/hosts.cocite/out", "/hosts.cocite.merged.cocite.lock"}) {
    std::ofstream(part + cut).close();
  }
  std::ofstream(part + "/hosts.cocite/manifest") << "half of";
  std::ofstream(small.path() + "/hosts.cocite.merged.cocite.lock")
      .close();  // as earlier versions did
  const SmallStore other(testing::small_web(20), "other");
  const auto written = rewrite(other.path(), small.path(), Writer::Existing::kReplace);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(Store::open(small.path())->pages(), 20U);
  EXPECT_FALSE(fs::exists(part));
}

}  // namespace
}  // namespace cocite::store
