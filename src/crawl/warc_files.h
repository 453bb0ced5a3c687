// The archive files of a crawl, one after the other, each of about the same size.
//
//   WarcFiles files(folder, "cocite", warcinfo, 0, 1 << 30);
//   COCITE_TRY(WarcPlace place, files.append(records));    // whole, or not at all after recovery
//
// A file is named PREFIX-YYYYMMDDhhmmss-SERIAL-HOST.warc.gz, as archivists expect, and begins with
// a warcinfo record. What append() returned from is with the system, and survives the end of the
// program; sync() waits for the disk. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite::crawl {

struct WarcPlace {
  uint32_t file = 0;  // serial number
  uint64_t offset = 0;
};

class WarcFiles {
 public:
  // `folder` is there. `serial`: of the first file. `about`: the fields of warcinfo, lines. A file that
  // has `file_bytes` gets nothing more.
  WarcFiles(std::string folder, std::string prefix, std::string about, uint32_t serial,
            uint64_t file_bytes)
      : folder_(std::move(folder)),
        prefix_(std::move(prefix)),
        about_(std::move(about)),
        serial_(serial),
        file_bytes_(file_bytes) {}
  WarcFiles(WarcFiles&& other) noexcept;
  WarcFiles& operator=(WarcFiles&&) = delete;
  ~WarcFiles();

  [[nodiscard]] Result<WarcPlace> append(std::string_view records);
  [[nodiscard]] Result<void> sync();
  // Goes on with a file that is there, behind its first `bytes`; what stands behind is cut off.
  [[nodiscard]] Result<void> go_on(const std::string& name, uint32_t serial, uint64_t bytes);

  // Of the file in work; empty: none yet.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] uint32_t serial() const { return serial_; }
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  [[nodiscard]] uint64_t total_bytes() const { return total_bytes_; }

 private:
  [[nodiscard]] Result<void> begin_file();
  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> close();

  std::string folder_;
  std::string prefix_;
  std::string about_;
  std::string name_;
  uint32_t serial_ = 0;
  uint64_t file_bytes_;
  int file_ = -1;
  uint64_t bytes_ = 0;
  uint64_t total_bytes_ = 0;  // written by this object
};

}  // namespace cocite::crawl
