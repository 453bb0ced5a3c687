// What a killed crawl had written to its archive and not yet to its state.
//
//   COCITE_TRY(uint64_t end, read_tail(path, committed, is_sitemap,
//                                      [&](ReadPage&& page, uint64_t offset) {…}));
//
// A fetch is three records, one behind the other (page_reader.h); of the last one there may be a
// part, and `end` is where the last whole one ends. What pages link to is read from their metadata.
// One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <cocite/result.h>

#include "crawl/page_reader.h"

namespace cocite::crawl {

using UseTail = std::function<Result<void>(ReadPage&& page, uint64_t offset)>;
using IsSitemap = std::function<bool(const std::string& url)>;  // whether it was asked for as one
[[nodiscard]] Result<uint64_t> read_tail(const std::string& path, uint64_t offset,
                                         const IsSitemap& is_sitemap, const UseTail& use);

}  // namespace cocite::crawl
