// Words of a language to their stems, by Snowball (libstemmer).
//
//   COCITE_TRY(Stemmer stemmer, Stemmer::create("english"));   // or "en"
//   stemmer.stem("computers")                                  // "comput"
//
// "none" leaves words as they are; so does a language without a stemmer, and its language() says
// "none". 248 ns a word: callers that stem texts cache words. One thread at a
// time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

struct sb_stemmer;

namespace cocite::text {

// Snowball's name of a language ("english") for that name, for "en", "en-US" or "eng"; "none" where
// there is no stemmer for it.
[[nodiscard]] std::string stemmer_language(std::string_view language);

class Stemmer {
 public:
  Stemmer() = default;  // none
  [[nodiscard]] static Result<Stemmer> create(std::string_view language);

  [[nodiscard]] const std::string& language() const { return language_; }
  [[nodiscard]] bool is_none() const { return !stemmer_; }
  // Valid until the next call. No stem is empty: a word whose stem would be stays as it is.
  [[nodiscard]] std::string_view stem(std::string_view term);

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  using Handle = std::unique_ptr<sb_stemmer, Delete>;
  friend std::string stemmer_language(std::string_view language);
  // Empty: libstemmer has none of this name.
  [[nodiscard]] static Handle open(const std::string& name);

  Handle stemmer_;
  std::string language_ = "none";
};

}  // namespace cocite::text
