#include "text/conditions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace cocite::text {

Result<Conditions> Conditions::find(const Index& index, const Request& request) {
  Conditions result;
  const auto add = [&](const std::string& term, bool in_title) -> Result<void> {
    COCITE_TRY(const auto list, index.find(term));
    if (list) {
      result.required_.push_back({Cursor(index, *list), in_title});
    } else {
      result.impossible_ = true;
    }
    return {};
  };
  const auto add_phrase = [&](const std::vector<std::string>& terms,
                              Phrase::Where where) -> Result<void> {
    if (terms.empty()) return {};
    COCITE_TRY(std::optional<Phrase> phrase, Phrase::find(index, terms, where, request.budget));
    if (phrase) {
      result.phrases_.push_back(*std::move(phrase));
    } else {
      result.impossible_ = true;
    }
    return {};
  };
  for (const std::string& term : request.required) COCITE_CHECK(add(term, false));
  for (const std::string& term : request.in_title) COCITE_CHECK(add(term, true));
  for (const auto& clause : request.any) {
    Any any;
    for (const auto& terms : clause) {
      if (terms.size() == 1) {
        COCITE_TRY(const auto list, index.find(terms.front()));
        if (list) any.cursors.emplace_back(index, *list);
      } else if (!terms.empty()) {
        COCITE_TRY(std::optional<Phrase> phrase,
                   Phrase::find(index, terms, Phrase::Where::kAnywhere, request.budget));
        if (phrase) any.phrases.push_back(*std::move(phrase));
      }
    }
    if (any.cursors.empty() && any.phrases.empty()) result.impossible_ = true;
    result.any_.push_back(std::move(any));
  }
  for (const auto& terms : request.phrases) {
    COCITE_CHECK(add_phrase(terms, Phrase::Where::kAnywhere));
  }
  for (const auto& terms : request.title_phrases) {
    COCITE_CHECK(add_phrase(terms, Phrase::Where::kTitle));
  }
  std::ranges::sort(result.required_, {}, [](const Required& r) { return r.cursor.list().df; });
  std::ranges::stable_sort(result.phrases_, {}, [](const Phrase& p) { return p.rarest().df; });
  for (const auto& terms : request.excluded) {
    if (terms.size() == 1) {
      COCITE_TRY(const auto list, index.find(terms.front()));
      if (list) result.excluded_.emplace_back(index, *list);
    } else if (!terms.empty()) {
      COCITE_TRY(std::optional<Phrase> phrase,
                 Phrase::find(index, terms, Phrase::Where::kAnywhere, request.budget));
      if (phrase) result.excluded_phrases_.push_back(*std::move(phrase));
    }
  }
  return result;
}

bool Conditions::leads_phrase() const {
  return required_.empty() ||
         (!phrases_.empty() && phrases_.front().rarest().df < required_.front().cursor.list().df);
}

uint64_t Conditions::lead_df() const {
  return leads_phrase() ? phrases_.front().rarest().df : required_.front().cursor.list().df;
}

bool Conditions::next(uint32_t doc, const Ahead& ahead, uint32_t& found) {
  if (leads_phrase()) return phrases_.front().next(doc, ahead, found);
  Cursor& cursor = required_.front().cursor;
  if (!cursor.seek(doc)) return false;
  found = cursor.at_end() ? kNoDocument : cursor.doc();
  return true;
}

bool Conditions::holds(Any& any, uint32_t doc, bool& held) {
  held = false;
  for (Cursor& cursor : any.cursors) {
    if (!cursor.seek(doc)) return false;
    held = held || (!cursor.at_end() && cursor.doc() == doc);
  }
  for (Phrase& phrase : any.phrases) {
    if (held) break;
    if (!phrase.holds(doc, held)) return false;
  }
  return true;
}

bool Conditions::hold(uint32_t doc, bool& held) {
  held = false;
  for (Required& required : required_) {
    if (!required.cursor.seek(doc)) return false;
    if (required.cursor.at_end() || required.cursor.doc() != doc) return true;
    if (!required.in_title) continue;
    FieldCounts counts;
    if (!required.cursor.counts(counts)) return false;
    if (counts.title == 0) return true;
  }
  for (Cursor& cursor : excluded_) {
    if (!cursor.seek(doc)) return false;
    if (!cursor.at_end() && cursor.doc() == doc) return true;
  }
  bool stands = false;
  for (Any& any : any_) {
    if (!holds(any, doc, stands)) return false;
    if (!stands) return true;
  }
  for (Phrase& phrase : phrases_) {
    if (!phrase.holds(doc, stands)) return false;
    if (!stands) return true;
  }
  for (Phrase& phrase : excluded_phrases_) {
    if (!phrase.holds(doc, stands)) return false;
    if (stands) return true;
  }
  held = true;
  return true;
}

}  // namespace cocite::text
