// The values of a column of a batch of rows of an Arrow file.
//
//   ArrowValues values;
//   COCITE_CHECK(values.read(batch, body, column, place, dictionary));
//   values.text(0), values.number(0)              // whichever the column has; empty and 0: null
//
// One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "read/arrow_message.h"

namespace cocite::read {

// Where the nodes and buffers of a column begin in its batch.
struct ArrowPlace {
  size_t node = 0;
  size_t buffer = 0;
  size_t view = 0;
};
// Of column `number`. False: the batch does not have what its columns need.
[[nodiscard]] bool find_place(const std::vector<ArrowColumn>& columns, const ArrowBatch& batch,
                              size_t number, ArrowPlace& place);

class ArrowValues {
 public:
  // `body`: of the batch. `entries`: of the column's dictionary, nullptr if it has none. Both live longer.
  // The message of an error says what is wrong, without a name.
  [[nodiscard]] Result<void> read(const ArrowBatch& batch, std::string_view body,
                                  const ArrowColumn& column, ArrowPlace place,
                                  const std::vector<const ArrowValues*>* entries);
  [[nodiscard]] bool has_texts() const { return has_texts_; }
  [[nodiscard]] std::string_view text(size_t row) const { return texts_[row]; }
  [[nodiscard]] int64_t number(size_t row) const { return numbers_[row]; }
  [[nodiscard]] bool is_null(size_t row) const { return !nulls_.empty() && nulls_[row]; }
  [[nodiscard]] size_t size() const { return has_texts_ ? texts_.size() : numbers_.size(); }

 private:
  // Unpacked; views of the body or of rooms_.
  [[nodiscard]] Result<std::string_view> buffer(const ArrowBatch& batch, std::string_view body,
                                                size_t number);
  [[nodiscard]] bool take_nulls(std::string_view bits, uint64_t rows);
  [[nodiscard]] bool take_numbers(std::string_view bytes, unsigned width, bool is_signed,
                                  uint64_t rows);
  [[nodiscard]] bool take_texts(std::string_view offsets, std::string_view letters, unsigned width,
                                uint64_t rows);
  [[nodiscard]] bool take_views(std::string_view views, std::span<const std::string_view> letters,
                                uint64_t rows);
  [[nodiscard]] bool look_up(const std::vector<const ArrowValues*>& entries);

  bool has_texts_ = false;
  std::vector<std::string_view> texts_;
  std::vector<int64_t> numbers_;
  std::vector<bool> nulls_;  // empty: there are none
  std::deque<std::string> rooms_;
  uint64_t room_bytes_ = 0;
};

}  // namespace cocite::read
