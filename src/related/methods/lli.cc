// LLI, latent linkage information: cosines in the space of the page's merged parents and children,
// after the weak directions of that space have been dropped.
//
// A has a row for each page beside u and a column for each merged parent of u; a_ij = 1 where page
// i is a child of parent j. With the k largest singular values of A = U S V', where k >= 2 is where
// they first fall by epsilon,
//
//   score_i = |R_i . u'| / (|R_i| |u'|),  R_i = row i of A V_k,  u' = (1, ..., 1) V_k S_k
//
// The same for the pages that link to u's children; a page on both sides takes the larger. Answers
// have at least delta; ties go by the counts of extended cocitation.
// Paper: J. Hou and Y. Zhang, Effectively Finding Relevant Web Pages from Linkage Information (IEEE
// TKDE 2003), section 4. With projection "exact" u' is (1, ..., 1) V_k, so that a page that all
// parents link to scores 1; the paper's own u' is stretched by S_k once more.
// Cost: the eigenvectors of a matrix of at most B or F rows. Only where that cannot decide k for
// sure (it squares the condition) is A itself decomposed. Does badly where the page has one parent
// or two: everything beside it then scores the same.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <Eigen/Core>

#include "base/per_thread.h"
#include "related/decomposition.h"
#include "related/hits.h"
#include "related/lli_numbers.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/two_sides.h"

namespace cocite::related {
namespace lli {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::array kParameters = {
    kTwoSidesParameters[0],
    kTwoSidesParameters[1],
    kTwoSidesParameters[2],
    kTwoSidesParameters[3],
    ParameterInfo{"epsilon", ParameterKind::kNumber, "0.5",
                  "singular values are kept until one falls by this share of the one before", "", 0,
                  1},
    ParameterInfo{"epsilon_children", ParameterKind::kNumber, "-1",
                  "the same for the side of the children; -1: as epsilon", "", -1, 1},
    ParameterInfo{"k", ParameterKind::kCount, "0",
                  "how many singular values are kept; 0: as epsilon says"},
    ParameterInfo{"delta", ParameterKind::kNumber, "0", "answers have at least this score"},
    ParameterInfo{"projection", ParameterKind::kWord, "paper",
                  "how the page is projected into the space of its neighbours", "paper|exact"},
};

constexpr double kRank = 1e-10;  // singular values below this share of the largest are zero
constexpr double kGapSlack = 1e-9;

// How many singular values are kept: k, if it is not 0, else until they fall by epsilon.
struct Rule {
  double epsilon = 0;
  Index k = 0;
};

Rule rule_of(const Parameters& parameters, bool of_children) {
  const double own = parameters.number("epsilon_children");
  return {.epsilon = of_children && own >= 0 ? own : parameters.number("epsilon"),
          .k = static_cast<Index>(std::min<uint64_t>(parameters.count("k"), 1'000'000))};
}

struct Space {
  MatrixXd directions;  // V_k: a row for each merged neighbour
  VectorXd values;      // the k singular values
};

// `values` fall; those that count as zero are 0.
Index rank_of(const VectorXd& values) {
  Index rank = 0;
  while (rank < values.size() && values[rank] > kRank * values[0]) ++rank;
  return rank;
}

Index choose_k(const VectorXd& values, const Rule& rule) {
  const Index rank = rank_of(values);
  if (rule.k > 0) return std::min(rule.k, rank);
  if (rank < 2) return rank;
  for (Index k = 2; k < rank; ++k) {
    if ((values[k - 1] - values[k]) / values[k - 1] >= rule.epsilon - kGapSlack) return k;
  }
  return rank;
}

// k where the squares of the singular values, known to about 1e-14 of the largest, decide it beyond
// doubt; else nothing.
std::optional<Index> choose_k_surely(const VectorXd& values, const Rule& rule) {
  const double noise = 1e-14 * values[0] * values[0];
  const auto least = [&](Index i) {
    return i < values.size() ? std::sqrt(std::max(0.0, values[i] * values[i] - noise)) : 0;
  };
  const auto most = [&](Index i) {
    return i < values.size() ? std::sqrt(values[i] * values[i] + noise) : 0;
  };
  constexpr double kSurelyThere = 1e-6;  // far above the noise, and above kRank
  if (values.size() == 0 || values[0] <= 0) return 0;
  if (values.size() == 1) return 1;
  if (rule.k > 0) {
    const bool is_there = rule.k <= values.size() && least(rule.k - 1) >= kSurelyThere * values[0];
    return is_there ? std::optional(rule.k) : std::nullopt;
  }
  if (least(1) < kSurelyThere * values[0]) return std::nullopt;
  for (Index k = 2;; ++k) {
    // The k-th is there; is the next one surely small enough, or surely too large?
    const double wanted = 1 - rule.epsilon + kGapSlack;  // next <= wanted * this
    if (most(k) <= wanted * least(k - 1)) return k;
    if (least(k) <= wanted * most(k - 1)) return std::nullopt;
    if (least(k) < kSurelyThere * values[0]) return std::nullopt;
  }
}

// A row for each page, a column for each merged neighbour; equal rows stand once, by how often.
MatrixXd dense(const OneSide& side) {
  std::map<std::vector<uint32_t>, double> rows;
  for (size_t i = 0; i < side.pages.size(); ++i) {
    std::vector<uint32_t> row;
    for (const auto& [page, group] : side.groups_of(i)) row.push_back(group);
    rows[std::move(row)] += 1;
  }
  MatrixXd matrix =
      MatrixXd::Zero(static_cast<Index>(rows.size()), static_cast<Index>(side.groups()));
  Index at = 0;
  for (const auto& [row, count] : rows) {
    for (const uint32_t group : row) matrix(at, group) = std::sqrt(count);
    ++at;
  }
  return matrix;
}

// A decomposition, for Eigen to work on.
struct Decomposed {
  Decomposed(Spectrum found, Index width)
      : spectrum(std::move(found)),
        values(spectrum.values.data(), static_cast<Index>(spectrum.values.size())),
        vectors(spectrum.vectors.data(), width, values.size()) {}
  Spectrum spectrum;
  Eigen::Map<const VectorXd> values;
  Eigen::Map<const MatrixXd> vectors;
};

MatrixView view_of(const MatrixXd& matrix) {
  return {.values = {matrix.data(), static_cast<size_t>(matrix.size())},
          .rows = static_cast<size_t>(matrix.rows()),
          .columns = static_cast<size_t>(matrix.cols())};
}

Space decompose_exactly(const OneSide& side, const Rule& rule) {
  const MatrixXd matrix = dense(side);
  const Decomposed found(singular_spectrum(view_of(matrix)), matrix.cols());
  const Index k = choose_k(found.values, rule);
  return {found.vectors.leftCols(k), found.values.head(k)};
}

// All that are not 0.
std::vector<double> values_of(const OneSide& side) {
  const MatrixXd matrix = dense(side);
  const Decomposed found(singular_spectrum(view_of(matrix)), matrix.cols());
  return {found.values.data(), found.values.data() + rank_of(found.values)};
}

// From the smaller of A'A and AA'.
Space decompose(const OneSide& side, const Rule& rule) {
  const auto groups = static_cast<Index>(side.groups());
  const auto pages = static_cast<Index>(side.pages.size());
  const bool by_groups = groups <= pages;
  MatrixXd squares = MatrixXd::Zero(by_groups ? groups : pages, by_groups ? groups : pages);
  const auto add_all = [&](const std::vector<uint32_t>& together) {
    for (const uint32_t a : together) {
      for (const uint32_t b : together) {
        if (a >= b) squares(a, b) += 1;
      }
    }
  };
  std::vector<uint32_t> together;
  if (by_groups) {
    for (size_t i = 0; i < side.pages.size(); ++i) {
      together.clear();
      for (const auto& [page, group] : side.groups_of(i)) together.push_back(group);
      add_all(together);
    }
  } else {
    std::vector<std::vector<uint32_t>> pages_of(side.groups());
    for (const auto& [page, group] : side.links) pages_of[group].push_back(page);
    for (const auto& column : pages_of) add_all(column);
  }
  const Decomposed found(eigen_spectrum(view_of(squares)), squares.cols());
  const VectorXd values = found.values.cwiseMax(0).cwiseSqrt();
  const std::optional<Index> k = choose_k_surely(values, rule);
  if (!k) return decompose_exactly(side, rule);
  const MatrixXd vectors = found.vectors.leftCols(*k);
  Space space{.directions = {}, .values = values.head(*k)};
  if (by_groups) {
    space.directions = vectors;
    return space;
  }
  space.directions = MatrixXd::Zero(groups, *k);  // V = A' U / S
  for (const auto& [page, group] : side.links) space.directions.row(group) += vectors.row(page);
  space.directions.array().rowwise() /= space.values.transpose().array();
  return space;
}

// What a page's links to the merged neighbours make of it, before lengths are divided out.
struct Weights {
  Space space;
  VectorXd pull;      // of each merged neighbour on R_i . u'
  double length = 0;  // of u'
};

Weights weigh(const OneSide& side, const Parameters& parameters, bool of_children) {
  Weights weights{.space = decompose(side, rule_of(parameters, of_children)), .pull = {}};
  const Space& space = weights.space;
  VectorXd self = space.directions.colwise().sum().transpose();
  if (parameters.word("projection") == "paper") self = self.cwiseProduct(space.values);
  weights.pull = space.directions * self;
  weights.length = self.norm();
  return weights;
}

// |R_i| |u'|; 0 where the row has nothing left in the space.
double length_of(const Weights& weights, const OneSide& side, size_t page, VectorXd& row) {
  row.setZero(weights.space.values.size());
  for (const auto& [place, group] : side.groups_of(page)) {
    row += weights.space.directions.row(group).transpose();
  }
  const double length = row.norm();
  constexpr double kNothing = 1e-8;
  return length <= kNothing * std::sqrt(side.count(page)) ? 0 : length * weights.length;
}

double score_of(const Weights& weights, const OneSide& side, size_t page, VectorXd& row) {
  const double length = length_of(weights, side, page, row);
  if (length <= 0) return 0;
  double product = 0;
  for (const auto& [place, group] : side.groups_of(page)) product += weights.pull[group];
  return std::abs(product) / length;
}

TwoSides& sides_here() {
  return per_thread<TwoSides, struct OwnSides>();
}

// The sides of the query page, and what is known about them.
class Kept : public Gathered {
 public:
  using Gathered::Gathered;
  Result<Explanation> explain(PageId answer) override {
    Explanation explanation;
    VectorXd row;
    for (const Side& side : sides_) {
      const auto place = static_cast<size_t>(std::ranges::find(side.links.pages, answer) -
                                             side.links.pages.begin());
      if (place == side.links.pages.size()) continue;
      const double score = score_of(*side.weights, side.links, place, row);
      if (score <= explanation.score) continue;
      explanation.score = score;
      explanation.reasons.clear();
      double sum = 0;
      for (const auto& [at, group] : side.links.groups_of(place)) {
        explanation.reasons.push_back({side.links.members[group][0], side.weights->pull[group],
                                       &side == &sides_[0] ? "parent" : "child"});
        sum += side.weights->pull[group];
      }
      for (Reason& reason : explanation.reasons) reason.amount *= score / sum;
    }
    sort_reasons(explanation);
    return explanation;
  }
  void keep(const TwoSides& sides) {
    sides_ = {Side{sides.back(), {}}, Side{sides.forward(), {}}};
    for (Side& side : sides_) {
      if (side.links.pages.empty()) continue;
      side.weights = weigh(side.links, *query().parameters, &side == &sides_[1]);
    }
  }
  // Null where the side has no pages.
  [[nodiscard]] const Weights* weights(size_t side) const {
    const std::optional<Weights>& found = sides_.at(side).weights;
    return found ? &*found : nullptr;
  }

 private:
  struct Side {
    OneSide links;
    std::optional<Weights> weights;
  };
  std::array<Side, 2> sides_;  // back, forward
};

Result<Answer> find(const Query& query) {
  TwoSides& sides = sides_here();
  COCITE_CHECK(sides.gather(query, query.pages[0]));
  const auto kept = query.keeps_gathered ? std::make_shared<Kept>(query) : nullptr;
  if (kept != nullptr) kept->keep(sides);
  struct Scores {
    double score = 0;
    uint32_t count = 0;
  };
  PageMap<Scores> scores;
  VectorXd row;
  const std::array both = {&sides.back(), &sides.forward()};
  for (size_t which = 0; which < both.size(); ++which) {
    const OneSide* const side = both.at(which);
    if (side->pages.empty()) continue;
    std::optional<Weights> own;
    if (kept == nullptr) own = weigh(*side, *query.parameters, which == 1);
    const Weights& weights = own ? *own : *kept->weights(which);
    for (size_t i = 0; i < side->pages.size(); ++i) {
      Scores& best = scores[side->pages[i]];
      best.score = std::max(best.score, score_of(weights, *side, i, row));
      best.count = std::max(best.count, side->count(i));
    }
  }
  const double delta = query.parameters->number("delta");
  Answer answer;
  answer.is_sufficient = sides.is_sufficient();
  answer.gathered = kept;
  scores.for_each([&](PageId other, const Scores& best) {
    if (best.score < delta) return;
    answer.items.push_back({.page = other, .score = best.score, .tie = best.count});
  });
  drop_zeros(query, answer.items);
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  TwoSides& sides = sides_here();
  Kept kept(query);
  COCITE_CHECK(sides.gather(query, query.pages[0]));
  kept.keep(sides);
  return kept.explain(answer);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "lli",
    .summary = "cosine to the page among its merged parents and children, by singular vectors",
    .paper = "Hou & Zhang 2003",
    .parameters = kParameters,
    .together = Together::kSum,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace lli

Result<LliNumbers> lli_numbers(const Query& query, PageId page) {
  TwoSides sides;
  COCITE_CHECK(sides.gather(query, page));
  LliNumbers numbers;
  numbers.sides[0].links = sides.back();
  numbers.sides[1].links = sides.forward();
  lli::VectorXd row;
  for (LliNumbers::Side& side : numbers.sides) {
    if (side.links.pages.empty()) continue;
    const bool of_children = &side == &numbers.sides[1];
    const lli::Weights weights = lli::weigh(side.links, *query.parameters, of_children);
    side.k = static_cast<size_t>(weights.space.values.size());
    side.singular_values = lli::values_of(side.links);
    for (size_t i = 0; i < side.links.pages.size(); ++i) {
      side.similarity.push_back(lli::score_of(weights, side.links, i, row));
    }
  }
  return numbers;
}

}  // namespace cocite::related
