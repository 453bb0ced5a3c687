// Titles in any order in, a column of titles out.
//
//   titles.add(page, "Main page");   // a later one replaces an earlier one
//   COCITE_CHECK(titles.write(std::move(container), pages));
//
// Texts wait in a file where they are many, 16 bytes a title in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/spill.h"
#include "ingest/context.h"
#include "store/writer.h"

namespace cocite::ingest {

// As a store keeps it: one line, no control characters, not endless; cut between characters.
[[nodiscard]] std::string tidy_title(std::string_view title);

class TitleSorter {
 public:
  TitleSorter(const Context& context, const store::Writer& writer)
      : texts_(writer.scratch("titles-sorted"), context.spill_bytes()) {}
  // One that is empty or blank says nothing and replaces nothing.
  [[nodiscard]] Result<void> add(uint32_t page, std::string_view title);
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] Result<void> write(file::ContainerWriter container, uint64_t pages);
  // Pages with a title, after write().
  [[nodiscard]] uint64_t written() const { return written_; }

 private:
  struct Entry {
    uint64_t offset;
    uint32_t page;
    uint32_t length;
  };
  file::Spill texts_;
  std::vector<Entry> entries_;
  uint64_t written_ = 0;
};

}  // namespace cocite::ingest
