#include "base/mapped_file.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace cocite {
namespace {

namespace fs = std::filesystem;

class MappedFileTest : public ::testing::Test {
 protected:
  MappedFileTest() {
    std::string pattern = (fs::temp_directory_path() / "cocite_map_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~MappedFileTest() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string text_of(const MappedFile& file) {
    return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
  }
  fs::path folder_;
};

TEST_F(MappedFileTest, HasTheBytesOfTheFile) {
  const std::string path = write("a", "some bytes");
  using enum MappedFile::Access;
  for (const auto access : {kNormal, kRandom, kSequential}) {
    const auto file = MappedFile::open(path, access);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(text_of(*file), "some bytes");
    EXPECT_EQ(file->path(), path);
  }
}

TEST_F(MappedFileTest, MayBeEmpty) {
  const auto file = MappedFile::open(write("empty", ""));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->bytes().empty());
}

TEST_F(MappedFileTest, KeepsItsBytesWhenItMovesAndWhenTheFileGoes) {
  auto file = MappedFile::open(write("a", "aaa"));
  auto other = MappedFile::open(write("b", "bbbb"));
  ASSERT_TRUE(file && other);
  MappedFile moved = *std::move(file);
  EXPECT_EQ(text_of(moved), "aaa");
  fs::remove(folder_ / "a");
  EXPECT_EQ(text_of(moved), "aaa");
  moved = *std::move(other);
  EXPECT_EQ(text_of(moved), "bbbb");
  MappedFile last;
  last = std::move(moved);
  EXPECT_EQ(text_of(last), "bbbb");
}

TEST_F(MappedFileTest, NamesWhatCannotBeOpened) {
  fs::create_symlink("loop", folder_ / "loop");
  const std::vector<std::pair<std::string, ErrorCode>> cases = {
      {folder_ / "missing", ErrorCode::kNotFound},
      {folder_ / "loop", ErrorCode::kIo},
      {folder_, ErrorCode::kInvalidArgument},
      {"/dev/null", ErrorCode::kInvalidArgument},
  };
  for (const auto& [path, code] : cases) {
    const auto file = MappedFile::open(path);
    ASSERT_FALSE(file) << path;
    EXPECT_EQ(file.error().code, code) << file.error().message;
    EXPECT_NE(file.error().message.find(path), std::string::npos);
  }
}

TEST_F(MappedFileTest, IsReadAgainAfterItWasLetGo) {
  const std::string path = write("a", "what is in it");
  const auto file = MappedFile::open(path);
  ASSERT_TRUE(file);
  file->let_go();
  EXPECT_EQ(text_of(*file), "what is in it");
  MappedFile().let_go();
}

}  // namespace
}  // namespace cocite
