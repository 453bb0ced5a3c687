// Steps from links to lists that are too slow in Python, for stores made on many machines
// (python/cocite/spark/): arrays of numpy in, arrays out. Each is one pass or two over its arrays.
#pragma once

#include <nanobind/nanobind.h>

namespace cocite::python {

void add_link_arrays(nanobind::module_& module);

}  // namespace cocite::python
