// Links from columns of values, as Parquet and Arrow have them: one loop for both.
//
//   std::array<ParquetValues, kTableColumns> values;       // of the columns that the format names
//   add_column_rows(format, values, unit_of_dates, rows, first_row, options, block);
//
// Values has has_texts(), text(row), number(row), and is_null(row) for numbers. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "read/archive_date.h"
#include "read/link_rows.h"
#include "read/table_format.h"

namespace cocite::read {

// The columns of which an import uses the values.
[[nodiscard]] inline bool is_used(const TableFormat& format, size_t role) {
  return format.columns[role] != TableFormat::kNone &&
         role != static_cast<size_t>(TableColumn::kWeight);
}

// `dates`: of the column of dates. REQUIRES: all columns that are used have `rows` values.
template <class Values>
void add_column_rows(const TableFormat& format, const std::array<Values, kTableColumns>& values,
                     TimeUnit dates, uint64_t rows, uint64_t first_row,
                     const SourceOptions& options, LinkBlock& block) {
  const bool has_anchor = format.has(TableColumn::kAnchor);
  const bool has_date = format.has(TableColumn::kDate);
  const auto name_of = [](const Values& from, uint64_t row, std::string& room) -> std::string_view {
    if (from.has_texts()) return from.text(row);
    if (from.is_null(row)) return {};
    room = std::to_string(from.number(row));
    return room;
  };
  const auto date_of = [&](uint64_t row) -> uint32_t {
    const Values& from = values[static_cast<size_t>(TableColumn::kDate)];
    if (!from.has_texts()) return from.is_null(row) ? 0 : seconds_of(from.number(row), dates);
    const auto date = parse_date(from.text(row));
    return date ? seconds_of(*date, TimeUnit::kSeconds) : 0;
  };
  LinkRows links(options, has_anchor || has_date);
  std::string source;
  std::string target;
  for (uint64_t i = 0; i < rows; ++i) {
    ++block.lines;
    LinkRow row{.source = name_of(values[0], i, source),
                .target = name_of(values[1], i, target),
                .line = first_row + i,
                .text = {}};
    row.text = row.source;
    if (has_anchor && values[2].has_texts()) row.anchor = values[2].text(i);
    if (has_date) row.date = date_of(i);
    links.add(row, block);
  }
}

}  // namespace cocite::read
