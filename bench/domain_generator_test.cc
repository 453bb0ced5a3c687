// The made-up graph of domains has the shape its header promises.
#include "bench/domain_generator.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::bench {
namespace {

constexpr double kFactor = 0.001;

TEST(DomainGenerator, HasTheShapeOfCommonCrawlsGraph) {
  const DomainGenerator graph({.factor = kFactor, .seed = 1});
  ASSERT_EQ(graph.domains(), 121'000U);
  std::vector<uint32_t> parents(graph.domains());
  std::vector<uint32_t> targets;
  uint64_t links = 0;
  uint64_t without = 0;
  uint64_t most = 0;
  for (uint32_t domain = 0; domain < graph.domains(); ++domain) {
    graph.links_of(domain, targets);
    ASSERT_TRUE(std::is_sorted(targets.begin(), targets.end()));
    ASSERT_EQ(std::adjacent_find(targets.begin(), targets.end()), targets.end());
    ASSERT_FALSE(std::binary_search(targets.begin(), targets.end(), domain));
    ASSERT_TRUE(targets.empty() || targets.back() < graph.domains());
    links += targets.size();
    without += targets.empty() ? 1 : 0;
    most = std::max<uint64_t>(most, targets.size());
    for (const uint32_t target : targets) ++parents[target];
  }
  EXPECT_NEAR(static_cast<double>(links), kFactor * DomainGenerator::kLinks,
              0.03 * kFactor * DomainGenerator::kLinks);
  EXPECT_NEAR(static_cast<double>(without) / graph.domains(), 0.64, 0.005);
  EXPECT_NEAR(static_cast<double>(most), 7.0e6 * kFactor, 0.05 * 7.0e6 * kFactor);
  EXPECT_NEAR(*std::max_element(parents.begin(), parents.end()), 17.3e6 * kFactor,
              0.1 * 17.3e6 * kFactor);
}

TEST(DomainGenerator, NamesAreSortedAndReversed) {
  const DomainGenerator graph({.factor = kFactor, .seed = 1});
  std::string before;
  for (uint32_t domain = 0; domain < graph.domains(); ++domain) {
    const std::string name = graph.name_of(domain);
    ASSERT_LT(before, name) << domain;
    ASSERT_LT(name.find('.'), 7U) << name;
    before = name;
  }
}

TEST(DomainGenerator, AnotherSeedIsAnotherGraph) {
  std::vector<uint32_t> one;
  std::vector<uint32_t> other;
  uint32_t differ = 0;
  const DomainGenerator first({.factor = kFactor, .seed = 1});
  const DomainGenerator second({.factor = kFactor, .seed = 2});
  for (uint32_t domain = 0; domain < 1000; ++domain) {
    first.links_of(domain, one);
    second.links_of(domain, other);
    differ += one != other ? 1 : 0;
  }
  EXPECT_GT(differ, 300U);
}

}  // namespace
}  // namespace cocite::bench
