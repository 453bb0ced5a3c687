// The reader of MediaWiki dumps by itself, for those who have the bytes in hand.
//
//   COCITE_TRY(auto stream, RecordStream::from_memory(bytes, "dump.xml.bz2"));
//   COCITE_TRY(auto source, wiki::over(std::move(stream), {}));
//
// Everybody else opens it by its name in sources.def. Rules: docs/formats/wiki.md.
#pragma once

#include <memory>

#include <cocite/result.h>

#include "crawl/record_stream.h"
#include "crawl/source.h"

namespace cocite::crawl::wiki {

[[nodiscard]] Result<std::unique_ptr<Source>> over(std::unique_ptr<RecordStream> stream,
                                                   const SourceOptions& options);

}  // namespace cocite::crawl::wiki
