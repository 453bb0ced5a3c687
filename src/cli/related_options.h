// The options that all commands about related pages share.
//
//   auto options = std::make_shared<RelatedOptions>();
//   add_related_options(command, options->request);
//
// One thread.
#pragma once

#include <string>
#include <vector>

#include <cocite/query.h>

#include "cli/command.h"

namespace cocite::cli {

// --by, --hosts, --stoplist, --seed, --chop, --budget-ms, and every parameter of every method.
void add_related_options(Command& command, RelatedRequest& request);
// For people: "also at http://mirror.example/, http://copy.example/ and 3 more".
[[nodiscard]] std::string copies_text(const std::vector<PageRef>& copies);
// Only --hosts, --stoplist, --seed and the parameters of these methods (none named: of all).
void add_neighbourhood_options(Command& command, RelatedRequest& request,
                               const std::vector<std::string>& methods = {});
// PAGE..., which may be left out.
void pages_argument(Command& command, std::vector<std::string>& pages);

}  // namespace cocite::cli
