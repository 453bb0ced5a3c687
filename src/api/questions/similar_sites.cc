// Which sites are like these.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_similar_sites(const Engine& engine, const Arguments& arguments,
                                    const Limits& limits) {
  SimilarSitesRequest request{.sites = arguments.texts("site"), .by = arguments.text("by")};
  read_options(arguments, kSimilarSitesOptions, request);
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  // A service does not make clients wait for the graph of sites.
  if (limits.caller == Caller::kClient && arguments.text("on") == "pages") {
    COCITE_CHECK(engine.on(On::kSites, {.makes = false}));
  }
  COCITE_TRY(SimilarSitesAnswer answer, engine.similar_sites(request));
  const bool is_final = answer.is_complete;
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final};
}

// As of related pages, but another one unless one is named.
Parameter site_method_parameter() {
  Parameter by = by_parameter()[0];
  by.fallback = "";
  by.help = "the method; /api/methods describes each (default: blend)";
  by.shell.help = "the method; 'cocite methods' describes each (default: blend)";
  return by;
}

}  // namespace

Question similar_sites_question() {
  return {.name = "similar_sites",
          .summary = "find similar sites, and the pages that show it",
          .place = 30,
          .schema = "SimilarSites",
          .parameters =
              [] {
                return together({graph_parameters(),
                                 {{.name = "site",
                                   .help = "a site, by its name or the address of any page of it",
                                   .is_repeatable = true,
                                   .is_required = true,
                                   .shell = {.argument = "SITE"}},
                                  site_method_parameter()},
                                 parameters_of(kSimilarSitesOptions)});
              },
          .answer = answer_similar_sites,
          .command = "similar-sites",
          .examples = "www.example.com\nexample.com example.org top=20"};
}

}  // namespace cocite::api
