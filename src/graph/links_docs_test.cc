// The example of docs/formats/links.md, byte for byte: a change of the format changes both.
#include <gtest/gtest.h>

#include "file/scratch_file.h"
#include "graph/packed_links.h"
#include "graph/testing/list_maker.h"

namespace cocite::graph {
namespace {

std::vector<uint8_t> section(const PackedLinks& links, const char* name) {
  const auto found = links.container().section(name);
  EXPECT_TRUE(found);
  const auto* bytes = reinterpret_cast<const uint8_t*>(found->data());
  return {bytes, bytes + found->size()};
}

TEST(LinksDocs, TheExampleIsWhatIsWritten) {
  const testing::PageLists lists = {{page_id(1), page_id(2), page_id(3)},
                                    {page_id(0), page_id(2), page_id(3)},
                                    {},
                                    {page_id(4), page_id(2), page_id(0)},
                                    {page_id(0)}};
  const file::ScratchFile file("links");
  auto packer =
      LinkPacker::create(file.path(), lists.size(), ListOrder::kPage, ListCoding::kBits, 1);
  ASSERT_TRUE(packer);
  const testing::FlatLists flat(lists);
  ASSERT_TRUE(packer->add(flat.view()));
  ASSERT_TRUE(packer->finish());
  const auto links = PackedLinks::open(file.path());
  ASSERT_TRUE(links);
  EXPECT_EQ(section(*links, "stream"),
            (std::vector<uint8_t>{0x42, 0x09, 0x00, 0x00, 0x00, 0x40, 0x5c, 0x62, 0x24, 0x80, 0x79,
                                  0x43, 0xf6, 0x0e}));
  EXPECT_EQ(section(*links, "groups"),
            (std::vector<uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 14, 0, 0, 0, 0, 0, 0, 0}));
  // Field 0, the degree: codes of 3, 3, 1 and 2 bits.
  const auto codes = section(*links, "codes");
  EXPECT_EQ(codes.size(), 7 * 137 + 513U);
  EXPECT_EQ(codes[0], 3);
  EXPECT_EQ(codes[1], 3);
  EXPECT_EQ(codes[3], 1);
  EXPECT_EQ(codes[136], 2);
  EXPECT_EQ(codes[7 * 137 + 512], 3);  // the escape of literals
  EXPECT_EQ(section(*links, "meta").size(), 64U);
}

}  // namespace
}  // namespace cocite::graph
