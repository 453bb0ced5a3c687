// Which documents may be found at all, whatever their score: those with the terms and phrases that
// must be there, and without those that must not.
//
//   COCITE_TRY(Conditions conditions, Conditions::find(index, request));
//   bool held;  if (!conditions.hold(doc, held)) return index.damage();
//
// Quickest where documents are asked about in rising order. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include <cocite/result.h>

#include "text/index.h"
#include "text/phrase.h"
#include "text/search.h"

namespace cocite::text {

class Conditions {
 public:
  [[nodiscard]] static Result<Conditions> find(const Index& index, const Request& request);

  // A condition that no page meets.
  [[nodiscard]] bool are_impossible() const { return impossible_; }
  // Whether a term or phrase must be there: its list says which documents to look at.
  [[nodiscard]] bool have_lead() const { return !required_.empty() || !phrases_.empty(); }
  // In how many documents the rarest of these terms is. REQUIRES: have_lead().
  [[nodiscard]] uint64_t lead_df() const;
  // The first document from `doc` on that must be looked at; none: kNoDocument. False: damaged.
  // REQUIRES: have_lead().
  [[nodiscard]] bool next(uint32_t doc, const Ahead& ahead, uint32_t& found);
  // False: damaged.
  [[nodiscard]] bool hold(uint32_t doc, bool& held);

 private:
  // Whether the rarest of all terms that must be there is one of a phrase.
  [[nodiscard]] bool leads_phrase() const;

  struct Required {
    Cursor cursor;
    bool in_title = false;
  };
  // One of these must be there.
  struct Any {
    std::vector<Cursor> cursors;
    std::vector<Phrase> phrases;
  };
  [[nodiscard]] static bool holds(Any& any, uint32_t doc, bool& held);

  std::vector<Required> required_;
  std::vector<Any> any_;
  std::vector<Cursor> excluded_;
  std::vector<Phrase> phrases_;
  std::vector<Phrase> excluded_phrases_;
  bool impossible_ = false;
};

}  // namespace cocite::text
