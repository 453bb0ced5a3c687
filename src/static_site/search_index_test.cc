#include "static_site/search_index.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "static_site/own_pages.h"
#include "static_site/static_site.h"

namespace cocite::static_site {
namespace {

// As the script reads it.
std::vector<Share> unpack(const PackedList& list) {
  size_t at = 0;
  const auto bits = [&](unsigned count) {
    uint64_t value = 0;
    while (count-- > 0) {
      value =
          value * 2 + ((static_cast<unsigned char>(list.bytes.at(at / 8)) >> (7 - at % 8)) & 1U);
      ++at;
    }
    return value;
  };
  std::vector<Share> shares;
  int64_t page = -1;
  for (uint32_t i = 0; i < list.count; ++i) {
    uint64_t high = 0;
    while (bits(1) == 1) ++high;
    page += static_cast<int64_t>((high << list.rice) + bits(list.rice)) + 1;
    shares.push_back(
        {static_cast<uint32_t>(page), static_cast<double>(bits(list.width)) * list.step});
  }
  return shares;
}

TEST(PackShares, ComeBackWithinHalfAStep) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const uint64_t pages = 1 + random() % 5000;
    const double most = round % 3 == 0 ? 1e-4 : 9.0;
    std::vector<Share> shares;
    for (uint32_t page = 0; page < pages; ++page) {
      if (random() % (1 + random() % 50) == 0) {
        shares.push_back({page, most * static_cast<double>(1 + random() % 1000) / 1000});
      }
    }
    if (shares.empty()) continue;
    const PackedList packed = pack_shares(shares, pages);
    const std::vector<Share> back = unpack(packed);
    ASSERT_EQ(back.size(), shares.size());
    for (size_t i = 0; i < back.size(); ++i) {
      EXPECT_EQ(back[i].page, shares[i].page);
      EXPECT_LE(std::abs(back[i].share - shares[i].share), packed.step / 2 + 1e-12);
    }
    EXPECT_LE(packed.step, 1.0 / 16384 + 1e-12);
  }
}

TEST(PlainPath, IsOneForTheSpellingsOfAPath) {
  EXPECT_EQ(plain_path(""), "");
  EXPECT_EQ(plain_path("index.html"), "");
  EXPECT_EQ(plain_path("a/index.htm"), "a/");
  EXPECT_EQ(plain_path("a/myindex.html"), "a/myindex");
  EXPECT_EQ(plain_path("a.html"), "a");
  EXPECT_EQ(plain_path("caf%C3%A9%20x"), "caf\xC3\xA9 x");
}

// Computed by the script in a browser.
TEST(PathHash, IsTheOneOfTheScript) {
  EXPECT_EQ(path_hash(""), "811c9dc5cafebabe");
  EXPECT_EQ(path_hash("a").substr(0, 8), "e40c292c");  // FNV-1a of "a", 32 bits
}

TEST(Script, IsSmall) {
  EXPECT_LE(script().size(), 5000U);
  EXPECT_NE(script().find("cocite-related"), std::string_view::npos);
}

}  // namespace
}  // namespace cocite::static_site
