// Parquet: tables of links as pandas, Spark and DuckDB write them. A piece is a group of rows; only the columns that
// are used are read. Rules: docs/formats/table.md.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "read/column_rows.h"
#include "read/parquet_column.h"
#include "read/parquet_file.h"
#include "read/source.h"
#include "read/spooled_file.h"
#include "read/table_format.h"

namespace cocite::read::parquet {
namespace {

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
      if (!is_used(table_->format, i)) continue;
      const size_t column = table_->format.columns[i];
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
    const size_t dates = table_->format.column(TableColumn::kDate);
    add_column_rows(
        table_->format, values_,
        dates == TableFormat::kNone ? TimeUnit::kNone : table_->file.columns[dates].time,
        group.rows, row_, options_, block);
  }

 private:
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
  [[nodiscard]] std::string note() const override { return note_on(table_.format, name()); }
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
  COCITE_TRY(MappedFile mapped, map_input(input, options.stop));
  Table table{.name = input, .mapped = std::move(mapped), .file = {}, .format = {}};
  COCITE_TRY(table.file, ParquetFile::of(table.bytes(), input));
  std::vector<std::string> names;
  for (const ParquetColumn& column : table.file.columns) names.push_back(column.name);
  COCITE_TRY(table.format, format_of_columns(names, options.columns, input, "Parquet"));
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
