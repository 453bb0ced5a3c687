#include "store/visit_counts.h"

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::store {
namespace {

using Counts = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;  // from, to

// What is kept of a page, from counts alone.
std::vector<Visits> naive_list(const Counts& counts, uint32_t page, uint32_t pages) {
  std::vector<Visits> list;
  for (uint32_t other = 0; other < pages; ++other) {
    Visits one{.page = page_id(other)};
    if (const auto found = counts.find({page, other}); found != counts.end()) {
      one.to = found->second;
    }
    if (const auto found = counts.find({other, page}); found != counts.end()) {
      one.from = found->second;
    }
    if (one.both() > 0) list.push_back(one);
  }
  return list;
}

VisitTable written(const std::string& path, const Counts& counts, uint32_t pages,
                   uint64_t at_least = 1) {
  auto writer =
      VisitWriter::create(file::ContainerWriter::create(path, "visi").value(), pages).value();
  for (uint32_t page = 0; page < pages; ++page) {
    EXPECT_TRUE(writer.add(page_id(page), naive_list(counts, page, pages)));
  }
  EXPECT_TRUE(writer.finish(at_least));
  return VisitTable::of(file::Container::open(path, "visi").value(), pages).value();
}

TEST(VisitCounts, ComeBackAsTheyWereWritten) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 20; ++round) {
    const uint32_t pages = 2 + static_cast<uint32_t>(random() % 60);
    Counts counts;
    for (int i = 0; i < 100; ++i) {
      const auto from = static_cast<uint32_t>(random() % pages);
      const auto to = static_cast<uint32_t>(random() % pages);
      if (from != to) counts[{from, to}] = 1 + (random() >> (20 + random() % 44));
    }
    const file::ScratchFile file("visits");
    const VisitTable table = written(file.path(), counts, pages);
    EXPECT_TRUE(table.check());
    EXPECT_EQ(table.transitions(), counts.size());
    VisitTable::Buffer buffer;
    for (uint32_t page = 0; page < pages; ++page) {
      const std::vector<Visits> expected = naive_list(counts, page, pages);
      const VisitList list = table.list(page_id(page), buffer).value();
      ASSERT_EQ(list.others.size(), expected.size());
      uint64_t total = 0;
      for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(list.others[i].page, expected[i].page);
        EXPECT_EQ(list.others[i].to, expected[i].to);
        EXPECT_EQ(list.others[i].from, expected[i].from);
        EXPECT_EQ(list.with(expected[i].page).both(), expected[i].both());
        total += expected[i].both();
      }
      EXPECT_EQ(list.total, total);
      EXPECT_EQ(table.total(page_id(page)).value(), total);
      EXPECT_EQ(list.with(page_id(page)).both(), 0U);
    }
  }
}

// "An example" of docs/formats/visits.md.
TEST(VisitCounts, HaveTheBytesOfTheDocumentation) {
  const file::ScratchFile file("visits");
  const VisitTable table = written(file.path(), {{{0, 2}, 312}, {{2, 0}, 40}}, 3, 5);
  const auto lists = table.container().section("lists").value().values<uint8_t>().value();
  const std::vector<uint8_t> expected = {
      0xE0, 0x02, 0x01, 0x02, 0xB8, 0x02, 0x28,  // page 0
      0xE0, 0x02, 0x01, 0x00, 0x28, 0xB8, 0x02,  // page 2
  };
  EXPECT_EQ(std::vector<uint8_t>(lists.begin(), lists.end()), expected);
  const auto head = table.container().section("head").value().values<uint64_t>().value();
  EXPECT_EQ(std::vector<uint64_t>(head.begin(), head.end()), (std::vector<uint64_t>{2, 352, 2, 5}));
}

TEST(VisitCounts, ThatCannotBeAreFoundOut) {
  const auto check = [](uint64_t at_least, const std::vector<std::vector<Visits>>& lists) {
    const file::ScratchFile file("visits");
    auto writer = VisitWriter::create(file::ContainerWriter::create(file.path(), "visi").value(),
                                      lists.size())
                      .value();
    for (size_t i = 0; i < lists.size(); ++i) EXPECT_TRUE(writer.add(page_id(i), lists[i]));
    EXPECT_TRUE(writer.finish(at_least));
    return VisitTable::of(file::Container::open(file.path(), "visi").value(), lists.size())
        .value()
        .check();
  };
  EXPECT_TRUE(check(5, {{{page_id(1), 5, 0}}, {{page_id(0), 0, 5}}}));
  // Fewer than were to be kept; the two ends differ; one end is missing.
  EXPECT_EQ(check(6, {{{page_id(1), 5, 0}}, {{page_id(0), 0, 5}}}).error().code,
            ErrorCode::kCorrupt);
  EXPECT_EQ(check(1, {{{page_id(1), 5, 0}}, {{page_id(0), 0, 6}}}).error().code,
            ErrorCode::kCorrupt);
  EXPECT_EQ(check(1, {{{page_id(1), 5, 0}}, {}}).error().code, ErrorCode::kCorrupt);
}

TEST(VisitCounts, OfAnotherNumberOfPagesAreNone) {
  const file::ScratchFile file("visits");
  (void)written(file.path(), {{{0, 1}, 7}}, 3);
  EXPECT_EQ(VisitTable::of(file::Container::open(file.path(), "visi").value(), 4).error().code,
            ErrorCode::kCorrupt);
}

// Every byte of the file, spoilt: an error, or the same answers; never a crash.
TEST(VisitCounts, DamageIsNoticed) {
  const file::ScratchFile file("visits");
  Counts counts;
  for (uint32_t i = 0; i + 1 < 40; ++i) counts[{i, i + 1}] = 5 + i * 37;
  (void)written(file.path(), counts, 40);
  std::ifstream in(file.path(), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  const file::ScratchFile spoilt("spoilt");
  for (size_t at = 0; at < whole.size(); at += 3) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    std::ofstream(spoilt.path(), std::ios::binary) << bytes;
    const auto container = file::Container::open(spoilt.path(), "visi");
    if (!container) continue;
    const auto table = VisitTable::of(*container, 40);
    if (!table) continue;
    VisitTable::Buffer buffer;
    bool is_noticed = !container->check() || !table->check();
    for (uint32_t page = 0; page < 40; ++page) {
      const auto list = table->list(page_id(page), buffer);
      is_noticed |= !list;
    }
    EXPECT_TRUE(is_noticed) << at;
  }
}

}  // namespace
}  // namespace cocite::store
