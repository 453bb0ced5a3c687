#include "file/output_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "file/container.h"

namespace cocite::file {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string pattern = (fs::temp_directory_path() / "cocite_output_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] size_t files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  Result<void> write(const std::string& name, std::string_view text, bool force = false) {
    COCITE_TRY(auto file, OutputFile::begin(path(name), {.force = force}));
    // In pieces of odd sizes, as exporters do.
    for (size_t at = 0; at < text.size(); at += 777) COCITE_CHECK(file.write(text.substr(at, 777)));
    return file.publish();
  }

  fs::path folder_;
};

std::string sample(size_t size) {
  std::mt19937 random(11);
  std::string text;
  while (text.size() < size) text += "http://example.com/" + std::to_string(random() % 5000) + '\n';
  return text;
}

TEST_F(OutputFileTest, AppearsWholeWhenPublished) {
  auto file = OutputFile::begin(path("a"), {.force = false});
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write("hello\n"));
  EXPECT_FALSE(fs::exists(path("a")));
  ASSERT_TRUE(file->publish());
  EXPECT_EQ(content("a"), "hello\n");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, LeavesNothingWhenGivenUp) {
  {
    auto file = OutputFile::begin(path("a"), {.force = false});
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(sample(200000)));
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFileTest, KeepsTheOldFileUnlessForced) {
  ASSERT_TRUE(write("a", "old"));
  const auto refused = write("a", "new");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kAlreadyExists);
  EXPECT_THAT(error_text(refused.error()), HasSubstr("try force"));
  EXPECT_EQ(content("a"), "old");
  ASSERT_TRUE(write("a", "new", true));
  EXPECT_EQ(content("a"), "new");
}

TEST_F(OutputFileTest, SaysThatAFolderIsNoFile) {
  const auto refused = OutputFile::begin(folder_, {.force = true});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("is a folder"));
}

TEST_F(OutputFileTest, SaysThatTheFolderIsMissing) {
  const auto refused = OutputFile::begin(path("no/such/file"), {.force = false});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  EXPECT_THAT(refused.error().message, HasSubstr("No such file"));
}

TEST_F(OutputFileTest, SaysThatTheDiskIsFull) {
  auto file = OutputFile::begin("/dev/full", {.force = false});
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write("a"));
  const auto full = file->publish();
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::kIo);
  EXPECT_THAT(full.error().message, HasSubstr("No space left"));
}

TEST_F(OutputFileTest, PacksWithGzipByItsName) {
  const std::string text = sample(300000);
  ASSERT_TRUE(write("a.gz", text));
  EXPECT_LT(content("a.gz").size(), text.size() / 2);
  gzFile in = gzopen(path("a.gz").c_str(), "rb");
  std::string back(text.size() + 1, ' ');
  const int size = gzread(in, back.data(), static_cast<unsigned>(back.size()));
  EXPECT_EQ(gzclose(in), Z_OK);
  ASSERT_EQ(static_cast<size_t>(size), text.size());
  EXPECT_EQ(back.substr(0, text.size()), text);
}

TEST_F(OutputFileTest, PacksWithZstdByItsName) {
  const std::string text = sample(300000);
  ASSERT_TRUE(write("a.zst", text));
  const std::string packed = content("a.zst");
  EXPECT_LT(packed.size(), text.size() / 2);
  std::string back(text.size() + 1, ' ');
  const size_t size = ZSTD_decompress(back.data(), back.size(), packed.data(), packed.size());
  ASSERT_EQ(size, text.size());
  EXPECT_EQ(back.substr(0, size), text);
}

TEST_F(OutputFileTest, PacksNothingIntoAWholeEmptyFile) {
  ASSERT_TRUE(write("a.gz", ""));
  EXPECT_GE(content("a.gz").size(), 18U);  // header and trailer of gzip
  ASSERT_TRUE(write("a.zst", ""));
  EXPECT_GT(content("a.zst").size(), 0U);
}

TEST_F(OutputFileTest, IsNeverAnInputNorInAStore) {
  ASSERT_TRUE(write("in", "needed"));
  fs::create_symlink("in", path("link"));
  fs::create_hard_link(path("in"), path("twin"));
  for (const char* const name : {"in", "link", "twin", "./in"}) {
    const auto refused = OutputFile::begin(path(name), {.force = true, .inputs = {path("in")}});
    ASSERT_FALSE(refused) << name;
    EXPECT_THAT(refused.error().message, HasSubstr("is an input"));
  }
  EXPECT_EQ(content("in"), "needed");
  fs::create_directory(path("web.cocite"));
  std::ofstream(path("web.cocite/manifest")) << kMagic << " and so on";
  EXPECT_FALSE(OutputFile::begin(path("web.cocite/new"), {.force = true}));
  EXPECT_FALSE(check_output_folder(path("web.cocite/a/b"), {}));
  EXPECT_TRUE(check_output_folder(path("somewhere/a/b"), {}));
}

TEST_F(OutputFileTest, IsWrittenByOneAtATime) {
  auto first = OutputFile::begin(path("a"), {});
  ASSERT_TRUE(first);
  EXPECT_EQ(OutputFile::begin(path("a"), {}).error().code, ErrorCode::kBusy);
  ASSERT_TRUE(first->write("whole"));
  ASSERT_TRUE(first->publish());
  EXPECT_EQ(content("a"), "whole");
  // What a killed process left is overwritten.
  std::ofstream(path("b.cocite-part")) << "a longer text, cut";
  ASSERT_TRUE(write("b", "short"));
  EXPECT_EQ(content("b"), "short");
  EXPECT_EQ(files(), 2U);
}

TEST_F(OutputFileTest, FollowsLinks) {
  ASSERT_TRUE(write("real", "old"));
  fs::create_symlink("real", path("link"));
  ASSERT_TRUE(write("link", "new", true));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content("real"), "new");
}

}  // namespace
}  // namespace cocite::file
