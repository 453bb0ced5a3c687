// Papers and what they cite: works of OpenAlex and Crossref, a JSON object a line, or answers of their services.
// A paper is the page of its DOI, else of its id; a citation is a link. Rules: docs/formats/references.md.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "base/ascii.h"
#include "read/page_emitter.h"
#include "read/paper_address.h"
#include "read/source.h"
#include "read/text_pieces.h"

namespace cocite::read::references {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr size_t kMaxLineBytes = size_t{64} << 20;  // a whole answer with 1,000 papers

std::string_view text_of(const element& value) {
  std::string_view text;
  return value.get(text) == simdjson::SUCCESS ? text : std::string_view();
}
std::string_view text_of(const object& from, std::string_view name) {
  element value;
  return from[name].get(value) == simdjson::SUCCESS ? text_of(value) : std::string_view();
}
int64_t number_of(const object& from, std::string_view name) {
  int64_t number = 0;
  return from[name].get(number) == simdjson::SUCCESS ? number : 0;
}

// "title" is a text, or a list whose first text counts.
std::string_view title_of(const object& work) {
  for (const std::string_view name : {"title", "display_name"}) {
    if (const std::string_view text = text_of(work, name); !text.empty()) return text;
    array list;
    if (work[name].get(list) != simdjson::SUCCESS || list.size() == 0) continue;
    return text_of(list.at(0).value());
  }
  return {};
}

// Titles have tags of HTML and MathML in them.
std::string without_tags(std::string_view text) {
  std::string plain;
  bool is_in_tag = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool begins = text[at] == '<' && at + 1 < text.size() &&
                        (is_letter(text[at + 1]) || text[at + 1] == '/') &&
                        text.find('>', at) != std::string_view::npos;
    if (begins) is_in_tag = true;
    if (!is_in_tag) plain += text[at];
    if (text[at] == '>') is_in_tag = false;
  }
  return plain;
}

int64_t year_of(const object& work) {
  if (const int64_t year = number_of(work, "publication_year"); year != 0) return year;
  for (const std::string_view name :
       {"issued", "published", "published-print", "published-online"}) {
    int64_t year = 0;
    if (work[name]["date-parts"].at(0).at(0).get(year) == simdjson::SUCCESS) return year;
  }
  return 0;
}

// OpenAlex has the places of each word instead of a text.
std::string abstract_of(const object& work) {
  constexpr uint64_t kMaxWords = 1000;
  if (const std::string_view text = text_of(work, "abstract"); !text.empty())
    return std::string(text);
  object places;
  if (work["abstract_inverted_index"].get(places) != simdjson::SUCCESS) return {};
  std::vector<std::string_view> words;
  for (const auto [word, list] : places) {
    array all;
    if (list.get(all) != simdjson::SUCCESS) continue;
    for (const element one : all) {
      uint64_t place = 0;
      if (one.get(place) != simdjson::SUCCESS || place >= kMaxWords) continue;
      if (place >= words.size()) words.resize(place + 1);
      words[place] = word;
    }
  }
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
  return text;
}

class WorksPiece final : public Piece {
 public:
  WorksPiece(TextPieces::Text text, const SourceOptions& options)
      : text_(std::move(text.bytes)), line_(text.first_line), options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    PageEmitter emitter(options_, block);
    std::string_view rest(text_.data(), text_.size());
    for (; !rest.empty(); ++line_) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = trim(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.empty()) continue;
      if (line.size() > kMaxLineBytes) {
        ++block.lines;
        block.skip(SkipReason::kLineTooLong, line_, line);
      } else {
        parse_line(line, emitter, block);
      }
    }
  }

 private:
  void parse_line(std::string_view line, PageEmitter& emitter, LinkBlock& block) {
    object document;
    if (parser_.parse(line.data(), line.size()).get(document) != simdjson::SUCCESS) {
      ++block.lines;
      return block.skip(SkipReason::kBadJson, line_, line);
    }
    // A paper by itself; or what a service answers, one or many; or a file of Crossref's yearly archive.
    object message;
    if (document["message"].get(message) != simdjson::SUCCESS) message = document;
    array items;
    const bool is_list = message["items"].get(items) == simdjson::SUCCESS ||
                         document["results"].get(items) == simdjson::SUCCESS;
    if (!is_list) return add(message, line, emitter, block);
    for (const element one : items) {
      object work;
      if (one.get(work) == simdjson::SUCCESS) {
        add(work, line, emitter, block);
      } else {
        ++block.lines;
        block.skip(SkipReason::kBadJson, line_, line);
      }
    }
  }

  void add(const object& work, std::string_view line, PageEmitter& emitter, LinkBlock& block) {
    ++block.lines;
    block.count_record("paper");
    std::string doi = doi_address(text_of(work, "doi"));
    if (doi.empty()) doi = doi_address(text_of(work, "DOI"));
    const std::string id = work_address(text_of(work, "id"));
    const std::string& address = doi.empty() ? id : doi;
    if (address.empty()) return block.skip(SkipReason::kNoPaper, line_, line);
    if (!emitter.begin(address, 0)) return;
    emitter.title(without_tags(title_of(work)));
    if (const std::string text = abstract_of(work); !text.empty()) emitter.text(text);
    emitter.language(text_of(work, "language"));
    if (const int64_t year = year_of(work); year > 0 && year < 10'000) {
      block.set_year(static_cast<uint32_t>(year));
    }
    array cited;
    if (work["referenced_works"].get(cited) == simdjson::SUCCESS) {
      for (const element one : cited) {
        const std::string other = work_address(text_of(one));
        if (!other.empty()) emitter.link(other, {}, LinkUse::kCitation);
      }
    }
    if (work["reference"].get(cited) == simdjson::SUCCESS) {
      for (const element one : cited) {
        object reference;
        if (one.get(reference) != simdjson::SUCCESS) continue;
        const std::string other = doi_address(text_of(reference, "DOI"));
        if (other.empty()) {
          block.skip(SkipReason::kNoDoi, line_, text_of(reference, "unstructured"));
        } else {
          emitter.link(other, text_of(reference, "article-title"), LinkUse::kCitation);
        }
      }
    }
    // Others cite it by its id.
    if (!doi.empty() && !id.empty()) emitter.also_called(id);
  }

  std::vector<char> text_;
  uint64_t line_;
  SourceOptions options_;
  simdjson::dom::parser parser_;
};

class WorksSource final : public Source {
 public:
  WorksSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : pieces_(std::move(stream),
                {.piece_bytes = options.piece_bytes, .max_line_bytes = kMaxLineBytes}),
        options_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    COCITE_TRY(TextPieces::Text text, pieces_.next());
    if (text.bytes.empty()) return std::unique_ptr<Piece>();
    return std::make_unique<WorksPiece>(std::move(text), options_);
  }
  [[nodiscard]] uint64_t bytes_done() const override { return pieces_.stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return pieces_.stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return pieces_.stream().path(); }
  [[nodiscard]] std::string note() const override {
    return name() + ": read as papers: a paper is a page, a citation is a link";
  }

 private:
  TextPieces pieces_;
  SourceOptions options_;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  const std::string head = text_head(first_bytes);
  if (!trim(head).starts_with('{')) return false;
  std::string tight;
  std::ranges::copy_if(head, std::back_inserter(tight), [](char c) { return c != ' '; });
  const auto has = [&](std::string_view text) { return tight.find(text) != std::string::npos; };
  const bool is_openalex = has("\"referenced_works\":") || has("\"id\":\"https://openalex.org/W");
  const bool is_crossref =
      has("\"DOI\":\"10.") && (has("\"reference\":[") || has("\"reference-count\":") ||
                               has("\"references-count\":") || has("\"is-referenced-by-count\":"));
  return is_openalex || is_crossref || has("\"message-type\":\"work");
}

Result<std::unique_ptr<Source>> over(std::unique_ptr<InputStream> stream,
                                     const SourceOptions& options) {
  if (options.opaque_names) {
    return fail(
        {.message = stream->path() + ": papers have DOIs, not opaque names", .about = "names"});
  }
  return std::make_unique<WorksSource>(std::move(stream), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "references",
    .summary = "papers and what they cite: OpenAlex or Crossref, a JSON object a line",
    .recognises = recognises,
    .over_text = over,
};

}  // namespace cocite::read::references
