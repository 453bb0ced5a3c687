// The files of a folder and of all folders in it, in order of their names.
//
//   COCITE_TRY(const std::vector<TreeFile> files, files_of_tree("site", {}));
//   files[0].name           // "a/index.html"
//
// A symbolic link to a file outside the folder is listed as such and must not be read: the folder's owner did not
// mean to show that file. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::read {

struct TreeFile {
  std::string name;  // relative
  uint64_t size = 0;
  bool is_outside = false;  // a symbolic link that leaves the tree
};

struct TreeOptions {
  bool skip_hidden = false;  // folders like .git, and node_modules
};

[[nodiscard]] Result<std::vector<TreeFile>> files_of_tree(const std::string& folder,
                                                          const TreeOptions& options);

// By the numbers in their names: "part-00009" before "part-00010", and "part-9" before "part-10".
[[nodiscard]] bool is_numbered_before(std::string_view a, std::string_view b);

// ".html", in lower case; empty: none.
[[nodiscard]] std::string extension_of(std::string_view name);
// A path as it is written in an address.
[[nodiscard]] std::string escaped_path(std::string_view path);

}  // namespace cocite::read
