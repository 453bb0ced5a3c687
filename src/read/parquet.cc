// Parquet: tables of links as pandas, Spark and DuckDB write them. A piece is a group of rows; only the columns that
// are used are read. Rules: docs/formats/table.md.
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "read/archive_date.h"
#include "read/link_rows.h"
#include "read/parquet_column.h"
#include "read/parquet_file.h"
#include "read/source.h"
#include "read/table_format.h"

namespace cocite::read::parquet {
namespace {

uint32_t seconds_of(int64_t value, ParquetTime time) {
  switch (time) {
    case ParquetTime::kDays:
      value = std::clamp<int64_t>(value, 0, 49'710) * 86'400;
      break;
    case ParquetTime::kMillis:
      value /= 1'000;
      break;
    case ParquetTime::kMicros:
      value /= 1'000'000;
      break;
    case ParquetTime::kNanos:
      value /= 1'000'000'000;
      break;
    case ParquetTime::kNone: {
      const auto date = parse_date(std::to_string(value));  // 20240501
      value = date ? *date : 0;
    }
  }
  return static_cast<uint32_t>(std::clamp<int64_t>(value, 0, std::numeric_limits<uint32_t>::max()));
}

struct Table {
  std::string name;
  MappedFile mapped;
  ParquetFile file;
  TableFormat format;

  [[nodiscard]] std::string_view bytes() const {
    return {reinterpret_cast<const char*>(mapped.bytes().data()), mapped.bytes().size()};
  }
};

class GroupPiece final : public Piece {
 public:
  GroupPiece(const Table& table, size_t group, uint64_t first_row, const SourceOptions& options)
      : table_(&table), group_(group), row_(first_row), options_(options) {}

  void parse(LinkBlock& block) override {
    const ParquetGroup& group = table_->file.groups[group_];
    for (size_t i = 0; i < kTableColumns; ++i) {
      const size_t column = table_->format.columns[i];
      if (column == TableFormat::kNone || i == static_cast<size_t>(TableColumn::kWeight)) continue;
      const ParquetChunk& chunk = group.chunks[column];
      const auto outcome =
          values_[i].read(table_->bytes(), table_->file.columns[column], chunk, group.rows);
      block.bytes += chunk.packed_bytes;
      if (!outcome) {
        // What is left of the group cannot be told apart; others are read.
        block.lines += group.rows;
        return block.skip(SkipReason::kBadRecord, row_, outcome.error().message, group.rows);
      }
    }
    const bool has_anchor = table_->format.has(TableColumn::kAnchor);
    const bool has_date = table_->format.has(TableColumn::kDate);
    LinkRows rows(options_, has_anchor || has_date);
    std::string source;
    std::string target;
    for (uint64_t i = 0; i < group.rows; ++i, ++row_) {
      ++block.lines;
      LinkRow row{.source = name_of(0, i, source),
                  .target = name_of(1, i, target),
                  .line = row_,
                  .text = {}};
      row.text = row.source;
      if (has_anchor && values_[2].has_texts()) row.anchor = values_[2].text(i);
      if (has_date) row.date = date_of(i);
      rows.add(row, block);
    }
  }

 private:
  std::string_view name_of(size_t which, uint64_t row, std::string& room) const {
    if (values_[which].has_texts()) return values_[which].text(row);
    room = std::to_string(values_[which].number(row));
    return room;
  }
  [[nodiscard]] uint32_t date_of(uint64_t row) const {
    const ParquetValues& dates = values_[static_cast<size_t>(TableColumn::kDate)];
    if (!dates.has_texts()) {
      const size_t column = table_->format.column(TableColumn::kDate);
      return seconds_of(dates.number(row), table_->file.columns[column].time);
    }
    const auto date = parse_date(dates.text(row));
    return date ? seconds_of(*date * 1000, ParquetTime::kMillis) : 0;
  }

  const Table* table_;  // the source's
  size_t group_;
  uint64_t row_;
  SourceOptions options_;
  std::array<ParquetValues, kTableColumns> values_;
};

class ParquetSource final : public Source {
 public:
  ParquetSource(Table table, const SourceOptions& options)
      : table_(std::move(table)), options_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    if (at_ == table_.file.groups.size()) return std::unique_ptr<Piece>();
    auto piece = std::make_unique<GroupPiece>(table_, at_, row_, options_);
    for (const ParquetChunk& chunk : table_.file.groups[at_].chunks) done_ += chunk.packed_bytes;
    row_ += table_.file.groups[at_++].rows;
    return piece;
  }
  [[nodiscard]] uint64_t bytes_done() const override { return std::min(done_, bytes_total()); }
  [[nodiscard]] uint64_t bytes_total() const override { return table_.bytes().size(); }
  [[nodiscard]] std::string name() const override { return table_.name; }
  [[nodiscard]] std::string note() const override {
    std::string note = name() + ": read as " + table_.format.about();
    if (table_.format.has(TableColumn::kWeight)) {
      note += "; every link counts once, whatever its weight";
    }
    return note;
  }
  [[nodiscard]] std::string taken_for() const override {
    return "it was read as " + table_.format.about();
  }

 private:
  Table table_;
  SourceOptions options_;
  size_t at_ = 0;
  uint64_t row_ = 1;
  uint64_t done_ = 0;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  return first_bytes.starts_with("PAR1");
}

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(input, error)) {
    return fail(
        ErrorCode::kUnsupported,
        input + ": Parquet is read from a file, since its list of columns stands at its end");
  }
  COCITE_TRY(MappedFile mapped, MappedFile::open(input));
  Table table{.name = input, .mapped = std::move(mapped), .file = {}, .format = {}};
  COCITE_TRY(table.file, ParquetFile::of(table.bytes(), input));
  std::vector<std::string> names;
  for (const ParquetColumn& column : table.file.columns) names.push_back(column.name);
  COCITE_TRY(const auto format, find_table_columns(names, options.columns));
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  if (!format) {
    return fail({.message = input + ": no columns are called source and target; there are " + list,
                 .about = "columns",
                 .remedies = {{.options = {{"columns", "source=NAME,target=NAME"}}}}});
  }
  table.format = *format;
  table.format.kind = "Parquet";
  for (const TableColumn which :
       {TableColumn::kSource, TableColumn::kTarget, TableColumn::kAnchor, TableColumn::kDate}) {
    if (!table.format.has(which)) continue;
    const ParquetColumn& column = table.file.columns[table.format.column(which)];
    const bool is_plain = column.type == ParquetType::kBytes ||
                          column.type == ParquetType::kInt32 || column.type == ParquetType::kInt64;
    if (column.is_readable && is_plain) continue;
    return fail(ErrorCode::kUnsupported, input + ": the column '" + column.name +
                                             "' has lists or other values than texts and whole "
                                             "numbers; write a link a row");
  }
  return std::make_unique<ParquetSource>(std::move(table), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "parquet",
    .summary = "Parquet with a link a row; columns by their names",
    .recognises = recognises,
    .open = open,
};

}  // namespace cocite::read::parquet
