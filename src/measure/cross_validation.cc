#include "measure/cross_validation.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/parallel.h"
#include "measure/measure.h"

namespace cocite::measure {
namespace {

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

}  // namespace

std::vector<size_t> folds_of(const Table& table, size_t folds, uint64_t seed) {
  std::vector<std::pair<uint64_t, size_t>> order;
  for (size_t i = 0; i < table.pages().size(); ++i) {
    order.emplace_back(mix(mix(seed) ^ hash64(table.pages()[i].name)), i);
  }
  std::ranges::sort(order);
  std::vector<size_t> fold_of(order.size());
  for (size_t k = 0; k < order.size(); ++k) fold_of[order[k].second] = k % folds;
  return fold_of;
}

Result<Validation> cross_validate(const Table& table, const Fit& fit,
                                  const ValidationOptions& options) {
  const std::vector<size_t> fold_of = folds_of(table, options.folds, options.seed);
  const size_t pages = fold_of.size();
  std::vector<double> before(table.rows());
  for (size_t i = 0; i < table.rows(); ++i) before[i] = table.untuned(i);
  std::vector<double> after(table.rows());
  std::mutex mutex;
  std::optional<Error> error;
  parallel_for(options.folds, options.threads, [&](size_t fold) {
    {
      const std::scoped_lock lock(mutex);
      if (error) return;
      if (options.goes_on && !options.goes_on()) {
        error = Error{.code = ErrorCode::kCancelled, .message = "stopped; nothing was changed"};
        return;
      }
    }
    std::vector<size_t> others;
    for (size_t i = 0; i < pages; ++i) {
      if (fold_of[i] != fold) others.push_back(i);
    }
    const Result<related::Model> model = fit(others);
    if (!model) {
      const std::scoped_lock lock(mutex);
      if (!error) error = model.error();
      return;
    }
    for (size_t i = 0; i < pages; ++i) {
      if (fold_of[i] != fold) continue;
      const Page& page = table.pages()[i];
      for (size_t row = page.begin; row < page.end; ++row)
        after[row] = model->value(table.row(row));
    }
  });
  if (error) return tl::unexpected<Error>(*error);
  const std::vector<double> old = ndcg_of_pages(table, before);
  const std::vector<double> tuned = ndcg_of_pages(table, after);
  Validation validation;
  for (size_t i = 0; i < pages; ++i) validation.gains.push_back(tuned[i] - old[i]);
  const Bootstrap bootstrap(
      static_cast<uint32_t>(pages),
      {.resamples = options.resamples, .seed = options.seed, .confidence = options.confidence});
  const auto mean = [&](const std::vector<double>& values) {
    return Mean{mean_of(values), bootstrap.interval(bootstrap.means(values))};
  };
  validation.before = mean(old);
  validation.after = mean(tuned);
  validation.gain = mean(validation.gains);
  for (size_t fold = 0; fold < options.folds; ++fold) {
    std::vector<double> own;
    for (size_t i = 0; i < pages; ++i) {
      if (fold_of[i] == fold) own.push_back(validation.gains[i]);
    }
    validation.fold_gains.push_back(mean_of(own));
  }
  return validation;
}

}  // namespace cocite::measure
