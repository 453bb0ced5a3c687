#include "text/stemmer.h"

#include <new>

#include <libstemmer.h>

#include "text/terms.h"

namespace cocite::text {

std::string stemmer_language(std::string_view language) {
  std::string name(language.substr(0, language.find_first_of("-_")));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  // "porter" is an algorithm, not a language.
  if (name.empty() || name == "none" || name == "porter") return "none";
  if (!Stemmer::open(name)) return "none";
  if (name.size() > 3) return name;
  // libstemmer also accepts ISO 639 codes, but does not map them to language names.
  struct Code {
    std::string_view two, three, other, name;
  };
  static constexpr Code kCodes[] = {
      {"ar", "ara", "", "arabic"},      {"hy", "hye", "arm", "armenian"},
      {"eu", "eus", "baq", "basque"},   {"ca", "cat", "", "catalan"},
      {"da", "dan", "", "danish"},      {"nl", "nld", "dut", "dutch"},
      {"en", "eng", "", "english"},     {"fi", "fin", "", "finnish"},
      {"fr", "fra", "fre", "french"},   {"de", "deu", "ger", "german"},
      {"el", "ell", "gre", "greek"},    {"hi", "hin", "", "hindi"},
      {"hu", "hun", "", "hungarian"},   {"id", "ind", "", "indonesian"},
      {"ga", "gle", "", "irish"},       {"it", "ita", "", "italian"},
      {"lt", "lit", "", "lithuanian"},  {"ne", "nep", "", "nepali"},
      {"no", "nor", "", "norwegian"},   {"pt", "por", "", "portuguese"},
      {"ro", "ron", "rum", "romanian"}, {"ru", "rus", "", "russian"},
      {"sr", "srp", "", "serbian"},     {"es", "spa", "esl", "spanish"},
      {"sv", "swe", "", "swedish"},     {"ta", "tam", "", "tamil"},
      {"tr", "tur", "", "turkish"},     {"yi", "yid", "", "yiddish"}};
  for (const Code& code : kCodes) {
    if (name == code.two || name == code.three || (!code.other.empty() && name == code.other)) {
      return std::string(code.name);
    }
  }
  return name;
}

Stemmer::Handle Stemmer::open(const std::string& name) {
  return Handle(sb_stemmer_new(name.c_str(), nullptr));
}

void Stemmer::Delete::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

Result<Stemmer> Stemmer::create(std::string_view language) {
  Stemmer result;
  result.language_ = stemmer_language(language);
  if (result.language_ == "none") return result;
  result.stemmer_ = open(result.language_);
  if (!result.stemmer_) throw std::bad_alloc();  // there is one, or the language would be "none"
  return result;
}

std::string_view Stemmer::stem(std::string_view term) {
  if (!stemmer_) return term;
  const sb_symbol* stem =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(term.data()),
                      static_cast<int>(term.size()));
  if (stem == nullptr) throw std::bad_alloc();
  const int length = sb_stemmer_length(stemmer_.get());
  if (length <= 0) return term;
  return {reinterpret_cast<const char*>(stem), static_cast<size_t>(length)};
}

}  // namespace cocite::text
