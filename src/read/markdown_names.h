// The pages of a folder of Markdown files: which file a link means, and at which address a file is served.
//
//   MarkdownNames names("mkdocs", {"guide/setup.md", "index.md"}, {"logo.png"});
//   names.resolve(1, {.target = "guide/setup.md#linux"});       // .file = 0
//   names.resolve(0, {.target = "Index", .is_wiki = true});     // .file = 1
//   names.address(0)                                            // "guide/setup/"
//
// A link is a path from its own file, else from the root; a wiki link also the name of a file anywhere, in any case.
// Rules: docs/formats/markdown.md. Const member functions: any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <cocite/result.h>

#include "read/front_matter.h"
#include "read/markdown.h"

namespace cocite::read {

enum class MarkdownPreset : uint8_t { kGithub, kHtml, kMkdocs, kHugo, kDocusaurus, kObsidian };
// Empty: kGithub.
[[nodiscard]] Result<MarkdownPreset> find_markdown_preset(std::string_view name);

class MarkdownNames {
 public:
  static constexpr size_t kNoFile = SIZE_MAX;

  struct Found {
    size_t file = kNoFile;
    std::string path = {};      // without a file: where it would be
    bool is_elsewhere = false;  // an address with a scheme, or out of the folder
    bool is_missing = false;    // no file of any kind is there
    bool is_ambiguous = false;  // several files have the name; the nearest was taken
  };

  // Paths from the root; `others` are files that are no pages.
  MarkdownNames(MarkdownPreset preset, std::vector<std::string> pages,
                std::unordered_set<std::string> others);

  // Whether front matter changes addresses: then every file's is wanted before anything is resolved.
  [[nodiscard]] bool needs_front_matter() const;
  void set_front_matter(size_t file, const FrontMatter& front);
  // Other names of a file, for wiki links that nothing else is called by.
  void set_aliases(size_t file, const std::vector<std::string>& aliases);
  [[nodiscard]] size_t find_alias(std::string_view name) const;

  [[nodiscard]] Found resolve(size_t from, const MarkdownLink& link) const;
  [[nodiscard]] const std::string& path(size_t file) const { return pages_[file]; }
  [[nodiscard]] const std::string& address(size_t file) const { return addresses_[file]; }
  // Of a page that is not there.
  [[nodiscard]] std::string address_of(std::string_view path) const;

 private:
  [[nodiscard]] size_t find_path(const std::string& path) const;
  [[nodiscard]] Found find_name(size_t from, std::string_view path) const;

  MarkdownPreset preset_;
  std::vector<std::string> pages_;
  std::vector<std::string> addresses_;
  std::unordered_set<std::string> others_;
  std::unordered_map<std::string, size_t> by_path_;     // in lower case, without the extension
  std::unordered_map<std::string, size_t> by_address_;  // in lower case, without the last slash
  // By every end of a path that begins behind a slash, as a hash: "guide/setup" and "setup".
  struct Named {
    size_t highest = kNoFile;
    size_t files = 0;
  };
  std::unordered_map<uint64_t, Named> by_end_;
  std::unordered_map<std::string, size_t> by_alias_;  // in lower case
};

}  // namespace cocite::read
