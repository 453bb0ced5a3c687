#include "text/lengths.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::text {
namespace {

constexpr FieldCounts kAllShort{ShortLengths::kMaxTitle, ShortLengths::kMaxText,
                                ShortLengths::kMaxAnchors};

class LengthsTest : public ::testing::Test {
 protected:
  // The lengths as written and opened again.
  Result<Lengths> reopen(const std::vector<FieldCounts>& all) {
    std::vector<uint64_t> packed;
    for (const FieldCounts& counts : all) packed.push_back(counts.packed());
    COCITE_TRY(auto writer, file::ContainerWriter::create(file_.path(), "test"));
    COCITE_CHECK(write_lengths(packed, writer));
    COCITE_CHECK(writer.finish());
    return open(all.size());
  }
  // The sections as given.
  Result<Lengths> reopen(const std::vector<uint32_t>& short_ones,
                         const std::vector<LongLengths>& long_ones) {
    COCITE_TRY(auto writer, file::ContainerWriter::create(file_.path(), "test"));
    COCITE_CHECK(writer.begin("lengths"));
    COCITE_CHECK(writer.write_values(std::span(short_ones)));
    COCITE_CHECK(writer.begin("long-lengths"));
    COCITE_CHECK(writer.write_values(std::span(long_ones)));
    COCITE_CHECK(writer.finish());
    return open(short_ones.size());
  }
  Result<Lengths> open(uint64_t documents) {
    COCITE_TRY(container_, file::Container::open(file_.path(), "test"));
    return Lengths::open(container_, documents);
  }

  file::ScratchFile file_{"lengths"};
  file::Container container_;
};

TEST_F(LengthsTest, ComeBackWhateverTheirSize) {
  std::vector<FieldCounts> all = {
      {1, 0, 0},
      {0, 1, 0},
      {0, 0, 1},
      kAllShort,
      {kAllShort.title + 1, 0, 0},
      {0, kAllShort.text + 1, 0},
      {0, 0, kAllShort.anchors + 1},
      {kMaxTitleTerms, kMaxTextTerms, 0xFFFFFFFFU},
  };
  for (uint32_t i = 1; i < 20000; ++i) all.push_back({i % 3, i, i % 7});
  const auto lengths = reopen(all);
  ASSERT_TRUE(lengths);
  EXPECT_TRUE(lengths->check());
  for (uint32_t doc = 0; doc < all.size(); ++doc) {
    FieldCounts counts;
    ASSERT_TRUE(lengths->get(doc, counts));
    EXPECT_EQ(counts, all[doc]) << doc;
  }
}

TEST_F(LengthsTest, OfNoDocumentAreNone) {
  const auto lengths = reopen(std::vector<FieldCounts>{});
  ASSERT_TRUE(lengths);
  EXPECT_TRUE(lengths->check());
}

TEST_F(LengthsTest, SectionsThatDoNotFitAreDamaged) {
  ASSERT_TRUE(reopen({1, 2, 3}, {}));
  EXPECT_FALSE(open(4));
  EXPECT_FALSE(open(2));
}

TEST_F(LengthsTest, CheckFindsLongOnesThatAreMissingTooManyOrShort) {
  const LongLengths long_one{.doc = 1, .title = 0, .text = 20000, .anchors = 0};
  EXPECT_TRUE(reopen({5, 0, 5}, {long_one})->check());
  EXPECT_FALSE(reopen({5, 0, 5}, {})->check());
  EXPECT_FALSE(reopen({5, 5, 5}, {long_one})->check());
  EXPECT_FALSE(reopen({5, 0, 5}, {{.doc = 1, .title = 0, .text = 5, .anchors = 0}})->check());
  EXPECT_FALSE(reopen({5, 0, 0}, {long_one, long_one})->check());
}

}  // namespace
}  // namespace cocite::text
