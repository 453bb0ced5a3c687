// How good is an order of judged answers?
//
//   const std::vector<double> scores = …;                       // one a row of the table
//   const std::vector<double> ndcg = ndcg_of_pages(table, scores);   // one a query page
//
// nDCG@10, as `cocite eval` has it. Equal scores keep the order of the table. Pure functions; any
// thread.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "measure/table.h"

namespace cocite::measure {

inline constexpr size_t kTop = 10;

[[nodiscard]] double ndcg_of_page(const Table& table, const Page& page,
                                  std::span<const double> scores);
[[nodiscard]] std::vector<double> ndcg_of_pages(const Table& table, std::span<const double> scores);

}  // namespace cocite::measure
