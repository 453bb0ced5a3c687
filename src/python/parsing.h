// What one file of a crawl says, as Arrow tables, piece by piece: for reading crawls on many
// machines (python/cocite/spark/).
//
//   parsing = _core.Parsing("a.warc.gz", "a.warc.gz", "", {"fold_www": True})
//   while (batch := parsing.next()): batch["keys"], batch["links"], batch["pages"], …
//
// The same sources as an import has (src/crawl). Memory holds a batch, whatever the size of the
// file, and the keys of a chapter: of as many batches as `chapter_cost` allows (0: one),
// whose keys are sorted together, since most of them come again and again.
#pragma once

#include <nanobind/nanobind.h>

namespace cocite::python {

void add_parsing(nanobind::module_& module);

}  // namespace cocite::python
