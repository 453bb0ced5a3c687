// Bytes in, the same bytes packed out: gzip and zstd, detected from the end of a file's name.
//
//   std::unique_ptr<Compressor> packer = make_compressor("links.tsv.gz");   // null: not packed
//   COCITE_CHECK(packer->write(text, append));    // append: a function that takes packed bytes
//   COCITE_CHECK(packer->finish(append));
//
// One thread at a time.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include <cocite/result.h>

namespace cocite::file {

class Compressor {
 public:
  using Sink = std::function<Result<void>(std::string_view packed)>;

  virtual ~Compressor() = default;
  [[nodiscard]] virtual Result<void> write(std::string_view text, const Sink& sink) = 0;
  [[nodiscard]] virtual Result<void> finish(const Sink& sink) = 0;
};

[[nodiscard]] std::unique_ptr<Compressor> make_compressor(std::string_view file_name);

}  // namespace cocite::file
