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
// What becomes of answers that are near-copies, or easily forged.
void copies_option(Command& command, Copies& copies);
void flagged_option(Command& command, FlaggedAnswers& flagged);
// For people: "also at http://mirror.example/, http://copy.example/ and 3 more".
[[nodiscard]] std::string copies_text(const std::vector<CopyItem>& copies);
// Which of the answers are wanted: --not, --same-site, --per-host, --copies, --media, --only, --dead, --flagged.
void add_answer_options(Command& command, RelatedRequest& request);
// Only --hosts, --stoplist, --seed and the parameters of these methods (none named: of all).
void add_neighbourhood_options(
    Command& command, RelatedRequest& request, const std::vector<std::string>& methods = {},
    const std::string& seed_help = "seed for samples of parents (default 0)");
// PAGE..., which may be left out.
void pages_argument(Command& command, std::vector<std::string>& pages);

}  // namespace cocite::cli
