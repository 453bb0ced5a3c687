// Writes a zip file whose members are stored as they are.
//
//   COCITE_TRY(auto zip, ZipWriter::begin("crawl.wacz", {.force = true}));
//   COCITE_TRY(const ZipMember member, zip.add("pages/pages.jsonl", text));
//   COCITE_TRY(const ZipMember more, zip.add_file("archive/a.warc.gz", "a.warc.gz", tick));   // in pieces
//   COCITE_CHECK(zip.publish());
//
// Zip64 where a member or the whole has 4 GiB. The file is in place after publish(), in one step. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "file/output_file.h"

namespace cocite::crawl {

struct ZipMember {
  std::string name;
  uint64_t bytes = 0;
  std::string sha256;  // in hex digits
  uint32_t crc = 0;
  uint64_t offset = 0;
};

// One member of gzip.
[[nodiscard]] std::string gzip_text(std::string_view text);
// SHA-256 in hex digits.
[[nodiscard]] std::string sha256_text(std::string_view bytes);

class ZipWriter {
 public:
  [[nodiscard]] static Result<ZipWriter> begin(const std::string& path, const OutputRules& rules);

  [[nodiscard]] Result<ZipMember> add(const std::string& name, std::string_view bytes);
  // `tick` is called between pieces.
  [[nodiscard]] Result<ZipMember> add_file(const std::string& name, const std::string& path,
                                           const std::function<void()>& tick);
  [[nodiscard]] const std::vector<ZipMember>& members() const { return members_; }
  [[nodiscard]] Result<void> publish();

 private:
  explicit ZipWriter(file::OutputFile file) : file_(std::move(file)) {}
  [[nodiscard]] Result<void> begin_member(ZipMember& member);
  [[nodiscard]] Result<void> write(std::string_view bytes);

  file::OutputFile file_;
  uint64_t at_ = 0;
  std::vector<ZipMember> members_;
};

}  // namespace cocite::crawl
