// Which of these belong together, when "belongs" passes on?
//
//   UnionFind groups(10);
//   groups.join(3, 7);
//   groups.find(3) == groups.find(7)
//
// The root of a group is its smallest member, whatever the order of joining. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace cocite::related {

class UnionFind {
 public:
  explicit UnionFind(size_t size = 0) { reset(size); }
  void reset(size_t size) {
    parents_.resize(size);
    std::iota(parents_.begin(), parents_.end(), 0U);
  }
  [[nodiscard]] size_t size() const { return parents_.size(); }
  [[nodiscard]] uint32_t find(uint32_t i) {
    while (parents_[i] != i) {
      parents_[i] = parents_[parents_[i]];
      i = parents_[i];
    }
    return i;
  }
  void join(uint32_t a, uint32_t b) {
    a = find(a);
    b = find(b);
    if (a > b) std::swap(a, b);
    parents_[b] = a;
  }

 private:
  std::vector<uint32_t> parents_;
};

}  // namespace cocite::related
