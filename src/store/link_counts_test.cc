#include "store/link_counts.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::store {
namespace {

TEST(LinkCounts, ComeBackAsTheyWereWritten) {
  std::mt19937_64 random(1);
  std::vector<LinkCount> counts = {{1, 1}, {127, 127}, {128, 1}, {16384, 129}};
  counts.push_back({std::numeric_limits<uint64_t>::max(), uint64_t{1} << 63});
  for (int i = 0; i < 100000; ++i) {
    const uint64_t pages = 1 + (random() >> (random() % 64)) / 2;
    counts.push_back({pages + random() % 5, pages});
  }
  const file::ScratchFile file("counts");
  auto writer =
      LinkCountWriter::create(file::ContainerWriter::create(file.path(), "coun").value()).value();
  for (const LinkCount& count : counts) ASSERT_TRUE(writer.add(count));
  ASSERT_TRUE(writer.finish());
  const auto read = LinkCounts::of(file::Container::open(file.path(), "coun").value());
  auto cursor = read.cursor().value();
  for (const LinkCount& expected : counts) {
    LinkCount found;
    ASSERT_TRUE(cursor.next(found));
    ASSERT_EQ(found.links, expected.links);
    ASSERT_EQ(found.pages, expected.pages);
  }
  LinkCount none;
  EXPECT_FALSE(cursor.next(none));
  EXPECT_TRUE(read.check(counts.size()));
  EXPECT_EQ(read.check(counts.size() + 1).error().code, ErrorCode::kCorrupt);
}

TEST(LinkCounts, ThatCannotBeAreFoundOut) {
  for (const LinkCount wrong : {LinkCount{1, 0}, LinkCount{1, 2}, LinkCount{0, 0}}) {
    const file::ScratchFile file("counts");
    auto writer =
        LinkCountWriter::create(file::ContainerWriter::create(file.path(), "coun").value()).value();
    ASSERT_TRUE(writer.add(wrong));
    ASSERT_TRUE(writer.finish());
    EXPECT_EQ(
        LinkCounts::of(file::Container::open(file.path(), "coun").value()).check(1).error().code,
        ErrorCode::kCorrupt);
  }
}

}  // namespace
}  // namespace cocite::store
