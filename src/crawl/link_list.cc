// Link lists: one link per line, source, tab, target; page order is the order of lines.
//
// A line with one name is a page without links. Empty lines and lines that begin with # are passed
// over (SNAP's headers among them). Anything else that is not a link is counted and left out. A
// target that is no page does not spoil its source, which is a page all the same.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "crawl/input_stream.h"
#include "crawl/source.h"
#include "url/key.h"

namespace cocite::crawl::link_list {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 21;
// Two addresses of the greatest length and what may stand around them.
constexpr size_t kMaxLineBytes = size_t{1} << 18;

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
  LinesPiece(std::vector<char> text, uint64_t first_line, uint64_t too_long,
             const SourceOptions& options)
      : text_(std::move(text)), line_(first_line), too_long_(too_long), options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    for (uint64_t i = 0; i < too_long_; ++i) block.skip(SkipReason::kLineTooLong, 0, "");
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
  uint64_t too_long_;
  SourceOptions options_;
  std::string key_;
  std::string_view last_source_text_;
  uint32_t last_source_ = LinkBlock::kNoTarget;
};

class LinesSource final : public Source {
 public:
  LinesSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : stream_(std::move(stream)), options_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    uint64_t too_long = 0;
    for (;;) {
      std::vector<char> text = std::exchange(rest_, {});
      const size_t old = text.size();
      text.resize(std::max(kPieceBytes, old + kMaxLineBytes));
      COCITE_TRY(const size_t got, stream_->read(std::span(text).subspan(old)));
      text.resize(old + got);
      if (text.empty()) {
        if (too_long == 0) return std::unique_ptr<Piece>();
        return make(std::move(text), too_long);
      }
      const bool ended = got == 0;
      // Cut behind the last whole line; the rest waits for what comes.
      const auto last = std::find(text.rbegin(), text.rend(), '\n');
      if (last == text.rend() && !ended && text.size() > kMaxLineBytes) {
        ++too_long;  // no end in sight: the line is passed over without keeping it
        COCITE_CHECK(skip_line());
        continue;
      }
      if (!ended) {
        const auto whole = static_cast<size_t>(text.rend() - last);
        rest_.assign(text.begin() + static_cast<ptrdiff_t>(whole), text.end());
        text.resize(whole);
        if (rest_.size() > kMaxLineBytes) {
          rest_.clear();
          ++too_long;
          COCITE_CHECK(skip_line());
        }
        if (text.empty()) continue;
      }
      return make(std::move(text), too_long);
    }
  }
  [[nodiscard]] uint64_t bytes_done() const override { return stream_->raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return stream_->raw_total(); }
  [[nodiscard]] std::string name() const override { return stream_->path(); }

 private:
  std::unique_ptr<Piece> make(std::vector<char> text, uint64_t too_long) {
    const uint64_t first_line = line_;
    line_ += static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n')) + too_long;
    return std::make_unique<LinesPiece>(std::move(text), first_line, too_long, options_);
  }

  // Reads on to the end of the line; what follows it becomes the rest.
  Result<void> skip_line() {
    std::vector<char> text(kPieceBytes);
    for (;;) {
      COCITE_TRY(const size_t got, stream_->read(text));
      if (got == 0) return {};
      const auto end = text.begin() + static_cast<ptrdiff_t>(got);
      const auto newline = std::find(text.begin(), end, '\n');
      if (newline == end) continue;
      rest_.assign(newline + 1, end);
      return {};
    }
  }

  std::unique_ptr<InputStream> stream_;
  SourceOptions options_;
  std::vector<char> rest_;
  uint64_t line_ = 1;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  // Whatever is text and nothing else; the last to be asked.
  return first_bytes.substr(0, 4096).find('\0') == std::string_view::npos;
}

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  COCITE_TRY(auto stream, InputStream::open(input));
  return std::unique_ptr<Source>(std::make_unique<LinesSource>(std::move(stream), options));
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "links",
    .summary = "a link a line: source, tab, target; in page order; plain, gzip or zstd",
    .recognises = recognises,
    .open = open,
};

}  // namespace cocite::crawl::link_list
