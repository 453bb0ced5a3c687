// What a store holds: facts about it, and the files that belong to it.
//
// The manifest is written last. It names each file with its size and identity (the hash of its
// header), so a file of another store, or of another time, is found out when the store is opened.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "store/facts.h"

namespace cocite::store {

// Folders in that of a store which are stores themselves, made from it: the graphs of its hosts and
// of its sites. The manifest does not name them; theirs says what they were made from.
inline constexpr std::array<std::string_view, 3> kInnerStores = {"hosts.cocite", "sites.cocite",
                                                                 "merged.cocite"};

// Where a store says what it holds.
inline constexpr std::string_view kManifestFile = "manifest";
inline constexpr std::string_view kManifestKind = "mani";

struct FileEntry {
  std::string name;
  uint64_t size_bytes = 0;
  uint64_t identity = 0;
};

struct Manifest {
  Facts facts;
  std::vector<FileEntry> files;
  uint64_t identity = 0;  // of the manifest's own file, where it was read from one

  // nullptr: it names no such file.
  [[nodiscard]] const FileEntry* find(std::string_view name) const;
  // Stands for all files but the report, which says how long things took.
  [[nodiscard]] uint64_t content() const;

  [[nodiscard]] Result<void> write(const std::string& folder) const;
  [[nodiscard]] static Result<Manifest> read(const std::string& folder);
};

// Changes when another store stands at this path, or the same one with new parts; empty: there is
// none.
[[nodiscard]] std::string seen_at(const std::string& path);

}  // namespace cocite::store
