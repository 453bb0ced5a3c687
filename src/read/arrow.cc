// Arrow: streams and files of columns (IPC, Feather 2), as pyarrow, pandas, polars and R write them. A piece is a
// batch of rows. Read as it comes, so it may be packed, or come from a pipe. Rules: docs/formats/table.md.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "read/arrow_column.h"
#include "read/arrow_message.h"
#include "read/column_rows.h"
#include "read/source.h"

namespace cocite::read::arrow {
namespace {

constexpr std::string_view kFileMark{"ARROW1\0\0", 8};
constexpr std::string_view kOldMark = "FEA1";
constexpr uint32_t kContinues = 0xFFFFFFFF;
constexpr uint64_t kMaxMetadata = uint64_t{64} << 20;
constexpr uint64_t kMaxBody = uint64_t{2} << 30;

// Entries of a dictionary, with the bytes that they are views of.
struct Entries {
  std::string body;
  ArrowValues values;
};
using Dictionary = std::vector<std::shared_ptr<const Entries>>;

struct Table {
  std::vector<ArrowColumn> columns;
  TableFormat format;
};

class BatchPiece final : public Piece {
 public:
  BatchPiece(std::shared_ptr<const Table> table, ArrowBatch batch, std::string body,
             std::map<int64_t, Dictionary> dictionaries, uint64_t first_row,
             const SourceOptions& options)
      : table_(std::move(table)),
        batch_(std::move(batch)),
        body_(std::move(body)),
        dictionaries_(std::move(dictionaries)),
        row_(first_row),
        options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes += body_.size();
    std::array<ArrowValues, kTableColumns> values;
    for (size_t i = 0; i < kTableColumns; ++i) {
      if (!is_used(table_->format, i)) continue;
      const auto outcome = read(table_->format.columns[i], values[i]);
      if (!outcome) {
        // What is left of the batch cannot be told apart; others are read.
        block.lines += batch_.rows;
        return block.skip(SkipReason::kBadRecord, row_, outcome.error().message, batch_.rows);
      }
    }
    const size_t dates = table_->format.column(TableColumn::kDate);
    add_column_rows(table_->format, values,
                    dates == TableFormat::kNone ? TimeUnit::kNone : table_->columns[dates].time,
                    batch_.rows, row_, options_, block);
  }

 private:
  [[nodiscard]] Result<void> read(size_t number, ArrowValues& values) {
    const ArrowColumn& column = table_->columns[number];
    ArrowPlace place;
    if (!find_place(table_->columns, batch_, number, place) ||
        batch_.nodes[place.node] != batch_.rows) {
      return fail(ErrorCode::kCorrupt, "a batch has fewer columns than its file");
    }
    if (!column.dictionary) return values.read(batch_, body_, column, place, nullptr);
    std::vector<const ArrowValues*> entries;
    for (const auto& one : dictionaries_[*column.dictionary]) entries.push_back(&one->values);
    return values.read(batch_, body_, column, place, &entries);
  }

  std::shared_ptr<const Table> table_;
  ArrowBatch batch_;
  std::string body_;
  std::map<int64_t, Dictionary> dictionaries_;
  uint64_t row_;
  SourceOptions options_;
};

class ArrowSource final : public Source {
 public:
  ArrowSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : stream_(std::move(stream)), options_(options) {}

  Result<void> start() {
    COCITE_TRY(head_, take(kFileMark.size()));
    if (head_ == kFileMark) {
      head_.clear();
    } else if (head_.starts_with(kOldMark)) {
      return fail(ErrorCode::kUnsupported,
                  name() +
                      ": is Feather 1, which nothing writes any more; write it again with "
                      "pyarrow.feather.write_feather()");
    }
    COCITE_TRY(ArrowMessage message, next_message());
    if (message.kind != ArrowMessage::Kind::kSchema) return damage("does not begin with columns");
    auto table = std::make_shared<Table>();
    table->columns = std::move(message.columns);
    std::vector<std::string> names;
    for (const ArrowColumn& column : table->columns) names.push_back(column.name);
    COCITE_TRY(table->format, format_of_columns(names, options_.columns, name(), "Arrow"));
    for (size_t i = 0; i < kTableColumns; ++i) {
      if (!is_used(table->format, i)) continue;
      const ArrowColumn& column = table->columns[table->format.columns[i]];
      if (column.is_readable()) continue;
      return fail(ErrorCode::kUnsupported, name() + ": the column '" + column.name +
                                               "' has lists or other values than texts and whole "
                                               "numbers; write a link a row");
    }
    table_ = std::move(table);
    return {};
  }

  Result<std::unique_ptr<Piece>> next() override {
    for (;;) {
      COCITE_TRY(ArrowMessage message, next_message());
      if (is_over_) return std::unique_ptr<Piece>();
      COCITE_TRY(std::string body, take(message.body_bytes));
      if (body.size() < message.body_bytes) return damage("is cut off");
      if (message.kind == ArrowMessage::Kind::kDictionary) {
        COCITE_CHECK(keep_dictionary(message, std::move(body)));
      } else if (message.kind == ArrowMessage::Kind::kBatch) {
        const uint64_t first_row = std::exchange(row_, row_ + message.batch.rows);
        return std::make_unique<BatchPiece>(table_, std::move(message.batch), std::move(body),
                                            dictionaries_, first_row, options_);
      }
    }
  }
  [[nodiscard]] uint64_t bytes_done() const override { return stream_->raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return stream_->raw_total(); }
  [[nodiscard]] std::string name() const override { return stream_->path(); }
  [[nodiscard]] std::string note() const override { return note_on(table_->format, name()); }
  [[nodiscard]] std::string taken_for() const override {
    return "it was read as " + table_->format.about();
  }

 private:
  [[nodiscard]] tl::unexpected<Error> damage(const char* what) const {
    return fail(ErrorCode::kCorrupt, name() + ": is no Arrow file that can be read: it " + what);
  }

  // Fewer only at the end. The room grows as it is filled, whatever the file claims.
  Result<std::string> take(uint64_t count) {
    std::string bytes = std::exchange(head_, {});
    while (bytes.size() < count) {
      const size_t before = bytes.size();
      const uint64_t step = std::max<uint64_t>(bytes.size(), uint64_t{1} << 20);
      bytes.resize(std::min(count, before + step));
      COCITE_TRY(const size_t got, stream_->read(std::span(bytes).subspan(before)));
      if (before + got < bytes.size()) {
        bytes.resize(before + got);
        return bytes;
      }
    }
    head_ = bytes.substr(count);
    bytes.resize(count);
    return bytes;
  }
  Result<uint32_t> take_size() {
    COCITE_TRY(const std::string bytes, take(4));
    uint32_t size = 0;
    std::memcpy(&size, bytes.data(), bytes.size());
    return size;
  }

  // At the end is_over_ is true, and the message is empty.
  Result<ArrowMessage> next_message() {
    COCITE_TRY(uint32_t size, take_size());
    if (size == kContinues) {
      COCITE_TRY(size, take_size());
    }
    is_over_ = size == 0;
    if (is_over_) return ArrowMessage();
    if (size > kMaxMetadata) return damage("is damaged");
    COCITE_TRY(const std::string metadata, take(size));
    if (metadata.size() < size) return damage("is cut off");
    auto message = ArrowMessage::of(metadata);
    if (!message) return fail(message.error().code, name() + ": " + message.error().message);
    if (message->body_bytes > kMaxBody) {
      return fail(ErrorCode::kUnsupported,
                  name() + ": a batch has more than 2 GiB; write the file with smaller batches");
    }
    return message;
  }

  Result<void> keep_dictionary(const ArrowMessage& message, std::string body) {
    const auto found =
        std::ranges::find(table_->columns, message.dictionary,
                          [](const ArrowColumn& one) { return one.dictionary.value_or(-1); });
    if (found == table_->columns.end() || !found->is_readable()) return {};
    ArrowColumn column = *found;
    column.dictionary.reset();
    const bool has_views = column.kind == ArrowColumn::Kind::kViews;
    column.buffers = has_views || column.kind == ArrowColumn::Kind::kNumbers ? 2 : 3;
    column.views = has_views ? 1 : 0;
    auto entries = std::make_shared<Entries>();
    entries->body = std::move(body);
    ArrowPlace place;
    if (!find_place({column}, message.batch, 0, place)) return damage("is damaged");
    const auto outcome = entries->values.read(message.batch, entries->body, column, place, nullptr);
    if (!outcome) return fail(outcome.error().code, name() + ": " + outcome.error().message);
    Dictionary& dictionary = dictionaries_[message.dictionary];
    if (!message.is_delta) dictionary.clear();
    dictionary.push_back(std::move(entries));
    return {};
  }

  std::unique_ptr<InputStream> stream_;
  SourceOptions options_;
  std::string head_;  // read and not yet taken
  std::shared_ptr<const Table> table_;
  std::map<int64_t, Dictionary> dictionaries_;
  uint64_t row_ = 1;
  bool is_over_ = false;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  return first_bytes.starts_with(kFileMark.substr(0, 6)) || first_bytes.starts_with(kOldMark) ||
         first_bytes.starts_with("\xFF\xFF\xFF\xFF");
}

Result<std::unique_ptr<Source>> over_text(std::unique_ptr<InputStream> stream,
                                          const SourceOptions& options) {
  auto source = std::make_unique<ArrowSource>(std::move(stream), options);
  COCITE_CHECK(source->start());
  return source;
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "arrow",
    .summary = "Arrow (IPC, Feather) with a link a row; columns by their names",
    .recognises = recognises,
    .over_text = over_text,
};

}  // namespace cocite::read::arrow
