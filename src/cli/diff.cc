// A line for each difference: present in one store, absent in the other.
#include <string>

#include <cocite/diff.h>
#include <cocite/output.h>

#include "api/diff_request.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

std::string word_of(Absence state) {
  return state == Absence::kAbsent ? "absent" : "not-fetched";
}

// "webs/old.cocite/" -> "old.cocite"
std::string name_of_path(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

// "1=5 7=2": a community and its pages.
std::string parts_of(const DiffAnswer::Regrouped& one) {
  std::string text;
  for (size_t i = 0; i < one.parts.size(); ++i) {
    text += (i == 0 ? "" : " ") + std::to_string(one.parts[i]) + '=' + std::to_string(one.pages[i]);
  }
  return text;
}

Result<void> show(const Asked& asked) {
  if (asked.format == Format::kJson && !asked.arguments.has("html")) return show_json(asked);
  const DiffRequest request = api::diff_request(asked.arguments, asked.limits);
  const OutputRules rules{.force = asked.arguments.flag("force"),
                          .inputs = {asked.store, request.other}};
  const std::string file = asked.arguments.text("html");
  if (!file.empty()) COCITE_CHECK(check_output(file, rules));
  const Result<DiffAnswer> answer = diff_stores(asked.engine, request);
  asked.bar.clear();
  COCITE_CHECK(answer);
  if (!file.empty()) {
    return write_output(
        file, diff_html(*answer, name_of_path(asked.store), name_of_path(request.other)), rules);
  }
  if (!asked.is_quiet) {
    for (const std::string& note : answer->notes) complain("note: " + note);
  }
  Output& out = standard_output();
  if (asked.format == Format::kText) {
    const auto line = [&](const char* what, uint64_t old_only, uint64_t new_only, uint64_t both) {
      out.write(std::string(what) + ": " + std::to_string(both) + " in both, " +
                std::to_string(old_only) + " present in the old and absent in the new, " +
                std::to_string(new_only) + " present in the new and absent in the old\n");
    };
    line("pages", answer->pages.only_old_total, answer->pages.only_new_total,
         answer->pages.in_both);
    const DiffAnswer::Hosts& hosts = answer->hosts;
    if (hosts.in_both + hosts.only_old_total + hosts.only_new_total > 0) {
      line("hosts", hosts.only_old_total, hosts.only_new_total, hosts.in_both);
    }
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
  for (const std::string& host : answer->hosts.only_old) {
    table.row({"host", "old", "absent", host, "", ""});
  }
  for (const std::string& host : answer->hosts.only_new) {
    table.row({"host", "new", "absent", host, "", ""});
  }
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
  for (const auto& link : answer->anchors) {
    table.row({"anchor", "both", "changed", link.from, link.to,
               link.old_anchor + " -> " + link.new_anchor});
  }
  for (const auto& one : answer->ranks) {
    table.row({"rank", "both", "moved", one.key,
               std::to_string(one.old_place) + " -> " + std::to_string(one.new_place), ""});
  }
  for (const auto& one : answer->communities) {
    table.row({"community", one.what == "split" ? "old" : "new", one.what,
               std::to_string(one.community), parts_of(one), ""});
  }
  for (const auto& one : answer->related) {
    for (const std::string& key : one.only_old) {
      table.row({"related", "old", "changed", one.key, key, joined(one.through, " ")});
    }
    for (const std::string& key : one.only_new) {
      table.row({"related", "new", "changed", one.key, key, joined(one.through, " ")});
    }
  }
  table.finish();
  return {};
}

}  // namespace

const Differs show_diff{.show = show};

}  // namespace cocite::cli
