// Judged answers as numbers: what learning starts from.
//
//   Table table(terms);
//   table.begin_page(name, good_pages);
//   table.add(values, untuned_score, is_good);       // as many values as terms
//   table.row(0)[3]
//
// The answers to a query page stand together, best first as they are without learning. A value: each
// thread its own, or none that writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cocite::measure {

// The answers to one query page.
struct Page {
  std::string name;  // its key: folds are drawn by it
  size_t begin = 0;  // rows
  size_t end = 0;
  uint64_t good_pages = 0;  // that could be found, in the first answers or not
};

class Table {
 public:
  explicit Table(size_t terms) : terms_(terms) {}

  void begin_page(std::string name, uint64_t good_pages) {
    pages_.push_back({std::move(name), rows(), rows(), good_pages});
  }
  void add(std::span<const double> values, double untuned, bool is_good) {
    values_.insert(values_.end(), values.begin(), values.end());
    untuned_.push_back(untuned);
    is_good_.push_back(is_good ? 1 : 0);
    ++pages_.back().end;
  }

  [[nodiscard]] size_t terms() const { return terms_; }
  [[nodiscard]] size_t rows() const { return untuned_.size(); }
  [[nodiscard]] std::span<const Page> pages() const { return pages_; }
  [[nodiscard]] std::span<const double> row(size_t i) const {
    return std::span(values_).subspan(i * terms_, terms_);
  }
  [[nodiscard]] double untuned(size_t i) const { return untuned_[i]; }
  [[nodiscard]] bool is_good(size_t i) const { return is_good_[i] != 0; }

 private:
  size_t terms_;
  std::vector<Page> pages_;
  std::vector<double> values_;
  std::vector<double> untuned_;
  std::vector<uint8_t> is_good_;
};

}  // namespace cocite::measure
