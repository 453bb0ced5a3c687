// The reader of link lists alone, for bytes in memory.
//
//   COCITE_TRY(auto stream, InputStream::from_memory(text, "links.tsv"));
//   auto source = link_list::over(std::move(stream), {.opaque_names = true});
//   COCITE_TRY(auto piece, source->next());
//
// Everybody else opens it by its name in sources.def. Rules: docs/formats/link_list.md.
#pragma once

#include <cstddef>
#include <memory>

#include "read/input_stream.h"
#include "read/source.h"

namespace cocite::read::link_list {

// Two addresses of the greatest length and what may stand around them.
inline constexpr size_t kMaxLineBytes = size_t{1} << 18;

[[nodiscard]] std::unique_ptr<Source> over(std::unique_ptr<InputStream> stream,
                                           const SourceOptions& options,
                                           size_t max_line_bytes = kMaxLineBytes);

}  // namespace cocite::read::link_list
