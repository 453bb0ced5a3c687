#include "graph/bytes_codec.h"

#include <random>

#include <gtest/gtest.h>

#include "graph/testing/list_maker.h"

namespace cocite::graph {
namespace {

using testing::kListKinds;
using testing::make_lists;
using testing::tidy_list;

// With what a reader may touch behind the end.
std::vector<std::byte> with_slack(std::vector<std::byte> bytes) {
  bytes.resize(bytes.size() + 32, std::byte{0xFF});
  return bytes;
}

struct Decoded {
  bool is_good = false;
  std::vector<PageId> list;
  size_t bytes = 0;  // read
};

Decoded decode(const std::vector<std::byte>& slack_bytes, uint32_t page, uint64_t pages,
               bool sorted) {
  Decoded decoded;
  const std::byte* at = slack_bytes.data();
  const std::byte* const end = at + slack_bytes.size() - 32;
  uint64_t degree = 0;
  if (!BytesCodec::read_degree(at, end, degree) || degree > 10'000) return decoded;
  decoded.list.resize(degree + kCopySlack);
  decoded.is_good =
      degree == 0 ||
      (sorted ? BytesCodec::decode<true>(at, end, page, degree, pages, decoded.list.data())
              : BytesCodec::decode<false>(at, end, page, degree, pages, decoded.list.data()));
  decoded.list.resize(degree);
  decoded.bytes = static_cast<size_t>(at - slack_bytes.data());
  return decoded;
}

void expect_round_trip(uint32_t page, const std::vector<PageId>& list, uint64_t pages,
                       bool sorted) {
  std::vector<std::byte> bytes;
  BytesCodec::encode(page, list, sorted, bytes);
  const size_t size = bytes.size();
  const Decoded decoded = decode(with_slack(bytes), page, pages, sorted);
  ASSERT_TRUE(decoded.is_good);
  ASSERT_EQ(decoded.list, list);
  ASSERT_EQ(decoded.bytes, size);
  // Cut anywhere, it is no list; nor is it one of a smaller graph.
  for (size_t cut = 0; cut < size; cut += 1 + size / 20) {
    const std::vector<std::byte> less(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(cut));
    ASSERT_FALSE(decode(with_slack(less), page, pages, sorted).is_good) << cut << " of " << size;
  }
  if (list.empty()) return;
  const uint64_t largest = index(*std::ranges::max_element(list));
  ASSERT_FALSE(decode(with_slack(bytes), page, largest, sorted).is_good);
}

TEST(BytesCodec, RoundTripsEveryKindOfList) {
  std::mt19937_64 random(1);
  for (const ListOrder order : {ListOrder::kSorted, ListOrder::kPage}) {
    for (const testing::ListKind kind : kListKinds) {
      const auto lists = make_lists(kind, order, random);
      for (uint32_t page = 0; page < lists.size(); page += 7) {
        expect_round_trip(page, lists[page], lists.size(), order == ListOrder::kSorted);
      }
    }
  }
}

TEST(BytesCodec, ReachesFromOneEndOfTheLargestGraphToTheOther) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    const auto page = static_cast<uint32_t>(random() % 3 == 0 ? 0 : kMaxPages - 1 - random() % 9);
    std::vector<uint64_t> targets = {kMaxPages - 1, 0};
    for (uint64_t i = random() % 20; i > 0; --i) targets.push_back(random() % kMaxPages);
    for (const ListOrder order : {ListOrder::kSorted, ListOrder::kPage}) {
      expect_round_trip(page, tidy_list(targets, page, order), kMaxPages,
                        order == ListOrder::kSorted);
    }
  }
}

// Gaps that run once round all numbers and end where a list may end.
TEST(BytesCodec, GapsThatRunOverAreNoList) {
  const std::vector<std::byte> bytes = {
      std::byte{3},                                                       // degree
      std::byte{0b111100},                                                // 1, 4, 4 bytes
      std::byte{10},                                                      // the first: page + 5
      std::byte{0},        std::byte{0}, std::byte{0}, std::byte{0x80},   // 2^31 and one further
      std::byte{0},        std::byte{0}, std::byte{0}, std::byte{0x80}};  // 2^31 and one further
  EXPECT_FALSE(decode(with_slack(bytes), 0, 100, true).is_good);
}

TEST(BytesCodec, AnyBytesGivePagesOfTheGraphOrNothing) {
  std::mt19937_64 random(3);
  int good = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::byte> bytes(1 + random() % 20);
    for (std::byte& byte : bytes) {
      byte = static_cast<std::byte>(random() % 3 == 0 ? random() : random() % 8);
    }
    bytes[0] = static_cast<std::byte>(random() % 8);
    const uint64_t pages = uint64_t{1} << (1 + random() % 32);
    const auto page = static_cast<uint32_t>(random() % pages);
    for (const bool sorted : {true, false}) {
      const Decoded decoded = decode(with_slack(bytes), page, pages, sorted);
      if (!decoded.is_good) continue;
      ++good;
      ASSERT_LE(decoded.bytes, bytes.size());
      for (const PageId target : decoded.list) ASSERT_LT(index(target), pages);
      if (sorted) {
        ASSERT_TRUE(std::ranges::is_sorted(decoded.list));
      }
    }
  }
  EXPECT_GT(good, 1000);
}

}  // namespace
}  // namespace cocite::graph
