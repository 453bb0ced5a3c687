// In which order does a rater see things?
//
//   const auto place = [&](const auto& item) { return blind_place(secret, query, item.page); };
//   std::ranges::sort(items, {}, place);
//
// An order that looks like chance, is another one for each rater and query page, and stays the same
// when the rater comes back. It is made of the rater's secret and the names of pages and of nothing
// else: who knows it all can work out the order, and learns nothing about methods from it. Pure
// functions; any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace cocite::study {

// Of an answer among the answers to a query page.
[[nodiscard]] uint64_t blind_place(std::string_view secret, std::string_view query,
                                   std::string_view page);

}  // namespace cocite::study
