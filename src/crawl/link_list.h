// The reader of link lists by itself, for those who have the bytes in hand.
//
//   COCITE_TRY(auto stream, InputStream::from_memory(text, "links.tsv"));
//   auto source = link_list::over(std::move(stream), {.opaque_names = true});
//   COCITE_TRY(auto piece, source->next());
//
// Everybody else opens it by its name in sources.def. Rules: docs/formats/link_list.md.
#pragma once

#include <cstddef>
#include <memory>

#include "crawl/input_stream.h"
#include "crawl/source.h"

namespace cocite::crawl::link_list {

struct Limits {
  size_t piece_bytes = size_t{1} << 21;
  // Two addresses of the greatest length and what may stand around them.
  size_t max_line_bytes = size_t{1} << 18;
};

[[nodiscard]] std::unique_ptr<Source> over(std::unique_ptr<InputStream> stream,
                                           const SourceOptions& options, const Limits& limits = {});

}  // namespace cocite::crawl::link_list
