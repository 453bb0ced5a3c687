// The user's own rank: a file of pages and numbers.
//
//   COCITE_TRY(const std::vector<double> values, read_rank_file(store, "mine.tsv"));
//
// A line is a page, a tab and a number; empty lines and lines that start with # are skipped. Pages
// that the graph does not have are passed over; a page that the file does not have gets NaN, which
// methods take for 0. Any thread.
#pragma once

#include <string>
#include <vector>

#include <cocite/result.h>

#include "store/store.h"

namespace cocite::answer {

[[nodiscard]] Result<std::vector<double>> read_rank_file(const store::Store& store,
                                                         const std::string& path);

}  // namespace cocite::answer
