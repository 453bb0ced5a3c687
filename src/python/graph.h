// The graph of a store for Python: lists, texts and columns as arrays that numpy and Arrow share with
// C++. With the GIL held, which is released where all pages are read.
#pragma once

#include <cstdint>
#include <string>

#include <nanobind/nanobind.h>

#include "python/arrow.h"

namespace cocite::python {

namespace nb = nanobind;

void add_graph(nb::module_& module);
// A table as Python's own lists, by name.
[[nodiscard]] nb::dict columns_of(const Table& table);
[[nodiscard]] nb::object text_at(const Table& table, size_t column, size_t row);

}  // namespace cocite::python
