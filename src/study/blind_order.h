// In which order does a rater see things?
//
//   const auto place = [&](const auto& item) { return blind_place(secret, query, item.page); };
//   std::ranges::sort(items, {}, place);
//
// A random-looking order that differs between raters and query pages, and stays the same when the
// rater returns. It is a hash of the rater's secret and the names of pages only, so that the order
// reveals nothing about methods. Pure
// functions; any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace cocite::study {

// Of an answer among the answers to a query page.
[[nodiscard]] uint64_t blind_place(std::string_view secret, std::string_view query,
                                   std::string_view page);

}  // namespace cocite::study
