#include "ingest/years.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace cocite::ingest {

Result<void> write_years(store::Writer& writer,
                         std::span<const std::pair<uint32_t, uint32_t>> years,
                         const store::Store* old, const std::vector<uint32_t>& numbers,
                         uint64_t pages) {
  const std::string name = "year";
  std::optional<store::NumberColumn> before;
  if (old != nullptr && std::ranges::count(old->column_names(), name) > 0) {
    COCITE_TRY(before, old->column(name));
  }
  if (years.empty() && !before) return {};
  std::vector<double> values(pages, std::numeric_limits<double>::quiet_NaN());
  for (size_t page = 0; before && page < before->values().size(); ++page) {
    values[numbers[page]] = before->values()[page];
  }
  for (const auto& [page, year] : years) values[page] = year;
  return writer.add(
      store::NewColumn{.name = name, .values = values, .about = "year of publication"});
}

}  // namespace cocite::ingest
