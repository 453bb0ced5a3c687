#include "graph/packed_links.h"

#include <algorithm>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "file/scratch_file.h"
#include "graph/testing/list_maker.h"

namespace cocite::graph {
namespace {

using file::ScratchFile;
using testing::FlatLists;
using testing::kListKinds;
using testing::ListKind;
using testing::make_lists;
using testing::name_of;
using testing::PageLists;

// `parts`: how many calls of add() the lists come in.
void pack(const std::string& path, const PageLists& lists, ListOrder order, unsigned threads = 1,
          size_t parts = 1, const PageLists* samples = nullptr,
          ListCoding coding = ListCoding::kBits) {
  auto packer = LinkPacker::create(path, lists.size(), order, coding, threads);
  ASSERT_TRUE(packer);
  if (samples != nullptr) {
    const FlatLists flat(*samples);
    const Lists view = flat.view();
    packer->train(std::span(&view, 1));
  }
  for (size_t part = 0; part < parts; ++part) {
    const auto cut = [&](size_t at) {
      return at == parts ? lists.size() : lists.size() * at / parts / kGroupPages * kGroupPages;
    };
    const size_t begin = cut(part);
    const size_t end = cut(part + 1);
    const FlatLists flat({lists.begin() + static_cast<ptrdiff_t>(begin),
                          lists.begin() + static_cast<ptrdiff_t>(end)},
                         begin);
    const auto added = packer->add(flat.view());
    ASSERT_TRUE(added) << added.error().message;
  }
  const auto finished = packer->finish();
  ASSERT_TRUE(finished) << finished.error().message;
}

void expect_scan(const PackedLinks& links, const PageLists& lists, uint64_t first, uint64_t end) {
  auto scan = links.scan(page_id(first), end);
  uint64_t page = first;
  for (; scan.next(); ++page) {
    ASSERT_LT(page, end);
    ASSERT_EQ(index(scan.page()), page);
    ASSERT_TRUE(std::ranges::equal(scan.list(), lists[page])) << page;
  }
  ASSERT_TRUE(scan.status());
  ASSERT_EQ(page, std::max(first, end));
}

// A batch of `size` pages, some of them more than once.
void expect_batch(const PackedLinks& links, const PageLists& lists, size_t size,
                  std::mt19937_64& random) {
  std::vector<PageId> pages(lists.empty() ? 0 : size);
  for (PageId& page : pages) page = page_id(random() % lists.size());
  auto batch = links.batch(pages);
  size_t i = 0;
  for (; batch.next(); ++i) {
    ASSERT_LT(i, pages.size());
    ASSERT_EQ(batch.page(), pages[i]);
    ASSERT_TRUE(std::ranges::equal(batch.list(), lists[index(pages[i])])) << i;
  }
  ASSERT_TRUE(batch.status());
  ASSERT_EQ(i, pages.size());
  std::vector<uint32_t> degrees(pages.size());
  ASSERT_TRUE(links.degrees(pages, degrees));
  for (i = 0; i < pages.size(); ++i) ASSERT_EQ(degrees[i], lists[index(pages[i])].size()) << i;
}

void expect_lists(const PackedLinks& links, const PageLists& lists) {
  ListBuffer buffer;
  for (uint64_t page = lists.size(); page-- > 0;) {  // backwards: at random, as far as it goes
    const auto list = links.list(page_id(page), buffer);
    ASSERT_TRUE(list) << list.error().message;
    ASSERT_TRUE(std::ranges::equal(*list, lists[page])) << page;
    const auto degree = links.degree(page_id(page));
    ASSERT_TRUE(degree);
    ASSERT_EQ(*degree, lists[page].size());
  }
  std::mt19937_64 random(9);
  for (const size_t size : {0, 1, 2, 7, 8, 9, 23, 24, 25, 300}) {
    expect_batch(links, lists, size, random);
  }
}

void expect_same(const std::string& path, const PageLists& lists, ListOrder order) {
  const auto links = PackedLinks::open(path);
  ASSERT_TRUE(links) << links.error().message;
  uint64_t total = 0;
  uint64_t longest = 0;
  for (const auto& list : lists) {
    total += list.size();
    longest = std::max<uint64_t>(longest, list.size());
  }
  EXPECT_EQ(links->pages(), lists.size());
  EXPECT_EQ(links->links(), total);
  EXPECT_EQ(links->max_degree(), longest);
  EXPECT_EQ(links->order(), order);
  expect_lists(*links, lists);
  const auto unpacked = links->unpacked();
  ASSERT_TRUE(unpacked) << unpacked.error().message;
  expect_lists(*unpacked, lists);
  std::mt19937_64 random(9);
  expect_scan(*links, lists, 0, lists.size());
  for (int i = 0; i < 20 && !lists.empty(); ++i) {
    const uint64_t first = random() % lists.size();
    expect_scan(*links, lists, first, first + random() % (lists.size() - first + 1));
  }
  for (uint64_t first = 0; first < std::min<size_t>(lists.size(), 12); ++first) {
    expect_scan(*links, lists, first, lists.size());
  }
  const auto checked = links->check();
  EXPECT_TRUE(checked) << checked.error().message;
}

using OrderAndKind = std::tuple<ListOrder, ListKind, ListCoding>;
class PackedLists : public ::testing::TestWithParam<OrderAndKind> {};

TEST_P(PackedLists, ComeBackAsTheyWere) {
  const auto [order, kind, coding] = GetParam();
  std::mt19937_64 random(1);
  const PageLists lists = make_lists(kind, order, random);
  const ScratchFile file("links");
  pack(file.path(), lists, order, 1, 1, nullptr, coding);
  expect_same(file.path(), lists, order);
}

TEST_P(PackedLists, ComeBackWhenTheCodesWereMadeForOthers) {
  const auto [order, kind, coding] = GetParam();
  std::mt19937_64 random(5);
  const PageLists lists = make_lists(kind, order, random);
  for (const ListKind other : {ListKind::kEmpty, ListKind::kRuns, ListKind::kRepeated}) {
    const PageLists samples = make_lists(other, order, random);
    // What is trained on is of the same graph: ids beyond it do not come up.
    PageLists fitting;
    for (const auto& list : samples) {
      if (fitting.size() == lists.size()) break;
      fitting.push_back(list);
      std::erase_if(fitting.back(), [&](PageId target) { return index(target) >= lists.size(); });
    }
    const ScratchFile file("links");
    pack(file.path(), lists, order, 2, 1, &fitting, coding);
    expect_same(file.path(), lists, order);
  }
}

TEST_P(PackedLists, ComeBackWhenAddedInParts) {
  const auto [order, kind, coding] = GetParam();
  std::mt19937_64 random(6);
  const PageLists lists = make_lists(kind, order, random);
  const ScratchFile file("links");
  pack(file.path(), lists, order, 2, 7, nullptr, coding);
  expect_same(file.path(), lists, order);
}

std::string case_name(const ::testing::TestParamInfo<OrderAndKind>& info) {
  const auto [order, kind, coding] = info.param;
  return (order == ListOrder::kPage ? "Ordered" : "Sorted") + name_of(kind) +
         (coding == ListCoding::kBits ? "Bits" : "Bytes");
}
INSTANTIATE_TEST_SUITE_P(Orders, PackedLists,
                         ::testing::Combine(::testing::Values(ListOrder::kSorted, ListOrder::kPage),
                                            ::testing::ValuesIn(kListKinds),
                                            ::testing::Values(ListCoding::kBits,
                                                              ListCoding::kBytes)),
                         case_name);

// Lists of all kinds one after the other: more than two chunks.
PageLists mixed_lists(ListOrder order, std::mt19937_64& random) {
  PageLists lists;
  for (const ListKind kind : kListKinds) {
    for (const auto& list : make_lists(kind, order, random)) {
      lists.push_back(list);
      std::erase(lists.back(), page_id(lists.size() - 1));
    }
  }
  return lists;
}

TEST(PackedLinks, AreTheSameBytesOnAnyNumberOfThreads) {
  for (const ListOrder order : {ListOrder::kSorted, ListOrder::kPage}) {
    std::mt19937_64 random(4);
    const PageLists lists = mixed_lists(order, random);
    ASSERT_GT(lists.size(), 2 * 4096U);
    const ScratchFile file("links");
    pack(file.path(), lists, order, 1);
    const auto bytes = file.read();
    const ScratchFile other("links");
    pack(other.path(), lists, order, 5);
    ASSERT_EQ(other.read(), bytes);
    expect_same(file.path(), lists, order);
  }
}

TEST(PackedLinks, KeepAnyOrderOfLinks) {
  const PageLists lists = {{page_id(3), page_id(1), page_id(2)},
                           {page_id(2), page_id(3), page_id(0)},
                           {},
                           {page_id(2), page_id(1), page_id(0)}};
  const ScratchFile file("links");
  pack(file.path(), lists, ListOrder::kPage);
  expect_same(file.path(), lists, ListOrder::kPage);
}

TEST(PackedLinks, MayBeVeryFew) {
  for (const ListCoding coding : {ListCoding::kBits, ListCoding::kBytes}) {
    for (size_t pages = 0; pages < 5; ++pages) {
      PageLists lists(pages);
      for (size_t linked = 0; linked <= pages; ++linked) {
        if (linked > 1) lists[linked - 1] = {page_id(0)};
        const ScratchFile file("links");
        pack(file.path(), lists, ListOrder::kSorted, 1, 1, nullptr, coding);
        expect_same(file.path(), lists, ListOrder::kSorted);
      }
    }
  }
}

TEST(PackedLinks, AreReadByManyThreadsAtOnce) {
  std::mt19937_64 random(7);
  const PageLists lists = make_lists(ListKind::kTemplates, ListOrder::kPage, random);
  const ScratchFile file("links");
  pack(file.path(), lists, ListOrder::kPage);
  const auto links = PackedLinks::open(file.path());
  ASSERT_TRUE(links);
  std::vector<std::jthread> readers;
  for (unsigned t = 0; t < 4; ++t) {
    readers.emplace_back([&, t] {
      ListBuffer buffer;
      for (uint64_t i = 0; i < lists.size(); ++i) {
        const uint64_t page = (i * 7 + t * 100) % lists.size();
        const auto list = links->list(page_id(page), buffer);
        ASSERT_TRUE(list && std::ranges::equal(*list, lists[page]));
      }
    });
  }
}

TEST(PackedLinks, StopPackingWhenToldTo) {
  std::mt19937_64 random(8);
  const PageLists lists = make_lists(ListKind::kRandom, ListOrder::kPage, random);
  const ScratchFile file("links");
  auto packer =
      LinkPacker::create(file.path(), lists.size(), ListOrder::kPage, ListCoding::kBits, 2);
  ASSERT_TRUE(packer);
  const FlatLists flat(lists);
  const auto added = packer->add(
      flat.view(), [](uint64_t) -> Result<void> { return fail(ErrorCode::kCancelled, "enough"); });
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(PackedLinks::open(file.path()));  // never finished, so not a file of ours
}

// A clock that moves on by a millisecond whenever a budget looks at it.
std::chrono::nanoseconds looks_as_time() {
  static std::atomic<int64_t> looks = 0;
  return std::chrono::milliseconds(++looks);
}

// Between pieces of a long list the budget is looked at; a list that took too long is no damage.
TEST(PackedLinks, LookAtTheBudgetWithinALongList) {
  constexpr uint32_t kPages = 1'000'000;
  std::mt19937_64 random(3);
  PageLists lists(kPages);
  for (uint32_t page = 1; page < kPages; ++page) {
    // Runs of pages besides single ones: both are decoded, then merged.
    if (page % 1000 < 20 || random() % 3 == 0) lists[0].push_back(page_id(page));
  }
  lists[1] = {page_id(5), page_id(7)};
  for (const ListOrder order : {ListOrder::kPage, ListOrder::kSorted}) {
    const file::ScratchFile scratch("links");
    pack(scratch.path(), lists, order);
    const PackedLinks links = PackedLinks::open(scratch.path()).value();
    ListBuffer buffer;
    Budget::set_clock(looks_as_time);
    Budget plenty(1000);
    buffer.budget = &plenty;
    const auto whole = links.list(page_id(0), buffer);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(std::ranges::equal(*whole, lists[0]));
    Budget little(3);
    buffer.budget = &little;
    const auto part = links.list(page_id(0), buffer);
    ASSERT_FALSE(part);
    EXPECT_EQ(part.error().code, ErrorCode::kBusy);
    EXPECT_EQ(links.list(page_id(1), buffer)->size(), 2U);  // short lists are always read
    Budget spent(1);
    const std::vector<PageId> pages = {page_id(1), page_id(0)};
    auto batch = links.batch(pages, &spent);
    EXPECT_TRUE(batch.next());
    EXPECT_FALSE(batch.next());
    EXPECT_EQ(batch.status().error().code, ErrorCode::kBusy);
    Budget::set_clock(nullptr);
  }
}

TEST(PackedLinks, TakeFewBitsForWhatIsAlike) {
  for (const ListOrder order : {ListOrder::kSorted, ListOrder::kPage}) {
    std::mt19937_64 random(9);
    const PageLists lists = make_lists(ListKind::kRepeated, order, random);
    const ScratchFile file("links");
    pack(file.path(), lists, order);
    const auto links = PackedLinks::open(file.path());
    ASSERT_TRUE(links);
    // 9.2 bits would tell one page from 600; three of four lists are copies.
    EXPECT_LT(static_cast<double>(links->size().stream_bits) / static_cast<double>(links->links()),
              2.9);
  }
}

}  // namespace
}  // namespace cocite::graph
