// The made-up web has the shape its header promises, and is the same web everywhere.
#include "bench/web_generator.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "base/hash.h"

namespace cocite::bench {
namespace {

constexpr WebShape kSmall{.pages = 100'000, .links_per_page = 14, .seed = 1};

uint64_t fingerprint(const WebGenerator& web) {
  uint64_t hash = 0;
  web.for_each_page([&](uint32_t page, std::span<const uint32_t> targets) {
    hash = mix(hash ^ page);
    for (const uint32_t target : targets) hash = mix(hash ^ target);
  });
  return hash;
}

TEST(WebGenerator, IsTheSameWebOnEveryMachine) {
  // A constant, not a second run: another compiler or processor must come to the same links and
  // names.
  const WebGenerator web({.pages = 20'000, .links_per_page = 14, .seed = 7});
  EXPECT_EQ(fingerprint(web), 4898396341871571231U);
  std::string names;
  for (uint32_t page = 0; page < web.pages(); ++page) names += web.name_of(page) + "\n";
  EXPECT_EQ(hash64(std::string_view(names)), 12182675304526681836U);
}

TEST(WebGenerator, AnotherSeedIsAnotherWeb) {
  EXPECT_NE(fingerprint(WebGenerator({.pages = 1000, .links_per_page = 14, .seed = 1})),
            fingerprint(WebGenerator({.pages = 1000, .links_per_page = 14, .seed = 2})));
}

TEST(WebGenerator, ListsHaveNoDuplicatesNoSelfLinksAndAreNotSorted) {
  const WebGenerator web(kSmall);
  uint64_t with_several = 0;
  uint64_t sorted = 0;
  web.for_each_page([&](uint32_t page, std::span<const uint32_t> targets) {
    ASSERT_LE(targets.size(), WebGenerator::kMaxLinksPerPage);
    std::vector<uint32_t> order(targets.begin(), targets.end());
    std::sort(order.begin(), order.end());
    ASSERT_EQ(std::adjacent_find(order.begin(), order.end()), order.end()) << page;
    ASSERT_FALSE(std::binary_search(order.begin(), order.end(), page)) << page;
    ASSERT_TRUE(order.empty() || order.back() < web.pages()) << page;
    if (targets.size() >= 4) {
      ++with_several;
      sorted += std::is_sorted(targets.begin(), targets.end()) ? 1 : 0;
    }
  });
  EXPECT_GT(with_several, 60'000U);
  EXPECT_LT(sorted, with_several / 20);
}

TEST(WebGenerator, DegreesAndShareInsideTheHostAreAsStated) {
  for (const uint64_t seed : {1U, 2U, 3U}) {
    const WebGenerator web({.pages = 100'000, .links_per_page = 14, .seed = seed});
    double links = 0;
    double inside = 0;
    double shared = 0;  // links that the page before has too
    size_t largest = 0;
    size_t without = 0;
    std::vector<uint32_t> before;
    web.for_each_page([&](uint32_t page, std::span<const uint32_t> targets) {
      links += static_cast<double>(targets.size());
      largest = std::max(largest, targets.size());
      without += targets.empty() ? 1 : 0;
      const uint32_t host = web.host_of(page);
      for (const uint32_t target : targets) {
        inside += web.host_of(target) == host ? 1 : 0;
        shared += std::find(before.begin(), before.end(), target) != before.end() ? 1 : 0;
      }
      before.assign(targets.begin(), targets.end());
    });
    EXPECT_NEAR(links / 100'000, 14, 0.4) << seed;
    EXPECT_GT(inside / links, 0.75) << seed;
    EXPECT_LT(inside / links, 0.85) << seed;
    EXPECT_GT(shared / links, 0.25) << "copying from neighbours pays, seed " << seed;
    EXPECT_GT(largest, 500U) << "out-degrees are skewed, seed " << seed;
    EXPECT_GT(without, 2'000U) << "some pages have no links, seed " << seed;
    EXPECT_LT(without, 10'000U) << seed;
  }
}

// Hill's estimate of the density exponent from the largest values; 2 to 2.5 is what crawls show.
double tail_exponent(std::vector<uint32_t> values, size_t largest) {
  std::sort(values.begin(), values.end(), std::greater<>());
  double sum = 0;
  for (size_t i = 0; i < largest; ++i) sum += std::log(double{1} * values[i] / values[largest]);
  return 1 + static_cast<double>(largest) / sum;
}

TEST(WebGenerator, InDegreesAndHostSizesHavePowerLawTails) {
  const WebGenerator web({.pages = 300'000, .links_per_page = 14, .seed = 5});
  std::vector<uint32_t> parents(web.pages());
  web.for_each_page([&](uint32_t, std::span<const uint32_t> targets) {
    for (const uint32_t target : targets) ++parents[target];
  });
  const double in = tail_exponent(parents, 1000);
  EXPECT_GT(in, 1.7);
  EXPECT_LT(in, 2.7);
  EXPECT_GT(*std::max_element(parents.begin(), parents.end()), 3'000U);

  std::vector<uint32_t> sizes(web.hosts());
  for (uint32_t page = 0; page < web.pages(); ++page) ++sizes[web.host_of(page)];
  const double host = tail_exponent(sizes, sizes.size() / 20);
  EXPECT_GT(host, 1.7);
  EXPECT_LT(host, 2.4);
  EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), web.pages() / 20);
}

TEST(WebGenerator, NamesAreUniqueUrlsOfRealisticLength) {
  const WebGenerator web(kSmall);
  std::unordered_set<std::string> names;
  std::set<std::string> hosts;
  size_t bytes = 0;
  for (uint32_t page = 0; page < web.pages(); ++page) {
    const std::string name = web.name_of(page);
    ASSERT_LE(name.size(), WebGenerator::kMaxNameBytes);
    ASSERT_TRUE(name.starts_with("http://") || name.starts_with("https://")) << name;
    ASSERT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789:/.-_?="),
              std::string::npos);
    // The scheme is no part of a page's key, so names must differ without it.
    const std::string key = name.substr(name.find("//") + 2);
    ASSERT_TRUE(names.insert(key).second) << name;
    hosts.insert(key.substr(0, key.find('/')));
    bytes += name.size();
  }
  EXPECT_EQ(hosts.size(), web.hosts());
  EXPECT_GT(bytes / web.pages(), 35U);
  EXPECT_LT(bytes / web.pages(), 70U);
}

TEST(WebGenerator, TinyWebsEndAndStayInBounds) {
  for (uint64_t pages = 1; pages <= 40; ++pages) {
    const WebGenerator web({.pages = pages, .links_per_page = 14, .seed = pages});
    ASSERT_EQ(web.pages(), pages);
    web.for_each_page([&](uint32_t page, std::span<const uint32_t> targets) {
      ASSERT_LT(targets.size(), pages);
      for (const uint32_t target : targets) {
        ASSERT_NE(target, page);
        ASSERT_LT(target, pages);
      }
    });
  }
}

TEST(WebGenerator, PagesCanBeAskedInAnyOrder) {
  const WebGenerator web(kSmall);
  WebGenerator::Scratch fresh;
  WebGenerator::Scratch used;
  for (uint32_t page = 0; page < web.pages(); page += 97) (void)web.links_of(page, used);
  for (const uint32_t page : {99'999U, 5U, 50'000U, 0U}) {
    const auto targets = web.links_of(page, fresh);
    const std::vector<uint32_t> first(targets.begin(), targets.end());
    const auto again = web.links_of(page, used);
    EXPECT_EQ(first, std::vector<uint32_t>(again.begin(), again.end()));
  }
}

}  // namespace
}  // namespace cocite::bench
