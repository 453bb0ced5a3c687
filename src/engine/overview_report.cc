// The overview as a page: a heading and a table for each part, degrees and domains as charts.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <cocite/report.h>

#include "measure/charts.h"
#include "measure/report_style.h"

namespace cocite {
namespace {

using measure::escaped;

std::string shown(const InsightValue& value) {
  if (const auto* count = std::get_if<uint64_t>(&value)) {
    std::string digits = std::to_string(*count);
    for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, "\u202F");
    return digits;
  }
  if (const auto* number = std::get_if<double>(&value)) return measure::rounded(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "";
}

double number_of(const InsightValue& value) {
  if (const auto* count = std::get_if<uint64_t>(&value)) return static_cast<double>(*count);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return 0;
}

// What each part is called, in the order of the page.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTitles = {
    {{"items", "Sizes"},
     {"hosts", "Largest hosts"},
     {"domains", "Top-level domains, and what a sample of 1000 pages says of them"},
     {"languages", "Languages"},
     {"years", "Years"},
     {"degrees", "Links of a page"},
     {"best", "Best pages by PageRank"},
     {"authorities", "Authorities: linked from most other hosts (on one host: by HITS)"},
     {"hubs", "Hubs: link to pages that many hosts link to (on one host: by HITS)"},
     {"mirrors", "Mirrored hosts"}}};

// Names of figures and columns, for people.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kWords = {
    {{"crawled", "pages fetched"},
     {"links_per_page", "links a page"},
     {"links_per_crawled_page", "links a fetched page"},
     {"same_host_share", "share of links within a host"},
     {"childless", "pages without links"},
     {"max_in", "most links to a page"},
     {"max_out", "most links on a page"},
     {"aliases", "other addresses of pages"},
     {"links_in", "links to it"},
     {"estimate", "sample"},
     {"low", "from"},
     {"high", "to"},
     {"share", "truth"},
     {"pages_in", "pages with this many links to them"},
     {"pages_out", "pages with this many links on them"},
     {"host1", "host"},
     {"host2", "other host"},
     {"value", ""}}};

std::string_view in_words(std::string_view name) {
  for (const auto& [one, words] : kWords) {
    if (one == name) return words;
  }
  return name;
}

std::string table_html(const InsightTable& table) {
  std::string html = "<div class=\"wide\"><table>";
  const bool is_sizes = table.name == "items";  // a name and a figure, which need no heading
  if (!is_sizes) {
    html += "<thead><tr>";
    for (const std::string& column : table.columns) {
      // Truth is truth only beside a sample.
      const bool is_told_alone = column == "share" && table.name != "domains";
      html += "<th>" + escaped(is_told_alone ? column : in_words(column)) + "</th>";
    }
    html += "</tr></thead>";
  }
  html += "<tbody>\n";
  for (const InsightRow& row : table.rows) {
    html += "<tr>";
    for (const InsightValue& value : row) {
      const bool is_text = std::holds_alternative<std::string>(value);
      html += is_text ? "<td>" : "<td class=\"n\">";
      const std::string text = shown(value);
      html += escaped(is_sizes && is_text ? in_words(text) : text) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string degrees_chart(const InsightTable& table) {
  std::string html;
  std::vector<std::pair<double, double>> all;
  std::array<std::vector<std::pair<double, double>>, 2> sides;
  for (const InsightRow& row : table.rows) {
    const double from = number_of(row[0]);
    const double width = number_of(row[1]) - from + 1;
    if (from == 0) continue;  // has no place on such an axis; the table has it
    for (size_t side = 0; side < 2; ++side) {
      const double pages = number_of(row[2 + side]) / width;
      if (pages > 0) sides[side].emplace_back(from, pages);
    }
  }
  for (const auto& side : sides) all.insert(all.end(), side.begin(), side.end());
  if (all.empty()) return html;
  const measure::Axes axes = measure::axes_for(all);
  const std::array names = {"links to a page", "links on a page"};
  for (size_t side = 0; side < 2; ++side) {
    html += measure::scatter_chart(sides[side], axes, names[side], side,
                                   {.x_title = names[side], .y_title = "pages"});
  }
  return html;
}

std::string domains_chart(const InsightTable& table) {
  std::vector<measure::Dot> dots;
  for (const InsightRow& row : table.rows) {
    dots.push_back({.name = shown(row[0]) + " (" + shown(row[4]) + ")",
                    .value = number_of(row[1]),
                    .low = number_of(row[2]),
                    .high = number_of(row[3])});
  }
  return dots.empty() ? "" : measure::dot_chart(dots, "share of pages: estimate, interval (truth)");
}

}  // namespace

std::string overview_html(const InsightAnswer& overview, std::string_view name) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>" +
      escaped(name) + " at a glance</title>\n<style>" + std::string(measure::kReportStyle) +
      "</style></head>\n<body><header><h1>" + escaped(name) +
      " at a glance</h1><p>Made by Cocite from the links of its pages.</p></header>\n<main>\n";
  for (const auto& [part, title] : kTitles) {
    for (const InsightTable& table : overview.tables) {
      if (table.name != part || table.rows.empty()) continue;
      html += "<section><h2>" + escaped(title) + "</h2>\n";
      if (part == "degrees") html += degrees_chart(table);
      if (part == "domains") html += domains_chart(table);
      html += table_html(table) + "</section>\n";
    }
  }
  return html + "</main><footer>Cocite</footer></body></html>\n";
}

}  // namespace cocite
