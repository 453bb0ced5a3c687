// What tables share, however their columns are found.
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "read/table_format.h"

namespace cocite::read {

Result<TableFormat> format_of_columns(std::span<const std::string> names, std::string_view wanted,
                                      const std::string& input, const char* kind) {
  COCITE_TRY(auto format, find_table_columns(names, wanted));
  if (!format) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return fail({.message = input + ": no columns are called source and target; there are " + list,
                 .about = "columns",
                 .remedies = {{.options = {{"columns", "source=NAME,target=NAME"}}}}});
  }
  format->kind = kind;
  return *format;
}

std::string note_on(const TableFormat& format, const std::string& input) {
  std::string note = input + ": read as " + format.about();
  if (format.has(TableColumn::kWeight)) note += "; every link counts once, whatever its weight";
  return note;
}

bool looks_like_address(std::string_view field) {
  field = trim(field);
  const size_t scheme = field.find("://");
  if (scheme != std::string_view::npos) return scheme > 0 && scheme < 10;
  // A host, perhaps with a path: letters behind the last dot.
  const std::string_view host = field.substr(0, field.find_first_of("/:"));
  const size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || host.size() - dot < 3) return false;
  const auto is_of_host = [](char c) { return is_alphanumeric(c) || c == '-' || c == '.'; };
  return std::ranges::all_of(host, is_of_host) &&
         std::ranges::all_of(host.substr(dot + 1), is_letter);
}

void split_record(std::string_view record, char delimiter, std::vector<std::string>& fields) {
  fields.clear();
  while (!record.empty() && (record.back() == '\n' || record.back() == '\r')) {
    record.remove_suffix(1);
  }
  for (size_t at = 0;;) {
    std::string field;
    if (at < record.size() && record[at] == '"') {
      size_t quote = at + 1;
      while (quote < record.size() &&
             (record[quote] != '"' || (quote + 1 < record.size() && record[quote + 1] == '"'))) {
        field += record[quote];
        quote += record[quote] == '"' ? 2 : 1;
      }
      if (quote < record.size()) {
        at = quote + 1;
      } else {
        field.clear();  // it is never closed: a character like any other
      }
    }
    const size_t end = std::min(record.find(delimiter, at), record.size());
    field += record.substr(at, end - at);
    fields.push_back(std::move(field));
    if (end == record.size()) return;
    at = end + 1;
  }
}

}  // namespace cocite::read
