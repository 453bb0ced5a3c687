// A tree of HTML files, as a web server would serve it: "DIR=https://address/".
//
// A file DIR/a/b.html is the page https://address/a/b.html; DIR/a/index.html is https://address/a/,
// whichever of the two a link says. Links are those of <a> and <area>, resolved against the page's
// address or its <base>. Files are read in order of their names. A symbolic link to a file outside
// DIR is not read: who serves the folder did not mean to show that.
#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/mapped_file.h"
#include "read/file_tree.h"
#include "read/page_emitter.h"
#include "read/source.h"
#include "url/key.h"
#include "url/url.h"

namespace cocite::read::html_dir {
namespace {

constexpr uint64_t kMaxFileBytes = uint64_t{256} << 20;
constexpr std::array<std::string_view, 4> kExtensions = {".html", ".htm", ".xhtml", ".xht"};
constexpr std::array<std::string_view, 3> kIndexFiles = {"index.html", "index.htm", "index.xhtml"};

// What is fixed for the whole tree, shared by all pieces.
struct Tree {
  std::string folder;
  std::string base;                         // ends with "/"
  std::unordered_set<std::string> folders;  // relative, those that have an index file
  SourceOptions options;

  // "a/index.html" -> "a/": the address under which a server shows the file.
  [[nodiscard]] static std::string_view without_index(std::string_view path) {
    for (const std::string_view index : kIndexFiles) {
      if (path.ends_with(index) &&
          (path.size() == index.size() || path[path.size() - index.size() - 1] == '/')) {
        return path.substr(0, path.size() - index.size());
      }
    }
    return path;
  }

  // The one address of what may be called by several within this tree.
  void settle(std::string& address) const {
    if (!address.starts_with(base)) return;
    const size_t end = std::min(address.find_first_of("?#"), address.size());
    const std::string_view path = std::string_view(address).substr(base.size(), end - base.size());
    const std::string_view shown = without_index(path);
    if (shown.size() != path.size() && folders.contains(std::string(shown))) {
      address.erase(base.size() + shown.size(), path.size() - shown.size());
    } else if (!path.empty() && path.back() != '/' && folders.contains(std::string(path) + "/")) {
      address.insert(end, "/");
    }
  }
};

class FilesPiece final : public Piece {
 public:
  FilesPiece(const Tree& tree, std::span<const TreeFile> files) : tree_(&tree), files_(files) {}

  void parse(LinkBlock& block) override {
    PageEmitter emitter(tree_->options, block);
    emitter.settle_with([&](std::string& address) { tree_->settle(address); });
    for (const TreeFile& file : files_) {
      if (file.is_outside) {
        ++block.lines;
        block.count_record("file");
        block.skip(SkipReason::kOutsideTree, 0, file.name);
      } else {
        parse_file(file.name, emitter, block);
      }
    }
  }

 private:
  void parse_file(const std::string& file, PageEmitter& emitter, LinkBlock& block) {
    const auto bytes =
        MappedFile::open(tree_->folder + "/" + file, MappedFile::Access::kSequential);
    ++block.lines;
    block.count_record("file");
    if (!bytes || bytes->bytes().size() > kMaxFileBytes) {
      return block.skip(SkipReason::kNotReadable, 0, file);
    }
    block.bytes += bytes->bytes().size();
    // When a file was last changed says nothing about when its page was seen: no date.
    emitter.html(tree_->base + escaped_path(Tree::without_index(file)), 0,
                 {reinterpret_cast<const char*>(bytes->bytes().data()), bytes->bytes().size()});
  }

  const Tree* tree_;
  std::span<const TreeFile> files_;  // the source's
};

class TreeSource final : public Source {
 public:
  TreeSource(Tree tree, std::vector<TreeFile> files)
      : tree_(std::move(tree)), files_(std::move(files)) {
    for (const TreeFile& file : files_) total_ += file.size;
  }
  Result<std::unique_ptr<Piece>> next() override {
    const size_t first = at_;
    uint64_t bytes = 0;
    while (at_ < files_.size() && bytes < tree_.options.piece_bytes) bytes += files_[at_++].size;
    done_ += bytes;
    if (at_ == first) return std::unique_ptr<Piece>();
    const auto some = std::span<const TreeFile>(files_).subspan(first, at_ - first);
    return std::unique_ptr<Piece>(std::make_unique<FilesPiece>(tree_, some));
  }
  [[nodiscard]] uint64_t bytes_done() const override { return done_; }
  [[nodiscard]] uint64_t bytes_total() const override { return total_; }
  [[nodiscard]] std::string name() const override { return tree_.folder; }

 private:
  Tree tree_;
  std::vector<TreeFile> files_;
  size_t at_ = 0;
  uint64_t done_ = 0;
  uint64_t total_ = 0;
};

bool recognises(std::string_view input, std::string_view /*first_bytes*/) {
  return input.find("=http://") != std::string_view::npos ||
         input.find("=https://") != std::string_view::npos;
}

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  const size_t equals = input.find("=http");
  Tree tree;
  tree.folder = input.substr(0, equals);
  if (equals == std::string::npos || tree.folder.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                input + ": a tree of HTML files needs the address where it is served, like " +
                    input + "=https://www.example.org/");
  }
  if (options.opaque_names) {
    return fail(
        {.message = input + ": pages of HTML files have URLs, not opaque names", .about = "names"});
  }
  tree.base = input.substr(equals + 1);
  const auto base = url::Url::parse(tree.base);
  std::string key;
  if (!base || !base->query().empty() || !base->fragment().empty() ||
      url::make_key(tree.base, {}, key) != url::Skip::kNone) {
    return fail(ErrorCode::kInvalidArgument, tree.base + ": is not an http(s) address of a folder");
  }
  tree.base = base->href();
  if (tree.base.back() != '/') tree.base += '/';
  tree.options = options;

  COCITE_TRY(std::vector<TreeFile> files, files_of_tree(tree.folder, {}));
  std::erase_if(files, [](const TreeFile& file) {
    return std::ranges::find(kExtensions, extension_of(file.name)) == kExtensions.end();
  });
  for (const TreeFile& file : files) {
    const std::string_view shown = Tree::without_index(file.name);
    if (shown.size() != file.name.size() && !file.is_outside) {
      tree.folders.insert(escaped_path(shown));
    }
  }
  if (files.empty()) {
    return fail(ErrorCode::kNotFound, tree.folder + ": has no HTML files (.html .htm .xhtml .xht)");
  }
  return std::unique_ptr<Source>(std::make_unique<TreeSource>(std::move(tree), std::move(files)));
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "html",
    .summary = "a tree of HTML files and where it is served: DIR=https://address/",
    .recognises = recognises,
    .takes_folders = true,
    .open = open,
};

}  // namespace cocite::read::html_dir
