// Ranks by weight: a link that counts three times is three links to the naive versions.
#include <memory>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "rank/rank.h"
#include "rank/testing/naive_ranks.h"
#include "store/link_counts.h"

namespace cocite::rank {
namespace {

using testing::naive_scores;
using testing::random_web;
using testing::Web;
using testing::WebStore;

// A web whose links have counts of links and of pages.
class CountedStore {
 public:
  CountedStore(const Web& web, std::mt19937& random) : files_(web), by_links_(web), by_pages_(web) {
    const std::string folder = files_.files().path();
    auto writer = store::LinkCountWriter::create(
                      file::ContainerWriter::create(folder + "/counts", "coun").value())
                      .value();
    for (size_t page = 0; page < web.size(); ++page) {
      for (const uint32_t child : web[page]) {
        const uint64_t pages = 1 + random() % 3;
        const uint64_t links = pages + random() % 4;
        EXPECT_TRUE(writer.add({.links = links, .pages = pages}));
        by_links_[page].insert(by_links_[page].end(), links - 1, child);
        by_pages_[page].insert(by_pages_[page].end(), pages - 1, child);
      }
    }
    EXPECT_TRUE(writer.finish());
    auto manifest = store::Manifest::read(folder).value();
    const auto counts = file::Container::open_any(folder + "/counts").value();
    manifest.files.push_back({"counts", counts.size(), counts.identity()});
    EXPECT_TRUE(manifest.write(folder));
    store_ = std::make_unique<store::Store>(store::Store::open(folder).value());
  }
  [[nodiscard]] const store::Store& operator*() const { return *store_; }
  [[nodiscard]] const Web& multiplied(LinkWeights weights) const {
    return weights == LinkWeights::kLinks ? by_links_ : by_pages_;
  }

 private:
  WebStore files_;
  Web by_links_;
  Web by_pages_;
  std::unique_ptr<store::Store> store_;
};

TEST(Weighted, IsARankOfTheGraphWithAsManyLinks) {
  std::mt19937 random(5);
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Web web = random_web(seed, 4 + seed * 2, seed * 12);
    const CountedStore store(web, random);
    for (const LinkWeights weights : {LinkWeights::kLinks, LinkWeights::kPages}) {
      const Options options{.epsilon = seed % 2 == 0 ? 0.15 : 0.3,
                            .tolerance = 1e-14,
                            .max_iterations = 100000,
                            .reversed = seed % 3 == 0,
                            .weights = weights,
                            .seeds = {{page_id(1), 2.0}, {page_id(3), 1.0}},
                            .threads = 1 + seed % 3};
      for (const Kind* kind : kinds()) {
        const auto scores = kind->compute(*store, options);
        ASSERT_TRUE(scores) << scores.error().message;
        for (const RankName& rank : kind->ranks) {
          const auto naive = naive_scores(rank.name, store.multiplied(weights), options);
          const Numbers& found = scores->of(rank.name);
          for (size_t page = 0; page < web.size(); ++page) {
            ASSERT_NEAR(found[page], (*naive)[page], 1e-9 * (*naive)[page] + 1e-14)
                << rank.name << " of page " << page << " in web " << seed;
          }
        }
      }
    }
  }
}

// Large enough for several parts and threads.
TEST(WeightedSlow, DoesNotDependOnThreads) {
  std::mt19937 random(6);
  Web web(20000);
  for (auto& list : web) {
    std::set<uint32_t> children;
    while (children.size() < 55) children.insert(static_cast<uint32_t>(random() % web.size()));
    children.erase(static_cast<uint32_t>(&list - web.data()));
    list.assign(children.begin(), children.end());
  }
  const CountedStore store(web, random);
  for (const Kind* kind : kinds()) {
    std::vector<std::vector<double>> found;
    for (const unsigned threads : {1U, 3U}) {
      const auto scores = kind->compute(*store, {.max_iterations = 8,
                                                 .weights = LinkWeights::kLinks,
                                                 .seeds = {{page_id(7), 1.0}},
                                                 .threads = threads});
      ASSERT_TRUE(scores) << scores.error().message;
      std::vector<double> all;
      for (const auto& [name, values] : scores->columns) {
        all.insert(all.end(), values.begin(), values.end());
      }
      found.push_back(std::move(all));
    }
    for (size_t i = 0; i < found[0].size(); ++i) {
      ASSERT_NEAR(found[0][i], found[1][i], 1e-12 * found[0][i] + 1e-15) << kind->ranks[0].name;
    }
  }
}

TEST(Weighted, SaysWhatIsMissing) {
  std::mt19937 random(8);
  const Web web = random_web(3, 30, 100);
  const WebStore plain(web);
  const CountedStore counted(web, random);
  for (const Kind* kind : kinds()) {
    if (kind->ranks[0].name == "host-indegree") continue;  // hosts are counted, not links
    const Options options{.weights = LinkWeights::kPages, .seeds = {{page_id(1), 1.0}}};
    const auto no_weights = kind->compute(*plain, options);
    ASSERT_FALSE(no_weights) << kind->ranks[0].name;
    EXPECT_EQ(no_weights.error().code, ErrorCode::kInvalidArgument);
    if (!kind->is_iterated) continue;
    Options little = options;
    little.memory_bytes = 1000;
    const auto no_memory = kind->compute(*counted, little);
    ASSERT_FALSE(no_memory) << kind->ranks[0].name;
    EXPECT_EQ(no_memory.error().about, "memory");
  }
}

}  // namespace
}  // namespace cocite::rank
