// For tests: blend, line by line as docs/methods/blend.md has it.
//
//   const NaiveBlend naive(web);
//   naive.score(u, v);          // of any two pages
//   naive.candidates(u);
//
#pragma once

#include <map>
#include <set>
#include <vector>

#include "related/testing/naive_web.h"

namespace cocite::related::testing {

class NaiveBlend {
 public:
  explicit NaiveBlend(const NaiveWeb& web);

  [[nodiscard]] double score(int u, int v) const;
  [[nodiscard]] std::set<int> candidates(int u) const;
  [[nodiscard]] std::map<int, double> filler(int u) const;  // what a walk brings, scaled
  [[nodiscard]] bool is_flagged(int u, int v) const;

  [[nodiscard]] bool is_endorsed(int x, int v) const;
  [[nodiscard]] double common_sites(int u, int v) const;  // c

 private:
  [[nodiscard]] int site(int page) const;
  [[nodiscard]] std::set<int> neighbours(int page) const;
  [[nodiscard]] double rho(int u) const;
  [[nodiscard]] double place(int x, int v) const;
  [[nodiscard]] double nearness(int x, int u, int v) const;  // p
  [[nodiscard]] double prominence(int u, int x) const;       // e
  [[nodiscard]] double mass(int u) const;                    // m
  [[nodiscard]] double by_parents(int u, int v) const;       // I
  [[nodiscard]] double by_children(int u, int v) const;      // O
  [[nodiscard]] double by_link(int u, int v) const;          // D
  [[nodiscard]] std::map<int, double> walk(int u) const;     // w after three steps

  const NaiveWeb& web_;
  std::vector<double> page_rank_;
  double least_rank_ = 0;
};

}  // namespace cocite::related::testing
