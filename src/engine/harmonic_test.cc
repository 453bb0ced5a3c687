// Harmonic centrality by HyperBall against breadth-first searches, which are exact.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cocite/graph_view.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

// Of a page, along links that lead to it.
double searched(const GraphView::Lists& parents, uint32_t page, std::vector<uint32_t>& seen) {
  std::vector<uint32_t> layer = {page};
  seen[page] = page + 1;
  double score = 0;
  for (double distance = 1; !layer.empty(); ++distance) {
    std::vector<uint32_t> next;
    for (const uint32_t at : layer) {
      for (auto i = parents.offsets[at]; i < parents.offsets[at + 1]; ++i) {
        const uint32_t parent = parents.targets[static_cast<size_t>(i)];
        if (seen[parent] == page + 1) continue;
        seen[parent] = page + 1;
        next.push_back(parent);
      }
    }
    score += static_cast<double>(next.size()) / distance;
    layer = std::move(next);
  }
  return score;
}

// Kendall's tau-b, pair by pair.
double tau(const std::vector<double>& a, const std::vector<double>& b) {
  double agree = 0;
  double a_pairs = 0;
  double b_pairs = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const double x = a[i] < a[j] ? -1 : a[i] > a[j] ? 1 : 0;
      const double y = b[i] < b[j] ? -1 : b[i] > b[j] ? 1 : 0;
      agree += x * y;
      a_pairs += x * x;
      b_pairs += y * y;
    }
  }
  return agree / std::sqrt(a_pairs * b_pairs);
}

struct Compared {
  double tau = 0;
  double error = 0;  // mean, relative
};

Compared compare(const TestWeb& folder, const Engine& engine, size_t pages) {
  RankRequest request{.by = {"harmonic"}, .top = 1, .save = true};
  EXPECT_TRUE(engine.rank(request));
  const Engine saved = folder.open();
  const GraphView graph(saved);
  const auto column = graph.column("harmonic").value();
  const GraphView::Lists parents = graph.lists(Direction::kIn).value();
  std::mt19937 random(1);
  std::vector<uint32_t> seen(graph.pages());
  std::vector<double> exact;
  std::vector<double> found;
  Compared compared;
  for (size_t i = 0; i < pages; ++i) {
    const auto page = static_cast<uint32_t>(random() % graph.pages());
    exact.push_back(searched(parents, page, seen));
    found.push_back(column[page]);
    compared.error += std::abs(found.back() - exact.back()) / std::max(1.0, exact.back());
  }
  compared.tau = tau(exact, found);
  compared.error /= static_cast<double>(pages);
  return compared;
}

TEST(Harmonic, IsNearTheExactOneOnALargerWeb) {
  const TestWeb folder;
  std::mt19937 random(3);
  std::string lines;
  constexpr unsigned kPages = 20'000;
  for (unsigned i = 0; i < 60'000; ++i) {
    const uint64_t from = random() % kPages;
    // Most links stay near, as on a site.
    const uint64_t to = random() % 4 == 0 ? random() % kPages : (from + random() % 50) % kPages;
    lines += std::to_string(from) + '\t' + std::to_string(to) + '\n';
  }
  const Engine engine = folder.make(lines, {.opaque_names = true, .index = false});
  const Compared compared = compare(folder, engine, 200);
  EXPECT_GT(compared.tau, 0.9);
  EXPECT_LT(compared.error, 0.05);
}

// The figures of docs/methods/harmonic.md; where COCITE_DATA names a folder with cnr-2000.
TEST(HarmonicSlow, HasTheOrderOfTheExactOneOnCnr) {
  const char* const data = std::getenv("COCITE_DATA");
  const std::string graph = std::string(data == nullptr ? "" : data) + "/cnr-2000/cnr-2000";
  if (!std::filesystem::exists(graph + ".graph")) GTEST_SKIP() << "no cnr-2000";
  const TestWeb folder;
  ASSERT_TRUE(import_store({.store = folder.path("web.cocite"),
                            .inputs = {graph},
                            .from = "bvgraph",
                            .index = false,
                            .prepare = false}));
  const Compared compared = compare(folder, folder.open(), 1000);
  EXPECT_GE(compared.tau, 0.98);
  EXPECT_LT(compared.error, 0.05);
  RecordProperty("tau", std::to_string(compared.tau));
  std::printf("tau %.4f, mean error %.4f\n", compared.tau, compared.error);
}

}  // namespace
}  // namespace cocite::engine
