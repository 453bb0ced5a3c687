#include "answer/percentiles.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"

namespace cocite::answer {
namespace {

std::string notes_name(const std::string& column) {
  return "percentiles-" + column;
}

// Of the column as it is now: another of the same name may have been there, or may come.
std::string about_table(const store::Store& store, const std::string& column) {
  const store::FileEntry* const file =
      store.manifest().find(store::file_of(store::Part::kColumn, column));
  return "percentiles 2 of " + std::to_string(file == nullptr ? 0 : file->identity);
}

constexpr uint64_t kSteps = 65'536;  // about this many steps, of equal numbers of pages
constexpr uint64_t kExact = 4096;    // of the largest values each is a step

double share_of(uint64_t smaller, uint64_t all) {
  return all == 0 ? 0 : 100 * static_cast<double>(smaller) / static_cast<double>(all);
}

// Values at which to cut, so that the parts are about as large: the quantiles of some of them. A
// value that many pages have is a part of its own, which needs no sorting.
std::vector<double> cuts_of(std::span<const double> values) {
  constexpr size_t kSample = size_t{1} << 16;
  constexpr size_t kParts = 1024;
  const size_t step = values.size() / kSample + 1;
  std::vector<double> sample;
  for (size_t i = 0; i < values.size(); i += step) {
    if (!std::isnan(values[i])) sample.push_back(values[i]);
  }
  std::ranges::sort(sample);
  std::vector<double> cuts;
  const size_t apart = sample.size() / kParts + 1;
  for (size_t i = 0; i < sample.size(); i += apart) {
    const bool is_again = !cuts.empty() && cuts.back() == sample[i];
    const double cut = is_again ? std::nextafter(sample[i], HUGE_VAL) : sample[i];
    if (cuts.empty() || cut > cuts.back()) cuts.push_back(cut);
  }
  return cuts;
}

}  // namespace

double percentile(std::span<const double> values, double value) {
  uint64_t smaller = 0;
  uint64_t all = 0;
  for (const double other : values) {
    smaller += other < value ? 1 : 0;
    all += std::isnan(other) ? 0 : 1;
  }
  return share_of(smaller, all);
}

PercentileTable::PercentileTable(std::span<const double> values, unsigned threads) {
  const std::vector<double> cuts = cuts_of(values);
  const auto part_of = [&](double value) {
    return static_cast<size_t>(std::ranges::upper_bound(cuts, value) - cuts.begin());
  };
  std::vector<uint64_t> begins(cuts.size() + 2);
  for (const double value : values) {
    if (!std::isnan(value)) ++begins[part_of(value) + 1];
  }
  for (size_t part = 1; part < begins.size(); ++part) begins[part] += begins[part - 1];
  all_ = begins.back();
  std::vector<double> sorted(all_);
  std::vector<uint64_t> ends(begins.begin(), begins.end() - 1);
  for (const double value : values) {
    if (!std::isnan(value)) sorted[ends[part_of(value)]++] = value;
  }
  parallel_for(ends.size(), threads, [&](size_t part) {
    const std::span<double> some(sorted.data() + begins[part], ends[part] - begins[part]);
    if (!std::ranges::is_sorted(some)) std::ranges::sort(some);
  });
  const uint64_t apart = (all_ + kSteps - 1) / kSteps;
  for (uint64_t place = 0; place < all_; ++place) {
    if (place > 0 && sorted[place] == sorted[place - 1]) continue;
    if (place == 0 || place - steps_.back().before >= apart || all_ - place <= kExact) {
      steps_.push_back({.first = sorted[place], .before = place});
    }
  }
}

double PercentileTable::of(double value) const {
  const auto next = std::ranges::upper_bound(steps_, value, {}, &Step::first);
  return next == steps_.begin() ? 0 : share_of(std::prev(next)->before, all_);
}

std::optional<PercentileTable> PercentileTable::saved(const store::Store& store,
                                                      const std::string& column) {
  const auto notes = store.notes(notes_name(column));
  if (!notes || !*notes || (*notes)->about() != about_table(store, column)) return std::nullopt;
  const auto steps = (*notes)->part<Step>("steps");
  const auto all = (*notes)->part<uint64_t>("all");
  if (!steps || !all || all->size() != 1) return std::nullopt;
  PercentileTable table;
  table.steps_.assign(steps->begin(), steps->end());
  table.all_ = all->front();
  return table;
}

store::NewNotes PercentileTable::notes(const store::Store& store, const std::string& column) const {
  return {.name = notes_name(column),
          .about = about_table(store, column),
          .parts = {{"steps", std::as_bytes(std::span(steps_))},
                    {"all", std::as_bytes(std::span(&all_, 1))}}};
}

void Percentiles::keep(const std::string& name, PercentileTable table) {
  auto kept = std::make_shared<const PercentileTable>(std::move(table));
  const std::scoped_lock lock(mutex_);
  tables_[name] = std::move(kept);
}

void Percentiles::keep(const std::string& name, std::span<const double> values) {
  {
    const std::scoped_lock lock(mutex_);
    if (!tables_.try_emplace(name).second) return;
  }
  // Without the lock: until the table exists, callers count.
  auto table = std::make_shared<const PercentileTable>(values, hardware_threads());
  const std::scoped_lock lock(mutex_);
  tables_[name] = std::move(table);
}

double Percentiles::of(const store::Store& store, const std::string& name,
                       std::span<const double> values, PageId page) const {
  const double value = values[index(page)];
  std::shared_ptr<const PercentileTable> table;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = tables_.find(name); found != tables_.end()) table = found->second;
  }
  if (table) return table->of(value);
  const auto saved = PercentileTable::saved(store, name);
  return saved ? saved->of(value) : percentile(values, value);
}

}  // namespace cocite::answer
