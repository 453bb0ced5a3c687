#include "study/study_file.h"

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "study/schema.h"
#include "study/testing_study.h"

namespace cocite::study {
namespace {

using measure::Rating;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class StudyFileTest : public ::testing::Test {
 protected:
  std::unique_ptr<StudyFile> open() { return StudyFile::open(path_).value(); }
  static Rater rater(StudyFile& file, const std::string& id, size_t which) {
    return file.find_rater(file.state(id)->raters[which].secret)->value();
  }
  static std::string message(const Result<std::unique_ptr<StudyFile>>& result) {
    return result ? "" : result.error().message;
  }
  // Rates everything there is, the same.
  static void rate_all(StudyFile& file, const Rater& rater, Rating rating) {
    for (;;) {
      const Task task = file.task(rater).value();
      if (task.place == 0) return;
      for (const Task::Item& item : task.items) ASSERT_TRUE(file.rate(rater, item.id, rating));
    }
  }

  TestFolder folder_;
  std::string path_ = folder_.path("studies.sqlite");
};

TEST_F(StudyFileTest, KeepsAStudy) {
  const auto file = open();
  const std::string id = file->add(fruit_study()).value();
  const StudyState state = file->state(id).value();
  EXPECT_EQ(state.title, "Fruit");
  EXPECT_THAT(state.by, ElementsAre("companion", "cocitation"));
  EXPECT_EQ(state.top, 3U);
  EXPECT_EQ(state.queries, 3U);
  EXPECT_EQ(state.unanswered, 1U);
  EXPECT_EQ(state.items, 5U);  // plums is an answer of both, and one item
  EXPECT_EQ(state.unknown, 2U);
  EXPECT_EQ(state.repeated, 1U);
  ASSERT_THAT(state.raters, SizeIs(2));
  EXPECT_EQ(state.raters[1].name, "bob");
  EXPECT_NE(state.raters[0].secret, state.raters[1].secret);
  const KeptStudy kept = file->read(id).value();
  const NewStudy made = fruit_study();
  ASSERT_THAT(kept.queries, SizeIs(3));
  for (size_t q = 0; q < 3; ++q) {
    EXPECT_EQ(kept.queries[q].page.page, made.queries[q].page.page);
    for (size_t m = 0; m < 2; ++m) {
      const auto& one = kept.queries[q].answers[m];
      const auto& other = made.queries[q].answers[m];
      ASSERT_EQ(one.pages.size(), other.pages.size());
      EXPECT_EQ(one.why_none, other.why_none);
      for (size_t i = 0; i < one.pages.size(); ++i) {
        EXPECT_EQ(one.pages[i].page, other.pages[i].page);
        EXPECT_EQ(one.pages[i].title, other.pages[i].title);
      }
    }
  }
  EXPECT_EQ(file->state("nothing").error().code, ErrorCode::kNotFound);
}

TEST_F(StudyFileTest, TakesARaterThroughAllAnswers) {
  const auto file = open();
  const std::string id = file->add(fruit_study()).value();
  const Rater ann = rater(*file, id, 0);
  EXPECT_EQ(ann.title, "Fruit");
  Task task = file->task(ann).value();
  EXPECT_EQ(task.place, 1U);
  EXPECT_EQ(task.progress.items, 5U);
  EXPECT_EQ(task.progress.queries, 2U);  // pages without answers are not rated
  uint64_t rated = 0;
  while (task.place != 0) {
    for (const Task::Item& item : task.items) {
      EXPECT_EQ(item.rating, Rating::kUnjudged);
      EXPECT_EQ(file->rate(ann, item.id, Rating::kGood)->rated, ++rated);
    }
    task = file->task(ann).value();
  }
  EXPECT_EQ(rated, 5U);
  EXPECT_EQ(task.progress.finished, 2U);
  EXPECT_THAT(task.items, SizeIs(0));
  // Back to the first one, to change a word.
  task = file->task(ann, 1).value();
  EXPECT_EQ(task.items[0].rating, Rating::kGood);
  EXPECT_EQ(file->rate(ann, task.items[0].id, Rating::kDead)->rated, 5U);
  EXPECT_EQ(file->task(ann, 1)->items[0].rating, Rating::kDead);
  EXPECT_EQ(file->task(ann, 3).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(file->state(id)->raters[0].rated, 5U);
  EXPECT_EQ(file->state(id)->raters[1].rated, 0U);
}

TEST_F(StudyFileTest, GoesOnAfterItWasClosedAndOpenedAgain) {
  std::string id;
  std::vector<std::string> order;
  {
    const auto file = open();
    id = file->add(fruit_study()).value();
    const Rater bob = rater(*file, id, 1);
    const Task task = file->task(bob).value();
    for (const Task::Item& item : task.items) order.push_back(item.id);
    ASSERT_TRUE(file->rate(bob, task.items[0].id, Rating::kWrong));
  }
  const auto file = open();
  const Rater bob = rater(*file, id, 1);
  const Task task = file->task(bob, 1).value();
  EXPECT_EQ(task.items[0].rating, Rating::kWrong);
  EXPECT_EQ(task.progress.rated, 1U);
  for (size_t i = 0; i < order.size(); ++i) EXPECT_EQ(task.items[i].id, order[i]);
}

TEST_F(StudyFileTest, LetsNobodyRateElsewhere) {
  const auto file = open();
  const std::string one = file->add(fruit_study()).value();
  const std::string other = file->add(fruit_study()).value();
  const Rater ann = rater(*file, one, 0);
  const Task theirs = file->task(rater(*file, other, 0)).value();
  EXPECT_EQ(file->rate(ann, theirs.items[0].id, Rating::kGood).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(file->rate(ann, "", Rating::kGood).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(file->rate(ann, "' OR 1=1 --", Rating::kGood).error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(file->find_rater("")->has_value());
  EXPECT_FALSE(file->find_rater("0123456789abcdef0123456789abcdef")->has_value());
  EXPECT_FALSE(file->find_rater(ann.secret.substr(0, 31))->has_value());
}

TEST_F(StudyFileTest, TakesNoRatingsWhileClosed) {
  const auto file = open();
  const std::string id = file->add(fruit_study()).value();
  const Rater ann = rater(*file, id, 0);
  const std::string item = file->task(ann)->items[0].id;
  ASSERT_TRUE(file->set_closed(id, true));
  EXPECT_TRUE(rater(*file, id, 0).is_closed);
  EXPECT_EQ(file->rate(ann, item, Rating::kGood).error().code, ErrorCode::kUnsupported);
  ASSERT_TRUE(file->set_closed(id, false));
  EXPECT_TRUE(file->rate(ann, item, Rating::kGood));
}

TEST_F(StudyFileTest, LeavesNothingOfARemovedStudy) {
  const auto file = open();
  NewStudy plums = fruit_study();
  plums.title = "Plums";
  plums.raters = {"wilhelmina"};
  for (MethodAnswer& one : plums.queries[0].answers) one = answer({"mirabelles.example/"});
  const std::string kept = file->add(fruit_study()).value();
  const std::string gone = file->add(plums).value();
  const std::string secret = file->state(gone)->raters[0].secret;
  const Rater ann = rater(*file, kept, 0);
  const Rater late = rater(*file, gone, 0);
  const std::string item = file->task(late)->items[0].id;
  rate_all(*file, ann, Rating::kGood);
  rate_all(*file, late, Rating::kWrong);

  ASSERT_TRUE(file->remove(gone));
  EXPECT_EQ(file->state(gone).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(file->remove(gone).error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(file->find_rater(secret)->has_value());
  EXPECT_EQ(file->rate(late, item, Rating::kGood).error().code, ErrorCode::kNotFound);
  // The other one has everything still, and the file is sound.
  EXPECT_THAT(*file->list(), SizeIs(1));
  EXPECT_EQ(file->task(ann)->progress.rated, 5U);
  EXPECT_THAT(file->read(kept)->ratings, SizeIs(5));
  EXPECT_TRUE(StudyFile::open(path_));
  {
    Database database = Database::open(path_, kFileKind).value();
    EXPECT_FALSE(database.ask("PRAGMA foreign_key_check")->next().value());
    const std::map<std::string, int64_t> left = {{"studies", 1}, {"methods", 2}, {"queries", 3},
                                                 {"asked", 6},   {"items", 5},   {"ranks", 6},
                                                 {"raters", 2},  {"ratings", 5}};
    for (const auto& [table, rows] : left) {
      EXPECT_EQ(database.number("SELECT count(*) FROM " + table).value(), rows) << table;
    }
  }
  for (const std::string& name : {path_, path_ + "-wal"}) {
    std::ifstream in(name, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    for (const std::string& word : {secret, std::string("wilhelmina"), std::string("mirabelles")}) {
      EXPECT_EQ(bytes.find(word), std::string::npos) << name << ' ' << word;
    }
  }
}

TEST_F(StudyFileTest, TakesMoreRatersLater) {
  const auto file = open();
  const std::string id = file->add(fruit_study()).value();
  ASSERT_TRUE(file->add_raters(id, {"eve"}));
  EXPECT_EQ(file->add_raters(id, {"zoe", "ann"}).error().code, ErrorCode::kAlreadyExists);
  EXPECT_THAT(file->state(id)->raters, SizeIs(3));  // nor zoe
  EXPECT_EQ(file->add_raters("nothing", {"zoe"}).error().code, ErrorCode::kNotFound);
}

TEST_F(StudyFileTest, ListsTheNewestFirst) {
  const auto file = open();
  EXPECT_THAT(file->list().value(), SizeIs(0));
  const std::string one = file->add(fruit_study()).value();
  const std::string other = file->add(fruit_study()).value();
  const auto all = file->list().value();
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].id, other);
  EXPECT_EQ(all[1].id, one);
}

TEST_F(StudyFileTest, IsReadableByItsOwnerOnly) {
  const auto file = open();
  struct stat info {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
}

TEST_F(StudyFileTest, RefusesWhatIsNotOurs) {
  std::ofstream(path_) << "these are no studies, but a letter that is long enough to be a file\n";
  EXPECT_THAT(message(StudyFile::open(path_)), HasSubstr("not a file of studies"));
  const std::string other = folder_.path("other.sqlite");
  ASSERT_TRUE(Database::open(other, kFileKind)->run("CREATE TABLE songs (name TEXT)"));
  EXPECT_THAT(message(StudyFile::open(other)), HasSubstr("not one of studies"));
  EXPECT_EQ(Database::open(other, kFileKind)->number("SELECT count(*) FROM sqlite_schema").value(),
            1);
  EXPECT_FALSE(StudyFile::open(folder_.path("no/such/folder/studies.sqlite")));
  EXPECT_FALSE(StudyFile::open(folder_.path("")));
}

TEST_F(StudyFileTest, RefusesANewerVersion) {
  open();
  ASSERT_TRUE(Database::open(path_, kFileKind)->run("PRAGMA user_version = 99"));
  const auto result = StudyFile::open(path_);
  EXPECT_EQ(result.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(message(result), HasSubstr("version 99"));
}

TEST_F(StudyFileTest, SaysThatAFileIsDamaged) {
  open()->add(fruit_study()).value();
  std::string bytes;
  {
    std::ifstream in(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  ASSERT_GT(bytes.size(), 20000U);
  for (const size_t size :
       {size_t{1}, size_t{50}, size_t{99}, size_t{1000}, size_t{4096}, bytes.size() / 2}) {
    std::ofstream(path_, std::ios::binary) << bytes.substr(0, size);
    EXPECT_FALSE(StudyFile::open(path_)) << size;
  }
  // Noise in any page: an error, or what is read is still a study; never a crash.
  for (size_t at = 0; at < bytes.size(); at += 2048) {
    std::string damaged = bytes;
    for (size_t i = at; i < std::min(at + 64, bytes.size()); ++i) damaged[i] ^= 0x55;
    std::ofstream(path_, std::ios::binary) << damaged;
    const auto file = StudyFile::open(path_);
    if (!file) continue;
    const auto all = (*file)->list();
    if (all && !all->empty()) static_cast<void>((*file)->read((*all)[0].id));
  }
}

TEST_F(StudyFileTest, ServesTwoAtOnce) {
  const auto one = open();
  const auto other = open();
  const std::string id = one->add(fruit_study()).value();
  EXPECT_EQ(other->state(id)->items, 5U);
  const auto work = [&](StudyFile& file, size_t which, Rating rating) {
    rate_all(file, rater(file, id, which), rating);
  };
  std::thread thread([&] { work(*one, 0, Rating::kGood); });
  work(*other, 1, Rating::kWrong);
  thread.join();
  EXPECT_THAT(one->read(id)->ratings, SizeIs(10));
}

TEST_F(StudyFileTest, SaysWhenTheDiskIsFullAndLosesNothing) {
  Database database = Database::open(path_, kFileKind).value();
  ASSERT_TRUE(database.run("CREATE TABLE kept (text TEXT)"));
  ASSERT_TRUE(database.run("INSERT INTO kept VALUES ('before')"));
  ASSERT_TRUE(database.run("PRAGMA max_page_count = 3"));
  const std::string large(20000, 'x');
  const auto result = database.run("INSERT INTO kept VALUES (?)", {large});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kIo);
  EXPECT_THAT(result.error().message, HasSubstr("the disk is full"));
  EXPECT_EQ(database.number("SELECT count(*) FROM kept").value(), 1);
}

TEST_F(StudyFileTest, UndoesWhatWasNotCommitted) {
  Database database = Database::open(path_, kFileKind).value();
  ASSERT_TRUE(database.run("CREATE TABLE kept (text TEXT)"));
  {
    const Transaction transaction = Transaction::begin(database).value();
    ASSERT_TRUE(database.run("INSERT INTO kept VALUES ('lost')"));
  }
  EXPECT_EQ(database.number("SELECT count(*) FROM kept").value(), 0);
}

}  // namespace
}  // namespace cocite::study
