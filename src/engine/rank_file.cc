#include "engine/rank_file.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

#include "engine/resolve.h"

namespace cocite::engine {

Result<std::vector<double>> read_rank_file(const store::Store& store, const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return fail(ErrorCode::kNotFound,
                path + ": cannot read this rank; it is a file of pages and numbers, tabs between");
  }
  std::vector<double> values(store.pages(), std::numeric_limits<double>::quiet_NaN());
  uint64_t number = 0;
  uint64_t found = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const size_t tab = line.find_last_of('\t');
    double value = 0;
    const char* const end = line.data() + line.size();
    const char* const begin = tab == std::string::npos ? end : line.data() + tab + 1;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (begin == end || error != std::errc() || stop != end || !std::isfinite(value)) {
      return fail(ErrorCode::kInvalidArgument,
                  path + ":" + std::to_string(number) + ": is not a page, a tab and a number");
    }
    COCITE_TRY(const std::optional<PageId> page,
               find_page(store, std::string_view(line).substr(0, tab)));
    if (!page) continue;
    values[index(*page)] = value;
    ++found;
  }
  if (found == 0) {
    return fail(ErrorCode::kNotFound, path + ": none of its pages is in this graph");
  }
  return values;
}

}  // namespace cocite::engine
