#include <algorithm>
#include <string>
#include <vector>

#include <cocite/engine.h>

#include "api/from_options.h"
#include "api/related_options.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

Result<void> show(const Asked& asked) {
  // The graph of sites is made where it is not there yet, with progress.
  const bool is_made = asked.arguments.text("on") != "pages";
  if (!is_made) {
    COCITE_CHECK(asked.engine.on(On::kSites,
                                 {.progress = asked.limits.progress, .stop = asked.limits.stop}));
  }
  asked.bar.clear();
  if (asked.format == Format::kJson) return show_json(asked);
  SimilarSitesRequest request{.sites = asked.arguments.texts("site"),
                              .by = asked.arguments.text("by")};
  api::read_options(asked.arguments, api::kSimilarSitesOptions, request);
  request.stop = asked.limits.stop;
  COCITE_TRY(const SimilarSitesAnswer answer, asked.engine.similar_sites(request));
  Output& out = standard_output();
  for (const std::string& note : answer.notes) complain(note);
  if (asked.format == Format::kText) {
    for (const SimilarSite& site : answer.items) {
      std::string line =
          std::to_string(site.rank) + "  " + text_of(site.score) + "  " + text_of(site.site);
      const std::string& name = site.title.empty() ? site.called : site.title;
      if (!name.empty()) line += "  " + text_of(name);
      out.write(line + '\n');
      if (!site.gone.empty()) out.write("     gone since " + site.gone + '\n');
      if (site.flagged) out.write("     flagged: backed only by sites without in-links\n");
      for (const std::string& sentence : site.why) out.write("     " + text_of(sentence) + '\n');
      if (!site.copies.empty()) out.write("     " + text_of(copies_text(site.copies)) + '\n');
    }
    return {};
  }
  Fields<SimilarSite> fields = {
      {{.name = "rank"}, [](const SimilarSite& site) { return site.rank; }},
      {{.name = "score"}, [](const SimilarSite& site) { return site.score; }},
      {{.name = "site"}, [](const SimilarSite& site) { return site.site; }},
      {{.name = "url"}, [](const SimilarSite& site) { return site.url; }},
      {{.name = "title"},
       [](const SimilarSite& site) { return site.title.empty() ? site.called : site.title; }},
      {{.name = "pages"}, [](const SimilarSite& site) { return site.pages; }},
      {{.name = "linked_from"}, [](const SimilarSite& site) { return site.linked_from; }},
      {{.name = "why"}, [](const SimilarSite& site) { return joined(site.why, " | "); }}};
  // As of related pages: columns that programs count on come first, these where they say something.
  if (std::ranges::any_of(answer.items, &SimilarSite::flagged) || is_flat(asked.format)) {
    fields.push_back({{.name = "flagged"}, [](const SimilarSite& site) {
                        return std::string(site.flagged ? "yes" : "no");
                      }});
  }
  if (asked.engine.has_statuses()) {
    fields.push_back({{.name = "gone"}, [](const SimilarSite& site) { return site.gone; }});
  }
  write_table(out, asked.format, fields, answer.items);
  return {};
}

}  // namespace

const Differs show_similar_sites{.show = show};

}  // namespace cocite::cli
