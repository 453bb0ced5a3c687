#include "text/posting_block.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::text {
namespace {

std::vector<Posting> random_postings(std::mt19937_64& random, size_t count) {
  std::vector<Posting> postings;
  uint32_t doc = static_cast<uint32_t>(random() % 100);
  const uint32_t spread = uint32_t{1} << (random() % 20);
  const bool fields = random() % 2 == 0;
  for (size_t i = 0; i < count; ++i) {
    Posting posting;
    posting.doc = doc;
    doc += 1 + static_cast<uint32_t>(random() % spread);
    if (random() % 40 == 0) doc += static_cast<uint32_t>(random() % 10000000);
    posting.counts.text = 1 + static_cast<uint32_t>(random() % (random() % 30 == 0 ? 5000 : 3));
    if (fields && random() % 3 == 0) posting.counts.title = static_cast<uint32_t>(1 + random() % 3);
    if (fields && random() % 3 == 0)
      posting.counts.anchors = static_cast<uint32_t>(1 + random() % 100000);
    if (fields && random() % 3 == 0 && posting.counts.title > 0) posting.counts.text = 0;
    postings.push_back(posting);
  }
  return postings;
}

const uint8_t* begin_of(const std::string& bytes) {
  return reinterpret_cast<const uint8_t*>(bytes.data());
}

TEST(PostingBlock, ComesBackAsItWas) {
  std::mt19937_64 random(3);
  PostingBlock block;
  for (int round = 0; round < 3000; ++round) {
    const size_t count = round % 2 == 0 ? kBlockPostings : 1 + random() % kBlockPostings;
    const auto postings = random_postings(random, count);
    const uint32_t base = static_cast<uint32_t>(random() % (postings[0].doc + 1));
    std::string bytes = "before";
    append_block(postings, base, bytes);
    bytes.erase(0, 6);
    bytes.shrink_to_fit();
    const uint8_t* end = begin_of(bytes) + bytes.size();
    const uint64_t limit = uint64_t{postings.back().doc} + 1;
    const auto size = static_cast<uint32_t>(count);
    ASSERT_TRUE(decode_docs(begin_of(bytes), end, base, size, limit, block));
    ASSERT_TRUE(decode_counts(begin_of(bytes), end, block));
    for (uint32_t i = 0; i < size; ++i) {
      ASSERT_EQ(block.docs[i], postings[i].doc);
      ASSERT_EQ(block.counts(i), postings[i].counts);
    }
    // No document beyond the last one that there is.
    EXPECT_FALSE(decode_docs(begin_of(bytes), end, base, size, limit - 1, block));
  }
}

TEST(PostingBlock, ASpoiltOneIsRefusedOrStaysWithinItsLimits) {
  std::mt19937_64 random(5);
  PostingBlock block;
  for (int round = 0; round < 300; ++round) {
    const size_t count = round % 2 == 0 ? kBlockPostings : 1 + random() % kBlockPostings;
    const auto postings = random_postings(random, count);
    std::string whole;
    append_block(postings, 0, whole);
    const uint64_t limit = uint64_t{postings.back().doc} + 1;
    for (int times = 0; times < 50; ++times) {
      std::string bytes = whole;
      bytes[random() % std::min<size_t>(bytes.size(), times < 25 ? 4 : bytes.size())] =
          static_cast<char>(random());
      if (times % 5 == 0) bytes.resize(random() % bytes.size());
      std::vector<uint8_t> exact(bytes.begin(), bytes.end());
      const uint8_t* end = exact.data() + exact.size();
      if (!decode_docs(exact.data(), end, 0, static_cast<uint32_t>(count), limit, block)) continue;
      for (uint32_t i = 0; i < count; ++i) {
        ASSERT_LT(block.docs[i], limit);
        if (i > 0) {
          ASSERT_LT(block.docs[i - 1], block.docs[i]);
        }
      }
      (void)decode_counts(exact.data(), end, block);
    }
  }
}

TEST(PostingBlock, TakesLittleSpace) {
  std::vector<Posting> postings;
  for (uint32_t i = 0; i < kBlockPostings; ++i) postings.push_back({i * 7 + i % 3, {0, 1, 0}});
  std::string bytes;
  append_block(postings, 0, bytes);
  EXPECT_LE(bytes.size(), 4U + 128 * 4 / 8);  // four bits a gap, none a count
}

TEST(FieldCounts, FitIn64Bits) {
  const FieldCounts counts{kMaxTitleTerms, kMaxTextTerms, ~uint32_t{0}};
  EXPECT_EQ(FieldCounts::unpack(counts.packed()), counts);
}

}  // namespace
}  // namespace cocite::text
