// Documents in, their postings out, sorted by term: what one thread does of making an index.
//
//   COCITE_TRY(Stemmer stemmer, Stemmer::create("english"));
//   Inverter inverter(std::move(stemmer));
//   inverter.add({.title = "Bees", .text = "Honey is made by bees"});
//   std::string run;  inverter.finish(run);
//
// A run: documents u32 as LEB128, then terms in bytewise order:
//   bytes of the term | term | postings | bytes of them | per posting: gap | text * 2 + more |
//   [title | anchors] | per place: gap
// all numbers LEB128; documents are counted from 0 within the run, and those without any term are
// none. Places: the terms of a document are counted through from 0, title, text and anchors one
// after the other, with one place left free after the title, the text and each anchor. One thread
// at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "text/posting_block.h"
#include "text/stemmer.h"
#include "text/string_ids.h"
#include "text/terms.h"

namespace cocite::text {

// The anchor text of a link to a page, and the host of the linking page.
struct Anchor {
  uint64_t host = 0;
  std::string_view text;
};

struct Fields {
  std::string_view title{};
  std::string_view text{};
  // Each pair (host, anchor as terms) counts once. Their order decides places and nothing else.
  std::span<const Anchor> anchors{};
};

// Anchors with more terms say something else than what the page is called.
inline constexpr size_t kMaxAnchorTerms = 20;

class Inverter {
 public:
  explicit Inverter(Stemmer stemmer);

  // How many terms its fields have; all zero: it is no document, and has no number.
  FieldCounts add(const Fields& fields);
  [[nodiscard]] uint32_t documents() const { return documents_; }
  // Appends the run and starts again.
  void finish(std::string& run);

 private:
  // The postings of a term, as in the run.
  struct List {
    uint32_t seen_in = ~uint32_t{0};  // the last document with the term
    uint32_t entry = 0;               // its entry there
    uint32_t next = 0;                // the gap to the next posting counts from here
    uint32_t count = 0;
    std::string postings;
  };
  // A term in the document that is being read.
  struct Entry {
    uint32_t term = 0;
    FieldCounts counts;
  };

  [[nodiscard]] uint32_t term_of(std::string_view word);
  // The counts of the term in this document; the term occurs at `place`.
  [[nodiscard]] FieldCounts& counts_at(uint32_t term, uint32_t place);
  uint32_t add_anchors(std::span<const Anchor> anchors, uint32_t place);
  void end_document();

  Stemmer stemmer_;
  TermReader reader_;
  StringIds words_;  // as they were found; only where they are stemmed
  std::vector<uint32_t> term_of_word_;
  StringIds terms_;
  std::vector<List> lists_;  // by term
  std::vector<Entry> entries_;
  std::vector<std::pair<uint32_t, uint32_t>> places_;  // an entry, and where it stands; as read
  std::vector<uint64_t> next_;
  std::vector<uint32_t> sorted_;
  uint32_t documents_ = 0;
  // Anchors of one document.
  struct AnchorTerms {
    uint64_t host = 0;
    uint32_t begin = 0;
    uint32_t count = 0;
  };
  std::vector<AnchorTerms> anchors_;
  std::vector<uint32_t> anchor_terms_;
};

}  // namespace cocite::text
