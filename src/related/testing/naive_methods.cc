// Long because: it has all methods, once more, and naively.
#include "related/testing/naive_methods.h"

#include <cstddef>

namespace cocite::related::testing {
namespace {

using Pages = std::vector<int>;

NaiveAnswer cocitation(const NaiveWeb& web, const Pages& pages) {
  NaiveAnswer answer;
  std::set<int> s;
  for (const int u : pages) {
    for (const int x : web.sample(u, web.number("B"))) {
      s.merge(web.window(x, u, web.number("BF")));
    }
  }
  int with_two = 0;
  for (const int p : s) {
    for (const int u : pages) {
      for (const int x : web.sample(u, web.number("B"))) {
        if (web.links(x, p)) answer.scores[p] += 1;
      }
    }
    if (answer.scores[p] >= 2) ++with_two;
  }
  answer.is_sufficient = with_two >= 15;
  return answer;
}

std::set<int> vicinity(const NaiveWeb& web, const Pages& pages) {
  std::set<int> nodes;
  for (const int u : pages) {
    nodes.insert(u);
    for (const int x : web.sample(u, web.number("B"))) {
      nodes.insert(x);
      nodes.merge(web.window(x, u, web.number("BF")));
    }
    for (const int c : web.first_children(u, web.number("F"))) {
      nodes.insert(c);
      Pages parents;
      for (const int x : web.free_parents(c)) {
        if (x != u) parents.push_back(x);
      }
      for (const int x : web.most_linked(parents, web.number("FB"))) nodes.insert(x);
    }
  }
  return nodes;
}

void scale(std::map<int, double>& values) {
  double squares = 0;
  for (const auto& [page, value] : values) squares += value * value;
  if (squares == 0) return;
  for (auto& [page, value] : values) value /= std::sqrt(squares);
}

NaiveAnswer companion(const NaiveWeb& web, const Pages& pages) {
  const std::set<int> nodes = vicinity(web, pages);
  const Pages all(nodes.begin(), nodes.end());
  const auto group = web.groups(all, [&](int x, int y) { return web.near_duplicates(x, y); });
  std::map<int, int> shown;  // of a label
  for (const int page : all) {
    const int label = group.at(page);
    if (!shown.contains(label) || web.in_degree(page) > web.in_degree(shown[label])) {
      shown[label] = page;
    }
  }
  std::set<std::pair<int, int>> edges;  // between shown members
  for (const int m : all) {
    for (const int t : all) {
      if (!web.links(m, t) || web.host_of(m) == web.host_of(t)) continue;
      const int from = shown[group.at(m)];
      const int to = shown[group.at(t)];
      if (from != to && web.host_of(from) != web.host_of(to)) edges.insert({from, to});
    }
  }
  std::map<int, double> a;
  std::map<int, double> h;
  for (const auto& [label, page] : shown) a[page] = h[page] = 1;
  const double n = static_cast<double>(shown.size());
  for (int iteration = 0; iteration < 100; ++iteration) {
    const auto before = a;
    for (auto& [page, value] : a) value = 0;
    for (const auto& [m, t] : edges) {
      int k = 0;
      for (const auto& [m2, t2] : edges) k += t2 == t && web.host_of(m2) == web.host_of(m);
      a[t] += h[m] / k;
    }
    scale(a);
    for (auto& [page, value] : h) value = 0;
    for (const auto& [m, t] : edges) {
      int l = 0;
      for (const auto& [m2, t2] : edges) l += m2 == m && web.host_of(t2) == web.host_of(t);
      h[m] += a[t] / l;
    }
    scale(h);
    double change = 0;
    for (const auto& [page, value] : a) change += std::abs(value - before.at(page));
    if (change < 1e-8 * std::sqrt(n)) break;
  }
  NaiveAnswer answer;
  answer.is_sufficient = !edges.empty();
  if (edges.empty()) return answer;
  for (const auto& [page, value] : a) answer.scores[page] = value;
  for (const int u : pages) answer.scores.erase(shown[group.at(u)]);
  return answer;
}

NaiveAnswer extended_cocitation(const NaiveWeb& web, const Pages& pages) {
  const int u = pages[0];
  const auto alike = [&](int x, int y) {
    return web.near_duplicates(x, y) || web.host_of(x) == web.host_of(y);
  };
  std::map<int, int> score;
  const Pages parents = web.sample(u, web.number("B"));
  const auto parent_group = web.groups(parents, alike);
  std::set<int> bs;
  for (const int x : parents) bs.merge(web.window(x, u, web.number("BF")));
  for (const int p : bs) {
    std::set<int> groups;
    for (const int x : parents) {
      if (web.links(x, p)) groups.insert(parent_group.at(x));
    }
    score[p] = std::max(score[p], static_cast<int>(groups.size()));
  }
  const Pages children = web.first_children(u, web.number("F"));
  const auto child_group = web.groups(children, alike);
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
  for (const int p : fs) {
    std::set<int> groups;
    for (const int c : children) {
      if (web.links(p, c)) groups.insert(child_group.at(c));
    }
    score[p] = std::max(score[p], static_cast<int>(groups.size()));
  }
  NaiveAnswer answer;
  for (const auto& [p, value] : score) {
    if (value >= 2) answer.is_sufficient = true;
    if (value >= web.numbers.at("delta")) answer.scores[p] = value;
  }
  return answer;
}

using Overlap = double (*)(const NaiveWeb& web, const std::set<int>& a, const std::set<int>& b,
                           const std::set<int>& both);

NaiveAnswer overlap(const NaiveWeb& web, int u, bool of_parents, Overlap score) {
  const auto set_of = [&](int page) {
    std::set<int> result;
    for (const int x : of_parents ? web.parents(page) : web.list(page)) {
      if (!web.stop.contains(x)) result.insert(x);
    }
    return result;
  };
  NaiveAnswer answer;
  const std::set<int> a = set_of(u);
  for (int v = 0; v < web.size(); ++v) {
    if (v == u || web.stop.contains(v)) continue;
    const std::set<int> b = set_of(v);
    std::set<int> both;
    for (const int x : a) {
      if (b.contains(x)) both.insert(x);
    }
    if (!both.empty()) answer.scores[v] = score(web, a, b, both);
  }
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

NaiveAnswer jaccard(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], true,
                 [](const NaiveWeb&, const std::set<int>& a, const std::set<int>& b,
                    const std::set<int>& both) {
                   return double(both.size()) / double(a.size() + b.size() - both.size());
                 });
}
NaiveAnswer cosine(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], true,
                 [](const NaiveWeb&, const std::set<int>& a, const std::set<int>& b,
                    const std::set<int>& both) {
                   return double(both.size()) / std::sqrt(double(a.size()) * double(b.size()));
                 });
}
NaiveAnswer coupling(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], false,
                 [](const NaiveWeb&, const std::set<int>&, const std::set<int>&,
                    const std::set<int>& both) { return double(both.size()); });
}
NaiveAnswer adamic_adar(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], true,
                 [](const NaiveWeb& all, const std::set<int>&, const std::set<int>&,
                    const std::set<int>& both) {
                   double sum = 0;
                   for (const int x : both) sum += 1 / std::log(double(all.list(x).size()));
                   return sum;
                 });
}

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

NaiveAnswer lli(const NaiveWeb& web, const Pages& pages) {
  NaiveAnswer answer;
  for (const NaiveSide& side : both_sides(web, pages[0])) {
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
      if ((here - lengths[order[i]]) / here >= web.numbers.at("epsilon") - 1e-9) k = i;
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

std::set<int> extension(const NaiveWeb& web, const std::set<int>& pages, int d) {
  std::set<int> result = pages;
  for (const int page : pages) {
    for (const int child : web.list(page)) {
      if (!web.stop.contains(child)) result.insert(child);
    }
    for (const int parent : web.sample(page, d)) result.insert(parent);
  }
  return result;
}

NaiveAnswer kleinberg(const NaiveWeb& web, const Pages& pages) {
  std::set<int> start(pages.begin(), pages.end());
  for (const int u : pages) {
    for (const int x : web.sample(u, web.number("B"))) start.insert(x);
  }
  const std::set<int> nodes = extension(web, start, web.number("d"));
  std::vector<std::pair<int, int>> edges;
  for (const int m : nodes) {
    for (const int t : nodes) {
      if (web.links(m, t) && web.host_of(m) != web.host_of(t)) edges.emplace_back(m, t);
    }
  }
  NaiveAnswer answer;
  answer.is_sufficient = !edges.empty();
  if (edges.empty()) return answer;
  std::map<int, double> a;
  std::map<int, double> h;
  for (const int page : nodes) a[page] = h[page] = 1;
  const auto change = [](const std::map<int, double>& x, const std::map<int, double>& y) {
    double sum = 0;
    double all = 0;
    for (const auto& [page, value] : x) {
      sum += std::abs(value - y.at(page));
      all += std::abs(value);
    }
    return sum / all;
  };
  for (int iteration = 0; iteration < 1000; ++iteration) {
    const auto a_before = a;
    const auto h_before = h;
    for (auto& [page, value] : a) value = 0;
    for (const auto& [m, t] : edges) a[t] += h[m];
    scale(a);
    for (auto& [page, value] : h) value = 0;
    for (const auto& [m, t] : edges) h[m] += a[t];
    scale(h);
    if (change(a, a_before) < 1e-9 && change(h, h_before) < 1e-9) break;
  }
  answer.scores = web.words.at("want") == "hubs" ? h : a;
  double most = 0;
  for (const auto& [page, value] : answer.scores) most = std::max(most, value);
  std::erase_if(answer.scores, [&](const auto& one) { return one.second < 1e-12 * most; });
  return answer;
}

std::vector<double> walk(const NaiveWeb& web, const std::vector<double>& e, bool starts_at_e) {
  const auto n = static_cast<double>(web.size());
  std::vector<double> r(e.size(), 1 / n);
  if (starts_at_e) r = e;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    std::vector<double> next(e.size());
    for (int q = 0; q < web.size(); ++q) {
      const double mass = r[static_cast<size_t>(q)];
      for (const int p : web.list(q)) {
        next[static_cast<size_t>(p)] += 0.85 * mass / static_cast<double>(web.list(q).size());
      }
      for (size_t p = 0; web.list(q).empty() && p < e.size(); ++p) next[p] += 0.85 * mass * e[p];
    }
    double change = 0;
    for (size_t p = 0; p < e.size(); ++p) {
      next[p] += 0.15 * e[p];
      change += std::abs(next[p] - r[p]);
    }
    r = next;
    if (change < 1e-9) break;
  }
  return r;
}

NaiveAnswer personalized_pagerank(const NaiveWeb& web, const Pages& pages) {
  std::vector<double> e(web.children.size());
  for (const int u : pages) e[static_cast<size_t>(u)] = 1 / static_cast<double>(pages.size());
  NaiveAnswer answer;
  const std::vector<double> r = walk(web, e, true);
  for (int p = 0; p < web.size(); ++p) answer.scores[p] = r[static_cast<size_t>(p)];
  for (const int page : web.stop) answer.scores.erase(page);
  for (const int page : pages) answer.scores.erase(page);
  std::erase_if(answer.scores, [](const auto& one) { return one.second == 0; });
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

NaiveAnswer simrank(const NaiveWeb& web, const Pages& pages) {
  const int u = pages[0];
  const std::set<int> nodes = vicinity(web, {u});
  std::map<int, Pages> in;
  for (const int b : nodes) {
    for (const int a : nodes) {
      if (web.links(a, b)) in[b].push_back(a);
    }
  }
  std::map<std::pair<int, int>, double> s;
  for (const int a : nodes) s[{a, a}] = 1;
  for (int iteration = 0; iteration < 5; ++iteration) {
    std::map<std::pair<int, int>, double> next;
    for (const int a : nodes) {
      for (const int b : nodes) {
        if (a == b) {
          next[{a, b}] = 1;
          continue;
        }
        double sum = 0;
        for (const int i : in[a]) {
          for (const int j : in[b]) {
            if (const auto found = s.find({i, j}); found != s.end()) sum += found->second;
          }
        }
        if (sum > 0) {
          next[{a, b}] = 0.8 * sum / static_cast<double>(in[a].size() * in[b].size());
        }
      }
    }
    s = next;
  }
  NaiveAnswer answer;
  for (const int v : nodes) {
    if (v != u && s.contains({u, v})) answer.scores[v] = s[{u, v}];
  }
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

NaiveAnswer hubfinder(const NaiveWeb& web, const Pages& pages) {
  const std::vector<double> rank =
      naive_rank(web, web.words.at("want") == "hubs" ? "hubrank" : "hubrank-authority");
  const auto rank_of = [&](int page) { return rank[static_cast<size_t>(page)]; };
  std::set<int> all = extension(web, {pages.begin(), pages.end()}, web.number("d"));
  std::set<int> front = all;
  std::map<int, int> step;
  for (const int page : all) step[page] = 1;
  for (int i = 1; i <= web.number("sigma") - 1; ++i) {
    Pages fresh;
    for (const int page : extension(web, front, web.number("d"))) {
      if (!all.contains(page)) fresh.push_back(page);
    }
    // By rank, ties by in-degree and key; a tie is within 1e-12 of its largest.
    std::sort(fresh.begin(), fresh.end(), [&](int a, int b) {
      if (std::abs(rank_of(a) - rank_of(b)) > 1e-12 * std::max(rank_of(a), rank_of(b))) {
        return rank_of(a) > rank_of(b);
      }
      return web.in_degree(a) != web.in_degree(b) ? web.in_degree(a) > web.in_degree(b) : a < b;
    });
    const double n = static_cast<double>(fresh.size());
    const double keeps =
        n == 0 ? 0
               : std::max(0.0, std::floor((100 - 10 * std::log10(n)) /
                                              (1 + web.numbers.at("alpha") * (i - 1)) * n / 100 +
                                          1e-9));
    fresh.resize(static_cast<size_t>(keeps));
    front = {fresh.begin(), fresh.end()};
    for (const int page : fresh) {
      all.insert(page);
      step[page] = i + 1;
    }
  }
  NaiveAnswer answer;
  for (const int page : all) {
    answer.scores[page] = rank_of(page);
    answer.first[page] = web.words.at("final") == "nearest" ? -step[page] : 0;
  }
  for (const int page : web.stop) answer.scores.erase(page);
  for (const int page : pages) answer.scores.erase(page);
  std::erase_if(answer.scores, [](const auto& one) { return one.second == 0; });
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

// blend.md, line by line.
NaiveAnswer blend(const NaiveWeb& web, const Pages& pages) {
  const int u = pages[0];
  const std::vector<double> page_rank = naive_rank(web, "pagerank");
  const double least = *std::min_element(page_rank.begin(), page_rank.end());
  const auto endorsed = [&](int x, int v) {
    if (page_rank[static_cast<size_t>(x)] < 1.2 * least) return false;
    for (const int y : web.parents(x)) {
      if (y != v && !web.links(y, v)) return true;
    }
    return false;
  };
  // The group of parent x of v: its host, or -1 for all that are not endorsed.
  const auto group = [&](int x, int v) { return endorsed(x, v) ? web.host_of(x) : -1; };
  const auto group_size = [&](int x, int v) {
    int size = 0;
    for (const int y : web.free_parents(v)) size += group(y, v) == group(x, v);
    return static_cast<double>(size);
  };
  const auto n = [&](int v) {
    std::set<int> groups;
    for (const int x : web.free_parents(v)) groups.insert(group(x, v));
    double sum = 0;
    for (const int one : groups) sum += one == -1 ? 0.03 : 1;
    return sum;
  };
  const auto tau = [&](int x, int v) { return endorsed(x, v) ? 1 : 0.03; };
  const auto place = [&](int x, int v) {
    const auto& list = web.list(x);
    return static_cast<double>(std::find(list.begin(), list.end(), v) - list.begin());
  };
  const auto e = [&](int x, int v) { return 1 / (1 + place(x, v) / 10); };
  const auto rare = [&](int x) { return std::pow(static_cast<double>(web.in_degree(x)), -0.3); };
  const auto m = [&](int v) {
    double sum = 0;
    for (const int x : web.list(v)) {
      if (!web.stop.contains(x)) sum += rare(x) * e(v, x) * e(v, x);
    }
    return sum;
  };
  const auto around = [&](int v) {
    std::set<int> result = {v};
    for (const int x : web.parents(v)) result.insert(x);
    for (const int x : web.list(v)) result.insert(x);
    for (const int x : web.stop) {
      if (x != v) result.erase(x);
    }
    return result;
  };
  const Pages parents = web.sample(u, web.number("B"));
  std::set<int> candidates;
  for (const int x : parents) {
    candidates.insert(x);
    for (const int v : web.list(x)) candidates.insert(v);
  }
  for (const int x : web.first_children(u, web.number("F"))) {
    candidates.insert(x);
    for (const int v : web.sample(x, web.number("B"))) candidates.insert(v);
  }
  NaiveAnswer answer;
  for (const int v : candidates) {
    if (v == u || web.stop.contains(v)) continue;
    double i = 0;
    double common = 0;
    for (const int x : parents) {
      if (!web.links(x, v)) continue;
      ++common;
      const double d = std::abs(place(x, u) - place(x, v));
      i += std::sqrt(tau(x, u) * tau(x, v)) * (0.3 + 0.7 / (1 + (d - 1) / 2)) *
           std::pow(group_size(x, u), -0.75) * std::pow(group_size(x, v), -0.25);
    }
    if (common > 0) {
      i *= common / (common + 1) / (std::pow(n(u), 0.75) * std::pow(n(v), 0.25));
    }
    double o = 0;
    for (const int x : web.list(u)) {
      if (web.links(v, x) && !web.stop.contains(x)) o += rare(x) * e(u, x) * e(v, x);
    }
    o /= std::sqrt((m(u) + 1) * (m(v) + 1));
    double d = 0;
    const auto out = [&](int x) { return static_cast<double>(web.list(x).size()); };
    if (web.host_of(u) != web.host_of(v)) {
      if (web.links(u, v)) d += e(u, v) / std::sqrt((out(u) + 1) * (web.in_degree(v) + 1));
      if (web.links(v, u)) d += e(v, u) / std::sqrt((out(v) + 1) * (web.in_degree(u) + 1));
    }
    const std::set<int> a = around(u);
    const std::set<int> b = around(v);
    double shared = 0;
    for (const int x : a) shared += static_cast<double>(b.count(x));
    answer.scores[v] =
        i + 0.8 * o + 2 * d +
        0.1 * shared / std::sqrt(static_cast<double>(a.size()) * static_cast<double>(b.size()));
  }
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

}  // namespace

std::vector<double> naive_rank(const NaiveWeb& web, const std::string& name) {
  std::vector<double> e(web.children.size(), 1);
  for (int page = 0; page < web.size() && name != "pagerank"; ++page) {
    e[static_cast<size_t>(page)] = name == "hubrank" ? static_cast<double>(web.list(page).size())
                                                     : static_cast<double>(web.in_degree(page));
  }
  double sum = 0;
  for (const double value : e) sum += value;
  if (sum == 0) return std::vector<double>(e.size(), 0);
  for (double& value : e) value /= sum;
  return walk(web, e, false);
}

const std::map<std::string, NaiveMethod>& naive_methods() {
  static const std::map<std::string, NaiveMethod> kAll = {
      {"cocitation", {true, cocitation}},
      {"companion", {true, companion}},
      {"extended-cocitation", {false, extended_cocitation}},
      {"lli", {false, lli}},
      {"kleinberg", {true, kleinberg}},
      {"hubfinder", {true, hubfinder}},
      {"simrank", {false, simrank}},
      {"personalized-pagerank", {true, personalized_pagerank}},
      {"blend", {false, blend}},
      {"jaccard", {false, jaccard}},
      {"cosine", {false, cosine}},
      {"coupling", {false, coupling}},
      {"adamic-adar", {false, adamic_adar}},
  };
  return kAll;
}

std::vector<std::pair<int, double>> naive_related(const NaiveWeb& web, const std::string& method,
                                                  const std::vector<int>& pages,
                                                  bool& is_sufficient) {
  struct Sum {
    int page;
    int related_to = 0;
    double score = 0;
    int tie = 0;
  };
  const NaiveMethod& naive = naive_methods().at(method);
  std::map<int, Sum> sums;
  is_sufficient = false;
  std::vector<std::vector<int>> runs = {pages};
  if (!naive.at_once) {
    runs.clear();
    for (const int page : pages) runs.push_back({page});
  }
  for (const auto& run : runs) {
    NaiveAnswer answer = naive.find(web, run);
    is_sufficient = is_sufficient || answer.is_sufficient;
    for (const int page : pages) answer.scores.erase(page);
    for (const int page : web.stop) answer.scores.erase(page);
    double most = 0;
    for (const auto& [page, score] : answer.scores) most = std::max(most, score);
    for (const auto& [page, score] : answer.scores) {
      if (score <= 0 || score < 1e-12 * most) continue;
      Sum& sum = sums.try_emplace(page, Sum{page}).first->second;
      sum.related_to += answer.first.contains(page) ? answer.first.at(page) : 1;
      sum.score += score;
      sum.tie += answer.ties.contains(page) ? answer.ties.at(page) : 0;
    }
  }
  std::vector<Sum> order;
  for (const auto& [page, sum] : sums) order.push_back(sum);
  std::sort(order.begin(), order.end(), [](const Sum& a, const Sum& b) {
    return a.related_to != b.related_to ? a.related_to > b.related_to : a.score > b.score;
  });
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin;
    while (end < order.size() && order[end].related_to == order[begin].related_to &&
           order[end].score >= order[begin].score * (1 - 1e-12)) {
      ++end;
    }
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
              order.begin() + static_cast<std::ptrdiff_t>(end), [&](const Sum& a, const Sum& b) {
                if (a.tie != b.tie) return a.tie > b.tie;
                const int in_a = web.in_degree(a.page);
                const int in_b = web.in_degree(b.page);
                return in_a != in_b ? in_a > in_b : a.page < b.page;
              });
    begin = end;
  }
  std::vector<std::pair<int, double>> result;
  for (const Sum& sum : order) result.emplace_back(sum.page, sum.score);
  return result;
}

}  // namespace cocite::related::testing
