// What a store holds: facts about it, and the files that belong to it.
//
// The manifest is written last. It names each file with its size and identity (the hash of its
// header), so a file of another store, or of another time, is found out when the store is opened.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

namespace cocite::store {

// Folders in that of a store which are stores themselves, made from it: the graphs of its hosts and
// of its sites. The manifest does not name them; theirs says what they were made from.
inline constexpr std::array<std::string_view, 2> kInnerStores = {"hosts.cocite", "sites.cocite"};

struct FileEntry {
  std::string name;
  uint64_t size_bytes = 0;
  uint64_t identity = 0;
};

struct Manifest {
  // In order; names as `info` shows them.
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<FileEntry> files;
  uint64_t identity = 0;  // of the manifest's own file, where it was read from one

  [[nodiscard]] std::optional<std::string> fact(std::string_view name) const;
  [[nodiscard]] uint64_t number(std::string_view name) const;  // 0 where there is none
  void set(std::string_view name, std::string value);
  void set(std::string_view name, uint64_t value) { set(name, std::to_string(value)); }

  [[nodiscard]] Result<void> write(const std::string& folder) const;
  [[nodiscard]] static Result<Manifest> read(const std::string& folder);
};

}  // namespace cocite::store
