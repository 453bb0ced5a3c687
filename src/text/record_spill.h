// Records that are written one after the other and then read once in the same order, in memory or
// in a file (file/spill.h); many small ones go to the file in one piece.
//
//   RecordSpill lists(path, 64 << 20);
//   COCITE_CHECK(lists.append(record));
//   ...
//   COCITE_TRY(std::string_view record, lists.next(bytes));    // valid until the next call
//
// The reader must know the length of each record. Nothing is appended after the first next(). One thread at a
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/assert.h"
#include "file/spill.h"

namespace cocite::text {

class RecordSpill {
 public:
  RecordSpill(std::string path, uint64_t memory_bytes) : spill_(std::move(path), memory_bytes) {}

  [[nodiscard]] uint64_t size() const { return spill_.size() + pending_.size(); }
  [[nodiscard]] Result<void> append(std::string_view record) {
    pending_.append(record);
    return pending_.size() < kPieceBytes ? Result<void>{} : flush();
  }
  [[nodiscard]] Result<std::string_view> next(size_t bytes) {
    if (!pending_.empty()) COCITE_CHECK(flush());
    if (piece_.empty() && next_piece_ < pieces_.size()) {
      const uint32_t size = pieces_[next_piece_++];
      COCITE_TRY(piece_, spill_.read(offset_, size, room_));
      offset_ += size;
    }
    COCITE_ASSERT(bytes <= piece_.size(), "a record is read as it was written");
    const std::string_view record = piece_.substr(0, bytes);
    piece_.remove_prefix(bytes);
    return record;
  }

 private:
  static constexpr size_t kPieceBytes = size_t{1} << 18;

  [[nodiscard]] Result<void> flush() {
    pieces_.push_back(static_cast<uint32_t>(pending_.size()));
    COCITE_CHECK(spill_.append(pending_));
    pending_.clear();
    return {};
  }

  file::Spill spill_;
  std::string pending_;
  std::vector<uint32_t> pieces_;
  size_t next_piece_ = 0;
  uint64_t offset_ = 0;
  std::string_view piece_;
  std::string room_;
};

}  // namespace cocite::text
