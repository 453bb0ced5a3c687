#include "read/latex_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"

namespace cocite::read {
namespace {

// What follows the letter in Unicode, by the character of the accent.
constexpr std::array<std::pair<char, std::string_view>, 13> kAccents = {{{'`', "\u0300"},
                                                                         {'\'', "\u0301"},
                                                                         {'^', "\u0302"},
                                                                         {'~', "\u0303"},
                                                                         {'=', "\u0304"},
                                                                         {'u', "\u0306"},
                                                                         {'.', "\u0307"},
                                                                         {'"', "\u0308"},
                                                                         {'r', "\u030A"},
                                                                         {'H', "\u030B"},
                                                                         {'v', "\u030C"},
                                                                         {'c', "\u0327"},
                                                                         {'k', "\u0328"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kLetters = {{{"ss", "ß"},
                                                                                     {"ae", "æ"},
                                                                                     {"AE", "Æ"},
                                                                                     {"oe", "œ"},
                                                                                     {"OE", "Œ"},
                                                                                     {"o", "ø"},
                                                                                     {"O", "Ø"},
                                                                                     {"aa", "å"},
                                                                                     {"AA", "Å"},
                                                                                     {"l", "ł"},
                                                                                     {"L", "Ł"},
                                                                                     {"i", "i"},
                                                                                     {"j", "j"}}};
// A letter with an accent has a character of its own: a run of these, the letter first.
constexpr std::array<std::string_view, 60> kComposed = {
    "a\u0300à", "a\u0301á", "a\u0302â", "a\u0303ã", "a\u0308ä", "a\u030Aå", "c\u0327ç", "c\u0301ć",
    "c\u030Cč", "e\u0300è", "e\u0301é", "e\u0302ê", "e\u0308ë", "e\u0328ę", "e\u030Cě", "g\u0306ğ",
    "i\u0300ì", "i\u0301í", "i\u0302î", "i\u0308ï", "n\u0303ñ", "n\u0301ń", "o\u0300ò", "o\u0301ó",
    "o\u0302ô", "o\u0303õ", "o\u0308ö", "o\u030Bő", "r\u030Cř", "s\u030Cš", "s\u0301ś", "s\u0327ş",
    "u\u0300ù", "u\u0301ú", "u\u0302û", "u\u0308ü", "u\u030Bű", "u\u030Aů", "y\u0301ý", "z\u030Cž",
    "z\u0301ź", "z\u0307ż", "a\u0328ą", "A\u0308Ä", "A\u0301Á", "A\u030AÅ", "C\u030CČ", "C\u0327Ç",
    "E\u0301É", "E\u0300È", "I\u0307İ", "O\u0308Ö", "O\u0301Ó", "S\u030CŠ", "S\u0327Ş", "U\u0308Ü",
    "U\u0301Ú", "Z\u030CŽ", "A\u0300À", "O\u0302Ô"};

std::string with_accent(char letter, std::string_view accent) {
  const std::string pair = letter + std::string(accent);
  for (const std::string_view one : kComposed) {
    if (one.starts_with(pair)) return std::string(one.substr(pair.size()));
  }
  return pair;
}

}  // namespace

std::string text_of_latex(std::string_view latex) {
  std::string text;
  const auto skip_blanks = [&] {
    while (!latex.empty() && (is_space(latex.front()) || latex.front() == '{'))
      latex.remove_prefix(1);
  };
  while (!latex.empty()) {
    const char c = latex.front();
    latex.remove_prefix(1);
    if (c == '{' || c == '}' || c == '$') continue;
    if (c == '~') {
      text += ' ';
      continue;
    }
    if (c != '\\' || latex.empty()) {
      text += c;
      continue;
    }
    // A command: one other character, or letters.
    size_t size = 0;
    while (size < latex.size() && is_letter(latex[size])) ++size;
    const std::string_view command = latex.substr(0, std::max<size_t>(size, 1));
    latex.remove_prefix(command.size());
    const auto accent =
        std::ranges::find(kAccents, command.front(), [](const auto& one) { return one.first; });
    if (command.size() == 1 && accent != kAccents.end()) {
      skip_blanks();
      if (latex.starts_with("\\i") || latex.starts_with("\\j")) latex.remove_prefix(1);
      if (latex.empty() || !is_letter(latex.front())) continue;
      text += with_accent(latex.front(), accent->second);
      latex.remove_prefix(1);
      continue;
    }
    const auto letter =
        std::ranges::find(kLetters, command, [](const auto& one) { return one.first; });
    if (letter != kLetters.end()) {
      text += letter->second;
      if (!latex.empty() && is_space(latex.front())) latex.remove_prefix(1);
    } else if (size == 0) {
      text += command;  // \& \% \_
    } else if (latex.empty() || latex.front() != '{') {
      text += command;  // \TeX; \emph{...} is what stands in it
    }
  }
  return text;
}

}  // namespace cocite::read
