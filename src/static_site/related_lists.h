// The related pages of every page of a site, with a sentence why.
//
//   COCITE_TRY(const auto lists, related_lists(opened, own, rules, request));
//   lists[3][0].page, lists[3][0].why            // of own.pages()[3], best first
//
// Pinned pages come first; blocked and hidden ones are left out. Several threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/opened.h"
#include "static_site/own_pages.h"
#include "static_site/rules.h"

namespace cocite::static_site {

struct Relative {
  uint32_t page = 0;     // number of an own page
  std::string why = {};  // a sentence
};
using RelatedLists = std::vector<std::vector<Relative>>;  // by number of an own page

// request.related: by, top and parameters count. kCancelled once request.stop is set.
[[nodiscard]] Result<RelatedLists> related_lists(const answer::Opened& opened, const OwnPages& own,
                                                 const Rules& rules, const ExportRequest& request);

}  // namespace cocite::static_site
