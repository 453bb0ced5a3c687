#include "measure/logistic.h"

#include <algorithm>
#include <cmath>

namespace cocite::measure {
namespace {

// A symmetric positive definite system, by Cholesky's decomposition; as large as there are terms.
std::vector<double> solve(std::vector<double> matrix, std::vector<double> right) {
  const size_t n = right.size();
  for (size_t j = 0; j < n; ++j) {
    for (size_t k = 0; k < j; ++k) matrix[j * n + j] -= matrix[j * n + k] * matrix[j * n + k];
    matrix[j * n + j] = std::sqrt(matrix[j * n + j]);
    for (size_t i = j + 1; i < n; ++i) {
      for (size_t k = 0; k < j; ++k) matrix[i * n + j] -= matrix[i * n + k] * matrix[j * n + k];
      matrix[i * n + j] /= matrix[j * n + j];
    }
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) right[i] -= matrix[i * n + k] * right[k];
    right[i] /= matrix[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) right[i] -= matrix[k * n + i] * right[k];
    right[i] /= matrix[i * n + i];
  }
  return right;
}

// ln(1 + e^-x), without overflow.
double softplus_of_minus(double x) {
  return x > 0 ? std::log1p(std::exp(-x)) : -x + std::log1p(std::exp(x));
}

// What is to be least, and where it falls.
class Loss {
 public:
  Loss(const Table& table, const Pairs& pairs, const std::vector<double>& scales)
      : pairs_(&pairs), terms_(table.terms()) {
    roots_.resize(table.rows() * terms_);
    for (size_t i = 0; i < table.rows(); ++i) {
      const auto row = table.row(i);
      for (size_t t = 0; t < terms_; ++t) {
        roots_[i * terms_ + t] = row[t] > 0 ? std::sqrt(row[t] / scales[t]) : 0;
      }
    }
  }
  [[nodiscard]] double value(const std::vector<double>& weights) const {
    double sum = 0;
    for (const double weight : weights) sum += kPenalty * weight * weight;
    for (const Pair& pair : pairs_->all()) {
      sum += pair.weight * softplus_of_minus(margin(pair, weights));
    }
    return sum;
  }
  void derive(const std::vector<double>& weights, std::vector<double>& gradient,
              std::vector<double>& curvature) const {
    gradient.assign(terms_, 0);
    curvature.assign(terms_ * terms_, 0);
    std::vector<double> difference(terms_);
    for (const Pair& pair : pairs_->all()) {
      const double chance = 1 / (1 + std::exp(margin(pair, weights)));  // that it is the wrong way
      const double first = -pair.weight * chance;
      const double second = pair.weight * chance * (1 - chance);
      for (size_t t = 0; t < terms_; ++t) {
        difference[t] = roots_[pair.good * terms_ + t] - roots_[pair.wrong * terms_ + t];
      }
      for (size_t t = 0; t < terms_; ++t) {
        gradient[t] += first * difference[t];
        for (size_t s = 0; s <= t; ++s) {
          curvature[t * terms_ + s] += second * difference[t] * difference[s];
        }
      }
    }
    for (size_t t = 0; t < terms_; ++t) {
      gradient[t] += 2 * kPenalty * weights[t];
      curvature[t * terms_ + t] += 2 * kPenalty;
      for (size_t s = 0; s < t; ++s) curvature[s * terms_ + t] = curvature[t * terms_ + s];
    }
  }

 private:
  [[nodiscard]] double margin(const Pair& pair, const std::vector<double>& weights) const {
    const double* const good = &roots_[pair.good * terms_];
    const double* const wrong = &roots_[pair.wrong * terms_];
    double sum = 0;
    for (size_t t = 0; t < terms_; ++t) sum += weights[t] * (good[t] - wrong[t]);
    return sum;
  }

  const Pairs* pairs_;
  size_t terms_;
  std::vector<double> roots_;  // sqrt(value / scale) of each row
};

Result<std::vector<double>> newton(const Loss& loss, size_t terms,
                                   const std::function<bool()>& goes_on) {
  std::vector<double> weights(terms, 0);
  std::vector<double> gradient;
  std::vector<double> curvature;
  double value = loss.value(weights);
  constexpr int kMostSteps = 50;
  for (int step = 0; step < kMostSteps; ++step) {
    if (goes_on && !goes_on()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    loss.derive(weights, gradient, curvature);
    const std::vector<double> way = solve(curvature, gradient);
    double slope = 0;
    for (size_t t = 0; t < terms; ++t) slope += way[t] * gradient[t];
    if (slope < 1e-12 * (1 + value)) break;
    // As far as it falls: whole steps, but for the first few.
    for (double length = 1; length > 1e-6; length /= 2) {
      std::vector<double> next = weights;
      for (size_t t = 0; t < terms; ++t) next[t] -= length * way[t];
      const double reached = loss.value(next);
      if (reached > value - 1e-4 * length * slope) continue;
      weights = std::move(next);
      value = reached;
      break;
    }
  }
  return weights;
}

}  // namespace

std::vector<double> scales_of(const Table& table, std::span<const size_t> pages) {
  std::vector<double> scales(table.terms(), 0);
  size_t rows = 0;
  for (const size_t page : pages) {
    for (size_t i = table.pages()[page].begin; i < table.pages()[page].end; ++i, ++rows) {
      const auto row = table.row(i);
      for (size_t t = 0; t < scales.size(); ++t) scales[t] += row[t];
    }
  }
  for (double& scale : scales) {
    scale = rows == 0 ? 0 : scale / static_cast<double>(rows);
    if (scale < 1e-12) scale = 1;
  }
  return scales;
}

double fit_intercept(const Table& table, std::span<const size_t> pages,
                     const related::Model& model) {
  std::vector<double> values;
  double good = 0;
  for (const size_t page : pages) {
    for (size_t i = table.pages()[page].begin; i < table.pages()[page].end; ++i) {
      values.push_back(model.value(table.row(i)));
      if (table.is_good(i)) ++good;
    }
  }
  // Chances rise with it.
  double low = -30;
  double high = 30;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    double sum = 0;
    for (const double value : values) sum += 1 / (1 + std::exp(-(value + middle)));
    (sum < good ? low : high) = middle;
  }
  return (low + high) / 2;
}

Result<related::Model> fit_linear(const Table& table, std::span<const size_t> pages,
                                  const Pairs& pairs, std::span<const std::string> names,
                                  const std::function<bool()>& goes_on) {
  related::Model model{.kind = related::Model::Kind::kLinear};
  const std::vector<double> scales = scales_of(table, pages);
  COCITE_TRY(const std::vector<double> weights,
             newton(Loss(table, pairs, scales), table.terms(), goes_on));
  for (size_t t = 0; t < table.terms(); ++t) {
    model.terms.push_back({.name = names[t], .scale = scales[t], .weight = weights[t]});
  }
  // How far apart a term alone puts the two answers of a pair.
  double all = 0;
  for (const Pair& pair : pairs.all()) {
    for (size_t t = 0; t < table.terms(); ++t) {
      const auto root = [&](uint32_t row) {
        return std::sqrt(std::max(0.0, table.row(row)[t]) / scales[t]);
      };
      const double apart =
          pair.weight * std::abs(weights[t] * (root(pair.good) - root(pair.wrong)));
      model.terms[t].share += apart;
      all += apart;
    }
  }
  for (related::TermWeight& term : model.terms) term.share = all > 0 ? term.share / all : 0;
  model.intercept = fit_intercept(table, pages, model);
  return model;
}

}  // namespace cocite::measure
