// Strings that stay where they are until the next page.
//
//   Arena arena;
//   std::string_view kept = arena.store(temporary);   // valid until clear()
//
// clear() keeps the memory for the next page, but no more than an ordinary page needs. One thread
// at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace cocite::html {

class Arena {
 public:
  [[nodiscard]] std::string_view store(std::string_view text) {
    if (text.empty()) return {};
    while (chunk_ < chunks_.size() && chunks_[chunk_].size - filled_ < text.size()) {
      ++chunk_;
      filled_ = 0;
    }
    if (chunk_ == chunks_.size()) {
      const size_t size = std::max(kChunkBytes, text.size());
      chunks_.push_back({std::make_unique_for_overwrite<char[]>(size), size});
    }
    char* to = chunks_[chunk_].bytes.get() + filled_;
    std::memcpy(to, text.data(), text.size());
    filled_ += text.size();
    used_ += text.size();
    return {to, text.size()};
  }

  void clear() {
    size_t kept = 0;
    size_t bytes = 0;
    while (kept < chunks_.size() && bytes + chunks_[kept].size <= kKeptBytes) {
      bytes += chunks_[kept++].size;
    }
    chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(kept), chunks_.end());
    chunk_ = filled_ = used_ = 0;
  }

  [[nodiscard]] size_t used_bytes() const { return used_; }

 private:
  static constexpr size_t kChunkBytes = size_t{64} << 10;
  static constexpr size_t kKeptBytes = size_t{1} << 20;

  struct Chunk {
    std::unique_ptr<char[]> bytes;
    size_t size = 0;
  };
  std::vector<Chunk> chunks_;
  size_t chunk_ = 0;
  size_t filled_ = 0;
  size_t used_ = 0;
};

}  // namespace cocite::html
