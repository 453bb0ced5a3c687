// Packing of segments (src/segments) for stores made on many machines
// (python/cocite/spark/): arrays of numpy in, files out.
#pragma once

#include <nanobind/nanobind.h>

namespace cocite::python {

void add_segments(nanobind::module_& module);

}  // namespace cocite::python
