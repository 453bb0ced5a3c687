// How many of 100 pages have a smaller value in a column?
//
//   Percentiles percentiles;
//   percentiles.keep("pagerank", values);               // once, where many will ask
//   percentiles.of("pagerank", values, page);           // 99.97
//
// A column that is not kept is counted through for each question: 60 ms for 10 million pages, which
// is right for one question and wrong for a service. One that is kept costs two bytes a page: its
// values are cut into buckets of neighbours, and each page knows how many of its own bucket are
// smaller than it; how many stand before a bucket is known for each. The answers are the same, to
// the last page. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"

namespace cocite::engine {

// Pages without a value (NaN) do not count. Where nobody has one: 0.
[[nodiscard]] double percentile(std::span<const double> values, double value);

class PercentileTable {
 public:
  PercentileTable(std::span<const double> values, unsigned threads);
  // REQUIRES: `value` is that of the page, and a number.
  [[nodiscard]] double of(PageId page, double value) const;

 private:
  struct Bucket {
    double first = 0;     // no value of the bucket is smaller
    uint64_t before = 0;  // so many values are in the buckets before
  };
  std::vector<Bucket> buckets_;   // by `first`
  std::vector<uint16_t> within_;  // a page: how many of its bucket are smaller
  uint64_t all_ = 0;
};

class Percentiles {
 public:
  // For all columns together: 64 million pages with two columns. What does not fit is not kept.
  static constexpr uint64_t kMostBytes = uint64_t{256} << 20;

  void keep(const std::string& name, std::span<const double> values);
  // REQUIRES: the page has a value; `values` are the same at each call for a name.
  [[nodiscard]] double of(const std::string& name, std::span<const double> values,
                          PageId page) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const PercentileTable>> tables_;
  uint64_t bytes_ = 0;
};

}  // namespace cocite::engine
