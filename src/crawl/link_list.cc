// Link lists: one link per line, source, tab, target; page order is the order of lines.
//
// A line with one name is a page without links. Empty lines and lines that begin with # are passed
// over (SNAP's headers among them). Anything else that is not a link is counted and left out. A
// target that is no page does not spoil its source, which is a page all the same.
#include "crawl/link_list.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "url/key.h"

namespace cocite::crawl::link_list {
namespace {

SkipReason reason_of(url::Skip skip) {
  switch (skip) {
    case url::Skip::kNone:
    case url::Skip::kEmpty:
      return SkipReason::kEmptyName;
    case url::Skip::kScheme:
      return SkipReason::kScheme;
    case url::Skip::kHost:
      return SkipReason::kHost;
    case url::Skip::kPort:
      return SkipReason::kPort;
    case url::Skip::kTooLong:
      return SkipReason::kUrlTooLong;
  }
  return SkipReason::kHost;
}

class LinesPiece final : public Piece {
 public:
  LinesPiece(std::vector<char> text, uint64_t first_line, size_t max_line_bytes,
             const SourceOptions& options)
      : text_(std::move(text)),
        line_(first_line),
        max_line_bytes_(max_line_bytes),
        options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    const char* at = text_.data();
    const char* const end = at + text_.size();
    while (at < end) {
      const auto* newline =
          static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at)));
      const char* const line_end = newline == nullptr ? end : newline;
      parse_line({at, static_cast<size_t>(line_end - at)}, block);
      ++line_;
      at = line_end + 1;
    }
  }

 private:
  void parse_line(std::string_view line, LinkBlock& block) {
    ++block.lines;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.front() == '#') return;
    if (line.size() > max_line_bytes_) return block.skip(SkipReason::kLineTooLong, line_, line);
    const size_t tab = line.find('\t');
    const std::string_view source = line.substr(0, tab);
    const std::string_view target =
        tab == std::string_view::npos ? std::string_view() : line.substr(tab + 1);
    if (target.find('\t') != std::string_view::npos || (target.empty() && is_two_names(source))) {
      return block.skip(SkipReason::kNoTab, line_, line);
    }
    // Lists are mostly grouped by source: the same text again needs no second look.
    if (source != last_source_text_ || last_source_ == LinkBlock::kNoTarget) {
      last_source_text_ = source;
      if (!number(source, line, block, last_source_)) {
        last_source_ = LinkBlock::kNoTarget;
        return;
      }
    }
    if (target.empty()) return block.seen(last_source_);
    ++block.links_read;
    uint32_t to = 0;
    if (!number(target, line, block, to)) return block.seen(last_source_);
    if (to == last_source_) {
      ++block.self_links;
      return block.seen(last_source_);
    }
    block.link(last_source_, to);
  }

  // A line with blanks where the tab should be. A name may hold blanks, so only what cannot be
  // meant as one name counts: an address behind a blank, or nothing but numbers.
  [[nodiscard]] bool is_two_names(std::string_view line) const {
    const size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return false;
    if (!options_.opaque_names) return line.find("://", blank) != std::string_view::npos;
    return line.find_first_not_of("0123456789 ") == std::string_view::npos;
  }

  bool number(std::string_view name, std::string_view line, LinkBlock& block, uint32_t& page) {
    if (options_.opaque_names) {
      if (name.empty()) {
        block.skip(SkipReason::kEmptyName, line_, line);
        return false;
      }
      if (name.find('\0') != std::string_view::npos) {
        block.skip(SkipReason::kHasNul, line_, line);
        return false;
      }
      page = block.page(name);
      return true;
    }
    const url::Skip skip = url::make_key(name, {.fold_www = options_.fold_www}, key_);
    if (skip != url::Skip::kNone) {
      block.skip(reason_of(skip), line_, line);
      return false;
    }
    page = block.page(key_);
    return true;
  }

  std::vector<char> text_;
  uint64_t line_;
  size_t max_line_bytes_;
  SourceOptions options_;
  std::string key_;
  std::string_view last_source_text_;
  uint32_t last_source_ = LinkBlock::kNoTarget;
};

class LinesSource final : public Source {
 public:
  LinesSource(std::unique_ptr<InputStream> stream, const SourceOptions& options,
              size_t max_line_bytes)
      : stream_(std::move(stream)), options_(options), max_line_bytes_(max_line_bytes) {}

  Result<std::unique_ptr<Piece>> next() override {
    for (;;) {
      std::vector<char> text = std::exchange(rest_, {});
      const size_t old = text.size();
      text.resize(old + options_.piece_bytes);
      COCITE_TRY(const size_t got, stream_->read(std::span(text).subspan(old)));
      text.resize(old + got);
      if (text.empty()) return std::unique_ptr<Piece>();
      if (got > 0) {
        // Cut behind the last whole line; the rest waits for what comes.
        const auto whole = text.rend() - std::find(text.rbegin(), text.rend(), '\n');
        rest_.assign(text.begin() + whole, text.end());
        text.resize(static_cast<size_t>(whole));
        if (rest_.size() > max_line_bytes_ + 1) COCITE_CHECK(cut_line(text));
        if (text.empty()) continue;
      }
      const uint64_t first_line = line_;
      line_ += static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
      return std::make_unique<LinesPiece>(std::move(text), first_line, max_line_bytes_, options_);
    }
  }
  [[nodiscard]] uint64_t bytes_done() const override { return stream_->raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return stream_->raw_total(); }
  [[nodiscard]] std::string name() const override { return stream_->path(); }

 private:
  // The line in rest_ is too long to be one. So much of it as shows that goes to the end of `text`;
  // the remainder is read and not kept, and what follows it becomes the rest.
  Result<void> cut_line(std::vector<char>& text) {
    // One more than allowed, and one for the \r that does not count.
    rest_.resize(max_line_bytes_ + 2);
    text.insert(text.end(), rest_.begin(), rest_.end());
    text.push_back('\n');
    rest_.clear();
    std::vector<char> more(options_.piece_bytes);
    for (;;) {
      COCITE_TRY(const size_t got, stream_->read(more));
      if (got == 0) return {};
      const auto end = more.begin() + static_cast<ptrdiff_t>(got);
      const auto newline = std::find(more.begin(), end, '\n');
      if (newline == end) continue;
      rest_.assign(newline + 1, end);
      return {};
    }
  }

  std::unique_ptr<InputStream> stream_;
  SourceOptions options_;
  size_t max_line_bytes_;
  std::vector<char> rest_;
  uint64_t line_ = 1;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  // Whatever is text and nothing else; the last to be asked.
  return first_bytes.substr(0, 4096).find('\0') == std::string_view::npos;
}

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  COCITE_TRY(auto stream, InputStream::open(input, options.stop));
  return over(std::move(stream), options);
}

}  // namespace

std::unique_ptr<Source> over(std::unique_ptr<InputStream> stream, const SourceOptions& options,
                             size_t max_line_bytes) {
  return std::make_unique<LinesSource>(std::move(stream), options, max_line_bytes);
}

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "links",
    .summary = "a link a line: source, tab, target; in page order; plain, gzip, zstd, lz4 or bzip2",
    .recognises = recognises,
    .open = open,
};

}  // namespace cocite::crawl::link_list
