// A number per page, with a name: ranks, mostly.
//
//   COCITE_TRY(auto container, writer.create(Part::kColumn, "pagerank"));
//   COCITE_CHECK(write_column(std::move(container), values, "epsilon 0.15 …"));
//   COCITE_TRY(auto column, store.column("pagerank"));
//   column.values()[index(page)]
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "file/container.h"

namespace cocite::store {

// The words that came with the values.
[[nodiscard]] Result<std::string> about_column(const file::Container& container);

// `about`: how it was made, in words.
[[nodiscard]] Result<void> write_column(file::ContainerWriter container,
                                        std::span<const double> values, std::string_view about);

class NumberColumn {
 public:
  // Reads and checks all values.
  [[nodiscard]] static Result<NumberColumn> of(file::Container container);
  // Valid while this column lives. A page without a number has NaN.
  [[nodiscard]] std::span<const double> values() const { return values_; }
  [[nodiscard]] const std::string& about() const { return about_; }
  [[nodiscard]] const file::Container& container() const { return container_; }

 private:
  file::Container container_;
  std::span<const double> values_;
  std::string about_;
};

}  // namespace cocite::store
