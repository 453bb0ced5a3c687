// An audit as a page: headline figures, a chart of what was found, a section for each kind.
#include <algorithm>
#include <string>
#include <vector>

#include <cocite/audit.h>
#include <cocite/report.h>

#include "measure/charts.h"
#include "measure/report_style.h"

namespace cocite {
namespace {

using measure::escaped;

std::string name_of(const PageRef& page) {
  return page.url.empty() ? page.key : page.url;
}

// Only http(s) addresses become links.
std::string link_to(const PageRef& page) {
  const std::string name = escaped(name_of(page));
  const bool is_web = page.url.starts_with("http://") || page.url.starts_with("https://");
  std::string html =
      is_web ? "<a href=\"" + escaped(page.url) + "\" rel=\"noreferrer\">" + name + "</a>" : name;
  if (!page.title.empty()) html += "<small>" + escaped(page.title) + "</small>";
  return html;
}

std::string and_more(uint64_t total, size_t shown) {
  return total <= shown ? "" : "<li>and " + std::to_string(total - shown) + " more</li>";
}

std::string item_html(const AuditItem& item) {
  const PageRef& about = item.page ? *item.page : *item.target;
  std::string html = "<tr><td>" + link_to(about) + "</td><td>" + escaped(item.why);
  if (item.instead) html += "<small>instead: " + escaped(name_of(*item.instead)) + "</small>";
  html += "</td><td>";
  if (!item.pages.empty()) {
    html += "<ul>";
    for (const PageRef& page : item.pages) html += "<li>" + link_to(page) + "</li>";
    html += and_more(item.pages_total, item.pages.size()) + "</ul>";
  }
  if (!item.from.empty()) {
    html += "<details><summary>on " + std::to_string(item.from_total) +
            (item.from_total == 1 ? " page" : " pages") + "</summary><ul>";
    for (const AuditLink& link : item.from) {
      html += "<li>" + link_to(link);
      if (!link.anchor.empty()) html += " \xE2\x80\x9C" + escaped(link.anchor) + "\xE2\x80\x9D";
      html += "</li>";
    }
    html += and_more(item.from_total, item.from.size()) + "</ul></details>";
  }
  return html + "</td></tr>\n";
}

// How many of each kind: a bar a kind.
std::string chart(const AuditAnswer& answer) {
  uint64_t most = 1;
  for (const AuditFinding& finding : answer.findings) most = std::max(most, finding.total);
  std::string html = "<div class=\"wide\"><table><tbody>\n";
  for (const AuditFinding& finding : answer.findings) {
    const bool is_known = finding.unknown.empty();
    html += "<tr><td><a href=\"#" + escaped(finding.kind) + "\">" + escaped(finding.title) +
            "</a></td><td class=\"n\">" + (is_known ? std::to_string(finding.total) : "not known") +
            "</td><td class=\"bar\" style=\"--share:" +
            std::to_string(is_known ? finding.total * 100 / most : 0) + "%\"></td></tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string section(const AuditFinding& finding) {
  std::string html =
      "<section id=\"" + escaped(finding.kind) + "\"><h2>" + escaped(finding.title) + " <span>" +
      (finding.unknown.empty() ? std::to_string(finding.total) : "not known") + "</span></h2>\n";
  if (!finding.unknown.empty()) return html + "<p>" + escaped(finding.unknown) + "</p></section>\n";
  if (finding.total == 0) {
    html += "<p>None.</p>\n";
  } else {
    html += "<p>" + escaped(finding.summary) + ". " + escaped(finding.advice) + "</p>\n";
  }
  for (const std::string& note : finding.notes) html += "<p>Note: " + escaped(note) + ".</p>\n";
  if (finding.items.empty()) return html + "</section>\n";
  html += "<div class=\"wide\"><table><tbody>\n";
  for (const AuditItem& item : finding.items) html += item_html(item);
  html += "</tbody></table></div>\n";
  if (finding.total > finding.items.size()) {
    html += "<p>And " + std::to_string(finding.total - finding.items.size()) + " more.</p>\n";
  }
  return html + "</section>\n";
}

}  // namespace

std::string audit_html(const AuditAnswer& answer, std::string_view name) {
  uint64_t kinds = 0;
  std::string first;
  for (const AuditFinding& finding : answer.findings) {
    if (finding.total == 0) continue;
    if (++kinds <= 3) first += (first.empty() ? "" : "; ") + finding.summary;
  }
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Audit of " +
      escaped(name) + "</title>\n<style>" + std::string(measure::kReportStyle) +
      "td ul{margin:0;padding-left:18px}</style></head>\n<body><header><h1>Audit of " +
      escaped(name) + "</h1><ul class=\"facts\"><li><b>" + std::to_string(answer.pages) +
      "</b> pages</li><li><b>" + std::to_string(answer.total) + "</b> findings</li><li><b>" +
      std::to_string(kinds) + "</b> kinds</li></ul></header>\n<main>\n<p>" +
      (first.empty() ? "Nothing was found." : "What to mend first: " + escaped(first) + ".") +
      "</p>\n";
  for (const std::string& note : answer.notes) html += "<p>Note: " + escaped(note) + ".</p>\n";
  html += chart(answer);
  for (const AuditFinding& finding : answer.findings) html += section(finding);
  return html +
         "</main><footer>Made by Cocite from the links and texts of the pages.</footer>"
         "</body></html>\n";
}

}  // namespace cocite
