// Which sites are like these, and the pages that show it.
//
//   COCITE_TRY(const auto answer, find_similar_sites(graph, {.sites = {"www.eff.org"}}, 2000));
//
// The methods of related pages on the graph of sites. An answer without items where nothing speaks
// for any site. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/stoplists.h"
#include "related/web.h"
#include "store/store.h"

namespace cocite::sites {

// The method, unless another is named; why this one: docs/quality.md.
inline constexpr std::string_view kSimilarSitesBy = "blend";

struct SiteGraph {
  const related::Web* web = nullptr;  // of sites, or hosts
  const answer::Stoplists* stoplists = nullptr;
  const store::Store* pages = nullptr;  // whose sites they are; nullptr: there are no examples
  uint64_t most_parents = 0;            // of a site that are looked at; 0: as the method has it
};

// `most_pages`: of a site that are looked through for an example, at most.
[[nodiscard]] Result<SimilarSitesAnswer> find_similar_sites(const SiteGraph& graph,
                                                            const SimilarSitesRequest& request,
                                                            uint64_t most_pages);

// The same as Engine::similar_sites() answers: kNoEvidence where none is found.
// REQUIRES: a site in the request.
[[nodiscard]] Result<SimilarSitesAnswer> similar_sites(const SiteGraph& graph,
                                                       const SimilarSitesRequest& request);

// "http://www.eff.org/a" -> "eff.org"
[[nodiscard]] std::string site_asked(std::string_view text);

}  // namespace cocite::sites
