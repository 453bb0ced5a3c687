// SimRank: two pages are alike when the pages that link to them are alike.
//
//   s(a,a) = 1,  s(a,b) = C / (|I(a)| |I(b)|) * sum of s(i,j) over i in I(a), j in I(b)
//
// with I the parents within the vicinity of the page, all links between its nodes kept; a fixed
// number of iterations from the identity. Paper: G. Jeh and J. Widom, SimRank (KDD 2002); the
// poster by P. A. Chirita, D. Olmedilla and W. Nejdl plans it for related pages.
// Only the row of the query page is wanted. It needs, one iteration earlier, the rows of its
// parents, and so on: rows of pages without parents are trivial, which most parents are. Does badly
// for pages without parents: nothing is like them.
#include <algorithm>
#include <array>
#include <utility>

#include "related/hits.h"
#include "related/local_graph.h"
#include "related/method.h"
#include "related/order.h"
#include "related/room.h"
#include "related/vicinity.h"

namespace cocite::related::simrank {
namespace {

constexpr std::array kParameters = {
    kVicinityB,
    kVicinityBF,
    kVicinityF,
    kVicinityFB,
    ParameterInfo{"C", ParameterKind::kNumber, "0.8", "how much similarity a step passes on", "", 0,
                  1},
    ParameterInfo{"iterations", ParameterKind::kCount, "5", "how many steps", "", 0, 1000},
};

// What does not fit into this many numbers is refused rather than swapped out.
constexpr uint64_t kMostEntries = uint64_t{1} << 28;

using Row = std::vector<std::pair<uint32_t, double>>;  // node, likeness; off the diagonal

struct Rows {
  LocalGraph children;
  LocalGraph parents;
  std::vector<Row> before;  // of the nodes wanted one iteration earlier
};

// acc[b] = sum over the parents i of `node` and j of b of s(i,j), s the rows `before`.
class Step {
 public:
  Step(const Rows& rows, Budget* budget)
      : rows_(&rows), budget_(budget), sums_(rows.children.size()) {}

  Row row_of(uint32_t node, double c) {
    // The likeness of all nodes to the parents of this one, summed; the diagonal is 1.
    from_.clear();
    for (const uint32_t parent : rows_->parents.targets(node)) {
      if (is_spent_after(budget_, rows_->before[parent].size() + 1)) break;
      add(parent, 1, from_);
      for (const auto& [other, likeness] : rows_->before[parent]) add(other, likeness, from_);
    }
    by_.clear();
    for (const uint32_t other : from_) by_.emplace_back(other, std::exchange(sums_[other], 0));
    to_.clear();
    for (const auto& [other, likeness] : by_) {
      if (is_spent_after(budget_, rows_->children.targets(other).size() + 1)) break;
      for (const uint32_t child : rows_->children.targets(other)) add(child, likeness, to_);
    }
    std::ranges::sort(to_);
    Row row;
    const auto own = static_cast<double>(rows_->parents.targets(node).size());
    for (const uint32_t child : to_) {
      const double sum = std::exchange(sums_[child], 0);
      if (child == node) continue;
      row.emplace_back(child,
                       c * sum / (own * static_cast<double>(rows_->parents.targets(child).size())));
    }
    return row;
  }

 private:
  void add(uint32_t node, double amount, std::vector<uint32_t>& touched) {
    if (sums_[node] == 0) touched.push_back(node);
    sums_[node] += amount;
  }

  const Rows* rows_;
  Budget* budget_;
  std::vector<double> sums_;
  std::vector<uint32_t> from_;
  std::vector<std::pair<uint32_t, double>> by_;
  std::vector<uint32_t> to_;
};

// Leaves in `rows.before` what the last step to the row of node 0 needs.
Result<Row> row_of_page(const Query& query, Rows& rows) {
  Room& room = Room::here();
  room.children.clear();
  COCITE_CHECK(room.vicinity.gather(query, room.children));
  COCITE_CHECK(cut_out(query, room.vicinity.pages(), room.children, CutLinks::kAll, rows.children));
  turn_round(rows.children, rows.parents);
  const size_t nodes = rows.children.size();
  const uint64_t iterations = query.parameters->count("iterations");
  const double c = query.parameters->number("C");
  rows.before.assign(nodes, {});
  if (iterations == 0) return Row();

  // Whose rows are wanted after each iteration: at the end that of node 0, before it those of the
  // parents of the ones that are wanted then.
  std::vector<std::vector<uint32_t>> wanted = {{0}};
  std::vector<bool> is_wanted(nodes);
  while (wanted.size() < iterations) {
    std::fill(is_wanted.begin(), is_wanted.end(), false);
    std::vector<uint32_t> earlier;
    for (const uint32_t node : wanted.back()) {
      for (const uint32_t parent : rows.parents.targets(node)) {
        if (is_wanted[parent] || rows.parents.targets(parent).empty()) continue;
        is_wanted[parent] = true;
        earlier.push_back(parent);
      }
    }
    if (earlier.empty()) break;  // from here on all rows are trivial
    wanted.push_back(std::move(earlier));
  }
  Step step(rows, query.budget);
  for (size_t level = wanted.size(); level-- > 1;) {
    std::vector<Row> now(nodes);
    uint64_t entries = 0;
    for (const uint32_t node : wanted[level]) {
      now[node] = step.row_of(node, c);
      entries += now[node].size();
      if (entries > kMostEntries) {
        return fail({.code = ErrorCode::kUnsupported,
                     .message = "simrank: the vicinity of this page is too large and too dense (" +
                                std::to_string(nodes) + " pages)",
                     .remedies = {{.options = {{"B", "500"}, {"F", "50"}, {"FB", "4"}}}}});
      }
      if (query.is_spent()) break;
    }
    rows.before = std::move(now);
  }
  return step.row_of(0, c);
}

// For each parent of the answer: what its likeness to the parents of the page adds.
void add_reasons(const Query& query, const Rows& rows, const Row& row, PageId answer,
                 Explanation& explanation) {
  for (const auto& [node, likeness] : row) {
    if (rows.children.pages[node] != answer) continue;
    explanation.score += likeness;
    const auto own = rows.parents.targets(0);
    const auto others = rows.parents.targets(node);
    const double share = query.parameters->number("C") / static_cast<double>(own.size()) /
                         static_cast<double>(others.size());
    for (const uint32_t parent : others) {
      if (query.is_spent()) return;
      double sum = 0;
      for (const uint32_t mine : own) {
        if (mine == parent) sum += 1;
        for (const auto& [other, alike] : rows.before[mine]) {
          if (other == parent) sum += alike;
        }
      }
      if (sum > 0) {
        explanation.reasons.push_back({rows.children.pages[parent], sum * share, "parent"});
      }
    }
  }
}

class Kept : public Gathered {
 public:
  using Gathered::Gathered;
  Result<Explanation> explain(PageId answer) override {
    Explanation explanation;
    add_reasons(query(), rows_, row_, answer, explanation);
    sort_reasons(explanation);
    return explanation;
  }
  void keep(Rows rows, Row row) {
    rows_ = std::move(rows);
    row_ = std::move(row);
  }

 private:
  Rows rows_;
  Row row_;
};

Result<Answer> find(const Query& query) {
  Rows rows;
  COCITE_TRY(Row row, row_of_page(query, rows));
  Answer answer;
  for (const auto& [node, likeness] : row) {
    answer.items.push_back({.page = rows.children.pages[node], .score = likeness});
  }
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  if (query.keeps_gathered) {
    auto kept = std::make_shared<Kept>(query);
    kept->keep(std::move(rows), std::move(row));
    answer.gathered = std::move(kept);
  }
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  Kept kept(query);
  Rows rows;
  COCITE_TRY(Row row, row_of_page(query, rows));
  kept.keep(std::move(rows), std::move(row));
  return kept.explain(answer);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "simrank",
    .summary = "pages whose parents are like this page's parents, step by step",
    .paper = "Jeh & Widom 2002; Chirita, Olmedilla & Nejdl 2004",
    .parameters = kParameters,
    .together = Together::kSum,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::simrank
