// Pajek's networks (.net): numbered vertices with labels, then arcs and edges. Rules: docs/formats/graphs.md.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "read/graph_rows.h"
#include "read/source.h"
#include "read/text_pieces.h"

namespace cocite::read::pajek {
namespace {

constexpr uint64_t kMaxVertices = 2'000'000'000;

// The next word, or what stands in double quotes.
std::string_view take_word(std::string_view& line) {
  const auto skip = [&] {
    while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  };
  skip();
  std::string_view word;
  if (line.starts_with('"')) {
    const size_t end = std::min(line.find('"', 1), line.size());
    word = line.substr(1, end - 1);
    line.remove_prefix(std::min(end + 1, line.size()));
  } else {
    const size_t end = static_cast<size_t>(std::ranges::find_if(line, is_space) - line.begin());
    word = line.substr(0, end);
    line.remove_prefix(end);
  }
  skip();
  return word;
}

bool is_number(std::string_view word, uint64_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

class PajekSource final : public Source {
 public:
  PajekSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : pieces_(std::move(stream), {.piece_bytes = options.piece_bytes}), rows_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    while (!is_over_ && !rows_.is_full()) {
      COCITE_TRY(const TextPieces::Text text, pieces_.next());
      is_over_ = text.bytes.empty();
      std::string_view rest(text.bytes.data(), text.bytes.size());
      while (!rest.empty()) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        COCITE_CHECK(take_line(trim(rest.substr(0, end))));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return rows_.take();
  }
  [[nodiscard]] uint64_t bytes_done() const override { return pieces_.stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return pieces_.stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return pieces_.stream().path(); }
  [[nodiscard]] std::string note() const override {
    std::string note = name() + ": read as a network of Pajek: " + rows_.remarks();
    if (has_weights_) note += "; every link counts once, whatever its weight";
    return note;
  }
  [[nodiscard]] std::string taken_for() const override {
    return "it was read as a network of Pajek, with " + rows_.remarks();
  }

 private:
  enum class Section : uint8_t { kNone, kVertices, kPairs, kLists, kMatrix };

  Result<void> take_line(std::string_view line) {
    if (line.empty() || line.starts_with('%') || line.starts_with("/*")) return {};
    if (line.starts_with('*')) return begin_section(line);
    switch (section_) {
      case Section::kNone:
        return {};
      case Section::kVertices:
        take_vertex(line);
        return {};
      case Section::kPairs: {
        const std::string_view whole = line;
        const std::string_view source = take_word(line);
        const std::string_view target = take_word(line);
        has_weights_ |= !line.empty();
        add(source, target, whole);
        return {};
      }
      case Section::kLists:
        for (const std::string_view source = take_word(line); !line.empty();) {
          const std::string_view target = take_word(line);
          add(source, target, target);
        }
        return {};
      case Section::kMatrix: {
        ++row_;
        for (uint64_t column = 1; !line.empty(); ++column) {
          const std::string_view weight = take_word(line);
          if (weight.find_first_of("123456789") == std::string_view::npos) continue;
          add(std::to_string(row_), std::to_string(column), weight);
        }
        return {};
      }
    }
    return {};
  }

  Result<void> begin_section(std::string_view line) {
    std::string word(take_word(line));
    std::ranges::transform(word, word.begin(), to_lower);
    if (word.starts_with("*vert")) {
      if (!is_number(take_word(line), vertices_) || vertices_ > kMaxVertices) {
        return fail(ErrorCode::kCorrupt,
                    name() + ": *Vertices needs their number, like *Vertices 12");
      }
      section_ = Section::kVertices;
      return {};
    }
    const bool is_list = word.ends_with("list");
    is_mutual_ = word.starts_with("*edges");
    if (word.starts_with("*arcs") || word.starts_with("*edges")) {
      section_ = is_list ? Section::kLists : Section::kPairs;
    } else if (word.starts_with("*matrix")) {
      section_ = Section::kMatrix;
      row_ = 0;
    } else {
      section_ = Section::kNone;  // *Network and what other programs add
    }
    return {};
  }

  void take_vertex(std::string_view line) {
    const std::string_view id = take_word(line);
    uint64_t number = 0;
    if (is_number(id, number))
      rows_.add_node({.id = std::string(id), .label = std::string(take_word(line))});
  }

  void add(std::string_view source, std::string_view target, std::string_view whole) {
    // Vertices that are not listed have numbers only.
    for (const std::string_view id : {source, target}) {
      uint64_t number = 0;
      if (!is_number(id, number) || number < 1 || number > vertices_) return rows_.skip_edge(whole);
      rows_.add_node({.id = std::string(id), .is_seen = false});
    }
    if (!rows_.add_edge(source, target, {}, is_mutual_)) rows_.skip_edge(whole);
  }

  TextPieces pieces_;
  GraphRows rows_;
  Section section_ = Section::kNone;
  uint64_t vertices_ = 0;
  uint64_t row_ = 0;
  bool is_mutual_ = false;
  bool has_weights_ = false;
  bool is_over_ = false;
};

// "*Vertices" or "*Network" before anything but comments.
bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  const std::string head = text_head(first_bytes);
  std::string_view rest = head;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trim(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.starts_with('%') || line.starts_with("/*")) continue;
    std::string_view words = line;
    const std::string_view first = take_word(words);
    return equals_ignore_case(first, "*vertices") || equals_ignore_case(first, "*network");
  }
  return false;
}

Result<std::unique_ptr<Source>> over(std::unique_ptr<InputStream> stream,
                                     const SourceOptions& options) {
  return std::make_unique<PajekSource>(std::move(stream), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "pajek",
    .summary = "a network of Pajek (.net): vertices with labels, arcs and edges",
    .recognises = recognises,
    .over_text = over,
};

}  // namespace cocite::read::pajek
