// How does a crawl become a store? The whole of it: read, number, sort, pack, publish.
//
//   COCITE_TRY(ImportReport report,
//              import_store({.store = "web.cocite", .inputs = {"links.tsv"}}));
//
// Memory stays within ImportRequest::memory_bytes whatever the size of the input; what does not fit
// waits in files beside the store. The store appears whole at the end or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "store/writer.h"

namespace cocite::ingest {

// What bounds an import from below and its pieces from above. Tests make these small, to reach with
// few links what otherwise takes billions.
struct Limits {
  uint64_t least_memory_bytes = uint64_t{64} << 20;
  uint64_t least_bucket_links = uint64_t{1} << 16;
  size_t piece_bytes = size_t{2} << 20;
  uint64_t piece_pages = 16384;  // of a store whose hosts become a graph
  // Called when an addition has read which inputs the store has, before it locks the store.
  const std::function<void()>* before_lock = nullptr;
};

// What is done with a store before it is put in place: `writer` is sealed, so that the store may be
// opened in writer.folder(), and takes more parts. Returns what the user should know.
using Finish = std::function<Result<std::vector<std::string>>(store::Writer& writer,
                                                              const store::Facts& facts)>;

[[nodiscard]] Result<ImportReport> import_store(const ImportRequest& request,
                                                const Limits& limits = {},
                                                const Finish& finish = {});
// The same into a store that exists; the result is that of importing everything, the store's own
// input first.
[[nodiscard]] Result<ImportReport> add_to_store(const ImportRequest& request,
                                                const Limits& limits = {},
                                                const Finish& finish = {});

// What a person reads.
[[nodiscard]] std::string report_text(const ImportReport& report);

}  // namespace cocite::ingest
