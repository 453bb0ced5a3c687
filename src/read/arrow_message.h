// What the messages of an Arrow stream or file (Feather 2) say: its columns, and where the values of a batch are.
//
//   COCITE_TRY(const ArrowMessage message, ArrowMessage::of(metadata));
//   message.kind == ArrowMessage::Kind::kSchema    // message.columns[0].name
//   message.kind == ArrowMessage::Kind::kBatch     // message.batch.buffers, in message.body_bytes
//
// By hand, as Parquet is (docs/decisions/0041-parquet-by-hand.md). Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "read/archive_date.h"

namespace cocite::read {

struct ArrowColumn {
  enum class Kind : uint8_t { kOther, kTexts, kViews, kNumbers };
  std::string name;
  Kind kind = Kind::kOther;
  unsigned width = 0;  // bytes of a number, or of an offset of texts
  bool is_signed = true;
  TimeUnit time = TimeUnit::kNone;
  std::optional<int64_t> dictionary;  // values are numbers of its entries
  unsigned index_width = 4;
  bool has_signed_index = true;
  // What it takes of a batch, with all within it.
  size_t nodes = 1;
  size_t buffers = 0;
  size_t views = 0;  // counts of more buffers, one for each column of views

  [[nodiscard]] bool is_readable() const { return kind != Kind::kOther; }
};

struct ArrowBuffer {
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

struct ArrowBatch {
  enum class Codec : uint8_t { kNone, kLz4, kZstd, kUnknown };
  uint64_t rows = 0;
  std::vector<uint64_t> nodes;  // rows of each
  std::vector<ArrowBuffer> buffers;
  std::vector<uint64_t> views;
  Codec codec = Codec::kNone;
};

struct ArrowMessage {
  enum class Kind : uint8_t { kOther, kSchema, kDictionary, kBatch };
  // `metadata`: a FlatBuffer. kCorrupt: damaged.
  [[nodiscard]] static Result<ArrowMessage> of(std::string_view metadata);

  Kind kind = Kind::kOther;
  uint64_t body_bytes = 0;
  std::vector<ArrowColumn> columns;  // of kSchema
  ArrowBatch batch;                  // of the others
  int64_t dictionary = 0;            // of kDictionary
  bool is_delta = false;             // its entries come behind those that were there
};

}  // namespace cocite::read
