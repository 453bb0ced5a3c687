#include <algorithm>
#include <span>

#include <cocite/text_file.h>

#include "read/input_stream.h"

namespace cocite {

Result<std::string> read_text_file(const std::string& path, const TextFileOptions& options) {
  COCITE_TRY(const auto stream, read::InputStream::open(path, options.stop));
  std::string text;
  constexpr size_t kPiece = size_t{1} << 20;
  for (;;) {
    const size_t before = text.size();
    text.resize(before + kPiece);
    COCITE_TRY(const size_t got, stream->read(std::span(text).subspan(before)));
    text.resize(before + got);
    if (got == 0) return text;
    if (text.size() > options.max_bytes) {
      return fail(ErrorCode::kInvalidArgument,
                  path + ": is larger than " + std::to_string(options.max_bytes) + " bytes");
    }
    // A file of 131 KB can unpack to 8 GB. Text packs to about a twentieth.
    constexpr uint64_t kAlwaysAllowed = uint64_t{64} << 20;
    constexpr uint64_t kMostTimes = 200;
    if (text.size() > kAlwaysAllowed + kMostTimes * stream->raw_done()) {
      return fail(ErrorCode::kInvalidArgument,
                  path + ": unpacks to more than 64 MiB and " + std::to_string(kMostTimes) +
                      " times its size, which is no list of pages; if it is one, unpack it first");
    }
  }
}

}  // namespace cocite
