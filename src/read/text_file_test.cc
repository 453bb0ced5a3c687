#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <cocite/text_file.h>

#include "file/scratch_file.h"

namespace cocite {
namespace {

TEST(TextFile, IsReadWholeAndNoLongerThanAllowed) {
  const file::ScratchFile file("text_file");
  std::ofstream(file.path()) << "a\nb\n";
  EXPECT_EQ(read_text_file(file.path()).value(), "a\nb\n");
  EXPECT_EQ(read_text_file(file.path(), {.max_bytes = 4}).value(), "a\nb\n");
  EXPECT_FALSE(read_text_file(file.path(), {.max_bytes = 3}));
  EXPECT_EQ(read_text_file(file.path() + ".none").error().code, ErrorCode::kNotFound);
}

TEST(TextFile, DevicesWithoutEndAreRefused) {
  for (const char* device : {"/dev/zero", "/dev/urandom"}) {
    const auto text = read_text_file(device);
    ASSERT_FALSE(text) << device;
    EXPECT_EQ(text.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_EQ(read_text_file("/dev/null").value(), "");
}

}  // namespace
}  // namespace cocite
