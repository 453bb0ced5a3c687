#include "suggest/places.h"

#include <algorithm>

#include "base/ascii.h"

namespace cocite::suggest {
namespace {

constexpr size_t kMostBytes = 150;  // of a sentence on each side of the name

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// Whether a sentence ends behind the space at `space`.
bool ends_before(std::string_view text, size_t space) {
  if (space == 0 || text[space] != ' ') return false;
  const char last = text[space - 1];
  if (last == '!' || last == '?') return true;
  if (last != '.') return text.substr(0, space).ends_with("。");
  // "e.g. ", "Mr. Smith", "1. " are no ends; a sentence begins with no small letter.
  const size_t word = text.substr(0, space - 1).find_last_of(" (") + 1;  // npos + 1 is 0
  const bool is_short = space - 1 - word <= 2 ||
                        text.substr(word, space - 1 - word).find('.') != std::string_view::npos;
  return !is_short && space + 1 < text.size();
}

}  // namespace

SentencePlace sentence_around(std::string_view text, size_t begin, size_t end) {
  SentencePlace place{begin, end};
  const size_t first = begin - std::min(begin, kMostBytes);
  while (place.begin > first && !(ends_before(text, place.begin - 1))) --place.begin;
  if (place.begin == first && first > 0) {
    const size_t space = text.find(' ', first);
    place.begin = space < begin ? space + 1 : begin;
  }
  const size_t last = std::min(text.size(), end + kMostBytes);
  while (place.end < last && !(text[place.end] == ' ' && ends_before(text, place.end))) {
    ++place.end;
  }
  if (place.end == last && last < text.size()) {
    const size_t space = text.rfind(' ', last);
    place.end = space != std::string_view::npos && space > end ? space : end;
  }
  while (place.end < text.size() && is_continuation(text[place.end])) ++place.end;
  return place;
}

bool looks_like_code(std::string_view sentence) {
  constexpr std::string_view kMarks = "{}[]();=<>*&|\\$#@";
  const auto marks = std::ranges::count_if(
      sentence, [&](char c) { return kMarks.find(c) != std::string_view::npos; });
  constexpr size_t kOneIn = 12;
  return sentence.find("};") != std::string_view::npos ||
         static_cast<size_t>(marks) * kOneIn > sentence.size();
}

Result<void> PageText::read(const store::Store& store, PageId page, const HiddenLinks* hidden) {
  free_.clear();
  text_.clear();
  if (!store.text_columns().has_texts()) return {};
  COCITE_TRY(text_, store.text_columns().text(page));
  const std::span<const Token> tokens = tokenizer_.read(text_);
  is_covered_.assign(tokens.size(), false);
  anchor_places_.clear();
  if (store.text_columns().has_anchors()) {
    COCITE_TRY(const std::vector<std::string> anchors, store.text_columns().anchors(page));
    graph::ListBuffer buffer;
    COCITE_TRY(const auto children, store.children(page, buffer));
    std::vector<bool> are_hidden(anchors.size());
    for (size_t i = 0; i < std::min(anchors.size(), children.size()); ++i) {
      are_hidden[i] = is_hidden(hidden, page, children[i]);
    }
    find_anchors(tokens, anchors, are_hidden);
  }
  for (const Mention& mention : names_->find(tokens)) {
    bool is_free = true;
    for (uint32_t i = 0; i < mention.tokens; ++i) {
      is_free = is_free && !is_covered_[mention.first + i];
    }
    if (!is_free) continue;
    const FreeName name{mention.name, tokens[mention.first].begin,
                        tokens[mention.first + mention.tokens - 1].end};
    const SentencePlace place = sentence_around(text_, name.begin, name.end);
    if (looks_like_code(std::string_view(text_).substr(place.begin, place.end - place.begin))) {
      continue;
    }
    free_.push_back(name);
  }
  return {};
}

// Anchors come in page order, and so do their words in the text. One that is not found behind the one
// before is looked for from the beginning.
void PageText::find_anchors(std::span<const Token> tokens, const std::vector<std::string>& anchors,
                            const std::vector<bool>& hidden) {
  anchor_places_.resize(anchors.size());
  size_t at = 0;
  for (size_t k = 0; k < anchors.size(); ++k) {
    const std::span<const Token> words = anchor_tokenizer_.read(anchors[k]);
    if (words.empty() || words.size() > tokens.size()) continue;
    const auto find_from = [&](size_t from) {
      return static_cast<size_t>(
          std::search(tokens.begin() + static_cast<ptrdiff_t>(std::min(from, tokens.size())),
                      tokens.end(), words.begin(), words.end(),
                      [](const Token& a, const Token& b) { return a.hash == b.hash; }) -
          tokens.begin());
    };
    size_t place = find_from(at);
    const bool is_later = place < tokens.size();
    if (!is_later) place = find_from(0);
    if (place >= tokens.size()) continue;
    anchor_places_[k] = {tokens[place].begin, tokens[place + words.size() - 1].end};
    if (is_later) at = place + words.size();
    if (hidden[k]) continue;
    for (size_t i = 0; i < words.size(); ++i) is_covered_[place + i] = true;
  }
}

bool PageText::is_where_link_is(const FreeName& name, size_t child) const {
  if (!has_link(child)) return false;
  const auto [begin, end] = anchor_places_[child];
  const SentencePlace place = sentence_around(text_, name.begin, name.end);
  return begin < place.end && end > place.begin;
}

Sentence PageText::sentence(const FreeName& name) const {
  const SentencePlace place = sentence_around(text_, name.begin, name.end);
  return {.text = text_.substr(place.begin, place.end - place.begin),
          .words = text_.substr(name.begin, name.end - name.begin)};
}

}  // namespace cocite::suggest
