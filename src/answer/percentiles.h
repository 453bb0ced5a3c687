// How many of 100 pages have a smaller value in a column?
//
//   Percentiles percentiles;
//   percentiles.keep("pagerank", values);               // once, where many will ask
//   percentiles.of(store, "pagerank", values, page);    // 99.97
//
// A column that is not kept is counted through for each question: 60 ms for 10 million pages, which
// is right for one question and wrong for a service. One that is kept is cut into at most some
// 70,000 steps, and of each is known how many stand before it: a megabyte at most, however many
// pages there are. The first 4,096 pages, and all of a column with at most 65,536 values, are told
// exactly; of the others it is at most 0.0016 (1/65,536 of all) too little. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "store/notes.h"
#include "store/store.h"

namespace cocite::answer {

// Pages without a value (NaN) do not count. 0 if no page has one.
[[nodiscard]] double percentile(std::span<const double> values, double value);

class PercentileTable {
 public:
  PercentileTable(std::span<const double> values, unsigned threads);
  // The one that the store has for this column; nothing where it has none, or a damaged one.
  [[nodiscard]] static std::optional<PercentileTable> saved(const store::Store& store,
                                                            const std::string& column);
  // What saved() finds, once it is in the store; views of this table.
  [[nodiscard]] store::NewNotes notes(const store::Store& store, const std::string& column) const;

  // REQUIRES: `value` is that of a page.
  [[nodiscard]] double of(double value) const;

 private:
  struct Step {
    double first = 0;     // no value of the step is smaller
    uint64_t before = 0;  // number of values in the steps before
  };
  PercentileTable() = default;

  std::vector<Step> steps_;  // by `first`
  uint64_t all_ = 0;
};

class Percentiles {
 public:
  void keep(const std::string& name, std::span<const double> values);
  // The same with a table that is there already.
  void keep(const std::string& name, PercentileTable table);
  // REQUIRES: the page has a value; `values` are the same at each call for a name.
  // One that is not kept is taken from the store, where it was prepared, or counted.
  [[nodiscard]] double of(const store::Store& store, const std::string& name,
                          std::span<const double> values, PageId page) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const PercentileTable>> tables_;
};

}  // namespace cocite::answer
