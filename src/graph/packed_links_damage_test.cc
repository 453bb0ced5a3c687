#include <algorithm>
#include <cstring>
#include <random>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "file/scratch_file.h"
#include "graph/packed_links.h"
#include "graph/testing/list_maker.h"

namespace cocite::graph {
namespace {

using file::Container;
using file::ContainerWriter;
using file::ScratchFile;
using file::Section;
using testing::FlatLists;
using testing::ListKind;
using testing::make_lists;
using testing::PageLists;

PageLists small_lists(ListOrder order, size_t pages) {
  std::mt19937_64 random(1);
  PageLists lists = make_lists(ListKind::kTemplates, order, random);
  lists.resize(pages);
  for (auto& list : lists) {
    std::erase_if(list, [&](PageId target) { return index(target) >= pages; });
  }
  return lists;
}

void pack(const std::string& path, const PageLists& lists, ListOrder order,
          ListCoding coding = ListCoding::kBits) {
  auto packer = LinkPacker::create(path, lists.size(), order, coding, 1);
  ASSERT_TRUE(packer);
  const FlatLists flat(lists);
  ASSERT_TRUE(packer->add(flat.view()));
  ASSERT_TRUE(packer->finish());
}

std::vector<PageId> all_backwards(uint64_t pages) {
  std::vector<PageId> all;
  while (pages-- > 0) all.push_back(page_id(pages));
  return all;
}

// Right answers or kCorrupt, whatever was asked. Returns whether all were right.
bool right_or_corrupt(const PackedLinks& links, const PageLists& lists) {
  bool all = true;
  const auto is_corrupt = [&](const auto& result) {
    EXPECT_EQ(result.error().code, ErrorCode::kCorrupt);
    all = false;
  };
  EXPECT_EQ(links.pages(), lists.size());
  ListBuffer buffer;
  for (uint64_t page = 0; page < lists.size(); ++page) {
    const auto list = links.list(page_id(page), buffer);
    if (!list) {
      is_corrupt(list);
    } else {
      EXPECT_TRUE(std::ranges::equal(*list, lists[page]));
    }
    const auto degree = links.degree(page_id(page));
    if (!degree) {
      is_corrupt(degree);
    } else {
      EXPECT_EQ(*degree, lists[page].size());
    }
  }
  auto scan = links.scan(page_id(0), lists.size());
  uint64_t page = 0;
  for (; scan.next(); ++page) EXPECT_TRUE(std::ranges::equal(scan.list(), lists[page]));
  if (!scan.status()) {
    is_corrupt(scan.status());
  } else {
    EXPECT_EQ(page, lists.size());
  }
  const std::vector<PageId> backwards = all_backwards(lists.size());
  auto batch = links.batch(backwards);
  while (batch.next()) EXPECT_TRUE(std::ranges::equal(batch.list(), lists[index(batch.page())]));
  if (!batch.status()) is_corrupt(batch.status());
  return all;
}

class PackedLinksDamage : public ::testing::TestWithParam<std::tuple<ListOrder, ListCoding>> {};

TEST_P(PackedLinksDamage, IsFoundAtEveryCut) {
  const ScratchFile file("links");
  const auto [order, coding] = GetParam();
  pack(file.path(), small_lists(order, 60), order, coding);
  const auto whole = file.read();
  for (size_t size = 0; size < whole.size(); ++size) {
    file.write(std::span(whole).first(size));
    const auto links = PackedLinks::open(file.path());
    ASSERT_FALSE(links) << size;
    EXPECT_EQ(links.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(links.error().message.find(file.path()), std::string::npos);
  }
}

TEST_P(PackedLinksDamage, IsFoundAtEveryByte) {
  const auto [order, coding] = GetParam();
  const PageLists lists = small_lists(order, 60);
  const ScratchFile file("links");
  pack(file.path(), lists, order, coding);
  const auto whole = file.read();
  std::mt19937_64 random(2);
  size_t opened = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    auto spoilt = whole;
    spoilt[at] ^= std::byte{static_cast<unsigned char>(1 + random() % 255)};
    file.write(spoilt);
    const auto links = PackedLinks::open(file.path());
    if (!links) {
      EXPECT_TRUE(links.error().code == ErrorCode::kCorrupt ||
                  links.error().code == ErrorCode::kUnsupported);
      EXPECT_NE(links.error().message.find(file.path()), std::string::npos);
      continue;
    }
    ++opened;
    right_or_corrupt(*links, lists);
    ASSERT_FALSE(links->check()) << at;
  }
  EXPECT_GT(opened, 200U);  // the stream is looked at when it is read
}

// Bytes that no writer writes under checksums that are right: whatever comes back, every page in it
// is one of the graph, nothing is read or written elsewhere and nothing goes on for ever.
TEST_P(PackedLinksDamage, IsHarmlessInBytesThatPassTheChecksum) {
  const auto [order, coding] = GetParam();
  const PageLists lists = small_lists(order, 250);
  const ScratchFile file("links");
  pack(file.path(), lists, order, coding);
  const auto container = Container::open(file.path(), "link");
  ASSERT_TRUE(container);
  const ScratchFile other("links");
  std::mt19937_64 random(3);
  int opened = 0;
  for (int round = 0; round < 300; ++round) {
    const std::vector<std::string> names = container->names();
    const std::string& changed = names[random() % names.size()];
    auto writer = ContainerWriter::create(other.path(), "link");
    ASSERT_TRUE(writer);
    for (const std::string& name : names) {
      const Section section = *container->section(name);
      std::vector<std::byte> bytes(section.data(), section.data() + section.size());
      if (name == changed) {
        for (size_t changes = 1 + random() % 20; changes > 0; --changes) {
          if (bytes.empty()) break;
          bytes[random() % bytes.size()] =
              static_cast<std::byte>(random() % 3 == 0 ? 255 : random());
        }
        if (round % 20 == 0 && !bytes.empty()) bytes.resize(random() % bytes.size());
      }
      ASSERT_TRUE(writer->begin(name));
      ASSERT_TRUE(writer->write(bytes));
    }
    ASSERT_TRUE(writer->finish());
    const auto links = PackedLinks::open(other.path());
    if (!links) continue;
    ++opened;
    ListBuffer buffer;
    for (uint64_t page = 0; page < links->pages(); ++page) {
      const auto list = links->list(page_id(page), buffer);
      if (list) {
        for (const PageId target : *list) ASSERT_LT(index(target), links->pages());
      }
      static_cast<void>(links->degree(page_id(page)));
    }
    const std::vector<PageId> backwards = all_backwards(links->pages());
    auto batch = links->batch(backwards);
    while (batch.next()) {
      for (const PageId target : batch.list()) ASSERT_LT(index(target), links->pages());
    }
    auto scan = links->scan(page_id(random() % 50), links->pages());
    while (scan.next()) {
      for (const PageId target : scan.list()) ASSERT_LT(index(target), links->pages());
    }
    static_cast<void>(links->check());
  }
  EXPECT_GT(opened, 100);
}

std::string case_name(const ::testing::TestParamInfo<std::tuple<ListOrder, ListCoding>>& info) {
  const auto [order, coding] = info.param;
  return std::string(order == ListOrder::kPage ? "Ordered" : "Sorted") +
         (coding == ListCoding::kBits ? "Bits" : "Bytes");
}
INSTANTIATE_TEST_SUITE_P(Orders, PackedLinksDamage,
                         ::testing::Combine(::testing::Values(ListOrder::kSorted, ListOrder::kPage),
                                            ::testing::Values(ListCoding::kBits,
                                                              ListCoding::kBytes)),
                         case_name);

// --- more than 2^32 bits -----------------------------------------------------------------------

// A copy of a packed file with `zeros` bytes of nothing in front of its stream, as a file with a
// hole: a large graph's offsets without its bytes. All groups stand behind the hole.
void write_far(const std::string& from, const std::string& to, uint64_t zeros) {
  const auto container = Container::open(from, "link");
  ASSERT_TRUE(container);
  const Section groups = *container->section("groups");
  const auto offsets = groups.values<uint64_t>();
  ASSERT_TRUE(offsets);
  // First the whole with a short stream; then room is made for the hole and all is put right.
  auto writer = ContainerWriter::create(to, "link");
  ASSERT_TRUE(writer);
  for (const char* name : {"meta", "codes"}) {
    const Section section = *container->section(name);
    std::vector<std::byte> bytes(section.data(), section.data() + section.size());
    ASSERT_TRUE(writer->begin(name));
    ASSERT_TRUE(writer->write(bytes));
  }
  std::vector<uint64_t> moved(offsets->begin(), offsets->end());
  for (uint64_t& offset : moved) offset += zeros;
  ASSERT_TRUE(writer->begin("groups"));
  ASSERT_TRUE(writer->write_values(std::span<const uint64_t>(moved)));
  const Section stream = *container->section("stream");
  ASSERT_TRUE(writer->begin("stream"));
  ASSERT_TRUE(writer->write({stream.data(), stream.size()}));
  ASSERT_TRUE(writer->finish());

  // docs/formats/container.md: header | sections | block hashes | table.
  struct Entry {
    std::array<char, 16> name;
    uint64_t offset, length, hashes_offset, hashes_hash;
  };
  struct Header {
    std::array<char, 16> begin;
    uint64_t file_size, table_offset;
    uint32_t section_count, zero;
    uint64_t table_hash, reserved, header_hash;
  };
  const int fd = ::open(to.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  Header header{};
  ASSERT_EQ(::pread(fd, &header, sizeof header, 0), 64);
  std::vector<Entry> table(header.section_count);
  const size_t table_bytes = table.size() * sizeof(Entry);
  ASSERT_EQ(::pread(fd, table.data(), table_bytes, static_cast<off_t>(header.table_offset)),
            static_cast<ssize_t>(table_bytes));
  Entry& entry = table.back();
  ASSERT_STREQ(entry.name.data(), "stream");
  std::vector<uint64_t> hashes((zeros + stream.size() + file::kBlockBytes - 1) / file::kBlockBytes);
  const std::vector<std::byte> nothing(file::kBlockBytes);
  std::ranges::fill(hashes, hash64(std::span<const std::byte>(nothing)));
  ASSERT_EQ(zeros % file::kBlockBytes, 0U);
  for (uint64_t at = 0; at < stream.size(); at += file::kBlockBytes) {
    const uint64_t size = std::min<uint64_t>(file::kBlockBytes, stream.size() - at);
    hashes[(zeros + at) / file::kBlockBytes] = hash64(std::span(stream.data() + at, size));
  }
  const auto put = [&](const void* data, size_t size, uint64_t at) {
    ASSERT_EQ(::pwrite(fd, data, size, static_cast<off_t>(at)), static_cast<ssize_t>(size));
  };
  // The hole begins where the stream began; everything from there on is written again.
  ASSERT_EQ(::ftruncate(fd, static_cast<off_t>(entry.offset)), 0);
  entry.length = zeros + stream.size();
  put(stream.data(), stream.size(), entry.offset + zeros);
  // Hash lists of the other sections first, as they were, then the new one.
  uint64_t at = (entry.offset + entry.length + 63) / 64 * 64;
  for (Entry& one : table) {
    std::vector<uint64_t> list = hashes;
    if (&one != &entry) {
      list.resize((one.length + file::kBlockBytes - 1) / file::kBlockBytes);
      std::vector<std::byte> bytes(one.length);
      ASSERT_EQ(::pread(fd, bytes.data(), bytes.size(), static_cast<off_t>(one.offset)),
                static_cast<ssize_t>(bytes.size()));
      for (size_t b = 0; b < list.size(); ++b) {
        const size_t begin = b * file::kBlockBytes;
        list[b] = hash64(std::span<const std::byte>(bytes).subspan(
            begin, std::min(file::kBlockBytes, bytes.size() - begin)));
      }
    }
    one.hashes_offset = at;
    one.hashes_hash = hash64(std::as_bytes(std::span(list)));
    put(list.data(), list.size() * 8, at);
    at += list.size() * 8;
  }
  header.table_offset = (at + 63) / 64 * 64;
  header.file_size = header.table_offset + (table_bytes + 63) / 64 * 64;
  header.table_hash = hash64(std::as_bytes(std::span(table)));
  header.header_hash = hash64(std::as_bytes(std::span(&header, 1)).first(56));
  put(table.data(), table_bytes, header.table_offset);
  ASSERT_EQ(::ftruncate(fd, static_cast<off_t>(header.file_size)), 0);
  put(&header, sizeof header, 0);
  ::close(fd);
}

TEST(PackedLinks, StandBeyondTwoToTheThirtyTwoBits) {
  for (const ListOrder order : {ListOrder::kSorted, ListOrder::kPage}) {
    const PageLists lists = small_lists(order, 300);
    const ScratchFile file("links");
    pack(file.path(), lists, order);
    const ScratchFile far("far");
    const uint64_t zeros = (uint64_t{1} << 29) + file::kBlockBytes;  // 2^32 bits and some
    write_far(file.path(), far.path(), zeros);
    const auto links = PackedLinks::open(far.path());
    ASSERT_TRUE(links) << links.error().message;
    ListBuffer buffer;
    // Lists that refer to page 0, which is now somewhere else, have lost what they refer to.
    for (uint64_t page = 30; page < lists.size(); ++page) {
      const auto list = links->list(page_id(page), buffer);
      ASSERT_TRUE(list) << page;
      ASSERT_TRUE(std::ranges::equal(*list, lists[page])) << page;
      ASSERT_EQ(links->degree(page_id(page)), lists[page].size());
    }
    auto scan = links->scan(page_id(30), lists.size());
    uint64_t page = 30;
    for (; scan.next(); ++page) ASSERT_TRUE(std::ranges::equal(scan.list(), lists[page])) << page;
    EXPECT_TRUE(scan.status());
    EXPECT_EQ(page, lists.size());
  }
}

}  // namespace
}  // namespace cocite::graph
