// Full disks, Ctrl-C, kill -9 and two at once: the old store or the new one, and nothing else.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file/raw_file.h"
#include "ingest/ingest.h"
#include "ingest/testing/import_folder.h"
#include "ingest/testing/list_writer.h"
#include "ingest/testing/naive_web.h"
#include "store/writer.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;
using testing::ImportFolder;
using testing::ListShape;
using testing::NaiveWeb;
using testing::random_list;

constexpr Limits kTiny{.least_memory_bytes = 1, .least_bucket_links = 100, .piece_bytes = 4096};

class Trouble : public ::testing::Test {
 protected:
  void SetUp() override {
    std::mt19937_64 random(1);
    const ListShape shape{.lines = 400, .hosts = 20, .paths = 100, .is_clean = true};
    old_text_ = random_list(shape, random);
    new_text_ = random_list(shape, random);
    const auto report = import_store(folder_.request({old_text_}));
    ASSERT_TRUE(report) << report.error().message;
    before_ = folder_.files(folder_.store());
    request_ = folder_.request({new_text_});
    request_.title_file = folder_.write("titles", "http://example.com/\tExample\n");
    request_.force = true;
    request_.memory_bytes = 1;
  }
  void TearDown() override { file::fail_write_after(0); }

  void expect_old_store() {
    EXPECT_TRUE(folder_.is_tidy());
    EXPECT_TRUE(folder_.files(folder_.store()) == before_);
  }
  void expect_new_store() {
    NaiveWeb web;
    web.read(new_text_);
    web.expect_in(folder_.store());
    EXPECT_TRUE(folder_.is_tidy());
  }

  ImportFolder folder_;
  std::string old_text_;
  std::string new_text_;
  std::map<std::string, std::string> before_;
  ImportRequest request_;
};

TEST_F(Trouble, AFullDiskAtAnyWriteLeavesTheOldStore) {
  uint64_t writes = 1;
  for (;; ++writes) {
    file::fail_write_after(writes);
    const auto report = import_store(request_, kTiny);
    file::fail_write_after(0);
    if (report) break;
    ASSERT_EQ(report.error().code, ErrorCode::kIo) << report.error().message;
    EXPECT_NE(report.error().message.find("No space left on device"), std::string::npos);
    EXPECT_NE(report.error().message.find(folder_.store()), std::string::npos);
    expect_old_store();
    if (HasFailure()) FAIL() << "at write " << writes;
  }
  EXPECT_GT(writes, 20U);
  expect_new_store();
}

TEST_F(Trouble, AFullDiskLeavesNothingWhereThereWasNothing) {
  request_.store = folder_ / "new.cocite";
  for (uint64_t writes = 1;; writes += 3) {
    file::fail_write_after(writes);
    const auto report = import_store(request_, kTiny);
    file::fail_write_after(0);
    if (report) break;
    ASSERT_FALSE(fs::exists(request_.store));
    ASSERT_TRUE(folder_.is_tidy());
  }
}

TEST_F(Trouble, AFullDiskWhileAddingLeavesTheOldStore) {
  uint64_t writes = 1;
  for (;; writes += 3) {
    file::fail_write_after(writes);
    const auto report = add_to_store(request_, kTiny);
    file::fail_write_after(0);
    if (report) break;
    ASSERT_EQ(report.error().code, ErrorCode::kIo) << report.error().message;
    expect_old_store();
    if (HasFailure()) FAIL() << "at write " << writes;
  }
  EXPECT_GT(writes, 20U);
  NaiveWeb web;
  web.read(old_text_);
  web.read(new_text_);
  web.expect_in(folder_.store());
}

TEST_F(Trouble, StoppingAtAnyReportLeavesTheOldStore) {
  for (int reports = 0;; ++reports) {
    std::atomic<bool> stop = reports == 0;
    request_.stop = &stop;
    int seen = 0;
    request_.progress = [&](const Progress& progress) {
      EXPECT_FALSE(progress.stage.empty());
      if (++seen == reports) stop = true;
    };
    const auto report = import_store(request_, kTiny);
    if (!stop) {
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_GT(reports, 5);
      expect_new_store();
      return;
    }
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
    expect_old_store();
  }
}

TEST_F(Trouble, StoppingAtAnyMomentLeavesOneStoreOrTheOther) {
  std::mt19937_64 random(2);
  int stopped = 0;
  for (int round = 0; round < 15; ++round) {
    std::atomic<bool> stop = false;
    request_.stop = &stop;
    request_.threads = 2;
    const auto wait = std::chrono::microseconds(random() % 12000);
    Result<ImportReport> report;
    {
      const std::jthread interrupter([&] {
        std::this_thread::sleep_for(wait);
        stop = true;
      });
      report = import_store(request_, kTiny);
    }
    EXPECT_TRUE(folder_.is_tidy());
    if (report) {
      expect_new_store();
    } else {
      ++stopped;
      EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
      const auto store = store::Store::open(folder_.store());
      ASSERT_TRUE(store);
      EXPECT_TRUE(store->check());
    }
  }
  EXPECT_GT(stopped, 0);
}

TEST_F(Trouble, TheSecondOfTwoImportsIsToldToWait) {
  bool asked = false;
  request_.progress = [&](const Progress&) {
    if (asked) return;
    asked = true;
    ImportRequest second = request_;
    second.progress = nullptr;
    const auto report = import_store(second);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kBusy);
    EXPECT_NE(report.error().message.find(folder_.store()), std::string::npos);
    const auto added = add_to_store(second);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, ErrorCode::kBusy);
  };
  ASSERT_TRUE(import_store(request_));
  EXPECT_TRUE(asked);
  expect_new_store();
}

// A reader keeps what it has opened, whatever happens to the store meanwhile.
TEST_F(Trouble, AReaderOfTheOldStoreIsNotDisturbed) {
  const auto reader = store::Store::open(folder_.store());
  ASSERT_TRUE(reader);
  ASSERT_TRUE(import_store(request_));
  graph::ListBuffer buffer;
  NaiveWeb web;
  web.read(old_text_);
  uint64_t page = 0;
  for (const auto& [key, list] : web.children()) {
    ASSERT_EQ(*reader->key(page_id(page)), key);
    ASSERT_EQ(reader->children(page_id(page), buffer)->size(), list.size());
    ++page;
  }
}

// Threads that add at the same time lose nothing: each waits its turn.
TEST_F(Trouble, NothingIsLostWhenManyAddAtOnce) {
  constexpr int kAdders = 4;
  constexpr int kTimes = 4;
  {
    std::vector<std::jthread> adders;
    for (int a = 0; a < kAdders; ++a) {
      adders.emplace_back([&, a] {
        for (int i = 0; i < kTimes; ++i) {
          const std::string name = std::to_string(a) + "-" + std::to_string(i);
          ImportRequest request;
          request.store = folder_.store();
          request.inputs = {folder_.write(name, "added-" + name + ".com\texample.com\n")};
          request.threads = 1;
          for (;;) {
            const auto report = add_to_store(request);
            if (report) break;
            ASSERT_EQ(report.error().code, ErrorCode::kBusy) << report.error().message;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
        }
      });
    }
  }
  const auto store = store::Store::open(folder_.store());
  ASSERT_TRUE(store);
  for (int a = 0; a < kAdders; ++a) {
    for (int i = 0; i < kTimes; ++i) {
      const std::string key = "com,added-" + std::to_string(a) + "-" + std::to_string(i) + ")/";
      EXPECT_TRUE(store->find(key)->has_value()) << key;
    }
  }
}

// Both look at the store before either has the lock; the second notices what the first has added.
TEST_F(Trouble, TheSameInputIsAddedOnceWhereTwoAddIt) {
  ImportRequest request;
  request.store = folder_.store();
  request.inputs = {folder_.write("more", "added.com\texample.com\n")};
  request.visit_files = {folder_.write("visits", "http://added.com/\thttp://example.com/\t5\n")};
  for (const bool has_pages : {true, false}) {
    if (!has_pages) {
      request.inputs.clear();
      request.visit_files = {
          folder_.write("visits2", "http://example.com/\thttp://added.com/\t7\n")};
    }
    bool is_first = true;
    const std::function<void()> other_adds = [&] {
      if (!std::exchange(is_first, false)) return;
      const auto other = add_to_store(request);
      ASSERT_TRUE(other) << other.error().message;
    };
    const auto report = add_to_store(request, {.before_lock = &other_adds});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(is_first);
    EXPECT_EQ(report->pages_seen_again, 0U);
    ASSERT_FALSE(report->notes.empty());
    EXPECT_NE(report->notes[0].find("is in the store already"), std::string::npos);
    const auto store = store::Store::open(folder_.store());
    ASSERT_TRUE(store);
    ASSERT_NE(store->visits(), nullptr);
    EXPECT_EQ(store->visits()->clicks(), has_pages ? 5U : 12U);
  }
}

TEST_F(Trouble, AfterKillTheNextImportCleansUp) {
  int killed = 0;
  for (int reports = 1;; ++reports) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int seen = 0;
      request_.progress = [&](const Progress&) {
        if (++seen == reports) ::raise(SIGKILL);
      };
      const auto report = import_store(request_, kTiny);
      ::_exit(report ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status)) {
      EXPECT_EQ(WEXITSTATUS(status), 0);
      break;
    }
    ++killed;
    EXPECT_TRUE(folder_.files(folder_.store()) == before_) << "the old store is as it was";
    EXPECT_FALSE(folder_.is_tidy()) << "the killed process could not clean up";
    if (reports % 3 == 0) {
      // An import that fails cleans up as well.
      ImportRequest bad = folder_.request({});
      bad.inputs = {folder_ / "missing"};
      bad.force = true;
      EXPECT_FALSE(import_store(bad));
      EXPECT_TRUE(folder_.is_tidy());
    }
  }
  EXPECT_GT(killed, 5);
  expect_new_store();
}

}  // namespace
}  // namespace cocite::ingest
