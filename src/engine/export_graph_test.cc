// Derived graphs, compared with naive counts.
#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using ::testing::HasSubstr;

// --- the co-citation graph -------------------------------------------------------------------

using Weights = std::map<std::pair<std::string, std::string>, int>;

Weights naive_common(const std::string& links, bool by_parents, int min, int window, size_t most) {
  std::map<std::string, std::vector<std::string>> children;
  std::istringstream in(links);
  for (std::string from, to; in >> from >> to;) {
    auto& list = children[from];
    if (from != to && std::ranges::find(list, to) == list.end()) list.push_back(to);
  }
  Weights weights;
  if (by_parents) {
    for (const auto& [parent, list] : children) {
      if (list.size() > most) continue;
      for (size_t i = 0; i < list.size(); ++i) {
        for (size_t j = i + 1; j < list.size(); ++j) {
          if (window != 0 && static_cast<int>(j - i) > window) continue;
          ++weights[std::minmax(list[i], list[j])];
        }
      }
    }
  } else {
    for (const auto& [one, own] : children) {
      for (const auto& [other, theirs] : children) {
        if (one >= other || own.size() > most || theirs.size() > most) continue;
        int shared = 0;
        for (const std::string& child : own) {
          shared += std::ranges::find(theirs, child) != theirs.end() ? 1 : 0;
        }
        weights[{one, other}] = shared;
      }
    }
  }
  std::erase_if(weights, [&](const auto& entry) { return entry.second < min; });
  return weights;
}

TEST(CommonLinks, AreThoseOfTheNaiveCount) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    std::string links;
    for (int i = 0; i < 600; ++i) {
      links += "p" + std::to_string(random() % 40) + "\tp" + std::to_string(random() % 70) + "\n";
    }
    const TestWeb web;
    { const Engine engine = web.make(links, {.opaque_names = true, .order = LinkOrder::kPage}); }
    for (const bool by_parents : {true, false}) {
      for (const int window : {0, 2}) {
        if (window != 0 && !by_parents) continue;
        for (const uint64_t memory : {uint64_t{0}, uint64_t{1}}) {
          const auto report = export_store({.store = web.path("web.cocite"),
                                            .output = web.path("common.tsv"),
                                            .force = true,
                                            .graph = by_parents ? "cocitation" : "coupling",
                                            .min_weight = 2,
                                            .window = static_cast<uint64_t>(window),
                                            .max_children = 16,
                                            .memory_bytes = memory,
                                            .threads = 3});
          ASSERT_TRUE(report) << report.error().message;
          Weights found;
          std::istringstream in(web.read("common.tsv"));
          std::string one;
          std::string other;
          for (int weight = 0; in >> one >> other >> weight;) {
            EXPECT_TRUE(found.emplace(std::minmax(one, other), weight).second);
          }
          EXPECT_EQ(found, naive_common(links, by_parents, 2, window, 16));
          EXPECT_EQ(report->links, found.size());
        }
      }
    }
  }
}

TEST(CommonLinks, GoIntoEveryFormat) {
  const TestWeb web;
  {
    const Engine engine = web.make("a\tx\na\ty\nb\tx\nb\ty\nb\tz\nc\tz\n", {.opaque_names = true});
  }
  const auto write = [&](const std::string& name) {
    return export_store(
        {.store = web.path("web.cocite"), .output = web.path(name), .graph = "cocitation"});
  };
  ASSERT_TRUE(write("c.graphml"));
  EXPECT_THAT(web.read("c.graphml"), HasSubstr("undirected"));
  EXPECT_THAT(web.read("c.graphml"), HasSubstr("<data key=\"weight\">2</data>"));
  ASSERT_TRUE(write("c.gexf"));
  EXPECT_THAT(web.read("c.gexf"), HasSubstr("weight=\"2\""));
  const auto lists = write("c.graph");
  ASSERT_TRUE(lists) << lists.error().message;
  EXPECT_EQ(lists->links, 2U);  // both ways
  EXPECT_THAT(web.read("c.properties"), HasSubstr("arcs=2"));
  const auto related = export_store({.store = web.path("web.cocite"),
                                     .output = web.path("r.tsv"),
                                     .graph = "related",
                                     .related = {.by = "cocitation"}});
  ASSERT_TRUE(related) << related.error().message;
  EXPECT_THAT(web.read("r.tsv"), HasSubstr("x\ty\t"));
}

}  // namespace
}  // namespace cocite::engine
