// Merged parents and children, counted (Extended Cocitation) or decomposed (LLI).
#include <algorithm>
#include <cmath>
#include <functional>

#include "related/testing/naive_families.h"

namespace cocite::related::testing {
namespace {

// Hou and Zhang's matrices: for each page of BS or FS, which merged neighbours have it.
struct NaiveSide {
  std::vector<int> pages;
  std::vector<std::vector<double>> matrix;  // a row for each page
};

NaiveSide side_of(const std::set<int>& pages, const std::map<int, int>& group,
                  const std::function<bool(int page, int neighbour)>& has) {
  std::map<int, size_t> column;
  for (const auto& [neighbour, label] : group) column.try_emplace(label, column.size());
  NaiveSide side;
  for (const int page : pages) {
    std::vector<double> row(column.size());
    for (const auto& [neighbour, label] : group) {
      if (has(page, neighbour)) row[column[label]] = 1;
    }
    side.pages.push_back(page);
    side.matrix.push_back(row);
  }
  return side;
}

std::vector<NaiveSide> both_sides(const NaiveWeb& web, int u) {
  const auto alike = [&](int x, int y) {
    return web.near_duplicates(x, y) || web.host_of(x) == web.host_of(y);
  };
  const Pages parents = web.sample(u, web.number("B"));
  std::set<int> bs;
  for (const int x : parents) bs.merge(web.window(x, u, web.number("BF")));
  const Pages children = web.first_children(u, web.number("F"));
  std::set<int> fs;
  for (const int c : children) {
    Pages candidates;
    for (const int x : web.free_parents(c)) {
      if (x != u && web.host_of(x) != web.host_of(u) && !web.near_duplicates(x, u)) {
        candidates.push_back(x);
      }
    }
    for (const int x : web.most_linked(candidates, web.number("FB"))) fs.insert(x);
  }
  return {side_of(bs, web.groups(parents, alike), [&](int p, int x) { return web.links(x, p); }),
          side_of(fs, web.groups(children, alike), [&](int p, int c) { return web.links(p, c); })};
}

// One-sided Jacobi: turns pairs of columns until all are at right angles. `v` collects the turns.
// Returns the lengths of the columns, which are the singular values.
std::vector<double> naive_svd(std::vector<std::vector<double>> a,
                              std::vector<std::vector<double>>& v) {
  const size_t rows = a.size();
  const size_t columns = a[0].size();
  v.assign(columns, std::vector<double>(columns));
  for (size_t i = 0; i < columns; ++i) v[i][i] = 1;
  for (int sweep = 0; sweep < 100; ++sweep) {
    bool is_done = true;
    for (size_t p = 0; p + 1 < columns; ++p) {
      for (size_t q = p + 1; q < columns; ++q) {
        long double alpha = 0;
        long double beta = 0;
        long double gamma = 0;
        for (size_t i = 0; i < rows; ++i) {
          alpha += static_cast<long double>(a[i][p]) * a[i][p];
          beta += static_cast<long double>(a[i][q]) * a[i][q];
          gamma += static_cast<long double>(a[i][p]) * a[i][q];
        }
        if (gamma * gamma <= 1e-34L * alpha * beta || gamma == 0) continue;
        is_done = false;
        const long double zeta = (beta - alpha) / (2 * gamma);
        const long double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const long double c = 1 / std::sqrt(1 + t * t);
        const long double s = c * t;
        for (auto* matrix : {&a, &v}) {
          for (auto& row : *matrix) {
            const long double x = row[p];
            row[p] = static_cast<double>(c * x - s * row[q]);
            row[q] = static_cast<double>(s * x + c * row[q]);
          }
        }
      }
    }
    if (is_done) break;
  }
  std::vector<double> values(columns);
  for (size_t k = 0; k < columns; ++k) {
    for (size_t i = 0; i < rows; ++i) values[k] += a[i][k] * a[i][k];
    values[k] = std::sqrt(values[k]);
  }
  return values;
}

}  // namespace

NaiveAnswer extended_cocitation(const NaiveWeb& web, const Pages& pages) {
  NaiveAnswer answer;
  for (const NaiveSide& side : both_sides(web, pages[0])) {
    for (size_t i = 0; i < side.pages.size(); ++i) {
      double count = 0;
      for (const double one : side.matrix[i]) count += one;
      if (count >= 2) answer.is_sufficient = true;
      double& score = answer.scores[side.pages[i]];
      score = std::max(score, count);
    }
  }
  std::erase_if(answer.scores,
                [&](const auto& one) { return one.second < web.numbers.at("delta"); });
  return answer;
}

NaiveAnswer lli(const NaiveWeb& web, const Pages& pages) {
  NaiveAnswer answer;
  double epsilon = web.numbers.at("epsilon");
  bool is_back = true;
  for (const NaiveSide& side : both_sides(web, pages[0])) {
    const double own = web.numbers.at("epsilon_children");
    if (!is_back && own >= 0) epsilon = own;
    is_back = false;
    if (side.pages.empty()) continue;
    std::vector<std::vector<double>> v;
    const std::vector<double> lengths = naive_svd(side.matrix, v);
    std::vector<size_t> order(lengths.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return lengths[a] > lengths[b]; });
    size_t rank = 0;
    while (rank < order.size() && lengths[order[rank]] > 1e-10 * lengths[order[0]]) ++rank;
    size_t k = rank;
    for (size_t i = 2; i < rank && k == rank; ++i) {
      const double here = lengths[order[i - 1]];
      if ((here - lengths[order[i]]) / here >= epsilon - 1e-9) k = i;
    }
    std::vector<double> self(k);
    for (size_t i = 0; i < k; ++i) {
      for (const auto& row : v) self[i] += row[order[i]];
      if (web.words.at("projection") == "paper") self[i] *= lengths[order[i]];
    }
    for (size_t page = 0; page < side.pages.size(); ++page) {
      double product = 0;
      double squares = 0;
      double self_squares = 0;
      double count = 0;
      for (const double one : side.matrix[page]) count += one;
      for (size_t i = 0; i < k; ++i) {
        double r = 0;
        for (size_t j = 0; j < v.size(); ++j) r += side.matrix[page][j] * v[j][order[i]];
        product += r * self[i];
        squares += r * r;
        self_squares += self[i] * self[i];
      }
      const int p = side.pages[page];
      const bool is_nothing = std::sqrt(squares) <= 1e-8 * std::sqrt(count);
      const double score =
          is_nothing ? 0 : std::abs(product) / std::sqrt(squares) / std::sqrt(self_squares);
      answer.ties[p] = std::max(answer.ties[p], static_cast<int>(count));
      if (count >= 2) answer.is_sufficient = true;
      if (score >= answer.scores[p]) answer.scores[p] = score;
    }
  }
  std::erase_if(answer.scores,
                [&](const auto& one) { return one.second < web.numbers.at("delta"); });
  return answer;
}

}  // namespace cocite::related::testing
