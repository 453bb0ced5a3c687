// Which columns of a table hold its links, told from how the table begins.
//
//   COCITE_TRY(const auto format, find_table_format(head, ""));    // nothing: no table of links
//   format->source, format->delimiter, format->about();           // "CSV: source = column 1 …"
//
// Columns are found by the names in the first line, in any case; or, where no name says it, because
// two columns hold addresses in every line; or as the user gives them. Rules: docs/formats/table.md.
//
// Pure functions; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::read {

enum class TableColumn : uint8_t { kSource, kTarget, kAnchor, kDate, kWeight };
inline constexpr size_t kTableColumns = 5;

struct TableFormat {
  static constexpr size_t kNone = SIZE_MAX;

  std::string kind = {};  // where it is neither JSON nor text: "Parquet"
  bool is_json = false;   // an object a line, with columns by name
  char delimiter = ',';   // otherwise
  bool has_header = false;
  bool has_lists =
      false;  // a row is a page and all that it links to, as networkx' adjacency lists have it
  std::array<size_t, kTableColumns> columns{kNone, kNone, kNone, kNone, kNone};  // from 0
  std::array<std::string, kTableColumns> names = {};  // of the columns; empty: there is no header

  [[nodiscard]] size_t column(TableColumn which) const {
    return columns[static_cast<size_t>(which)];
  }
  [[nodiscard]] const std::string& name(TableColumn which) const {
    return names[static_cast<size_t>(which)];
  }
  [[nodiscard]] bool has(TableColumn which) const {
    return is_json ? !name(which).empty() : column(which) != kNone;
  }
  [[nodiscard]] std::string about() const;
};

// `head`: of text_head(); `wanted`: "source=1,target=To", or empty.
[[nodiscard]] Result<std::optional<TableFormat>> find_table_format(std::string_view head,
                                                                   std::string_view wanted);

// The same for tables that name their columns apart from the rows.
[[nodiscard]] Result<std::optional<TableFormat>> find_table_columns(
    std::span<const std::string> names, std::string_view wanted);

// For files that name their columns, as Parquet does; `kind` is for messages. Not finding them is an error.
[[nodiscard]] Result<TableFormat> format_of_columns(std::span<const std::string> names,
                                                    std::string_view wanted,
                                                    const std::string& input, const char* kind);
// What the report says of it.
[[nodiscard]] std::string note_on(const TableFormat& format, const std::string& input);

// Whether a name is an address: it has a scheme, or begins with a host.
[[nodiscard]] bool looks_like_address(std::string_view field);

// The fields of one record without its line break; quotes are taken off.
void split_record(std::string_view record, char delimiter, std::vector<std::string>& fields);

}  // namespace cocite::read
