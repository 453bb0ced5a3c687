// Bytes of a file, a pipe or standard input, decompressed as they come.
//
//   COCITE_TRY(auto stream, InputStream::open("links.tsv.gz"));   // "-": standard input
//   COCITE_TRY(size_t n, stream->read(buffer));                   // 0: the end
//
// gzip (also several members one after the other), zstd, lz4, xz and bzip2 are told from their
// first bytes, whatever the name says. A stream that ends in the middle is an error that says so. One thread at
// a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <cocite/result.h>

namespace cocite::read {

class RawBytes;

class InputStream {
 public:
  // `stop`: once it is set, waiting for a pipe ends with kCancelled, within a second.
  [[nodiscard]] static Result<std::unique_ptr<InputStream>> open(
      const std::string& path, const std::atomic<bool>* stop = nullptr);
  // The same over bytes that outlive it; `name` is for messages.
  [[nodiscard]] static Result<std::unique_ptr<InputStream>> from_memory(std::span<const char> bytes,
                                                                        const std::string& name);
  virtual ~InputStream() = default;
  // Fills as much of `buffer` as there is; fewer bytes than asked for only at the end.
  [[nodiscard]] virtual Result<size_t> read(std::span<char> buffer) = 0;

  [[nodiscard]] const std::string& path() const { return path_; }
  // Of the file as it lies on disk, for progress; total 0 where it is not known (a pipe).
  [[nodiscard]] uint64_t raw_done() const { return raw_done_; }
  [[nodiscard]] uint64_t raw_total() const { return raw_total_; }

 protected:
  [[nodiscard]] static Result<std::unique_ptr<InputStream>> over(std::unique_ptr<RawBytes> raw);

  std::string path_;
  uint64_t raw_done_ = 0;
  uint64_t raw_total_ = 0;
};

}  // namespace cocite::read
