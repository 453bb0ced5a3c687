#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "api/related_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/related_options.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  Format format{};
  SimilarSitesRequest request;
};

// All reasons of a row in one cell.
std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " | ") + text;
  return all;
}

Result<void> similar_sites(Options& options) {
  options.request.stop = stop_on_signals();
  // The graph of sites is made where it is not there yet, with progress.
  COCITE_TRY(const Graph sites,
             open_graph(options.store, On::kSites, false, {.stop = options.request.stop}));
  COCITE_TRY(const Graph graph,
             open_graph(options.store, On::kPages, false, {.stop = options.request.stop}));
  COCITE_TRY(const SimilarSitesAnswer answer, graph->similar_sites(options.request));
  Output& out = standard_output();
  if (options.format == Format::kJson) {
    out.write(to_json(answer) + '\n');
    return {};
  }
  for (const std::string& note : answer.notes) complain(note);
  if (options.format == Format::kText) {
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
      {{.name = "why"}, [](const SimilarSite& site) { return joined(site.why); }}};
  // As of related pages: columns that programs count on come first, these where they say something.
  if (std::ranges::any_of(answer.items, &SimilarSite::flagged) || is_flat(options.format)) {
    fields.push_back({{.name = "flagged"}, [](const SimilarSite& site) {
                        return std::string(site.flagged ? "yes" : "no");
                      }});
  }
  if (graph->has_statuses()) {
    fields.push_back({{.name = "gone"}, [](const SimilarSite& site) { return site.gone; }});
  }
  write_table(out, options.format, fields, answer.items);
  return {};
}

}  // namespace

void add_similar_sites(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("similar-sites", "which sites are like these, and the pages that show it",
                   "cocite similar-sites web.cocite www.example.com\n"
                   "cocite similar-sites web.cocite example.com example.org --top 20");
  command.store(options->store);
  command.arguments("SITE", options->request.sites,
                    "sites, by their name or the address of any page of them");
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  command.choice(
      "--by", names, [options](const std::string& word) { options->request.by = word; },
      "the method (default: blend; 'cocite methods' lists them)", "METHOD");
  add_options(command, api::kSimilarSitesOptions, options->request);
  command.format(options->format);
  command.on([options] { return similar_sites(*options); });
}

}  // namespace cocite::cli
