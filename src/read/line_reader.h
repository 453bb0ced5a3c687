// Lines of a file, plain or compressed.
//
//   COCITE_TRY(LineReader lines, LineReader::open(path));
//   for (std::string_view line; lines.next(line);) ...
//   COCITE_CHECK(lines.status());
//
// Lines of more than 256 KiB come out cut. One thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <cocite/result.h>

#include "read/input_stream.h"

namespace cocite::read {

class LineReader {
 public:
  static constexpr size_t kMaxLineBytes = size_t{1} << 18;

  [[nodiscard]] static Result<LineReader> open(const std::string& path) {
    LineReader reader;
    COCITE_TRY(reader.stream_, InputStream::open(path));
    return reader;
  }
  // Without its newline; valid until the next call. False at the end or after an error.
  [[nodiscard]] bool next(std::string_view& line) {
    for (;;) {
      const void* newline = std::memchr(buffer_.data() + at_, '\n', buffer_.size() - at_);
      const size_t end =
          newline == nullptr
              ? buffer_.size()
              : static_cast<size_t>(static_cast<const char*>(newline) - buffer_.data());
      const size_t begin = std::exchange(at_, std::min(end + 1, buffer_.size()));
      const bool is_whole = newline != nullptr || (ended_ && begin < buffer_.size());
      if (is_whole && std::exchange(is_skipping_, false)) continue;
      if (is_whole || (!is_skipping_ && end - begin > kMaxLineBytes)) {
        line = std::string_view(buffer_).substr(begin, end - begin);
        if (line.ends_with('\r')) line.remove_suffix(1);
        is_cut_ = line.size() > kMaxLineBytes;
        line = line.substr(0, kMaxLineBytes);
        is_skipping_ = !is_whole;
        ++number_;
        return true;
      }
      if (ended_) return false;
      buffer_.erase(0, is_skipping_ ? end : begin);
      at_ = 0;
      const size_t old = buffer_.size();
      buffer_.resize(old + kReadBytes);
      auto got = stream_->read({buffer_.data() + old, kReadBytes});
      buffer_.resize(old + (got ? *got : 0));
      ended_ = !got || *got == 0;
      if (!got) {
        status_ = tl::unexpected<Error>(got.error());
        return false;
      }
    }
  }
  // The line was longer than kMaxLineBytes: this is its beginning.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  [[nodiscard]] Result<void> status() const { return status_; }
  [[nodiscard]] uint64_t number() const { return number_; }
  [[nodiscard]] std::string place() const {
    return stream_->path() + ":" + std::to_string(number_);
  }

 private:
  static constexpr size_t kReadBytes = size_t{1} << 20;

  std::unique_ptr<InputStream> stream_;
  std::string buffer_;
  size_t at_ = 0;
  uint64_t number_ = 0;
  bool ended_ = false;
  bool is_cut_ = false;
  bool is_skipping_ = false;  // what is left of a line that was cut
  Result<void> status_;
};

}  // namespace cocite::read
