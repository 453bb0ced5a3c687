// Does every page of a web stand for a site?
//
//   COCITE_TRY(const bool of_sites, is_graph_of_sites(web));
//
// A graph of hosts or sites, or a store in which at least 95 % of the names are hosts without paths.
// Decided by 1,000 names, once. Any number of threads.
#pragma once

#include <cocite/result.h>

#include "related/web.h"

namespace cocite::related {

[[nodiscard]] Result<bool> is_graph_of_sites(const Web& web);

}  // namespace cocite::related
