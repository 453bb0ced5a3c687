// links: read
// Any bytes as a Parquet file: columns are read or refused, and what is read lies within it or in unpacked pages.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "read/parquet_column.h"
#include "read/parquet_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cocite::read;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto file = ParquetFile::of(bytes, "fuzz");
  if (!file) return 0;
  constexpr uint64_t kMaxRows = 1 << 16;
  uint64_t letters = 0;
  for (const ParquetGroup& group : file->groups) {
    if (group.rows > kMaxRows) continue;  // slow, not wrong
    for (size_t i = 0; i < file->columns.size(); ++i) {
      ParquetValues values;
      if (!file->columns[i].is_readable) continue;
      if (!values.read(bytes, file->columns[i], group.chunks[i], group.rows)) continue;
      for (uint64_t row = 0; row < group.rows; ++row) {
        if (!values.has_texts()) {
          letters += static_cast<uint64_t>(values.number(row));
          continue;
        }
        for (const char c : values.text(row))
          letters += static_cast<uint8_t>(c);  // all are there to be read
      }
    }
  }
  return letters == UINT64_MAX ? 1 : 0;
}
