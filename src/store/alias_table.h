// Keys that stand for other pages: redirects, canonical addresses.
//
//   COCITE_TRY(auto aliases, AliasTable::of(container));
//   COCITE_TRY(auto fact, aliases.find("com,example)/old"));    // its target, or nothing
//
// The facts as they were found: a target may be an alias itself, and chains may even run in a
// circle, of which one is a page then. File "aliases": docs/formats/store.md. Any thread may read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "file/container.h"
#include "file/string_table.h"
#include "file/text_column.h"

namespace cocite::store {

struct Alias {
  std::string from;
  std::string to;
  uint32_t date = 0;  // seconds since 1970; 0: not known
};

// REQUIRES: `from` rises.
[[nodiscard]] Result<void> write_aliases(file::ContainerWriter container,
                                         std::span<const Alias> aliases);

class AliasTable {
 public:
  [[nodiscard]] static Result<AliasTable> of(file::Container container);
  [[nodiscard]] uint64_t size() const { return from_.size(); }
  // REQUIRES: i < size(). In order of `from`.
  [[nodiscard]] Result<Alias> get(uint64_t i) const;
  [[nodiscard]] Result<std::optional<std::string>> find(std::string_view from) const;
  [[nodiscard]] const file::Container& container() const { return container_; }

 private:
  file::Container container_;
  file::StringTable from_;
  file::TextColumn to_;
  std::span<const uint32_t> dates_;
};

}  // namespace cocite::store
