#include "file/raw_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <random>
#include <span>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::file {
namespace {

std::vector<std::byte> random_bytes(std::mt19937_64& random, size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

TEST(RawFile, KeepsAppendsOfEverySize) {
  std::mt19937_64 random(1);
  const ScratchFile scratch("raw");
  std::vector<std::byte> expected;
  {
    auto file = RawFile::create(scratch.path());
    ASSERT_TRUE(file);
    for (const size_t size : {0U, 1U, 1000U, (1U << 20) - 1002U, 2U, 1U << 20, (1U << 20) + 1U, 0U,
                              3'000'000U, 5U, (1U << 20) - 5U, 1U}) {
      const auto bytes = random_bytes(random, size);
      ASSERT_TRUE(file->append(bytes));
      expected.insert(expected.end(), bytes.begin(), bytes.end());
      ASSERT_EQ(file->size(), expected.size());
    }
    ASSERT_TRUE(file->sync());
    ASSERT_EQ(file->size(), expected.size());
  }
  EXPECT_TRUE(scratch.read() == expected);
}

TEST(RawFile, ANamelessFileIsReadBackAndNeverSeen) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "raw_file_test.nameless";
  fs::remove_all(folder);
  ASSERT_TRUE(fs::create_directory(folder));
  std::mt19937_64 random(3);
  const auto bytes = random_bytes(random, 5000);
  {
    const auto file = RawFile::create_nameless(folder.string());
    ASSERT_TRUE(file) << file.error().message;
    auto moved = RawFile::create_nameless(folder.string());  // a second one is another
    ASSERT_TRUE(moved);
    ASSERT_TRUE(moved->write_at(0, bytes));
    EXPECT_TRUE(fs::is_empty(folder));
    RawFile same = std::move(*moved);
    std::vector<std::byte> back(1000);
    ASSERT_TRUE(same.read_at(4000, back));
    EXPECT_TRUE(std::ranges::equal(back, std::span(bytes).subspan(4000)));
    EXPECT_FALSE(file->read_at(0, back));
  }
  fs::remove_all(folder);
  const auto none = RawFile::create_nameless(folder.string());
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, ::testing::HasSubstr("No such file"));
}

TEST(RawFile, ReadsBackAndOverwritesWhatWasAppended) {
  std::mt19937_64 random(2);
  const ScratchFile scratch("raw");
  auto file = RawFile::create(scratch.path());
  ASSERT_TRUE(file);
  auto expected = random_bytes(random, 100'000);
  ASSERT_TRUE(file->append(expected));
  ASSERT_TRUE(file->flush());
  for (int round = 0; round < 50; ++round) {
    const size_t at = random() % expected.size();
    const auto bytes = random_bytes(random, random() % (expected.size() - at));
    std::ranges::copy(bytes, expected.begin() + static_cast<ptrdiff_t>(at));
    ASSERT_TRUE(file->write_at(at, bytes));
    std::vector<std::byte> back(bytes.size());
    ASSERT_TRUE(file->read_at(at, back));
    ASSERT_TRUE(back == bytes);
  }
  std::vector<std::byte> back(expected.size());
  ASSERT_TRUE(file->read_at(0, back));
  EXPECT_TRUE(back == expected);
  const auto beyond = file->read_at(1, back);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::kIo);
  EXPECT_THAT(beyond.error().message, testing::HasSubstr("too short"));
}

TEST(RawFile, EmptiesAnOldFile) {
  const ScratchFile scratch("raw");
  scratch.write(std::vector<std::byte>(1000));
  auto file = RawFile::create(scratch.path());
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->sync());
  EXPECT_TRUE(scratch.read().empty());
}

TEST(RawFile, SaysWhichFileCannotBeCreatedAndWhy) {
  const ScratchFile scratch("raw");
  const std::string path = scratch.path() + "/not/there";
  const auto file = RawFile::create(path);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kIo);
  EXPECT_THAT(file.error().message, testing::HasSubstr(path));
  EXPECT_THAT(file.error().message, testing::HasSubstr("No such file"));
}

TEST(RawFile, GoesOnAfterAMove) {
  const ScratchFile scratch("raw");
  const std::vector<std::byte> bytes(10, std::byte{7});
  auto file = RawFile::create(scratch.path());
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append(bytes));
  RawFile moved = *std::move(file);
  ASSERT_TRUE(moved.append(bytes));
  RawFile again;
  again = std::move(moved);
  ASSERT_TRUE(again.append(bytes));
  ASSERT_TRUE(again.sync());
  EXPECT_EQ(again.path(), scratch.path());
  EXPECT_EQ(scratch.read().size(), 30U);
}

TEST(RawFile, ReportsAFullDiskAtEachWrite) {
  const std::vector<std::byte> bytes(700'000, std::byte{1});
  bool done = false;
  for (uint64_t n = 1; !done; ++n) {
    ASSERT_LT(n, 100U);
    const ScratchFile scratch("raw");
    auto file = RawFile::create(scratch.path());
    ASSERT_TRUE(file);
    fail_write_after(n);
    Result<void> result;
    for (int i = 0; i < 4 && result; ++i) result = file->append(bytes);
    if (result) result = file->sync();
    const auto again = result ? Result<void>{} : file->flush();
    fail_write_after(0);
    if (result) {
      done = true;
      EXPECT_EQ(scratch.read().size(), 4 * bytes.size());
      EXPECT_EQ(n, 5U);  // four writes: three of a full buffer, one of the rest
    } else {
      EXPECT_EQ(result.error().code, ErrorCode::kIo);
      EXPECT_THAT(result.error().message, testing::HasSubstr("No space left on device"));
      EXPECT_THAT(result.error().message, testing::HasSubstr(scratch.path()));
      EXPECT_FALSE(again);
    }
  }
}

TEST(RawFile, CanTryAgainWhenThereIsSpaceAgain) {
  const ScratchFile scratch("raw");
  std::mt19937_64 random(3);
  const auto bytes = random_bytes(random, 10'000);
  auto file = RawFile::create(scratch.path());
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append(bytes));
  fail_write_after(1);
  EXPECT_FALSE(file->sync());
  fail_write_after(0);
  ASSERT_TRUE(file->sync());
  EXPECT_TRUE(scratch.read() == bytes);
}

TEST(RawFile, IsReadByManyThreads) {
  const ScratchFile scratch("raw");
  std::mt19937_64 random(4);
  const auto bytes = random_bytes(random, 100'000);
  auto file = RawFile::create(scratch.path());
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append(bytes));
  ASSERT_TRUE(file->flush());
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937_64 own(seed);
        for (int n = 0; n < 200; ++n) {
          const size_t at = own() % 90'000;
          std::vector<std::byte> back(own() % 10'000);
          if (!file->read_at(at, back) ||
              !std::ranges::equal(back, std::span(bytes).subspan(at, back.size()))) {
            ++wrong;
          }
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cocite::file
