#include "words/plain_text.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/hash.h"
#include "text/terms.h"

namespace cocite::words {
namespace {

constexpr size_t kLeastWords = 3;

struct Word {
  uint64_t hash = 0;
  size_t begin = 0;
  size_t end = 0;
};

std::vector<Word> words_in(std::string_view text) {
  std::vector<Word> words;
  text::TermReader reader;
  for (size_t at = 0;;) {
    const auto [begin, end] = text::next_run(text, at);
    if (begin == end) return words;
    at = end;
    reader.read(text.substr(begin, end - begin), [&, begin = begin, end = end](auto term) {
      words.push_back({hash64(std::string_view(term)), begin, end});
    });
  }
}

}  // namespace

std::vector<TextPiece> own_pieces(std::string_view text, const text::Shingles& menus) {
  if (menus.empty()) return {{0, text.size()}};
  const std::vector<Word> words = words_in(text);
  std::vector<uint64_t> hashes;
  for (const Word& word : words) hashes.push_back(word.hash);
  std::vector<bool> is_menu(words.size());
  for (size_t i = 0; i + text::kShingleTerms <= words.size(); ++i) {
    const uint64_t run = text::shingle_of(std::span(hashes).subspan(i, text::kShingleTerms));
    if (!std::ranges::binary_search(menus, run)) continue;
    for (size_t k = i; k < i + text::kShingleTerms; ++k) is_menu[k] = true;
  }
  std::vector<TextPiece> pieces;
  for (size_t i = 0; i < words.size();) {
    if (is_menu[i]) {
      ++i;
      continue;
    }
    size_t last = i;
    while (last + 1 < words.size() && !is_menu[last + 1]) ++last;
    const bool is_whole = last + 1 == words.size() && i == 0;
    if (is_whole || last - i + 1 >= kLeastWords) {
      // Marks behind the last word belong to it, up to the next menu.
      const size_t next = last + 1 < words.size() ? words[last + 1].begin : text.size();
      size_t end = words[last].end;
      while (end < next && text[end] != ' ' && text[end] != '\n') ++end;
      pieces.push_back({words[i].begin, end});
    }
    i = last + 1;
  }
  return pieces;
}

std::string plain_text(std::string_view text, const text::Shingles& menus) {
  std::string plain;
  for (const TextPiece piece : own_pieces(text, menus)) {
    if (!plain.empty()) plain += " … ";
    plain += text.substr(piece.begin, piece.end - piece.begin);
  }
  return plain;
}

std::string beginning_of(std::string_view text, const text::Shingles& menus, size_t most) {
  std::string plain = plain_text(text, menus);
  std::ranges::replace(plain, '\n', ' ');
  if (plain.size() <= most) return plain;
  size_t end = plain.rfind(' ', most);
  if (end == std::string::npos || end < most / 2) {
    end = most;
    while (end > 0 && (static_cast<unsigned char>(plain[end]) & 0xC0U) == 0x80) --end;
  }
  plain.resize(end);
  return plain + "…";
}

}  // namespace cocite::words
