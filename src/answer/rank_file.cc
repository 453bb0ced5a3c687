#include "answer/rank_file.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "answer/resolve.h"
#include "read/line_reader.h"

namespace cocite::answer {

Result<std::vector<double>> read_rank_file(const store::Store& store, const std::string& path) {
  auto lines = read::LineReader::open(path);
  if (!lines) {
    return fail(ErrorCode::kNotFound,
                path + ": cannot read this rank; it is a file of pages and numbers, tabs between");
  }
  std::vector<double> values(store.pages(), std::numeric_limits<double>::quiet_NaN());
  uint64_t found = 0;
  for (std::string_view line; lines->next(line);) {
    if (line.empty() || line.front() == '#') continue;
    const size_t tab = line.find_last_of('\t');
    double value = 0;
    const char* const end = line.data() + line.size();
    const char* const begin = tab == std::string_view::npos ? end : line.data() + tab + 1;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (begin == end || error != std::errc() || stop != end || !std::isfinite(value)) {
      return fail(ErrorCode::kInvalidArgument,
                  lines->place() + ": is not a page, a tab and a number");
    }
    COCITE_TRY(const std::optional<PageId> page, find_page(store, line.substr(0, tab)));
    if (!page) continue;
    values[index(*page)] = value;
    ++found;
  }
  COCITE_CHECK(lines->status());
  if (found == 0) {
    return fail(ErrorCode::kNotFound, path + ": none of its pages is in this graph");
  }
  return values;
}

}  // namespace cocite::answer
