// From links of pages to links of hosts or sites, with the counts behind each: arrays of numpy in,
// arrays out, for graphs made on many machines (python/cocite/spark/groups.py). The
// result is that of ingest/group_links.h.
#pragma once

#include <nanobind/nanobind.h>

namespace cocite::python {

void add_group_arrays(nanobind::module_& module);

}  // namespace cocite::python
