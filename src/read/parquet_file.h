// What a Parquet file says of itself: its columns, and where their pages are.
//
//   COCITE_TRY(const ParquetFile file, ParquetFile::of(bytes, "links.parquet"));
//   file.columns[0].name                       // "source"
//   file.groups[0].chunks[0].offset            // of its first page
//
// Only columns of plain values can be read: lists and structures are listed as not readable. By hand, since Arrow's
// library is larger than all of Cocite (docs/decisions/0041-parquet-by-hand.md). Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "read/archive_date.h"

namespace cocite::read {

// The numbers are those of the format.
enum class ParquetType : uint8_t {
  kBool = 0,
  kInt32,
  kInt64,
  kInt96,
  kFloat,
  kDouble,
  kBytes,
  kFixed
};

struct ParquetColumn {
  std::string name;
  ParquetType type = ParquetType::kBytes;
  TimeUnit time = TimeUnit::kNone;
  bool is_optional = false;
  bool is_readable = true;  // neither a list nor within one
};

struct ParquetChunk {
  uint64_t offset = 0;
  uint64_t packed_bytes = 0;
  uint64_t values = 0;
  uint32_t codec = 0;
};

struct ParquetGroup {
  uint64_t rows = 0;
  std::vector<ParquetChunk> chunks;  // one for each column
};

struct ParquetFile {
  // kCorrupt: cut off, or not such a file.
  [[nodiscard]] static Result<ParquetFile> of(std::string_view bytes, const std::string& name);

  std::vector<ParquetColumn> columns;
  std::vector<ParquetGroup> groups;
};

// The header of a page.
struct ParquetPage {
  enum class Kind : uint8_t { kData = 0, kIndex = 1, kDictionary = 2, kData2 = 3 };
  Kind kind = Kind::kData;
  uint64_t bytes = 0;
  uint64_t packed_bytes = 0;
  uint64_t values = 0;
  uint32_t encoding = 0;
  uint64_t definition_bytes = 0;  // of kData2
  uint64_t repetition_bytes = 0;
  bool is_packed = true;
};
// Takes it off the front; false: damaged.
[[nodiscard]] bool take_page_header(std::string_view& bytes, ParquetPage& page);

}  // namespace cocite::read
