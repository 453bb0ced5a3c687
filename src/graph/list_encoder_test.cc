// Encoders and codecs by themselves, where no file could be made: ids of the largest graph there
// is.
#include "graph/list_encoder.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "graph/testing/list_maker.h"

namespace cocite::graph {
namespace {

using testing::FlatLists;
using testing::PageLists;
using testing::tidy_list;

std::vector<std::byte> bytes_of(const BitWriter& writer) {
  std::vector<uint64_t> words = writer.words();
  words.insert(words.end(), {writer.partial(), 0, 0, 0});
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

// Reads all lists back, in order, with nothing but the codec.
template <class Codec, class Codes>
void expect_decoded(const Codes& codes, const std::vector<std::byte>& bytes,
                    const std::vector<uint64_t>& lengths, const PageLists& lists, uint64_t first,
                    uint64_t pages) {
  ASSERT_EQ(lengths.size(), lists.size());
  BitReader reader(bytes.data(), 0);
  PageLists seen;
  for (size_t i = 0; i < lists.size(); ++i) {
    const uint64_t end = reader.position() + lengths[i];
    const uint64_t degree = codes.fields[Codec::kDegree].take(reader);
    ASSERT_EQ(degree, lists[i].size()) << i;
    std::vector<PageId> list(degree + kCopySlack);
    if (degree > 0) {
      PageRoom scratch;
      const auto fetch = [&](uint32_t r, std::span<const PageId>& reference) {
        reference = seen[i - r];
        return r <= i;
      };
      ASSERT_TRUE(Codec::decode(codes, reader, end, static_cast<uint32_t>(first + i),
                                static_cast<uint32_t>(degree), pages, fetch, list.data(), scratch))
          << i;
    }
    list.resize(degree);  // what is behind it stays, as room to copy from
    ASSERT_EQ(list, lists[i]) << i;
    ASSERT_EQ(reader.position(), end) << i;
    seen.push_back(std::move(list));
  }
}

void expect_round_trip(ListOrder order, const PageLists& lists, uint64_t first, uint64_t pages,
                       bool train) {
  const FlatLists flat(lists, first);
  const auto encoder = make_encoder(order, ListCoding::kBits);
  const Lists view = flat.view();
  encoder->train(train ? std::span(&view, 1) : std::span<const Lists>(), 1);
  BitWriter bits;
  std::vector<uint64_t> lengths;
  encoder->encode(view, bits, lengths);
  if (order == ListOrder::kPage) {
    OrderedCodec::Codes codes;
    ASSERT_TRUE(read_codes(encoder->codes(), pages, codes));
    expect_decoded<OrderedCodec>(codes, bytes_of(bits), lengths, lists, first, pages);
  } else {
    SortedCodec::Codes codes;
    ASSERT_TRUE(read_codes(encoder->codes(), codes));
    expect_decoded<SortedCodec>(codes, bytes_of(bits), lengths, lists, first, pages);
  }
}

TEST(ListEncoder, ReachesFromOneEndOfTheLargestGraphToTheOther) {
  std::mt19937_64 random(1);
  for (const ListOrder order : {ListOrder::kSorted, ListOrder::kPage}) {
    for (const uint64_t first : {uint64_t{0}, kMaxPages / 2, kMaxPages - 60}) {
      PageLists lists;
      for (uint64_t page = first; page < first + 60; ++page) {
        std::vector<uint64_t> targets;
        for (uint64_t i = random() % 20; i > 0; --i) {
          switch (random() % 4) {
            case 0:
              targets.push_back(random() % 40);
              break;
            case 1:
              targets.push_back(kMaxPages - 1 - random() % 40);
              break;
            case 2:
              targets.push_back(first + random() % 60);
              break;
            default:
              targets.push_back(random() % kMaxPages);
          }
        }
        lists.push_back(tidy_list(targets, page, order));
      }
      expect_round_trip(order, lists, first, kMaxPages, true);
      expect_round_trip(order, lists, first, kMaxPages, false);
    }
  }
}

TEST(ListEncoder, KnowsNothingAndStillWritesEverything) {
  std::mt19937_64 random(2);
  for (const ListOrder order : {ListOrder::kSorted, ListOrder::kPage}) {
    for (const testing::ListKind kind : testing::kListKinds) {
      const PageLists lists = testing::make_lists(kind, order, random);
      expect_round_trip(order, lists, 0, lists.size(), false);
    }
  }
}

// How many lists name another to copy from.
size_t copies(const PageLists& lists) {
  const FlatLists flat(lists, 0);
  const auto encoder = make_encoder(ListOrder::kSorted, ListCoding::kBits);
  const Lists view = flat.view();
  encoder->train(std::span(&view, 1), 1);
  BitWriter bits;
  std::vector<uint64_t> lengths;
  encoder->encode(view, bits, lengths);
  SortedCodec::Codes codes;
  EXPECT_TRUE(read_codes(encoder->codes(), codes));
  const std::vector<std::byte> bytes = bytes_of(bits);
  size_t count = 0;
  uint64_t begin = 0;
  for (const uint64_t length : lengths) {
    BitReader reader(bytes.data(), begin);
    const uint64_t degree = codes.fields[SortedCodec::kDegree].take(reader);
    count += degree > 0 && codes.fields[SortedCodec::kReference].take(reader) > 0 ? 1 : 0;
    begin += length;
  }
  return count;
}

TEST(ListEncoder, CopiesWhatTakesMoreBitsThanSayingSo) {
  std::mt19937_64 random(3);
  const auto somewhere = [&] { return page_id(random() % 60'000); };
  PageLists near;
  PageLists far;
  for (size_t i = 0; i < 400; ++i) {
    // One page a few before it, the same as that of the list before: found faster than copied.
    near.push_back({page_id(1000 + i / 4 * 4)});
    // Two pages anywhere, every other list like the one before.
    std::vector<PageId> list = {somewhere(), somewhere()};
    std::ranges::sort(list);
    far.push_back(i % 2 == 0 ? list : far.back());
  }
  EXPECT_EQ(copies(near), 0U);
  EXPECT_EQ(copies(far), 200U);
}

TEST(ListEncoder, CodesThatAreNoneAreRefused) {
  SortedCodec::Codes sorted;
  OrderedCodec::Codes ordered;
  const auto of_sorted = make_encoder(ListOrder::kSorted, ListCoding::kBits)->codes();
  const auto of_ordered = make_encoder(ListOrder::kPage, ListCoding::kBits)->codes();
  EXPECT_TRUE(read_codes(of_sorted, sorted));
  EXPECT_TRUE(read_codes(of_ordered, 100, ordered));
  for (size_t size = 0; size < of_sorted.size(); ++size) {
    ASSERT_FALSE(read_codes(std::span(of_sorted).first(size), sorted)) << size;
  }
  for (size_t size = 0; size < of_ordered.size(); ++size) {
    ASSERT_FALSE(read_codes(std::span(of_ordered).first(size), 100, ordered)) << size;
  }
  EXPECT_FALSE(read_codes(of_ordered, sorted));
  EXPECT_FALSE(read_codes(of_sorted, 100, ordered));
  // A table of hot pages with one that is not there.
  auto with_table = of_ordered;
  with_table.resize(with_table.size() + 8);
  with_table[with_table.size() - 8] = std::byte{99};
  EXPECT_TRUE(read_codes(with_table, 100, ordered));
  with_table[with_table.size() - 8] = std::byte{100};
  EXPECT_FALSE(read_codes(with_table, 100, ordered));
}

// No writer copies from an empty list; a spoilt file may say so.
TEST(ListEncoder, ACopyOfNothingIsNoList) {
  SortedCodec::Codes codes;
  ASSERT_TRUE(read_codes(make_encoder(ListOrder::kSorted, ListCoding::kBits)->codes(), codes));
  BitWriter bits;
  codes.fields[SortedCodec::kReference].put(bits, 1);
  codes.fields[SortedCodec::kBlockCount].put(bits, 0);
  codes.fields[SortedCodec::kIntervalCount].put(bits, 0);
  codes.fields[SortedCodec::kFirstResidual].put(bits, 0);
  const auto bytes = bytes_of(bits);
  BitReader reader(bytes.data(), 0);
  const auto fetch = [](uint32_t, std::span<const PageId>& reference) {
    reference = {};
    return true;
  };
  std::vector<PageId> out(1 + kCopySlack);
  PageRoom room;
  EXPECT_FALSE(SortedCodec::decode(codes, reader, bits.size(), 5, 1, 10, fetch, out.data(), room));
}

}  // namespace
}  // namespace cocite::graph
