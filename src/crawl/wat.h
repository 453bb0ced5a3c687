// The reader of WAT files by itself, for those who have the bytes in hand.
//
//   COCITE_TRY(auto stream, RecordStream::from_memory(bytes, "crawl.warc.wat.gz"));
//   COCITE_TRY(auto source, wat::over(std::move(stream), {}));
//
// Everybody else opens it by its name in sources.def. Rules: docs/formats/wat.md.
#pragma once

#include <memory>

#include <cocite/result.h>

#include "crawl/record_stream.h"
#include "crawl/source.h"

namespace cocite::crawl::wat {

[[nodiscard]] Result<std::unique_ptr<Source>> over(std::unique_ptr<RecordStream> stream,
                                                   const SourceOptions& options);

}  // namespace cocite::crawl::wat
