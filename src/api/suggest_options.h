// Options of suggestions.
#pragma once

#include <cocite/suggest.h>

#include "api/option.h"
#include "api/related_options.h"

namespace cocite::api {

inline constexpr auto kSuggestOptions = options(
    option("all", &SuggestRequest::all, "links of all pages, page by page"),
    option("to", &SuggestRequest::to, "only links to this page: which pages should link to it")
        .stands("PAGE"),
    option("max_per_page", &SuggestRequest::max_per_page, "links that a page gets, at most")
        .from(1)
        .up_to(kMostItems),
    option("exclude", &SuggestRequest::exclude,
           "neither links of this page nor to it; https://www.example.com/tags/* for all addresses "
           "that begin so; repeatable")
        .stands("PAGE")
        .up_to(kMostPages),
    option("budget_ms", &SuggestRequest::budget_ms, kBudgetHelp).otherwise("no limit").expert());

// What changes files of this machine.
inline constexpr auto kSuggestHereOptions = options(
    option("apply", &SuggestRequest::apply,
           "write the links into the Markdown files that were imported; FILE.bak is what they were")
        .here(),
    option("dry_run", &SuggestRequest::dry_run, "with apply: print a patch, and write nothing")
        .here());

}  // namespace cocite::api
