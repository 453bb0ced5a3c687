// Text to terms as an index has them: folded, and to the stems of its language.
//
//   COCITE_TRY(TermMaker terms, TermMaker::create(index.stem()));
//   terms.of("Honey bees")             // "honey" "bee"
//
// One thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "text/stemmer.h"
#include "text/terms.h"

namespace cocite::words {

class TermMaker {
 public:
  [[nodiscard]] static Result<TermMaker> create(std::string_view stem) {
    TermMaker maker;
    COCITE_TRY(maker.stemmer_, text::Stemmer::create(stem));
    return maker;
  }

  template <class Use>
  void read(std::string_view text, Use&& use) {
    reader_.read(
        text, [&](std::string_view term) { use(stemmer_.is_none() ? term : stemmer_.stem(term)); });
  }
  // use(term, word): and the word that it is the stem of, folded.
  template <class Use>
  void read_words(std::string_view text, Use&& use) {
    std::string word;
    reader_.read(text, [&](std::string_view found) {
      word.assign(found);
      use(stemmer_.is_none() ? found : stemmer_.stem(found), word);
    });
  }
  [[nodiscard]] std::vector<std::string> of(std::string_view text) {
    std::vector<std::string> terms;
    read(text, [&](std::string_view term) { terms.emplace_back(term); });
    return terms;
  }

 private:
  text::TermReader reader_;
  text::Stemmer stemmer_;
};

}  // namespace cocite::words
