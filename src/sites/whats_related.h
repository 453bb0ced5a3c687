// Everything about a page in one answer: related pages and sites, hubs, linking pages, names.
//
//   COCITE_TRY(const auto answer, whats_related(opened, find_sites, kept, {.page = "a.example"}));
//
// Any number of threads.
#pragma once

#include <functional>
#include <string>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/opened.h"
#include "base/kept_last.h"

namespace cocite::sites {

// Similar sites by site and how much was asked for: people go from page to page of a site.
using KeptSites = KeptLast<std::string, SimilarSitesAnswer>;
// The graph of sites; nullptr: it is not made yet.
using FindSites = std::function<const answer::Opened*()>;

[[nodiscard]] Result<WhatsRelatedAnswer> whats_related(const answer::Opened& opened,
                                                       const FindSites& find_sites, KeptSites& kept,
                                                       const WhatsRelatedRequest& request);

}  // namespace cocite::sites
