// What do others call a page? The anchors of the links to it vote.
//
//   AnchorVotes votes;
//   votes.add(host, "Electronic Frontier Foundation");
//   votes.add(other_host, "electronic frontier foundation");
//   votes.add(other_host, "click here");                         // is no name
//   votes.take()                                                 // "Electronic Frontier Foundation"
//
// Anchors with the same terms (text/terms.h) in the same order are one name, however they are
// spelled; each host has one vote for each name. The name with the most votes wins if it has two,
// or if it is the only one. Ties: more terms, then the first in bytewise order. It is shown in the
// spelling that most hosts use; ties: the first in bytewise order, where capitals come first.
// Rules by example: docs/formats/store.md. One thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/terms.h"

namespace cocite::words {

// Longer ones are sentences.
inline constexpr size_t kMaxNameBytes = 300;

// "www.example.com/a", "http://…", "ann@example.com": says where a page is, not what.
[[nodiscard]] bool is_address(std::string_view anchor);

class AnchorVotes {
 public:
  // `voter`: the host of the page that the link stands on.
  void add(uint32_t voter, std::string_view anchor);
  // The name, empty where there is none; then starts again.
  [[nodiscard]] std::string take();

 private:
  // Texts are places in letters_.
  struct Vote {
    uint32_t voter = 0;
    uint32_t begin = 0;
    uint32_t name_bytes = 0;  // the terms, with blanks between them
    uint32_t text_bytes = 0;  // behind them: as it was written
    uint32_t terms = 0;
  };
  [[nodiscard]] std::string_view name_of(const Vote& vote) const {
    return std::string_view(letters_).substr(vote.begin, vote.name_bytes);
  }
  [[nodiscard]] std::string_view text_of(const Vote& vote) const {
    return std::string_view(letters_).substr(vote.begin + vote.name_bytes, vote.text_bytes);
  }

  text::TermReader reader_;
  std::string letters_;
  std::vector<Vote> votes_;
};

}  // namespace cocite::words
