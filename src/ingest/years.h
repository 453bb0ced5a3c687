// When papers were published, as the column "year" of a store.
//
//   COCITE_CHECK(write_years(writer, gatherer.years(), old, numbers, pages));
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "store/store.h"
#include "store/writer.h"

namespace cocite::ingest {

// `years`: by page; of several for one page the last one counts. `old`: the store that is added to, or nullptr, and
// the numbers of its pages in the new one. Without any year there is no column.
[[nodiscard]] Result<void> write_years(store::Writer& writer,
                                       std::span<const std::pair<uint32_t, uint32_t>> years,
                                       const store::Store* old,
                                       const std::vector<uint32_t>& numbers, uint64_t pages);

}  // namespace cocite::ingest
