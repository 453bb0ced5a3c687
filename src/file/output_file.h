// Writes a file whose name a user gives; all such files go through here.
//
//   COCITE_TRY(auto file, OutputFile::begin("links.tsv.gz", {.force = false, .inputs = {}}));
//   COCITE_CHECK(file.write("a\tb\n"));        // packed, because the name ends in .gz
//   COCITE_CHECK(file.publish());              // now it is there
//
// <cocite/output.h> has the rules for its place. It is written as "NAME.cocite-part" and renamed;
// the destructor removes it if publish() was not called, and the next process overwrites what a
// killed one left. If NAME is a symbolic link, its target
// is replaced. Standard output, devices and pipes are written as they are. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <cocite/output.h>
#include <cocite/result.h>

#include "file/compressor.h"

namespace cocite::file {

class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> begin(const std::string& path, const OutputRules& rules);
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
  [[nodiscard]] Result<void> open_part();
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

}  // namespace cocite::file
