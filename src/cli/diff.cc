// A line for each difference: present in one store, absent in the other.
#include <string>

#include <cocite/diff.h>

#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

std::string word_of(Absence state) {
  return state == Absence::kAbsent ? "absent" : "not-fetched";
}

Result<void> show(const Asked& asked) {
  if (asked.format == Format::kJson) return show_json(asked);
  const auto pages = asked.arguments.texts("page");
  const DiffRequest request{.other = asked.arguments.text("other"),
                            .page = pages.empty() ? "" : pages[0],
                            .top = asked.arguments.count("top"),
                            .progress = asked.limits.progress,
                            .stop = asked.limits.stop};
  const Result<DiffAnswer> answer = diff_stores(asked.engine, request);
  asked.bar.clear();
  COCITE_CHECK(answer);
  Output& out = standard_output();
  if (asked.format == Format::kText) {
    const auto line = [&](const char* what, uint64_t old_only, uint64_t new_only, uint64_t both) {
      out.write(std::string(what) + ": " + std::to_string(both) + " in both, " +
                std::to_string(old_only) + " present in the old and absent in the new, " +
                std::to_string(new_only) + " present in the new and absent in the old\n");
    };
    line("pages", answer->pages.only_old_total, answer->pages.only_new_total,
         answer->pages.in_both);
    line("links", answer->links.only_old_total, answer->links.only_new_total,
         answer->links.in_both);
  }
  Table table(out, asked.format,
              {{.name = "kind"},
               {.name = "present"},
               {.name = "state"},
               {.name = "key"},
               {.name = "to"},
               {.name = "anchor"}});
  const auto add_pages = [&](const std::vector<DiffAnswer::Page>& list, const char* present) {
    for (const auto& page : list) {
      table.row({"page", present, word_of(page.state), page.key, "", ""});
    }
  };
  const auto add_links = [&](const std::vector<DiffAnswer::Link>& list, const char* present) {
    for (const auto& link : list) {
      table.row({"link", present, word_of(link.state), link.from, link.to, link.anchor});
    }
  };
  add_pages(answer->pages.only_old, "old");
  add_pages(answer->pages.only_new, "new");
  for (const PageRef& page : answer->pages.gone) {
    table.row({"page", "both", "gone", page.key, "", ""});
  }
  add_links(answer->links.only_old, "old");
  add_links(answer->links.only_new, "new");
  for (const auto& title : answer->titles) {
    table.row({"title", "both", "changed", title.key, title.new_title, title.old_title});
  }
  table.finish();
  return {};
}

}  // namespace

const Differs show_diff{.show = show};

}  // namespace cocite::cli
