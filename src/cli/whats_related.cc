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
  bool as_json = false;
  WhatsRelatedRequest request;
};

// "http://www.eff.org/  Electronic Frontier Foundation"
template <class Page>
std::string name_of(const Page& page) {
  std::string text = text_of(page.url.empty() ? page.key : page.url);
  const std::string& name = page.title.empty() ? page.called : page.title;
  return name.empty() ? text : text + "  " + text_of(name);
}

std::string status_of(const WhatsRelatedAnswer& answer) {
  if (!answer.gone.empty()) return "gone since " + answer.gone;
  std::string text = answer.status;
  if (answer.status_code != 0) text += " (" + std::to_string(answer.status_code);
  if (answer.status_code != 0 && !answer.status_date.empty()) text += ", " + answer.status_date;
  return answer.status_code != 0 ? text + ")" : text;
}

Result<void> whats_related(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph,
             open_graph(options.store, On::kPages, false, {.stop = options.request.stop}));
  COCITE_TRY(const WhatsRelatedAnswer answer, graph->whats_related(options.request));
  Output& out = standard_output();
  if (options.as_json) {
    out.write(to_json(answer) + '\n');
    return {};
  }
  for (const std::string& note : answer.notes) complain(note);
  out.write(name_of(answer.page) + '\n');
  out.write("status: " + status_of(answer) + "; " + std::to_string(answer.in_links) +
            " links to it, " + std::to_string(answer.out_links) + " on it\n");
  if (answer.with != std::vector<std::string>{"links"} && !answer.related.empty()) {
    std::string with;
    for (const std::string& word : answer.with) with += (with.empty() ? "" : ", ") + word;
    out.write("by: " + with + '\n');
  }
  if (!answer.tuned.empty()) out.write("tuned: " + text_of(answer.tuned) + '\n');
  const auto head = [&](bool has_any, const char* what) {
    if (has_any) out.write(std::string("\n") + what + '\n');
  };
  head(!answer.names.empty(), "others call it");
  for (const NameItem& name : answer.names) {
    out.write("  " + text_of(name.text) + " (" + std::to_string(name.links) + ")\n");
  }
  head(!answer.related.empty(), "related pages");
  for (const RelatedItem& item : answer.related) {
    out.write("  " + std::to_string(item.rank) + "  " + name_of(item) +
              (item.flagged ? "  (easily forged)" : "") + '\n');
    for (const std::string& sentence : item.why) out.write("       " + text_of(sentence) + '\n');
    if (!item.copies.empty()) out.write("       " + text_of(copies_text(item.copies)) + '\n');
  }
  head(!answer.sites.empty(), "similar sites");
  for (const SimilarSite& site : answer.sites) {
    out.write("  " + std::to_string(site.rank) + "  " + name_of(site) +
              (site.flagged ? "  (easily forged)" : "") + '\n');
    for (const std::string& sentence : site.why) out.write("       " + text_of(sentence) + '\n');
  }
  head(!answer.hubs.empty(), "lists that have it");
  for (const HubItem& hub : answer.hubs) {
    out.write("  " + name_of(hub) + "  (" + std::to_string(hub.related) +
              " of the related pages)\n");
  }
  head(!answer.linked_from.empty(), "linked from");
  for (const PageRef& page : answer.linked_from) out.write("  " + name_of(page) + '\n');
  return {};
}

}  // namespace

void add_whats_related(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add(
      "whats-related",
      "all about a page at once: related pages and sites, hubs, who links to it, its names, status",
      "cocite whats-related web.cocite www.example.com/a\n"
      "cocite whats-related web.cocite www.example.com/a --format json");
  command.store(options->store);
  command.page(options->request.page);
  add_options(command, api::kWhatsRelatedOptions, options->request);
  command.one_of<bool>("--format", {{"text", false}, {"json", true}}, options->as_json,
                       "text (default) or json", "FORMAT");
  command.on([options] { return whats_related(*options); });
}

}  // namespace cocite::cli
