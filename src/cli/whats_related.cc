#include <optional>
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

Result<void> show(const Asked& asked) {
  if (asked.format == Format::kJson) return show_json(asked);
  WhatsRelatedRequest request{.page = asked.arguments.text("page")};
  api::read_options(asked.arguments, api::kWhatsRelatedOptions, request);
  request.stop = asked.limits.stop;
  COCITE_TRY(const WhatsRelatedAnswer answer, asked.engine.whats_related(request));
  Output& out = standard_output();
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

std::optional<std::string> wrong(const api::Arguments& /*arguments*/, Format format) {
  if (!is_flat(format)) return std::nullopt;
  return "whats-related has no table: --format text or json";
}

}  // namespace

const Differs show_whats_related{.show = show, .wrong = wrong};

}  // namespace cocite::cli
