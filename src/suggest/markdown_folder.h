// The folder of Markdown files that a store was imported from: which file is which page.
//
//   COCITE_TRY(const std::vector<MarkdownFolder> folders, markdown_folders(store));
//   folders[0].files.at(page)                 // number of its file
//   folders[0].names->path(0)                 // "guide/setup.md"
//
// The preset under which it was imported is the one under which most files are pages of the store. One
// thread.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "read/markdown_names.h"
#include "store/store.h"

namespace cocite::suggest {

struct MarkdownFolder {
  std::string path;
  std::optional<read::MarkdownNames> names = {};
  std::map<PageId, size_t> files = {};  // by page; files outside the folder are left out
};

[[nodiscard]] Result<std::vector<MarkdownFolder>> markdown_folders(const store::Store& store);

}  // namespace cocite::suggest
