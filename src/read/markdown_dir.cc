// A folder of Markdown files: documentation, a vault of notes, a blog.
//
// With an address (DIR=https://docs.example/ or SourceOptions::base) pages have the addresses under which the
// folder is served; without one a page is its path, "guide/setup.md". A link to a file that is not there is a link
// to a page that was never fetched. Rules: docs/formats/markdown.md.
#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include <cocite/text_file.h>

#include "base/mapped_file.h"
#include "read/file_tree.h"
#include "read/markdown.h"
#include "read/markdown_names.h"
#include "read/page_emitter.h"
#include "read/source.h"
#include "url/url.h"

namespace cocite::read::markdown_dir {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxFileBytes = uint64_t{16} << 20;
constexpr size_t kSamples = 3;
constexpr std::array<std::string_view, 4> kExtensions = {".md", ".markdown", ".mdx", ".mkd"};
constexpr std::array<std::string_view, 5> kPackedExtensions = {".gz", ".zst", ".lz4", ".bz2",
                                                               ".xz"};
constexpr std::array<std::string_view, 2> kHtmlExtensions = {".html", ".htm"};

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

bool has_ending(std::string_view name, std::span<const std::string_view> extensions) {
  return std::ranges::find(extensions, extension_of(name)) != extensions.end();
}

// "notes.md.gz" -> "notes.md"
std::string_view without_packing(std::string_view name) {
  const std::string ending = extension_of(name);
  return std::ranges::find(kPackedExtensions, ending) == kPackedExtensions.end()
             ? name
             : name.substr(0, name.size() - ending.size());
}

// Links to be told about, counted on all threads.
struct Odd {
  uint64_t count = 0;
  std::vector<std::string> samples;

  void add(const std::string& sample) {
    ++count;
    if (samples.size() < kSamples) samples.push_back(sample);
  }
  void add_to(std::string& note, const char* what) const {
    if (count == 0) return;
    note += "; " + std::to_string(count) + what;
    for (size_t i = 0; i < samples.size(); ++i) note += (i == 0 ? " (" : ", ") + samples[i];
    note += count > samples.size() ? ", …)" : ")";
  }
};

// What is fixed for the whole folder, shared by all pieces.
struct Tree {
  std::string folder;
  std::string base;  // ends with "/"; empty: pages are their paths
  std::vector<TreeFile> files;
  std::optional<std::string>
      only;  // the text of the one file, if it is packed or comes from a pipe
  size_t html_files = 0;
  std::optional<MarkdownNames> names;
  std::once_flag has_aliases;
  SourceOptions options;
  std::mutex mutex;
  Odd missing;
  Odd ambiguous;
};

// Other names of notes: read once a link leads to none of their own names.
void read_aliases(Tree& tree) {
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (tree.files[i].is_outside) continue;
    const auto mapped =
        tree.only ? Result<MappedFile>() : MappedFile::open(tree.folder + "/" + tree.files[i].name);
    if (!mapped) continue;
    const std::string_view text = tree.only ? std::string_view(*tree.only) : text_of(*mapped);
    if (text.starts_with("---") || text.starts_with("+++")) {
      tree.names->set_aliases(i, read_front_matter(text).aliases);
    }
  }
}

class FilesPiece final : public Piece {
 public:
  FilesPiece(Tree& tree, size_t first, size_t end)
      : tree_(&tree), options_(tree.options), first_(first), end_(end) {}

  void parse(LinkBlock& block) override {
    std::optional<PageEmitter> emitter;
    if (!tree_->base.empty()) emitter.emplace(options_, block);
    for (size_t i = first_; i < end_; ++i) {
      const TreeFile& file = tree_->files[i];
      ++block.lines;
      block.count_record("file");
      if (file.is_outside) {
        block.skip(SkipReason::kOutsideTree, 0, file.name);
        continue;
      }
      Result<MappedFile> mapped;
      std::string_view text;
      if (tree_->only) {
        text = *tree_->only;
      } else {
        mapped = MappedFile::open(tree_->folder + "/" + file.name, MappedFile::Access::kSequential);
        if (mapped) text = text_of(*mapped);
      }
      if (!mapped || text.size() > kMaxFileBytes) {
        block.skip(SkipReason::kNotReadable, 0, file.name);
        continue;
      }
      block.bytes += text.size();
      if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
      const MarkdownPage& page = parser_.parse(text, options_.keep_text ? kMaxWords : 0);
      if (emitter) {
        add_served(i, page, *emitter, block);
      } else {
        add_path(i, page, block);
      }
      if (page.links_left_out > 0) {
        block.skip(SkipReason::kTooManyLinks, 0, file.name, page.links_left_out);
      }
    }
  }

 private:
  static constexpr size_t kMaxWords = 1000;

  [[nodiscard]] static std::string title_of(const std::string& path, const MarkdownPage& page) {
    if (!page.title.empty()) return page.title;
    return fs::path(path).stem().string();
  }

  MarkdownNames::Found resolve(size_t from, const MarkdownLink& link) {
    MarkdownNames::Found found = tree_->names->resolve(from, link);
    if (found.is_missing && link.is_wiki) {
      std::call_once(tree_->has_aliases, [&] { read_aliases(*tree_); });
      const size_t file = tree_->names->find_alias(link.target);
      if (file != MarkdownNames::kNoFile) found = {.file = file};
    }
    if (found.is_missing || found.is_ambiguous) {
      const std::scoped_lock lock(tree_->mutex);
      (found.is_missing ? tree_->missing : tree_->ambiguous)
          .add(tree_->names->path(from) + " → " + link.target);
    }
    return found;
  }

  [[nodiscard]] bool is_within_dates(uint32_t date) const {
    return date == 0 || (date >= options_.from_date && date <= options_.to_date);
  }

  void add_served(size_t file, const MarkdownPage& page, PageEmitter& emitter, LinkBlock& block) {
    const std::string& path = tree_->names->path(file);
    if (page.front.is_draft) return block.skip(SkipReason::kDraft, 0, path);
    const auto address = [&](std::string_view shown) { return tree_->base + escaped_path(shown); };
    if (!emitter.begin(address(tree_->names->address(file)), page.front.date)) return;
    emitter.title(title_of(path, page));
    emitter.text(page.text);
    for (const std::string& alias : page.front.aliases) {
      // Addresses that it had before; others are names of notes.
      if (alias.starts_with('/')) {
        emitter.also_called(tree_->base + escaped_path(std::string_view(alias).substr(1)));
      }
    }
    for (const MarkdownLink& link : page.links) {
      const MarkdownNames::Found found = resolve(file, link);
      std::string target = found.path;
      if (!found.is_elsewhere) {
        target =
            address(found.file != MarkdownNames::kNoFile ? tree_->names->address(found.file)
                                                         : tree_->names->address_of(found.path));
      }
      emitter.link(target, link.anchor, LinkUse::kA);
    }
  }

  void add_path(size_t file, const MarkdownPage& page, LinkBlock& block) {
    const std::string& path = tree_->names->path(file);
    if (!is_within_dates(page.front.date)) return block.skip(SkipReason::kOutsideDates, 0, path);
    const uint32_t self = block.page(path);
    block.begin_fetch(self, page.front.date);
    block.set_title(title_of(path, page));
    block.set_text(page.text);
    for (const MarkdownLink& link : page.links) {
      ++block.links_read;
      const MarkdownNames::Found found = resolve(file, link);
      std::string target = found.path;
      if (found.file != MarkdownNames::kNoFile) {
        target = tree_->names->path(found.file);
      } else if (found.is_elsewhere && !settle(target)) {
        block.skip(SkipReason::kScheme, 0, path + ": " + link.target);
        continue;
      }
      const uint32_t other = block.page(target);
      block.count_link(LinkUse::kA);
      if (other == self) {
        ++block.self_links;
      } else {
        block.link(self, other, options_.keep_anchors ? std::string_view(link.anchor) : "");
      }
    }
  }

  // A page of the web by its address, without the part behind #.
  static bool settle(std::string& target) {
    if (target.starts_with("//")) target.insert(0, "https:");
    const auto url = url::Url::parse(target, url::Escaping::kAsKeys);
    if (!url || (!target.starts_with("http://") && !target.starts_with("https://"))) return false;
    target = url->href();
    target.resize(std::min(target.find('#'), target.size()));
    return true;
  }

  Tree* tree_;
  SourceOptions options_;
  size_t first_;
  size_t end_;
  MarkdownParser parser_;
};

class FolderSource final : public Source {
 public:
  explicit FolderSource(std::unique_ptr<Tree> tree) : tree_(std::move(tree)) {
    for (const TreeFile& file : tree_->files) total_ += file.size;
  }
  Result<std::unique_ptr<Piece>> next() override {
    const size_t first = at_;
    uint64_t bytes = 0;
    while (at_ < tree_->files.size() && bytes < tree_->options.piece_bytes) {
      bytes += tree_->files[at_++].size;
    }
    done_ += bytes;
    if (at_ == first) return std::unique_ptr<Piece>();
    return std::unique_ptr<Piece>(std::make_unique<FilesPiece>(*tree_, first, at_));
  }
  [[nodiscard]] uint64_t bytes_done() const override { return done_; }
  [[nodiscard]] uint64_t bytes_total() const override { return total_; }
  [[nodiscard]] std::string name() const override { return tree_->folder; }
  [[nodiscard]] std::string note() const override {
    std::string note = tree_->folder +
                       ": read as Markdown: " + std::to_string(tree_->files.size()) +
                       (tree_->files.size() == 1 ? " file" : " files");
    if (tree_->html_files > 0) {
      note += "; " + std::to_string(tree_->html_files) + " HTML files were not read";
    }
    tree_->missing.add_to(note, " links to files that are not there");
    tree_->ambiguous.add_to(note, " links to names that several files have");
    return note;
  }

 private:
  std::unique_ptr<Tree> tree_;
  size_t at_ = 0;
  uint64_t done_ = 0;
  uint64_t total_ = 0;
};

Result<void> set_base(std::string base, Tree& tree) {
  if (base.empty()) return {};
  const auto url = url::Url::parse(base);
  if (!url || !base.starts_with("http") || !url->query().empty() || !url->fragment().empty()) {
    return fail({.message = base + ": is not an http(s) address of a folder", .about = "base"});
  }
  tree.base = url->href();
  if (tree.base.back() != '/') tree.base += '/';
  return {};
}

// "docs=https://docs.example/" -> "docs"
std::string_view folder_of(std::string_view input) {
  return input.substr(0, input.find("=http"));
}

Result<void> read_front_matters(Tree& tree) {
  if (!tree.names->needs_front_matter()) return {};
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (tree.files[i].is_outside) continue;
    if (tree.only) {
      tree.names->set_front_matter(i, read_front_matter(*tree.only));
      continue;
    }
    const auto bytes =
        MappedFile::open(tree.folder + "/" + tree.files[i].name, MappedFile::Access::kSequential);
    if (bytes) tree.names->set_front_matter(i, read_front_matter(text_of(*bytes)));
  }
  return {};
}

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  auto tree = std::make_unique<Tree>();
  tree->folder = folder_of(input);
  tree->options = options;
  const size_t equals = tree->folder.size();
  COCITE_CHECK(set_base(equals < input.size() ? input.substr(equals + 1) : options.base, *tree));
  COCITE_TRY(const MarkdownPreset preset, find_markdown_preset(options.preset));
  if (options.opaque_names != tree->base.empty()) {
    return tree->base.empty()
               ? fail({.message = input +
                                  ": its pages have no addresses; say where it is served, or "
                                  "that names are opaque",
                       .remedies = {{.options = {{"base", "https://address/"}}},
                                    {.options = {{"names", "opaque"}}}}})
               : fail({.message = input + ": pages that are served have URLs, not opaque names",
                       .about = "names"});
  }
  std::vector<TreeFile> all;
  std::error_code error;
  if (fs::is_regular_file(tree->folder, error) && has_ending(tree->folder, kExtensions)) {
    const fs::path file(tree->folder);
    tree->folder = file.has_parent_path() ? file.parent_path().string() : ".";
    all.push_back({.name = file.filename().string(), .size = fs::file_size(file, error)});
  } else if (tree->folder == "-" || !fs::is_directory(tree->folder, error)) {
    COCITE_TRY(tree->only,
               read_text_file(tree->folder, {.stop = options.stop, .max_bytes = kMaxFileBytes}));
    std::string name =
        tree->folder == "-" ? "stdin" : fs::path(without_packing(tree->folder)).filename().string();
    if (!has_ending(name, kExtensions)) name += ".md";
    all.push_back({.name = std::move(name), .size = tree->only->size()});
  } else {
    COCITE_TRY(all, files_of_tree(tree->folder, {.skip_hidden = true}));
  }
  std::vector<std::string> pages;
  std::unordered_set<std::string> others;
  for (TreeFile& file : all) {
    tree->html_files += has_ending(file.name, kHtmlExtensions) ? 1 : 0;
    if (has_ending(file.name, kExtensions)) {
      pages.push_back(file.name);
      tree->files.push_back(std::move(file));
    } else {
      others.insert(std::move(file.name));
    }
  }
  if (tree->files.empty()) {
    return fail(ErrorCode::kNotFound,
                tree->folder + ": has no Markdown files (.md .markdown .mdx .mkd)");
  }
  tree->names.emplace(preset, std::move(pages), std::move(others));
  COCITE_CHECK(read_front_matters(*tree));
  return std::unique_ptr<Source>(std::make_unique<FolderSource>(std::move(tree)));
}

// A heading, and a link as only Markdown writes them; or front matter.
bool looks_like_markdown(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return false;
  if (read_front_matter(text).size > 0) return true;
  const bool has_heading = text.starts_with("# ") || text.find("\n# ") != std::string_view::npos ||
                           text.find("\n## ") != std::string_view::npos;
  return has_heading &&
         (text.find("](") != std::string_view::npos || text.find("[[") != std::string_view::npos);
}

// A folder with more Markdown than HTML; a file by its name, since Markdown is any text; standard input by what only
// Markdown has.
bool recognises(std::string_view input, std::string_view first_bytes) {
  const std::string folder(folder_of(input));
  std::error_code error;
  if (folder == "-") return looks_like_markdown(first_bytes);
  if (fs::is_regular_file(folder, error)) {
    return has_ending(without_packing(folder), kExtensions) &&
           first_bytes.find('\0') == std::string_view::npos;
  }
  if (!fs::is_directory(folder, error)) return false;
  const auto files = files_of_tree(folder, {.skip_hidden = true});
  if (!files) return false;
  const auto count = [&](std::span<const std::string_view> extensions) {
    return std::ranges::count_if(
        *files, [&](const TreeFile& file) { return has_ending(file.name, extensions); });
  };
  return count(kExtensions) > count(kHtmlExtensions);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "markdown",
    .summary = "a folder of Markdown files: docs, notes with [[links]], blogs",
    .recognises = recognises,
    .takes_folders = true,
    .open = open,
};

}  // namespace cocite::read::markdown_dir
