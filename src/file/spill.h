// Bytes that wait to be read again: in memory while they are few, in a file beyond that.
//
//   Spill texts(draft.scratch("texts"), 64 << 20);       // bytes that memory may hold
//   const uint64_t at = texts.size();
//   COCITE_CHECK(texts.append("some text"));
//   COCITE_TRY(std::string_view again, texts.read(at, 9, room));
//
// What was appended at once is read at once, or a part of it: nothing lies half in memory. Reading
// from memory copies nothing and makes no system call; an import of ten thousand small pages read its
// scratch files sixty thousand times.
//
// One thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "file/raw_file.h"

namespace cocite::file {

class Spill {
 public:
  Spill() = default;
  // The file is created when it is needed.
  Spill(std::string path, uint64_t memory_bytes)
      : path_(std::move(path)), memory_bytes_(memory_bytes) {}

  [[nodiscard]] uint64_t size() const { return in_memory_ + in_file_; }
  [[nodiscard]] Result<void> append(std::string_view bytes) {
    if (bytes.empty()) return {};
    if (in_file_ == 0 && in_memory_ + bytes.size() <= memory_bytes_) {
      keep(bytes);
      return {};
    }
    if (in_file_ == 0) {
      COCITE_TRY(file_, RawFile::create(path_));
    }
    in_file_ += bytes.size();
    return file_.append(std::as_bytes(std::span(bytes)));
  }

  // The bytes in [offset, offset + size): a view of this, or of `room`. Valid until `room` changes.
  // REQUIRES: they were appended at once.
  [[nodiscard]] Result<std::string_view> read(uint64_t offset, size_t size, std::string& room) {
    if (offset < in_memory_) {
      const size_t within = offset % kChunkBytes;
      const char* const at = chunks_[offset / kChunkBytes].get() + within;
      if (within + size <= kChunkBytes) return std::string_view(at, size);
      room.resize(size);
      for_each_part(offset, size, [&](char* part, size_t done, size_t count) {
        std::memcpy(room.data() + done, part, count);
      });
      return std::string_view(room);
    }
    room.resize(size);
    if (size == 0) return std::string_view(room);
    COCITE_CHECK(file_.flush());
    COCITE_CHECK(file_.read_at(offset - in_memory_, std::as_writable_bytes(std::span(room))));
    return std::string_view(room);
  }

  // Puts other bytes in their place. REQUIRES: as read().
  [[nodiscard]] Result<void> overwrite(uint64_t offset, std::string_view bytes) {
    if (offset < in_memory_) {
      for_each_part(offset, bytes.size(), [&](char* part, size_t done, size_t count) {
        std::memmove(part, bytes.data() + done, count);
      });
      return {};
    }
    COCITE_CHECK(file_.flush());
    return file_.write_at(offset - in_memory_, std::as_bytes(std::span(bytes)));
  }

 private:
  static constexpr size_t kChunkBytes = size_t{1} << 18;

  // Calls use(part, bytes before it, its bytes) for the parts that chunks cut [offset, +size) into.
  template <class Use>
  void for_each_part(uint64_t offset, size_t size, Use&& use) {
    for (size_t done = 0; done < size;) {
      const size_t within = (offset + done) % kChunkBytes;
      const size_t count = std::min(size - done, kChunkBytes - within);
      use(chunks_[(offset + done) / kChunkBytes].get() + within, done, count);
      done += count;
    }
  }
  void keep(std::string_view bytes) {
    while (chunks_.size() * kChunkBytes < in_memory_ + bytes.size()) {
      chunks_.push_back(std::make_unique_for_overwrite<char[]>(kChunkBytes));
    }
    for_each_part(in_memory_, bytes.size(), [&](char* part, size_t done, size_t count) {
      std::memcpy(part, bytes.data() + done, count);
    });
    in_memory_ += bytes.size();
  }

  std::string path_;
  uint64_t memory_bytes_ = 0;
  std::vector<std::unique_ptr<char[]>> chunks_;
  uint64_t in_memory_ = 0;
  uint64_t in_file_ = 0;
  RawFile file_;
};

}  // namespace cocite::file
