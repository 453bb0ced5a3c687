#include "suggest/markdown_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "ingest/input_ledger.h"
#include "read/file_tree.h"
#include "read/front_matter.h"
#include "url/key.h"

namespace cocite::suggest {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtensions[] = {".md", ".markdown", ".mdx", ".mkd"};
constexpr std::string_view kPresets[] = {"github", "html",       "mkdocs",
                                         "hugo",   "docusaurus", "obsidian"};
constexpr size_t kFrontBytes = size_t{64} << 10;

bool is_markdown(const std::string& name) {
  return std::ranges::find(kExtensions, read::extension_of(name)) != std::end(kExtensions);
}

// "https://docs.example/guide/": what the addresses of all fetched pages begin with.
Result<std::string> common_base(const store::Store& store) {
  std::string common;
  bool is_first = true;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    COCITE_TRY(const bool is_crawled, store.is_crawled(page_id(i)));
    if (!is_crawled) continue;
    COCITE_TRY(const std::string key, store.key(page_id(i)));
    COCITE_TRY(const std::string address, store.url(page_id(i), key));
    if (is_first) common = address;
    is_first = false;
    const auto end = std::ranges::mismatch(common, address).in1;
    common.erase(end, common.end());
  }
  common.resize(common.rfind('/') + 1);
  return common;
}

class Finder {
 public:
  Finder(const store::Store& store, std::string base) : store_(&store), base_(std::move(base)) {}

  Result<MarkdownFolder> find(const std::string& path) const {
    MarkdownFolder best{.path = path};
    COCITE_TRY(const auto all, read::files_of_tree(path, {.skip_hidden = true}));
    std::vector<std::string> pages;
    std::unordered_set<std::string> outside;
    std::unordered_set<std::string> others;
    for (const read::TreeFile& file : all) {
      if (file.is_outside) outside.insert(file.name);
      if (is_markdown(file.name)) {
        pages.push_back(file.name);
      } else {
        others.insert(file.name);
      }
    }
    for (const std::string_view name : kPresets) {
      COCITE_TRY(const read::MarkdownPreset preset, read::find_markdown_preset(name));
      read::MarkdownNames names(preset, pages, others);
      if (names.needs_front_matter()) read_front_matters(path, pages, names);
      std::map<PageId, size_t> files;
      for (size_t i = 0; i < pages.size(); ++i) {
        if (outside.contains(pages[i])) continue;
        COCITE_TRY(const std::optional<PageId> page, page_of(names, i));
        if (page) files.emplace(*page, i);
      }
      if (best.names && files.size() <= best.files.size()) continue;
      best.names.emplace(std::move(names));
      best.files = std::move(files);
    }
    return best;
  }

 private:
  Result<std::optional<PageId>> page_of(const read::MarkdownNames& names, size_t file) const {
    std::string key = names.path(file);
    if (store_->names() == store::Names::kUrl) {
      const std::string address = base_ + read::escaped_path(names.address(file));
      if (url::make_key(address, {.fold_www = store_->facts().fold_www}, key) != url::Skip::kNone) {
        return std::optional<PageId>();
      }
    }
    COCITE_TRY(const std::optional<PageId> page, store_->find(key));
    if (!page) return page;
    COCITE_TRY(const bool is_crawled, store_->is_crawled(*page));
    return is_crawled ? page : std::optional<PageId>();
  }

  static void read_front_matters(const std::string& path, const std::vector<std::string>& pages,
                                 read::MarkdownNames& names) {
    for (size_t i = 0; i < pages.size(); ++i) {
      std::ifstream file(path + "/" + pages[i], std::ios::binary);
      std::string beginning(kFrontBytes, '\0');
      file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
      beginning.resize(static_cast<size_t>(file.gcount()));
      names.set_front_matter(i, read::read_front_matter(beginning));
    }
  }

  const store::Store* store_;
  std::string base_;
};

}  // namespace

Result<std::vector<MarkdownFolder>> markdown_folders(const store::Store& store) {
  COCITE_TRY(const ingest::InputLedger ledger, ingest::InputLedger::read(store));
  std::vector<MarkdownFolder> folders;
  std::string missing;
  for (const ingest::InputEntry& entry : ledger.entries()) {
    if (entry.kind != ingest::InputKind::kPages) continue;
    const size_t equals = entry.name.find("=http");
    std::string path = entry.name.substr(0, equals);
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (!fs::exists(path, error)) missing = path;
      continue;
    }
    std::string base;
    if (equals != std::string::npos) {
      base = entry.name.substr(equals + 1);
      if (!base.ends_with('/')) base += '/';
    } else if (store.names() == store::Names::kUrl) {
      COCITE_TRY(base, common_base(store));
    }
    COCITE_TRY(MarkdownFolder folder, Finder(store, base).find(path));
    if (!folder.files.empty()) folders.push_back(std::move(folder));
  }
  if (!folders.empty()) return folders;
  if (!missing.empty()) {
    return fail(ErrorCode::kNotFound, "'" + missing +
                                          "', which the store was imported from, is not there; "
                                          "run the command in the folder where it was imported");
  }
  return fail(ErrorCode::kUnsupported,
              store.path() +
                  ": was not imported from a folder of Markdown files, so links cannot "
                  "be written into its pages");
}

}  // namespace cocite::suggest
