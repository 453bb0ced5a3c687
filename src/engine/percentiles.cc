#include "engine/percentiles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.h"

namespace cocite::engine {
namespace {

constexpr uint64_t kMostWithin = std::numeric_limits<uint16_t>::max();

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

PercentileTable::PercentileTable(std::span<const double> values, unsigned threads)
    : within_(values.size()) {
  const std::vector<double> cuts = cuts_of(values);
  // The pages by part; until these are sorted, a page's place in within_ has the number of its
  // part.
  const auto part_of = [&](double value) {
    return static_cast<size_t>(std::ranges::upper_bound(cuts, value) - cuts.begin());
  };
  std::vector<uint64_t> begins(cuts.size() + 2);
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    const size_t part = part_of(values[i]);
    within_[i] = static_cast<uint16_t>(part);
    ++begins[part + 1];
  }
  for (size_t part = 1; part < begins.size(); ++part) begins[part] += begins[part - 1];
  all_ = begins.back();
  std::vector<uint32_t> pages(all_);
  std::vector<uint64_t> ends(begins.begin(), begins.end() - 1);
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) pages[ends[within_[i]]++] = static_cast<uint32_t>(i);
  }

  std::vector<std::vector<Bucket>> buckets(cuts.size() + 1);
  parallel_for(buckets.size(), threads, [&](size_t part) {
    std::vector<std::pair<double, uint32_t>> sorted;
    for (uint64_t i = begins[part]; i < ends[part]; ++i) {
      sorted.emplace_back(values[pages[i]], pages[i]);
    }
    const auto by_value = [](const auto& one, const auto& other) {
      return one.first < other.first;
    };
    if (!std::ranges::is_sorted(sorted, by_value)) std::ranges::sort(sorted, by_value);
    uint64_t equals_begin = 0;  // where those with the same value begin
    for (uint64_t i = 0; i < sorted.size(); ++i) {
      const uint64_t place = begins[part] + i;
      if (i == 0 || sorted[i].first != sorted[i - 1].first) {
        equals_begin = place;
        // Whatever the cuts were worth, no bucket gets larger than two bytes can say.
        if (i == 0 || place - buckets[part].back().before > kMostWithin) {
          buckets[part].push_back({.first = sorted[i].first, .before = place});
        }
      }
      within_[sorted[i].second] = static_cast<uint16_t>(equals_begin - buckets[part].back().before);
    }
  });
  for (const auto& some : buckets) buckets_.insert(buckets_.end(), some.begin(), some.end());
}

double PercentileTable::of(PageId page, double value) const {
  const auto next = std::ranges::upper_bound(buckets_, value, {}, &Bucket::first);
  return share_of(std::prev(next)->before + within_[index(page)], all_);
}

void Percentiles::keep(const std::string& name, std::span<const double> values) {
  const uint64_t bytes = values.size() * sizeof(uint16_t);
  {
    const std::scoped_lock lock(mutex_);
    if (bytes_ + bytes > kMostBytes || !tables_.try_emplace(name).second) return;
    bytes_ += bytes;
  }
  // Without the lock: until it is there, whoever asks counts.
  auto table = std::make_shared<const PercentileTable>(values, hardware_threads());
  const std::scoped_lock lock(mutex_);
  tables_[name] = std::move(table);
}

double Percentiles::of(const std::string& name, std::span<const double> values, PageId page) const {
  const double value = values[index(page)];
  std::shared_ptr<const PercentileTable> table;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = tables_.find(name); found != tables_.end()) table = found->second;
  }
  return table ? table->of(page, value) : percentile(values, value);
}

}  // namespace cocite::engine
