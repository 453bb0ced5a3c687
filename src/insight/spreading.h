// Labels that spread over a graph: what pages are is the mean of what their neighbours are.
//
//   SimilarityGraph graph(pages);
//   graph.add(a, b, score);                           // both ways
//   graph.finish();
//   Spreading spreading(graph, labels.size());
//   spreading.set(a, {0});                            // known
//   spreading.run(context);
//   spreading.of(b)                                   // a share for each label
//
// The harmonic function of Zhu, Ghahramani & Lafferty 2003: labelled pages keep their labels, each
// other one takes the weighted mean of its neighbours, again and again, until little changes. One
// thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/insight.h"

namespace cocite::insight {

class SimilarityGraph {
 public:
  struct Edge {
    uint32_t to;
    float weight;
  };
  explicit SimilarityGraph(uint64_t pages) : begins_(pages + 1) {}
  void add(PageId one, PageId other, double weight) {
    pairs_.push_back({index(one), index(other), static_cast<float>(weight)});
  }
  // Edges that came twice have the sum of both.
  void finish();
  [[nodiscard]] uint64_t pages() const { return begins_.size() - 1; }
  [[nodiscard]] std::span<const Edge> of(uint64_t page) const {
    return std::span(edges_).subspan(begins_[page], begins_[page + 1] - begins_[page]);
  }
  // What an edge and a page take in memory while it is made, about.
  static constexpr uint64_t kBytesPerEdge = 32;

 private:
  struct Pair {
    uint32_t one;
    uint32_t other;
    float weight;
  };
  std::vector<Pair> pairs_;
  std::vector<uint64_t> begins_;
  std::vector<Edge> edges_;
};

class Spreading {
 public:
  Spreading(const SimilarityGraph& graph, size_t labels)
      : graph_(&graph),
        labels_(labels),
        values_(graph.pages() * labels),
        is_known_(graph.pages()) {}
  void set(PageId page, std::span<const uint32_t> labels);
  [[nodiscard]] Result<void> run(Context& context);
  // Sums to at most 1; to 0 where no label has come.
  [[nodiscard]] std::span<const float> of(PageId page) const {
    return std::span(values_).subspan(index(page) * labels_, labels_);
  }

 private:
  const SimilarityGraph* graph_;
  size_t labels_;
  std::vector<float> values_;
  std::vector<bool> is_known_;
};

}  // namespace cocite::insight
