// Do these terms stand one after the other in a document, in one field or in one link to it?
//
//   COCITE_TRY(auto phrase, Phrase::find(index, {"honey", "bee"}, Phrase::Where::kAnywhere));
//   bool held;  if (!phrase->holds(doc, held)) return index.damage();
//
// Starts from the places of the term that the document has least often, and looks only there for
// the others. Quickest where documents rise. Once the budget is spent, no document holds it. One
// thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "text/index.h"
#include "text/pair_filter.h"
#include "text/positions.h"

namespace cocite::text {

inline constexpr uint32_t kNoDocument = ~uint32_t{0};

// Which documents will be asked about next: those before `end` that may win. Where these are many
// they are compared at once, else one by one (`end` 0).
struct Ahead {
  uint32_t end = 0;
  std::function<bool(uint32_t doc)> may_win;
};

class Phrase {
 public:
  enum class Where : uint8_t { kAnywhere, kTitle };

  // Nothing: a term is in no page. REQUIRES: at least one term.
  [[nodiscard]] static Result<std::optional<Phrase>> find(const Index& index,
                                                          std::span<const std::string> terms,
                                                          Where where, Budget* budget = nullptr);
  // False: damaged.
  [[nodiscard]] bool holds(uint32_t doc, bool& held);
  // The first document from `doc` on that must be looked at, all before it do not hold the phrase;
  // none: kNoDocument. One block at most is looked through. False: damaged.
  [[nodiscard]] bool next(uint32_t doc, const Ahead& ahead, uint32_t& found);
  // Of the term that is in the fewest documents.
  [[nodiscard]] const TermList& rarest() const { return parts_.front().cursor.list(); }

 private:
  struct Part {
    Cursor cursor;
    Positions positions;
    std::vector<uint32_t> offsets;  // where in the phrase
    uint32_t run = 1;               // "the the": the document must have it at two places in a row
  };
  Phrase(const Index& index, size_t size, Where where, Budget* budget)
      : index_(&index), size_(static_cast<uint32_t>(size)), where_(where), budget_(budget) {}
  void choose_pairs();
  // The first document from the first part's cursor on, and before ahead.end in its block, that may
  // hold the phrase; else the one after these.
  [[nodiscard]] bool next_ahead(const Ahead& ahead, uint32_t& found);
  // Keeps those starts of the phrase that have the part at this offset, too.
  void keep(std::span<const uint32_t> places, uint32_t offset);

  const Index* index_;
  uint32_t size_;
  Where where_;
  Budget* budget_;
  std::vector<Part> parts_;        // a term each; in the fewest documents first
  std::vector<PairFilter> pairs_;  // of the first part with others, the rarest first
  DocumentBits may_{};             // documents of the first part's block that have all pairs
  uint32_t may_begin_ = 0;         // known of documents from here
  uint32_t may_end_ = 0;           // to before this one
  uint32_t lead_ = 0;              // the place of the document that next() found last
  bool has_lead_ = false;          // none of the documents after it can be passed over
  std::vector<uint32_t> starts_;   // where the phrase may stand in this document
};

}  // namespace cocite::text
