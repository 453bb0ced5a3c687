// Lines of a file, plain or compressed.
//
//   COCITE_TRY(LineReader lines, LineReader::open(path));
//   for (std::string_view line; lines.next(line);) ...
//   COCITE_CHECK(lines.status());
//
// Lines of more than 1 MiB come out cut. One thread.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <cocite/result.h>

#include "crawl/input_stream.h"

namespace cocite::ingest {

class LineReader {
 public:
  [[nodiscard]] static Result<LineReader> open(const std::string& path) {
    LineReader reader;
    COCITE_TRY(reader.stream_, crawl::InputStream::open(path));
    return reader;
  }
  // Without its newline; valid until the next call. False at the end or after an error.
  [[nodiscard]] bool next(std::string_view& line) {
    for (;;) {
      const void* newline = std::memchr(buffer_.data() + at_, '\n', buffer_.size() - at_);
      const bool cut = newline == nullptr && buffer_.size() - at_ >= kMaxLine;
      if (newline != nullptr || cut || (ended_ && at_ < buffer_.size())) {
        const size_t end =
            newline == nullptr
                ? buffer_.size()
                : static_cast<size_t>(static_cast<const char*>(newline) - buffer_.data());
        line = std::string_view(buffer_).substr(at_, end - at_);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        at_ = std::min(end + 1, buffer_.size());
        ++number_;
        return true;
      }
      if (ended_) return false;
      buffer_.erase(0, at_);
      at_ = 0;
      const size_t old = buffer_.size();
      buffer_.resize(old + kMaxLine);
      auto got = stream_->read({buffer_.data() + old, kMaxLine});
      buffer_.resize(old + (got ? *got : 0));
      ended_ = !got || *got == 0;
      if (!got) {
        status_ = tl::unexpected<Error>(got.error());
        return false;
      }
    }
  }
  [[nodiscard]] Result<void> status() const { return status_; }
  [[nodiscard]] uint64_t number() const { return number_; }
  [[nodiscard]] std::string place() const {
    return stream_->path() + ":" + std::to_string(number_);
  }

 private:
  static constexpr size_t kMaxLine = size_t{1} << 20;

  std::unique_ptr<crawl::InputStream> stream_;
  std::string buffer_;
  size_t at_ = 0;
  uint64_t number_ = 0;
  bool ended_ = false;
  Result<void> status_;
};

}  // namespace cocite::ingest
