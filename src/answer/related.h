// Everything that is asked about related pages; what Engine's methods of the same names do.
//
//   COCITE_TRY(const RelatedAnswer answer, related(opened, {.pages = {"http://a.example/"}}));
//
// Any number of threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::answer {

[[nodiscard]] Result<RelatedAnswer> related(const Opened& opened, const RelatedRequest& request);
[[nodiscard]] Result<void> related_each(const Opened& opened, const RelatedRequest& request,
                                        const Engine::UseRelated& use);
[[nodiscard]] Result<ExplainAnswer> explain(const Opened& opened, const RelatedRequest& request,
                                            std::string_view answer);
[[nodiscard]] Result<RelatedAllReport> related_all(const Opened& opened,
                                                   const RelatedAllRequest& request);
[[nodiscard]] Result<CompareAnswer> compare(const Opened& opened, const RelatedRequest& request,
                                            const std::vector<std::string>& names);
[[nodiscard]] Result<TraceAnswer> trace(const Opened& opened, const RelatedRequest& request);
[[nodiscard]] Result<VicinityAnswer> vicinity(const Opened& opened, const RelatedRequest& request);
[[nodiscard]] Result<LliAnswer> lli(const Opened& opened, const RelatedRequest& request);

}  // namespace cocite::answer
