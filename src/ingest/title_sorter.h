// Titles in any order in, a column of titles out.
//
//   titles.add(page, "Main page");   // a later one replaces an earlier one
//   COCITE_CHECK(titles.write(draft.folder() + "/titles", pages));
//
// Texts wait in a file, 16 bytes a title in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/publish.h"
#include "file/raw_file.h"

namespace cocite::ingest {

class TitleSorter {
 public:
  [[nodiscard]] static Result<TitleSorter> create(const file::Draft& draft);
  // One that is empty or blank says nothing and replaces nothing.
  [[nodiscard]] Result<void> add(uint32_t page, std::string_view title);
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] Result<void> write(const std::string& path, uint64_t pages);
  // Pages with a title, after write().
  [[nodiscard]] uint64_t written() const { return written_; }

 private:
  struct Entry {
    uint64_t offset;
    uint32_t page;
    uint32_t length;
  };
  file::RawFile file_;
  std::vector<Entry> entries_;
  uint64_t written_ = 0;
};

}  // namespace cocite::ingest
