// Segments become a store: packed links are copied; keys, titles and texts are written again.
//
//   COCITE_TRY(ImportReport report, assemble({.store = "web.cocite", .inputs = {"parts"}}));
//
// `inputs` names one folder, with all segments of a build in it: one head, and pages, out-links and
// in-links of all pages. The store is the one that an import of the same input makes, byte for byte
// but for its report; it appears whole at the end or not at all. Memory holds the aliases, a few
// bytes a page and a few megabytes, whatever the size of the segments.
#pragma once

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/ingest.h"

namespace cocite::ingest {

// Of the request: store, inputs, force, memory_bytes, threads, prepare, suffix_list, progress, stop.
[[nodiscard]] Result<ImportReport> assemble(const ImportRequest& request,
                                            const Finish& finish = {});

}  // namespace cocite::ingest
