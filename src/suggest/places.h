// Where on a page a link could stand: names in its text that are not part of a link yet.
//
//   PageText text(names);
//   COCITE_CHECK(text.read(store, page));
//   for (const FreeName& name : text.free_names()) …
//   text.sentence(name)                          // the sentence around it
//
// The kept text has no markup. Texts of links are found in it in their order, and names within them are
// not free; nor are names in what looks like code. Headings cannot be told apart. One thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"
#include "suggest/hidden_links.h"
#include "suggest/names.h"
#include "suggest/tokens.h"

namespace cocite::suggest {

// A name in the text, by bytes.
struct FreeName {
  uint32_t name = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct Sentence {
  std::string text = {};
  std::string words = {};  // of it, that are the name
};

class PageText {
 public:
  explicit PageText(const Names& names) : names_(&names) {}
  // Hidden links leave their words free.
  [[nodiscard]] Result<void> read(const store::Store& store, PageId page,
                                  const HiddenLinks* hidden = nullptr);
  // In the order of the text.
  [[nodiscard]] const std::vector<FreeName>& free_names() const { return free_; }
  [[nodiscard]] Sentence sentence(const FreeName& name) const;
  // Whether the words of the link to this child were found, and whether they are in one sentence with
  // the name.
  [[nodiscard]] bool has_link(size_t child) const {
    return child < anchor_places_.size() && anchor_places_[child].second != 0;
  }
  [[nodiscard]] bool is_where_link_is(const FreeName& name, size_t child) const;

 private:
  // Finds the texts of links; those that are not hidden cover their words.
  void find_anchors(std::span<const Token> tokens, const std::vector<std::string>& anchors,
                    const std::vector<bool>& hidden);

  const Names* names_;
  Tokenizer tokenizer_;
  Tokenizer anchor_tokenizer_;
  std::string text_;
  std::vector<bool> is_covered_;  // by token
  std::vector<std::pair<uint32_t, uint32_t>>
      anchor_places_;  // by child, in bytes; empty: not found
  std::vector<FreeName> free_;
};

// The sentence of the text around [begin, end): up to 300 bytes, cut between words. And whether it
// looks like code.
struct SentencePlace {
  size_t begin = 0;
  size_t end = 0;
};
[[nodiscard]] SentencePlace sentence_around(std::string_view text, size_t begin, size_t end);
[[nodiscard]] bool looks_like_code(std::string_view sentence);

}  // namespace cocite::suggest
