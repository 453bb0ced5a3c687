// The example of docs/formats/words.md, byte by byte.
#include <vector>

#include <gtest/gtest.h>

#include "text/testing/built_index.h"

namespace cocite::text {
namespace {

TEST(WordsDocs, ExampleIsWhatIsWritten) {
  const testing::BuiltIndex built({{"", "a bee", {}}, {"", "Bee, bee!", {}}});
  ASSERT_TRUE(built.index);
  const auto container = file::Container::open(built.file.path(), kIndexKind);
  ASSERT_TRUE(container);
  const auto lists = container->section("lists");
  ASSERT_TRUE(lists);
  const auto bytes = lists->values<uint8_t>();
  ASSERT_TRUE(bytes);
  const std::vector<uint8_t> list(bytes->end() - 7, bytes->end());
  EXPECT_EQ(list, (std::vector<uint8_t>{2, 0, 0, 0x21, 0, 0, 2}));
  const auto positions = container->section("positions");
  ASSERT_TRUE(positions);
  const auto places = positions->values<uint8_t>();
  ASSERT_TRUE(places);
  EXPECT_EQ(std::vector<uint8_t>(places->end() - 3, places->end()),
            (std::vector<uint8_t>{2, 0, 6}));
  EXPECT_EQ(built.index->find("bee").value()->df, 2U);
}

}  // namespace
}  // namespace cocite::text
