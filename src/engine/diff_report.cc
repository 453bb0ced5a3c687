// What differs between two stores, as a page: sums, then a table for each kind of difference.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <cocite/diff.h>

#include "measure/charts.h"
#include "measure/report_style.h"

namespace cocite {
namespace {

using measure::escaped;
using Cells = std::vector<std::string>;

constexpr size_t kMostRows = 200;  // of a table

std::string row_html(const Cells& cells, const char* tag) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) {
    html += std::string("<") + tag + ">" + escaped(cell) + "</" + tag + ">";
  }
  return html + "</tr>\n";
}

std::string section(const std::string& title, uint64_t total, const Cells& head,
                    const std::vector<Cells>& rows) {
  if (rows.empty()) return "";
  std::string html = "<section><h2>" + escaped(title) + " <span>" + std::to_string(total) +
                     "</span></h2>\n<div class=\"wide\"><table><thead>" + row_html(head, "th") +
                     "</thead><tbody>\n";
  for (size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) html += row_html(rows[i], "td");
  html += "</tbody></table></div>\n";
  if (total > std::min(rows.size(), kMostRows)) {
    html += "<p>And " + std::to_string(total - std::min(rows.size(), kMostRows)) + " more.</p>\n";
  }
  return html + "</section>\n";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string state_of(Absence state) {
  return state == Absence::kAbsent ? "absent" : "not fetched";
}

std::vector<Cells> page_rows(const std::vector<DiffAnswer::Page>& pages) {
  std::vector<Cells> rows;
  for (const DiffAnswer::Page& page : pages) {
    rows.push_back({page.url.empty() ? page.key : page.url, page.title, state_of(page.state)});
  }
  return rows;
}

std::vector<Cells> link_rows(const std::vector<DiffAnswer::Link>& links) {
  std::vector<Cells> rows;
  for (const DiffAnswer::Link& link : links) {
    rows.push_back({link.from, link.to, link.anchor, state_of(link.state)});
  }
  return rows;
}

std::vector<Cells> host_rows(const std::vector<std::string>& hosts) {
  std::vector<Cells> rows;
  for (const std::string& host : hosts) rows.push_back({host});
  return rows;
}

std::string sums(const DiffAnswer& answer) {
  const auto row = [](const std::string& what, uint64_t both, uint64_t only_old,
                      uint64_t only_new) {
    return Cells{what, std::to_string(both), std::to_string(only_old), std::to_string(only_new)};
  };
  std::vector<Cells> rows = {
      row("pages", answer.pages.in_both, answer.pages.only_old_total, answer.pages.only_new_total),
      row("links", answer.links.in_both, answer.links.only_old_total, answer.links.only_new_total)};
  const DiffAnswer::Hosts& hosts = answer.hosts;
  if (hosts.in_both + hosts.only_old_total + hosts.only_new_total > 0) {
    rows.push_back(row("hosts", hosts.in_both, hosts.only_old_total, hosts.only_new_total));
  }
  std::string html = "<div class=\"wide\"><table><thead>" +
                     row_html({"", "in both", "only in the old", "only in the new"}, "th") +
                     "</thead><tbody>\n";
  for (const Cells& cells : rows) html += row_html(cells, "td");
  return html + "</tbody></table></div>\n";
}

std::string numbers(const DiffAnswer& answer) {
  std::vector<Cells> moved;
  for (const DiffAnswer::Moved& one : answer.ranks) {
    moved.push_back({one.key, std::to_string(one.old_place), std::to_string(one.new_place)});
  }
  std::vector<Cells> regrouped;
  for (const DiffAnswer::Regrouped& one : answer.communities) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < one.parts.size(); ++i) {
      parts.push_back(std::to_string(one.parts[i]) + " (" + std::to_string(one.pages[i]) +
                      " pages)");
    }
    const bool is_split = one.what == "split";
    regrouped.push_back({is_split ? "split" : "merged",
                         (is_split ? "old " : "new ") + std::to_string(one.community),
                         (is_split ? "into new " : "from old ") + joined(parts)});
  }
  std::vector<Cells> related;
  for (const DiffAnswer::Related& one : answer.related) {
    related.push_back({one.key, joined(one.only_old), joined(one.only_new), joined(one.through)});
  }
  return section("Places that moved most, by " + answer.ranked_by, moved.size(),
                 {"page", "old place", "new place"}, moved) +
         section("Communities that split and merged", regrouped.size(), {"", "community", "parts"},
                 regrouped) +
         section("Related pages that changed", related.size(),
                 {"page", "only in the old", "only in the new", "through"}, related);
}

}  // namespace

std::string diff_html(const DiffAnswer& answer, const std::string& old_name,
                      const std::string& new_name) {
  const std::string title = old_name + " and " + new_name;
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>" +
      escaped(title) + "</title>\n<style>" + std::string(measure::kReportStyle) +
      "</style></head>\n<body><header><h1>" + escaped(title) +
      "</h1><p>What is in one store and not in the other. Absent: the page that would have it was "
      "fetched there too. Not fetched: nothing is known.</p></header>\n<main>\n";
  for (const std::string& note : answer.notes) html += "<p>Note: " + escaped(note) + ".</p>\n";
  html += sums(answer);
  const Cells page_head = {"page", "title", "in the other store"};
  const Cells link_head = {"on", "to", "text", "in the other store"};
  html += section("Hosts only in the old", answer.hosts.only_old_total, {"host"},
                  host_rows(answer.hosts.only_old));
  html += section("Hosts only in the new", answer.hosts.only_new_total, {"host"},
                  host_rows(answer.hosts.only_new));
  html += section("Pages only in the old", answer.pages.only_old_total, page_head,
                  page_rows(answer.pages.only_old));
  html += section("Pages only in the new", answer.pages.only_new_total, page_head,
                  page_rows(answer.pages.only_new));
  std::vector<Cells> gone;
  for (const PageRef& page : answer.pages.gone) {
    gone.push_back({page.url.empty() ? page.key : page.url, page.title});
  }
  html += section("Pages that are gone", answer.pages.gone_total, {"page", "title"}, gone);
  html += section("Links only in the old", answer.links.only_old_total, link_head,
                  link_rows(answer.links.only_old));
  html += section("Links only in the new", answer.links.only_new_total, link_head,
                  link_rows(answer.links.only_new));
  std::vector<Cells> titles;
  for (const DiffAnswer::Title& one : answer.titles) {
    titles.push_back({one.key, one.old_title, one.new_title});
  }
  html += section("Titles that changed", answer.titles_total, {"page", "old", "new"}, titles);
  std::vector<Cells> anchors;
  for (const DiffAnswer::Anchor& one : answer.anchors) {
    anchors.push_back({one.from, one.to, one.old_anchor, one.new_anchor});
  }
  html +=
      section("Link texts that changed", answer.anchors_total, {"on", "to", "old", "new"}, anchors);
  return html + numbers(answer) + "</main><footer>Cocite</footer></body></html>\n";
}

}  // namespace cocite
