// Bookmarks of browsers and OPML outlines as a source: each folder is a page that links to its entries and to the
// folders in it. Folders have addresses below SourceOptions::base, else below https://bookmarks.invalid/ (a name that
// no site can have). Rules: docs/formats/bookmarks.md.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "html/charset.h"
#include "read/bookmarks.h"
#include "read/file_tree.h"
#include "read/page_emitter.h"
#include "read/source.h"

namespace cocite::read::bookmark_file {
namespace {

constexpr size_t kMaxBytes = size_t{256} << 20;
constexpr std::string_view kNoSite = "https://bookmarks.invalid/";

class BookmarksPiece final : public Piece {
 public:
  BookmarksPiece(std::string text, const SourceOptions& options)
      : text_(std::move(text)), options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    html::CharsetDecoder decoder;
    const Bookmarks all = read_bookmarks(decoder.to_utf8(text_, {}).text);
    block.lines = all.entries.size();
    std::string base = options_.base.empty() ? std::string(kNoSite) : options_.base;
    if (base.back() != '/') base += '/';
    const auto address = [&](size_t folder) {
      return base + escaped_path(all.folders[folder].path);
    };
    PageEmitter emitter(options_, block);
    std::vector<std::vector<size_t>> entries(all.folders.size());
    std::vector<std::vector<size_t>> folders(all.folders.size());
    for (size_t i = 0; i < all.entries.size(); ++i) entries[all.entries[i].folder].push_back(i);
    for (size_t i = 1; i < all.folders.size(); ++i) folders[all.folders[i].parent].push_back(i);
    for (size_t i = 0; i < all.folders.size(); ++i) {
      block.count_record("folder");
      if (!emitter.begin(address(i), 0)) continue;
      emitter.title(i == 0 ? all.title : all.folders[i].title);
      for (const size_t inner : folders[i]) {
        emitter.link(address(inner), all.folders[inner].title, LinkUse::kA);
      }
      for (const size_t entry : entries[i]) {
        emitter.link(all.entries[entry].address, all.entries[entry].title, LinkUse::kA);
      }
    }
  }

 private:
  std::string text_;
  SourceOptions options_;
};

class BookmarksSource final : public Source {
 public:
  BookmarksSource(std::unique_ptr<RecordStream> stream, const SourceOptions& options)
      : stream_(std::move(stream)), options_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    if (std::exchange(is_read_, true)) return std::unique_ptr<Piece>();
    std::string text;
    for (;;) {
      COCITE_TRY(const std::string_view bytes, stream_->look(1));
      if (bytes.empty() && stream_->at_gap()) {
        stream_->cross_gap();
        continue;
      }
      if (bytes.empty()) break;
      if (text.size() + bytes.size() > kMaxBytes) {
        return fail(ErrorCode::kUnsupported, name() + ": has more than 256 MiB of bookmarks");
      }
      text += bytes;
      stream_->take(bytes.size());
    }
    return std::unique_ptr<Piece>(std::make_unique<BookmarksPiece>(std::move(text), options_));
  }
  [[nodiscard]] uint64_t bytes_done() const override { return stream_->raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return stream_->raw_total(); }
  [[nodiscard]] std::string name() const override { return stream_->name(); }
  [[nodiscard]] std::string note() const override {
    return name() + ": read as bookmarks: every folder is a page that links to its entries";
  }

 private:
  std::unique_ptr<RecordStream> stream_;
  SourceOptions options_;
  bool is_read_ = false;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  return is_bookmarks(first_bytes);
}

Result<std::unique_ptr<Source>> over(std::unique_ptr<RecordStream> stream,
                                     const SourceOptions& options) {
  if (options.opaque_names) {
    return fail(
        {.message = stream->name() + ": bookmarks have URLs, not opaque names", .about = "names"});
  }
  return std::unique_ptr<Source>(std::make_unique<BookmarksSource>(std::move(stream), options));
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "bookmarks",
    .summary =
        "bookmarks of a browser, or an OPML outline: folders are pages that link to their entries",
    .recognises = recognises,
    .over = over,
};

}  // namespace cocite::read::bookmark_file
