// What was found, as people see it: addresses, titles, reasons in sentences.
//
//   COCITE_TRY(const RelatedAnswer answer, present_answer(web, answering, request, found, budget));
//
// Any thread.
#pragma once

#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "engine/answering.h"
#include "related/method.h"

namespace cocite::engine {

[[nodiscard]] Result<RelatedAnswer::Page> present_asked(const store::Store& store,
                                                        const std::string& asked, PageId page);
// request.why reasons with each item, where the budget lasts. Notes say what is missing.
[[nodiscard]] Result<RelatedAnswer> present_answer(const related::Web& web,
                                                   const Answering& answering,
                                                   const RelatedRequest& request,
                                                   const Found& found, related::Budget& budget);
// One reason of a method; `pages`: those that were asked about.
[[nodiscard]] Result<ReasonItem> present_reason(const store::Store& store,
                                                const related::Reason& reason,
                                                std::span<const PageId> pages, PageId answer);
// The sentences about one answer.
[[nodiscard]] Result<std::vector<std::string>> present_sentences(const related::Query& query,
                                                                 PageId answer,
                                                                 const related::Explanation& why);

}  // namespace cocite::engine
