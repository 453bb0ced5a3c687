// Which pages may be answers: what becomes of pages that are gone, and of pages never fetched.
//
//   RelatedRequest request{.pages = {"www.example.com/a"}, .only = OnlyPages::kCrawled};
//
// Part of query.h, where everything of this kind is. Values: each thread its own.
#pragma once

#include <cstdint>

namespace cocite {

// Pages that were not there any more when a crawl asked for them last (404, 410). kAuto: they are no
// answers (kDrop); where everything is listed (links of a page, ranks of all pages) they are marked.
enum class DeadPages : uint8_t { kAuto, kMark, kKeep, kDrop };

// Pages that are known by links to them only. kAuto: of a crawl of one site only pages that were
// fetched are answers, elsewhere any. A crawl of one site: a store of URL pages that were read
// themselves (archives, folders of HTML, wikis; not lists of links), at least ten of them, 90 % on
// one site. Where everything is listed, any.
enum class OnlyPages : uint8_t { kAuto, kAny, kCrawled };

}  // namespace cocite
