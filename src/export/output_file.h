// A file for somebody else, whole or not at all.
//
//   COCITE_TRY(auto file, OutputFile::begin("links.tsv.gz", /*force=*/false));
//   COCITE_CHECK(file.write("a\tb\n"));        // packed, because the name ends in .gz
//   COCITE_CHECK(file.publish());              // now it is there
//
// Written beside its place as "NAME.part" and renamed; whatever ends it without publish() removes
// that. "-", devices and pipes cannot be renamed and are written as they are. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "export/compressor.h"

namespace cocite::exporter {

// kAlreadyExists where `path` is there and may not be replaced; also where it is a folder.
[[nodiscard]] Result<void> may_write(const std::string& path, bool force);

class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> begin(const std::string& path, bool force);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  [[nodiscard]] Result<void> write(std::string_view text);
  [[nodiscard]] Result<void> publish();
  // Bytes written so far, after packing.
  [[nodiscard]] uint64_t bytes() const { return bytes_; }

 private:
  OutputFile() = default;
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> write_out(std::string_view bytes);
  [[nodiscard]] tl::unexpected<Error> cannot(const char* what) const;

  std::string path_;
  std::string part_path_;  // empty: written in place
  int fd_ = -1;
  std::string buffer_;
  uint64_t bytes_ = 0;
  std::unique_ptr<Compressor> compressor_;
};

}  // namespace cocite::exporter
