// What was found, as people see it: addresses, titles, reasons in sentences.
//
//   COCITE_TRY(const RelatedAnswer answer, present_answer(web, answering, request, found, budget));
//
// Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/answering.h"
#include "answer/evidence.h"
#include "related/method.h"

namespace cocite::answer {

// "links", "text", "visits": what took part in finding an answer, or in explaining one.
template <class Answer>
[[nodiscard]] std::vector<std::string> took_part(const Answer& answer) {
  std::vector<std::string> with;
  if (answer.by_links) with.emplace_back("links");
  if (answer.by_words) with.emplace_back("text");
  if (answer.by_visits) with.emplace_back("visits");
  return with;
}

[[nodiscard]] Result<RelatedAnswer::Page> present_asked(const store::Store& store,
                                                        const std::string& asked, PageId page);
[[nodiscard]] Result<std::vector<PageRef>> present_copies(const store::Store& store,
                                                          std::span<const PageId> copies);
// request.why reasons with each item, where the budget lasts. Notes say what is missing. `known`:
// the evidence for each item, where it was gathered already.
[[nodiscard]] Result<RelatedAnswer> present_answer(
    const related::Web& web, const Answering& answering, const RelatedRequest& request,
    const Found& found, Budget& budget, const std::vector<std::vector<Evidence>>* known = nullptr);
// One reason of a method; `pages`: those that were asked about.
[[nodiscard]] Result<ReasonItem> present_reason(const store::Store& store,
                                                const related::Reason& reason,
                                                std::span<const PageId> pages, PageId answer);
// The sentences about one answer.
[[nodiscard]] Result<std::vector<std::string>> present_sentences(const related::Query& query,
                                                                 PageId answer,
                                                                 const related::Explanation& why);

// The beginning of a note: "the budget of 50 ms was spent: "; without a budget, "it was stopped: ".
[[nodiscard]] std::string spent_note(uint64_t budget_ms);
// The error where a budget was spent before there was any answer: kBusy, since asked again, or with
// more time, there may well be one; kCancelled without a budget. `before`: "blend found a page
// related to a".
[[nodiscard]] Error budget_spent(uint64_t budget_ms, const std::string& before);

}  // namespace cocite::answer
