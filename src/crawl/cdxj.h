// An index of archives that replay programs read: CDXJ, a line for each answer, sorted.
//
//   cdx_key("http://www.Example.com/b?y=2&x=1")     // "com,example)/b?x=1&y=2"
//   CdxjWriter writer("example.crawl");             // its folder
//   COCITE_CHECK(writer.add(cdx_line({…})));
//   COCITE_CHECK(writer.finish("example.crawl/index.cdxj"));
//
// Keys and fields are those of cdxj-indexer, byte for byte, as pywb looks them up: the Internet Archive's
// SURT, without www., in lower case, escapes read as far as they go, parameters sorted, session ids left
// out. They are not Cocite's page keys. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::crawl {

[[nodiscard]] std::string cdx_key(std::string_view url);

struct CdxEntry {
  std::string_view url = {};
  uint32_t date = 0;
  int status = 0;
  std::string_view mime = {};
  std::string_view digest = {};  // "sha1:…"
  std::string_view file = {};
  uint64_t offset = 0;
  uint64_t length = 0;
};
// Without a line end.
[[nodiscard]] std::string cdx_line(const CdxEntry& entry);

// Sorts lines, outside memory where they are many.
class CdxjWriter {
 public:
  explicit CdxjWriter(std::string folder) : folder_(std::move(folder)) {}
  CdxjWriter(const CdxjWriter&) = delete;
  CdxjWriter& operator=(const CdxjWriter&) = delete;
  ~CdxjWriter();

  [[nodiscard]] Result<void> add(std::string line);
  // Puts the file in place in one step.
  [[nodiscard]] Result<void> finish(const std::string& path);

 private:
  [[nodiscard]] Result<void> write_run();

  static constexpr size_t kRunBytes = size_t{16} << 20;
  std::string folder_;
  std::vector<std::string> lines_;
  size_t bytes_ = 0;
  std::vector<std::string> runs_;  // paths
};

}  // namespace cocite::crawl
