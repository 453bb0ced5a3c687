// Files that a user asks for: they appear whole or not at all, and never in place of something needed.
//
//   OutputRules rules{.force = false, .inputs = {"links.tsv"}};
//   COCITE_CHECK(check_output("report.html", rules));     // before hours of work
//   COCITE_CHECK(write_output("report.html", html, rules));
//
// Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite {

// A file that is being written is called NAME and this.
inline constexpr std::string_view kPartEnding = ".cocite-part";

// The file that `path` leads to if it is a symbolic link; else `path` itself.
[[nodiscard]] std::string link_target(const std::string& path);

struct OutputRules {
  bool force = false;  // a file that is there already is replaced
  // What the same command reads, and so must not write: files, and folders with all that is in them.
  std::vector<std::string> inputs = {};
};

// An error says why nothing may be written to `path`:
// - it is an input, by whatever name: symbolic and hard links are followed;
// - it is in a store;
// - it is there already, and `force` is not set; or it is a folder.
// Always allowed: "-" and other names of standard output, devices and pipes.
[[nodiscard]] Result<void> check_output(const std::string& path, const OutputRules& rules);
// The same of a folder in which files are made; it may be there already.
[[nodiscard]] Result<void> check_output_folder(const std::string& path, const OutputRules& rules);

// Writes all of it. Empty or "-": standard output. Packed where the name ends in .gz or .zst.
[[nodiscard]] Result<void> write_output(const std::string& path, std::string_view bytes,
                                        const OutputRules& rules);

}  // namespace cocite
