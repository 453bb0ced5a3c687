// Link lists: one link per line, source, tab, target; page order is the order of lines.
//
// A line with one name is a page without links. Empty lines and lines that begin with # are passed
// over (SNAP's headers among them). Anything else that is not a link is counted and left out. A
// target that is no page does not spoil its source, which is a page all the same.
#include "read/link_list.h"

#include <cstring>
#include <utility>
#include <vector>

#include <cocite/readable.h>

#include "base/ascii.h"
#include "read/link_rows.h"
#include "read/text_pieces.h"

namespace cocite::read::link_list {
namespace {

class LinesPiece final : public Piece {
 public:
  LinesPiece(TextPieces::Text text, size_t max_line_bytes, const SourceOptions& options)
      : text_(std::move(text.bytes)),
        line_(text.first_line),
        max_line_bytes_(max_line_bytes),
        options_(options),
        rows_(options_, /*has_details=*/false) {}

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
    rows_.add({.source = source, .target = target, .line = line_, .text = line}, block);
  }

  // A line with blanks where the tab should be. A name may hold blanks, so only what cannot be
  // meant as one name counts: an address behind a blank, or nothing but numbers.
  [[nodiscard]] bool is_two_names(std::string_view line) const {
    const size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return false;
    if (!options_.opaque_names) return line.find("://", blank) != std::string_view::npos;
    return line.find_first_not_of("0123456789 ") == std::string_view::npos;
  }

  std::vector<char> text_;
  uint64_t line_;
  size_t max_line_bytes_;
  SourceOptions options_;
  LinkRows rows_;
};

constexpr std::string_view kHtml = "an HTML page";
constexpr std::string_view kXml = "XML";
constexpr std::string_view kJson = "JSON";
constexpr std::string_view kTable = "a table without known columns";

// What a text without any link is, if its beginning tells.
std::string_view looks_like(std::string_view head) {
  const std::string_view text = trim(head);
  if (text.starts_with('<')) {
    std::string start(text.substr(0, 64));
    for (char& c : start) c = to_lower(c);
    const bool is_html = start.starts_with("<!doctype html") || start.starts_with("<html");
    return is_html ? kHtml : kXml;
  }
  if (text.starts_with('{') || text.starts_with('[')) return kJson;
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.find_first_of(",;|") != std::string_view::npos) return kTable;
  return {};
}

// The first line that is neither empty nor a comment; `has_tab`: whether any line of the head has two names.
std::string_view first_line_of(std::string_view head, bool& has_tab) {
  std::string_view first;
  has_tab = false;
  while (!head.empty()) {
    const size_t end = head.find('\n');
    std::string_view line = head.substr(0, end);
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    if (first.empty()) first = line;
    has_tab |= line.find('\t') != std::string_view::npos;
  }
  return first;
}

std::string taken_for(std::string_view first_line) {
  constexpr size_t kShown = 100;
  return "it was read as a list of links, one a line, source<TAB>target, and its first line is '" +
         readable(first_line, kShown) + "'";
}

// A beginning without any line of two names that looks like another format. Plain names may be pages without
// links; whether the whole has links is seen at the end.
Result<void> check_head(std::string_view head, const std::string& input) {
  bool has_tab = false;
  const std::string_view first = first_line_of(head, has_tab);
  const std::string_view kind = has_tab || first.empty() ? std::string_view() : looks_like(head);
  if (kind.empty()) return {};
  Error error{.message = input + ": has no links; " + taken_for(first) + ". It looks like " +
                         std::string(kind)};
  if (kind == kHtml) {
    error.message += "; a folder of HTML pages is named with its address: FOLDER=https://address/";
  }
  if (kind == kTable) error.remedies.push_back({.options = {{"columns", "source=1,target=2"}}});
  if (kind == kJson) {
    error.remedies.push_back({.options = {{"columns", "source=NAME,target=NAME"}}});
  }
  return fail(error);
}

class LinesSource final : public Source {
 public:
  LinesSource(std::unique_ptr<InputStream> stream, const SourceOptions& options,
              size_t max_line_bytes)
      : pieces_(std::move(stream),
                {.piece_bytes = options.piece_bytes, .max_line_bytes = max_line_bytes}),
        options_(options),
        max_line_bytes_(max_line_bytes) {}

  Result<std::unique_ptr<Piece>> next() override {
    if (!std::exchange(is_checked_, true) && !options_.may_be_empty) {
      COCITE_TRY(const std::string_view head, pieces_.head());
      COCITE_CHECK(check_head(head, name()));
      bool has_tab = false;
      first_line_ = first_line_of(head, has_tab);
    }
    COCITE_TRY(TextPieces::Text text, pieces_.next());
    if (text.bytes.empty()) return std::unique_ptr<Piece>();
    return std::make_unique<LinesPiece>(std::move(text), max_line_bytes_, options_);
  }
  [[nodiscard]] uint64_t bytes_done() const override { return pieces_.stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return pieces_.stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return pieces_.stream().path(); }
  [[nodiscard]] std::string taken_for() const override { return link_list::taken_for(first_line_); }

 private:
  TextPieces pieces_;
  SourceOptions options_;
  size_t max_line_bytes_;
  std::string first_line_;
  bool is_checked_ = false;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  // Whatever is text and nothing else; the last to be asked.
  return text_head(first_bytes).find('\0') == std::string::npos;
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
    .summary = "a link a line: source, tab, target; in page order; plain or packed",
    .recognises = recognises,
    .open = open,
};

}  // namespace cocite::read::link_list
