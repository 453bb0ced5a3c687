// BibTeX: titles, years and keys of papers. A file of these has no links; it is given beside one that has.
// Rules: docs/formats/references.md.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "read/latex_text.h"
#include "read/page_emitter.h"
#include "read/paper_address.h"
#include "read/source.h"
#include "read/text_pieces.h"

namespace cocite::read::bibtex {
namespace {

constexpr size_t kMaxBytes = size_t{256} << 20;

// Entries of a file one after the other; what is broken is passed up to the next "@".
class Entries {
 public:
  explicit Entries(std::string_view text) : rest_(text) {}

  // Of the entry that next() found: "title" in lower case.
  [[nodiscard]] std::string field(std::string_view name) const {
    const auto found = fields_.find(std::string(name));
    return found == fields_.end() ? std::string() : found->second;
  }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] std::string_view whole() const { return whole_; }

  bool next() {
    for (;;) {
      const size_t at = rest_.find('@');
      if (at == std::string_view::npos) return false;
      rest_.remove_prefix(at);
      const std::string_view begin = rest_;
      rest_.remove_prefix(1);
      const std::string kind = word();
      if (equals_ignore_case(kind, "comment") || kind.empty()) continue;
      blanks();
      if (!rest_.starts_with('{') && !rest_.starts_with('(')) continue;
      rest_.remove_prefix(1);
      fields_.clear();
      key_.clear();
      if (kind == "string") {
        take_fields();
        strings_.insert(fields_.begin(), fields_.end());
        continue;
      }
      if (kind == "preamble") continue;
      const size_t end = rest_.find_first_of(",})\n");
      if (end == std::string_view::npos) return false;
      key_ = trim(rest_.substr(0, end));
      rest_.remove_prefix(end);
      if (rest_.starts_with(',')) rest_.remove_prefix(1);
      take_fields();
      whole_ = begin.substr(0, std::min<size_t>(begin.size() - rest_.size(), 200));
      return true;
    }
  }

 private:
  void blanks() {
    while (!rest_.empty() && (is_space(rest_.front()) || rest_.front() == ','))
      rest_.remove_prefix(1);
  }
  std::string word() {
    std::string word;
    while (!rest_.empty() &&
           (is_alphanumeric(rest_.front()) || rest_.front() == '-' || rest_.front() == '_' ||
            rest_.front() == ':' || rest_.front() == '.')) {
      word += to_lower(rest_.front());
      rest_.remove_prefix(1);
    }
    return word;
  }
  // name = value, ...
  void take_fields() {
    for (;;) {
      blanks();
      if (rest_.empty() || rest_.front() == '}' || rest_.front() == ')' || rest_.front() == '@')
        return;
      const std::string name = word();
      blanks();
      if (name.empty() || !rest_.starts_with('=')) {
        // Broken: goes on behind the next comma of the line.
        const size_t end = rest_.find_first_of(",\n}@");
        if (end == std::string_view::npos) return rest_.remove_prefix(rest_.size());
        rest_.remove_prefix(end);
        continue;
      }
      rest_.remove_prefix(1);
      fields_[name] = value();
    }
  }
  // {text}, "text", 2020 or a name, joined by #.
  std::string value() {
    std::string value;
    for (;;) {
      while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
      if (rest_.starts_with('{') || rest_.starts_with('"')) {
        value += enclosed();
      } else {
        const std::string name = word();
        const auto known = strings_.find(name);
        value += known == strings_.end() ? name : known->second;
      }
      while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
      if (!rest_.starts_with('#')) return value;
      rest_.remove_prefix(1);
    }
  }
  std::string_view enclosed() {
    const char end = rest_.front() == '{' ? '}' : '"';
    int depth = 0;
    size_t at = 1;
    for (; at < rest_.size(); ++at) {
      const char c = rest_[at];
      if (c == '\\') {
        ++at;
      } else if (c == end && depth == 0) {
        break;
      } else if (c == '{') {
        ++depth;
      } else if (c == '}') {
        --depth;
      }
    }
    at = std::min(at, rest_.size());
    const std::string_view inner = rest_.substr(1, at - 1);
    rest_.remove_prefix(std::min(at + 1, rest_.size()));
    return inner;
  }

  std::string_view rest_;
  std::string_view whole_;
  std::string key_;
  std::map<std::string, std::string> fields_;
  std::map<std::string, std::string> strings_;
};

std::string address_of(const Entries& entry) {
  if (std::string doi = doi_address(entry.field("doi")); !doi.empty()) return doi;
  const std::string eprint = entry.field("eprint");
  const std::string archive = entry.field("archiveprefix");
  if (!eprint.empty() && (equals_ignore_case(archive, "arxiv") || archive.empty()) &&
      eprint.find(' ') == std::string::npos) {
    return "https://arxiv.org/abs/" + eprint;
  }
  const std::string url = entry.field("url");
  if (std::string doi = doi_address(url); !doi.empty()) return doi;
  return url.starts_with("http") ? url : std::string();
}

class BibtexPiece final : public Piece {
 public:
  BibtexPiece(std::string text, const SourceOptions& options)
      : text_(std::move(text)), options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    PageEmitter emitter(options_, block);
    for (Entries entries(text_); entries.next();) {
      ++block.lines;
      block.count_record("entry");
      const std::string address = address_of(entries);
      if (address.empty()) {
        block.skip(SkipReason::kNoPaper, 0, entries.whole());
        continue;
      }
      if (!emitter.begin_extract(address, 0)) continue;
      emitter.title(text_of_latex(entries.field("title")));
      std::string year = entries.field("year");
      if (year.empty()) year = entries.field("date").substr(0, 4);
      if (year.size() == 4 && std::ranges::all_of(year, is_digit)) {
        block.set_year(static_cast<uint32_t>(std::stoul(year)));
      }
      if (const std::string text = entries.field("abstract"); !text.empty()) {
        emitter.text(text_of_latex(text));
      }
      // "knuth1984" is asked for like the name of a host.
      const std::string& key = entries.key();
      if (!key.empty() && std::ranges::all_of(key, [](char c) {
            return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
          })) {
        emitter.also_called("http://" + key + "/");
      }
    }
  }

 private:
  std::string text_;
  SourceOptions options_;
};

class BibtexSource final : public Source {
 public:
  BibtexSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : pieces_(std::move(stream), {.piece_bytes = options.piece_bytes}), options_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    if (std::exchange(is_read_, true)) return std::unique_ptr<Piece>();
    std::string text;
    for (;;) {
      COCITE_TRY(const TextPieces::Text more, pieces_.next());
      if (more.bytes.empty()) break;
      if (text.size() + more.bytes.size() > kMaxBytes) {
        return fail(ErrorCode::kUnsupported, name() + ": has more than 256 MiB of BibTeX");
      }
      text.append(more.bytes.data(), more.bytes.size());
    }
    return std::make_unique<BibtexPiece>(std::move(text), options_);
  }
  [[nodiscard]] uint64_t bytes_done() const override { return pieces_.stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return pieces_.stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return pieces_.stream().path(); }
  [[nodiscard]] std::string note() const override {
    return name() + ": read as BibTeX: titles, years and keys of papers; it has no links";
  }

 private:
  TextPieces pieces_;
  SourceOptions options_;
  bool is_read_ = false;
};

// "@article{key," at the start of a line, before anything but comments.
bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  const std::string head = text_head(first_bytes);
  std::string_view rest = head;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = trim(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.starts_with('%')) continue;
    if (!line.starts_with('@')) return false;
    line.remove_prefix(1);
    const size_t letters = static_cast<size_t>(
        std::ranges::find_if_not(line, [](char c) { return is_letter(c); }) - line.begin());
    line.remove_prefix(letters);
    line = trim(line);
    return letters >= 3 && (line.starts_with('{') || line.starts_with('('));
  }
  return false;
}

Result<std::unique_ptr<Source>> over(std::unique_ptr<InputStream> stream,
                                     const SourceOptions& options) {
  if (options.opaque_names) {
    return fail(
        {.message = stream->path() + ": papers have DOIs, not opaque names", .about = "names"});
  }
  return std::make_unique<BibtexSource>(std::move(stream), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "bibtex",
    .summary = "BibTeX: titles, years and keys for the papers of other inputs",
    .recognises = recognises,
    .over_text = over,
};

}  // namespace cocite::read::bibtex
