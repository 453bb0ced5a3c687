// The links that a crawl has seen, as a file that only grows: blocks with a checksum, in which each
// page has its number, how many links it has, and the numbers of the pages that they lead to, 4
// bytes each.
//
//   COCITE_TRY(LinksFile links, LinksFile::open(path, committed_bytes, pages));
//   COCITE_CHECK(links.add(page, children));
//   COCITE_CHECK(links.for_each_list([](uint32_t page, std::span<const uint32_t> children) {…}));
//
// One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "crawl/order.h"

namespace cocite::crawl {

class LinksFile final : public SeenGraph {
 public:
  // What stands behind the first `bytes` of a file that is there is cut off. kCorrupt: what stands
  // before is not what was written, or names pages beyond `pages`.
  [[nodiscard]] static Result<LinksFile> open(const std::string& path, uint64_t bytes,
                                              uint32_t pages);
  LinksFile(LinksFile&& other) noexcept;
  LinksFile& operator=(LinksFile&&) = delete;
  ~LinksFile() override;

  [[nodiscard]] Result<void> add(uint32_t page, std::span<const uint32_t> children);
  // Rewrites the file without links to the pages that `is_gone` names. A program that is killed
  // before its state is committed finds a file that open() calls damaged.
  [[nodiscard]] Result<void> forget(const std::function<bool(uint32_t page)>& is_gone);
  // With the system from then on.
  [[nodiscard]] Result<void> flush();
  // REQUIRES: flush() before. After it, bytes() is what the file has.
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  void set_pages(uint32_t pages) { pages_ = pages; }

  [[nodiscard]] uint32_t pages() const override { return pages_; }
  // Of what was flushed.
  [[nodiscard]] Result<void> for_each_list(const UseList& use) const override;

 private:
  explicit LinksFile(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] Result<void> write(std::string_view bytes, uint64_t at);
  [[nodiscard]] Result<void> read(std::span<char> room, uint64_t at) const;

  std::string path_;
  int file_ = -1;
  uint64_t bytes_ = 0;
  uint32_t pages_ = 0;
  std::vector<uint32_t> buffer_;
};

}  // namespace cocite::crawl
