// The reader of tables alone, for bytes in memory.
//
//   COCITE_TRY(auto stream, InputStream::from_memory(text, "links.csv"));
//   COCITE_TRY(auto source, table::over(std::move(stream), {}));
//   COCITE_TRY(auto piece, source->next());
//
// Everybody else opens it by its name in sources.def. Rules: docs/formats/table.md.
#pragma once

#include <memory>

#include <cocite/result.h>

#include "read/input_stream.h"
#include "read/source.h"

namespace cocite::read::table {

[[nodiscard]] Result<std::unique_ptr<Source>> over(std::unique_ptr<InputStream> stream,
                                                   const SourceOptions& options);

}  // namespace cocite::read::table
