#include "read/table_format.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include "base/ascii.h"
#include "read/text_pieces.h"

namespace cocite::read {
namespace {

constexpr std::array<std::string_view, kTableColumns> kRoles = {"source", "target", "anchor",
                                                                "date", "weight"};
// Pairs of names, the likeliest first, as plain_name() writes them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kLinkNames = {{
    {"source", "target"},
    {"source", "destination"},
    {"source", "dest"},
    {"src", "dst"},
    {"src", "dest"},
    {"src", "target"},
    {"from", "to"},
    {"u", "v"},
    {"referrer", "url"},
    {"referer", "url"},
    {"citing", "cited"},
    {"parent", "child"},
    {"start", "end"},
    {"linkfrom", "linkto"},
    {"url", "links"},  // JSON: a page and all its links
}};
constexpr size_t kPlainest = 7;
constexpr std::array<std::string_view, 4> kAnchorNames = {"anchor", "anchortext", "linktext",
                                                          "text"};
constexpr std::array<std::string_view, 5> kDateNames = {"crawldate", "date", "timestamp",
                                                        "capturedate", "time"};
constexpr std::array<std::string_view, 4> kWeightNames = {"weight", "count", "linkcount", "n"};
constexpr std::array<std::string_view, 6> kEndings = {"url", "uri", "domain", "host", "page", "id"};
constexpr std::array<char, 4> kDelimiters = {'\t', ',', ';', '|'};
constexpr size_t kSampleRecords = 20;

// "Source_URL" -> "sourceurl".
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (is_alphanumeric(c)) plain += to_lower(c);
  }
  return plain;
}

// "sourceurl" is the source, and so is "source".
bool is_called(const std::string& plain, std::string_view name) {
  if (plain == name) return true;
  return plain.starts_with(name) && std::ranges::any_of(kEndings, [&](std::string_view ending) {
           return plain.size() == name.size() + ending.size() && plain.ends_with(ending);
         });
}

size_t find_name(std::span<const std::string> plain, std::string_view name) {
  const auto found =
      std::ranges::find_if(plain, [&](const std::string& one) { return is_called(one, name); });
  return found == plain.end() ? TableFormat::kNone : static_cast<size_t>(found - plain.begin());
}

size_t find_any(std::span<const std::string> plain, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(plain, name);
    if (found != plain.end()) return static_cast<size_t>(found - plain.begin());
  }
  return TableFormat::kNone;
}

void set(TableFormat& format, TableColumn which, size_t column,
         std::span<const std::string> names) {
  if (column == TableFormat::kNone) return;
  format.columns[static_cast<size_t>(which)] = column;
  if (column < names.size()) format.names[static_cast<size_t>(which)] = names[column];
}

void find_details(TableFormat& format, std::span<const std::string> names,
                  std::span<const std::string> plain) {
  set(format, TableColumn::kAnchor, find_any(plain, kAnchorNames), names);
  set(format, TableColumn::kDate, find_any(plain, kDateNames), names);
  set(format, TableColumn::kWeight, find_any(plain, kWeightNames), names);
}

bool find_by_name(TableFormat& format, std::span<const std::string> names) {
  std::vector<std::string> plain;
  for (const std::string& name : names) plain.push_back(plain_name(name));
  // A line of two names with a tab is more often a link of a list: only the plainest words are a header there.
  const bool may_be_list = !format.is_json && format.delimiter == '\t' && names.size() == 2;
  const auto pairs = std::span(kLinkNames).first(may_be_list ? kPlainest : kLinkNames.size());
  for (const auto& [from, to] : pairs) {
    if (to == "links" && !format.is_json) continue;
    const size_t source = find_name(plain, from);
    const size_t target = find_name(plain, to);
    if (source == TableFormat::kNone || target == TableFormat::kNone || source == target) continue;
    format.has_header = true;
    set(format, TableColumn::kSource, source, names);
    set(format, TableColumn::kTarget, target, names);
    find_details(format, names, plain);
    return true;
  }
  return false;
}

// Records of the head, the last one only if it is whole.
std::vector<std::vector<std::string>> sample(std::string_view head, char delimiter) {
  std::vector<std::vector<std::string>> records;
  while (!head.empty() && records.size() < kSampleRecords) {
    size_t size = record_end(head, delimiter, kTextHead, /*is_last=*/false);
    if (size == 0) {
      if (!records.empty()) break;
      size = head.size();
    }
    const std::string_view record = head.substr(0, size);
    head.remove_prefix(size);
    if (trim(record).empty() || (record.front() == '#' && !records.empty())) continue;
    records.emplace_back();
    split_record(record.front() == '#' ? record.substr(1) : record, delimiter, records.back());
  }
  return records;
}

// Two columns in which every record has an address; a first line that has none there is a header.
bool find_by_content(TableFormat& format, std::span<const std::vector<std::string>> records) {
  const bool has_more = records.size() > 1;
  const auto rows = has_more ? records.subspan(1) : records;
  std::vector<size_t> found;
  for (size_t column = 0; column < rows[0].size() && found.size() < 2; ++column) {
    if (std::ranges::all_of(rows, [&](const std::vector<std::string>& row) {
          return column < row.size() && looks_like_address(row[column]);
        })) {
      found.push_back(column);
    }
  }
  if (found.size() < 2) return false;
  const std::vector<std::string>& first = records[0];
  format.has_header = has_more && std::ranges::none_of(first, looks_like_address);
  // A list of links, in which a page without links is a line of its own.
  const bool is_list = format.delimiter == '\t' && !format.has_header &&
                       std::ranges::all_of(records, [](const std::vector<std::string>& record) {
                         return record.size() <= 2;
                       });
  if (is_list) return false;
  const std::vector<std::string> none;
  const std::vector<std::string>& names = format.has_header ? first : none;
  set(format, TableColumn::kSource, found[0], names);
  set(format, TableColumn::kTarget, found[1], names);
  if (format.has_header) {
    std::vector<std::string> plain;
    for (const std::string& name : names) plain.push_back(plain_name(name));
    find_details(format, names, plain);
  }
  return true;
}

bool is_number(std::string_view field) {
  field = trim(field);
  return !field.empty() && std::ranges::all_of(field, is_digit);
}

// Edge lists of numbered pages: two whole numbers in every record, and at most a weight behind them.
bool find_numbers(TableFormat& format, std::span<const std::vector<std::string>> records) {
  const bool all = std::ranges::all_of(records, [&](const std::vector<std::string>& row) {
    return (row.size() == 2 || row.size() == 3) && row.size() == records[0].size() &&
           is_number(row[0]) && is_number(row[1]);
  });
  if (!all) return false;
  set(format, TableColumn::kSource, 0, {});
  set(format, TableColumn::kTarget, 1, {});
  if (records[0].size() == 3) set(format, TableColumn::kWeight, 2, {});
  return true;
}

// A page and all its links in each record: names alone, and not as many in one as in the next.
bool find_lists(TableFormat& format, std::span<const std::vector<std::string>> records,
                bool has_comment) {
  const auto rows = has_comment ? records.subspan(1) : records;
  if (rows.empty() || (format.delimiter != ' ' && format.delimiter != '\t')) return false;
  size_t least = SIZE_MAX;
  size_t most = 0;
  const bool are_numbers = is_number(rows[0][0]);
  for (const std::vector<std::string>& row : rows) {
    const bool are_names = std::ranges::all_of(row, [&](const std::string& field) {
      return are_numbers ? is_number(field) : looks_like_address(field);
    });
    if (!are_names) return false;
    least = std::min(least, row.size());
    most = std::max(most, row.size());
  }
  if (rows.size() < 2 || most < 3 || least == most) return false;
  format.has_lists = true;
  set(format, TableColumn::kSource, 0, {});
  set(format, TableColumn::kTarget, 1, {});
  return true;
}

// Names of an object's members, up to where the head ends.
std::vector<std::string> member_names(std::string_view object) {
  std::vector<std::string> names;
  int depth = 0;
  for (size_t at = 0; at < object.size(); ++at) {
    const char c = object[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') {
      if (--depth == 0) break;
    }
    if (c != '"') continue;
    size_t end = at + 1;
    while (end < object.size() && object[end] != '"') end += object[end] == '\\' ? 2 : 1;
    if (end >= object.size()) break;
    const size_t next = object.find_first_not_of(" \t", end + 1);
    if (depth == 1 && next != std::string_view::npos && object[next] == ':') {
      names.emplace_back(object.substr(at + 1, end - at - 1));
    }
    at = end;
  }
  return names;
}

struct Wanted {
  TableColumn which = TableColumn::kSource;
  std::string name;
};

Result<std::vector<Wanted>> parse_wanted(std::string_view text) {
  std::vector<Wanted> all;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const std::string_view one = trim(text.substr(0, comma));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    const size_t equals = one.find('=');
    const auto role = std::ranges::find(kRoles, trim(one.substr(0, equals)));
    if (equals == std::string_view::npos || role == kRoles.end() || one.size() == equals + 1) {
      return fail({.message = "'" + std::string(one) +
                              "' names no column; write source=COLUMN, target=COLUMN, and if "
                              "there are any anchor, date and weight",
                   .about = "columns"});
    }
    all.push_back({static_cast<TableColumn>(role - kRoles.begin()),
                   std::string(trim(one.substr(equals + 1)))});
  }
  for (const TableColumn needed : {TableColumn::kSource, TableColumn::kTarget}) {
    if (std::ranges::find(all, needed, &Wanted::which) == all.end()) {
      return fail({.message = "a table of links needs the columns source and target; " +
                              std::string(kRoles[static_cast<size_t>(needed)]) + " is missing",
                   .about = "columns"});
    }
  }
  return all;
}

// A column by its name, else by its number from 1.
size_t find_wanted(const std::string& name, std::span<const std::string> names) {
  const auto same = std::ranges::find(names, name);
  if (same != names.end()) return static_cast<size_t>(same - names.begin());
  const std::string plain = plain_name(name);
  const auto alike =
      std::ranges::find_if(names, [&](const std::string& one) { return plain_name(one) == plain; });
  if (alike != names.end()) return static_cast<size_t>(alike - names.begin());
  size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = error == std::errc() && end == name.data() + name.size();
  return is_number && number >= 1 && number <= names.size() ? number - 1 : TableFormat::kNone;
}

tl::unexpected<Error> no_column(const std::string& wanted, std::span<const std::string> names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return fail({.message = "there is no column '" + wanted + "'; the first line has " + list,
               .about = "columns"});
}

Result<std::optional<TableFormat>> format_as_wanted(std::string_view head,
                                                    std::string_view wanted) {
  COCITE_TRY(const std::vector<Wanted> all, parse_wanted(wanted));
  TableFormat format;
  std::vector<std::string> header;
  if (trim(head).starts_with('{')) {
    format.is_json = true;
    format.has_header = true;
    for (const Wanted& one : all) format.names[static_cast<size_t>(one.which)] = one.name;
    return format;
  }
  size_t most = 0;
  for (const char delimiter : kDelimiters) {
    const auto records = sample(head, delimiter);
    if (records.empty()) continue;
    const bool has_all = std::ranges::all_of(all, [&](const Wanted& one) {
      return find_wanted(one.name, records[0]) != TableFormat::kNone;
    });
    const size_t score = (has_all ? 1000 : 0) + records[0].size();
    if (score <= most) continue;
    most = score;
    format.delimiter = delimiter;
    header = records[0];
  }
  for (const Wanted& one : all) {
    const size_t column = find_wanted(one.name, header);
    if (column == TableFormat::kNone) return no_column(one.name, header);
    format.columns[static_cast<size_t>(one.which)] = column;
    const bool is_name = plain_name(header[column]) == plain_name(one.name);
    format.has_header |= is_name;
    if (is_name) format.names[static_cast<size_t>(one.which)] = header[column];
  }
  // Given by number: a first line without an address where others have one is a header too.
  if (!format.has_header) {
    const auto records = sample(head, format.delimiter);
    TableFormat found;
    if (find_by_name(found, header) ||
        (!records.empty() && find_by_content(found, records) && found.has_header)) {
      format.has_header = true;
    }
  }
  return format;
}

std::string_view delimiter_name(char delimiter) {
  switch (delimiter) {
    case '\t':
      return "TSV";
    case ',':
      return "CSV";
    case ';':
      return "CSV with semicolons";
    case ' ':
      return "columns between blanks";
    default:
      return "columns between bars";
  }
}

}  // namespace

Result<std::optional<TableFormat>> find_table_columns(std::span<const std::string> names,
                                                      std::string_view wanted) {
  TableFormat format{.delimiter = '\0', .has_header = true};
  if (wanted.empty()) {
    if (find_by_name(format, names)) return format;
    return std::optional<TableFormat>();
  }
  COCITE_TRY(const std::vector<Wanted> all, parse_wanted(wanted));
  for (const Wanted& one : all) {
    const size_t column = find_wanted(one.name, names);
    if (column == TableFormat::kNone) return no_column(one.name, names);
    set(format, one.which, column, names);
  }
  return format;
}

std::string TableFormat::about() const {
  std::string text = is_json ? "JSON lines" : std::string(delimiter_name(delimiter));
  if (!kind.empty()) text = kind;
  if (has_lists) return text + ": a page, then all that it links to";
  if (!is_json && !has_header) text += " without a header";
  std::string list;
  for (size_t i = 0; i < kTableColumns; ++i) {
    if (!has(static_cast<TableColumn>(i))) continue;
    list += (list.empty() ? ": " : ", ") + std::string(kRoles[i]) + " = ";
    if (!is_json) list += "column " + std::to_string(columns[i] + 1);
    if (!is_json && !names[i].empty()) list += " (" + names[i] + ")";
    if (is_json) list += names[i];
  }
  return text + list;
}

Result<std::optional<TableFormat>> find_table_format(std::string_view head,
                                                     std::string_view wanted) {
  if (head.find('\0') != std::string_view::npos) return std::optional<TableFormat>();
  if (!wanted.empty()) return format_as_wanted(head, wanted);
  if (trim(head).starts_with('{')) {
    TableFormat format{.is_json = true};
    if (find_by_name(format, member_names(head))) return format;
    return std::optional<TableFormat>();
  }
  for (const char delimiter : kDelimiters) {
    const auto records = sample(head, delimiter);
    TableFormat format{.delimiter = delimiter};
    if (records.empty() || records[0].size() < 2 || !find_by_name(format, records[0])) continue;
    // Words of a comment are no header: the rows have no such columns.
    const size_t last =
        std::max(format.column(TableColumn::kSource), format.column(TableColumn::kTarget));
    if (records.size() == 1 || records[1].size() > last) return format;
  }
  // Two names and a tab are a link list, whatever the names are.
  const std::string_view first_line = head.substr(0, head.find('\n'));
  const auto tabs = std::ranges::count(first_line, '\t');
  for (const char delimiter : {'\t', ',', ';', '|', ' '}) {
    if (tabs == 1 || (tabs > 1 && delimiter != '\t')) continue;
    const auto records = sample(head, delimiter);
    TableFormat format{.delimiter = delimiter};
    if (records.empty()) continue;
    if (find_lists(format, records, head.starts_with('#')) || find_by_content(format, records) ||
        find_numbers(format, records)) {
      return format;
    }
  }
  return std::optional<TableFormat>();
}

}  // namespace cocite::read
