// Tables of links: CSV, TSV and other columns, and JSON lines.
//
// A row is a link. The columns are found as table_format.h says, and what was found goes into the
// report. A text of the link and a date are kept; a weight is not, since a link of a page counts
// once. In JSON lines the target may be a list: all links of the page. Rules: docs/formats/table.md.
#include "read/table.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "base/ascii.h"
#include "read/archive_date.h"
#include "read/link_rows.h"
#include "read/table_format.h"
#include "read/text_pieces.h"

namespace cocite::read::table {
namespace {

constexpr size_t kMaxRecordBytes = size_t{1} << 18;
constexpr size_t kMaxJsonBytes = size_t{32} << 20;  // a page with all its links

uint32_t date_of(std::string_view text) {
  const auto date = parse_date(trim(text));
  const bool fits = date && *date > 0 && *date <= std::numeric_limits<uint32_t>::max();
  return fits ? static_cast<uint32_t>(*date) : 0;
}

class RowsPiece : public Piece {
 public:
  RowsPiece(TextPieces::Text text, const TableFormat& format, const SourceOptions& options)
      : text_(std::move(text.bytes)),
        line_(text.first_line),
        format_(&format),
        options_(options),
        rows_(options_, format.has(TableColumn::kAnchor) || format.has(TableColumn::kDate)) {}

 protected:
  std::vector<char> text_;
  uint64_t line_;
  const TableFormat* format_;  // the source's
  SourceOptions options_;
  LinkRows rows_;
};

class DelimitedPiece final : public RowsPiece {
 public:
  using RowsPiece::RowsPiece;

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    for (size_t i = 0; i < kTableColumns; ++i) {
      const size_t column = format_->columns[i];
      if (column == TableFormat::kNone || i == static_cast<size_t>(TableColumn::kWeight)) continue;
      if (column >= role_of_.size()) role_of_.resize(column + 1, kUnused);
      role_of_[column] = static_cast<uint8_t>(i);
    }
    std::string_view rest(text_.data(), text_.size());
    bool is_header = line_ == 1 && format_->has_header;
    while (!rest.empty()) {
      const size_t size = record_end(rest, format_->delimiter, kMaxRecordBytes, /*is_last=*/true);
      std::string_view record = rest.substr(0, size);
      rest.remove_prefix(size);
      const auto lines = static_cast<uint64_t>(std::count(record.begin(), record.end(), '\n'));
      while (!record.empty() && (record.back() == '\n' || record.back() == '\r')) {
        record.remove_suffix(1);
      }
      ++block.lines;
      if (!record.empty() && !std::exchange(is_header, false)) parse_record(record, block);
      line_ += lines;
    }
  }

 private:
  static constexpr uint8_t kUnused = 0xFF;

  void parse_record(std::string_view record, LinkBlock& block) {
    if (record.size() > kMaxRecordBytes) {
      return block.skip(SkipReason::kLineTooLong, line_, record);
    }
    if (record.front() == '#' && (!options_.opaque_names || format_->has_lists)) return;
    if (format_->has_lists) return parse_list(record, block);
    std::array<std::string_view, kTableColumns> fields{};
    size_t at = 0;
    size_t column = 0;
    for (; column < role_of_.size() && at <= record.size(); ++column) {
      const uint8_t role = role_of_[column];
      std::string_view field;
      at = take_field(record, at, role == kUnused ? nullptr : &unquoted_[role], field);
      if (role != kUnused) fields[role] = field;
    }
    const std::string_view target = trim(fields[1]);
    if (column < role_of_.size() && target.empty()) {
      return block.skip(SkipReason::kFewColumns, line_, record);
    }
    rows_.add({.source = trim(fields[0]),
               .target = target,
               .anchor = fields[2],
               .date = fields[3].empty() ? 0 : date_of(fields[3]),
               .line = line_,
               .text = record},
              block);
  }

  void parse_list(std::string_view record, LinkBlock& block) {
    std::string_view source;
    std::string_view target;
    size_t at = take_field(record, 0, &unquoted_[0], source);
    LinkRow row{.source = trim(source), .line = line_, .text = record};
    rows_.add(row, block);  // the page itself, whatever its links are
    while (at <= record.size()) {
      at = take_field(record, at, &unquoted_[1], target);
      row.target = trim(target);
      if (!row.target.empty()) rows_.add(row, block);
    }
  }

  // Returns where the next field begins; beyond the record: there is none. `room` is for a field
  // with quotes in it; nullptr: the field is not wanted.
  size_t take_field(std::string_view record, size_t at, std::string* room,
                    std::string_view& field) const {
    if (at < record.size() && record[at] == '"') {
      if (room != nullptr) room->clear();
      size_t begin = at + 1;
      for (size_t quote = begin;;) {
        quote = record.find('"', quote);
        if (quote == std::string_view::npos) break;  // never closed: a character like any other
        const bool is_double = quote + 1 < record.size() && record[quote + 1] == '"';
        if (is_double) {
          if (room != nullptr) room->append(record.substr(begin, quote + 1 - begin));
          begin = quote = quote + 2;
          continue;
        }
        const size_t end = std::min(record.find(format_->delimiter, quote), record.size());
        if (room == nullptr) return end + 1;
        if (room->empty() && end == quote + 1) {
          field = record.substr(begin, quote - begin);
        } else {
          room->append(record.substr(begin, quote - begin));
          room->append(record.substr(quote + 1, end - quote - 1));
          field = *room;
        }
        return end + 1;
      }
    }
    const size_t end = std::min(record.find(format_->delimiter, at), record.size());
    field = record.substr(at, end - at);
    return end + 1;
  }

  std::vector<uint8_t> role_of_;  // by column
  std::array<std::string, kTableColumns> unquoted_;
};

class JsonPiece final : public RowsPiece {
 public:
  using RowsPiece::RowsPiece;

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    std::string_view rest(text_.data(), text_.size());
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = trim(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++block.lines;
      if (line.size() > kMaxJsonBytes) {
        block.skip(SkipReason::kLineTooLong, line_, line);
      } else if (!line.empty()) {
        parse_line(line, block);
      }
      ++line_;
    }
  }

 private:
  using Element = simdjson::dom::element;

  void parse_line(std::string_view line, LinkBlock& block) {
    simdjson::dom::object object;
    if (parser_.parse(line.data(), line.size()).get(object) != simdjson::SUCCESS) {
      return block.skip(SkipReason::kBadJson, line_, line);
    }
    std::string source;
    Element target;
    if (!text_of(object, TableColumn::kSource, source) ||
        object[format_->name(TableColumn::kTarget)].get(target) != simdjson::SUCCESS) {
      return block.skip(SkipReason::kFewColumns, line_, line);
    }
    std::string anchor;
    std::string date;
    text_of(object, TableColumn::kAnchor, anchor);
    text_of(object, TableColumn::kDate, date);
    LinkRow row{.source = source,
                .anchor = anchor,
                .date = date.empty() ? 0 : date_of(date),
                .line = line_,
                .text = line};
    simdjson::dom::array list;
    std::string name;
    if (target.get(list) != simdjson::SUCCESS) {
      if (text_of(target, name)) row.target = name;
      return rows_.add(row, block);
    }
    rows_.add(row, block);  // the page itself, whatever its links are
    for (const Element one : list) {
      simdjson::dom::object link;
      bool is_link = text_of(one, name);
      if (!is_link && one.get(link) == simdjson::SUCCESS) {
        for (const char* member : {"url", "href", "target"}) {
          Element address;
          is_link =
              is_link || (link[member].get(address) == simdjson::SUCCESS && text_of(address, name));
        }
      }
      row.target = name;
      if (is_link && !name.empty()) rows_.add(row, block);
    }
  }

  bool text_of(const simdjson::dom::object& object, TableColumn which, std::string& text) const {
    Element value;
    return format_->has(which) && object[format_->name(which)].get(value) == simdjson::SUCCESS &&
           text_of(value, text);
  }
  // Texts and whole numbers are names; null is an empty one.
  static bool text_of(const Element& value, std::string& text) {
    std::string_view letters;
    int64_t number = 0;
    if (value.get(letters) == simdjson::SUCCESS) {
      text = trim(letters);
    } else if (value.get(number) == simdjson::SUCCESS) {
      text = std::to_string(number);
    } else if (value.is_null()) {
      text.clear();
    } else {
      return false;
    }
    return true;
  }

  simdjson::dom::parser parser_;
};

class TableSource final : public Source {
 public:
  TableSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : pieces_(std::move(stream),
                {.piece_bytes = options.piece_bytes, .max_line_bytes = kMaxRecordBytes}),
        options_(options) {}

  Result<void> start() {
    COCITE_TRY(const std::string_view head, pieces_.head());
    COCITE_TRY(const auto format, find_table_format(head, options_.columns));
    if (!format) {
      return fail({.message = name() + ": no column of its first line is called source or target; "
                                       "say which columns they are",
                   .about = "columns"});
    }
    format_ = *format;
    if (format_.is_json) {
      pieces_.set_max_line(kMaxJsonBytes);
    } else {
      pieces_.set_delimiter(format_.delimiter);
    }
    return {};
  }

  Result<std::unique_ptr<Piece>> next() override {
    COCITE_TRY(TextPieces::Text text, pieces_.next());
    if (text.bytes.empty()) return std::unique_ptr<Piece>();
    if (format_.is_json) {
      return std::make_unique<JsonPiece>(std::move(text), format_, options_);
    }
    return std::make_unique<DelimitedPiece>(std::move(text), format_, options_);
  }
  [[nodiscard]] std::string note() const override { return note_on(format_, name()); }
  [[nodiscard]] std::string taken_for() const override {
    return "it was read as " + format_.about();
  }
  [[nodiscard]] uint64_t bytes_done() const override { return pieces_.stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return pieces_.stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return pieces_.stream().path(); }

 private:
  TextPieces pieces_;
  SourceOptions options_;
  TableFormat format_;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  const auto format = find_table_format(text_head(first_bytes), {});
  return format && format->has_value();
}

}  // namespace

Result<std::unique_ptr<Source>> over(std::unique_ptr<InputStream> stream,
                                     const SourceOptions& options) {
  auto source = std::make_unique<TableSource>(std::move(stream), options);
  COCITE_CHECK(source->start());
  return source;
}

namespace {

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  COCITE_TRY(auto stream, InputStream::open(input, options.stop));
  return over(std::move(stream), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "table",
    .summary = "CSV, TSV or JSON lines with a link a row; columns by their names",
    .recognises = recognises,
    .open = open,
};

}  // namespace cocite::read::table
