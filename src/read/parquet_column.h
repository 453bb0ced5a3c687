// The values of a column of a group of rows.
//
//   ParquetValues values;
//   COCITE_CHECK(values.read(file_bytes, column, chunk, rows));
//   values.text(0), values.number(0)              // whichever the column has; empty and 0: null
//
// Plain values, dictionaries and prefix-coded texts; packed by Snappy, gzip, zstd, LZ4 or Brotli. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "read/parquet_file.h"

namespace cocite::read {

class ParquetValues {
 public:
  // `bytes`: the file, which lives longer. The message of an error says what is wrong, without a name.
  [[nodiscard]] Result<void> read(std::string_view bytes, const ParquetColumn& column,
                                  const ParquetChunk& chunk, uint64_t rows);
  [[nodiscard]] bool has_texts() const { return has_texts_; }
  [[nodiscard]] std::string_view text(size_t row) const { return texts_[row]; }
  [[nodiscard]] int64_t number(size_t row) const { return numbers_[row]; }
  [[nodiscard]] bool is_null(size_t row) const {
    return !nulls_.empty() && nulls_[row];
  }  // a number

 private:
  struct Dictionary {
    std::vector<std::string_view> texts;
    std::vector<int64_t> numbers;
  };
  [[nodiscard]] Result<std::string_view> unpack(std::string_view packed, uint64_t size,
                                                uint32_t codec);
  [[nodiscard]] Result<void> data_page(const ParquetPage& page, std::string_view body,
                                       uint32_t codec);
  // Appends `count` values that are coded so.
  [[nodiscard]] bool take_values(uint32_t encoding, std::string_view body, uint64_t count);
  [[nodiscard]] bool take_plain(std::string_view body, uint64_t count, Dictionary& to) const;
  [[nodiscard]] bool take_lengths_coded(std::string_view body, uint64_t count, bool has_prefixes);

  bool has_texts_ = true;
  bool is_optional_ = false;
  size_t width_ = 0;  // of numbers
  std::vector<std::string_view> texts_;
  std::vector<int64_t> numbers_;
  std::vector<bool> nulls_;  // of the numbers; empty: there are none
  Dictionary dictionary_;
  Dictionary page_;
  std::vector<uint32_t> indices_;
  std::deque<std::string> rooms_;  // pages that texts are views of
  uint64_t room_bytes_ = 0;
};

}  // namespace cocite::read
