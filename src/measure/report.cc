// An evaluation as one HTML file: tables and charts, nothing from elsewhere, no script.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/eval.h>

#include "measure/charts.h"
#include "measure/report_style.h"

namespace cocite {
namespace {

using measure::escaped;
using measure::fixed;
using measure::rounded;

std::string cell(std::string_view text, std::string_view kind = "") {
  return "<td" + (kind.empty() ? "" : " class=\"" + std::string(kind) + "\"") + ">" +
         escaped(text) + "</td>";
}

std::string head_row(std::span<const std::string_view> names) {
  std::string row = "<thead><tr>";
  for (const std::string_view name : names) row += "<th>" + escaped(name) + "</th>";
  return row + "</tr></thead>\n";
}

// Thousands set apart.
std::string number(uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string result;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) result += "\u202F";
    result += digits[i];
  }
  return result;
}

// "0.512 (0.498–0.526)"
std::string mean_cell(const EvalMean& mean, bool is_best) {
  return std::string("<td class=\"n") + (is_best ? " best" : "") + "\">" + fixed(mean.value) +
         "<small>" + fixed(mean.low) + "–" + fixed(mean.high) + "</small></td>";
}

// The title; in quotes what others call it; or the address.
std::string shown_name(const EvalQuery& query) {
  if (!query.title.empty()) return query.title;
  if (!query.called.empty()) return "“" + query.called + "”";
  return query.url.empty() ? query.key : query.url;
}

std::string p_text(double p) {
  return p < 0.0001 ? "< 0.0001" : fixed(p, 4);
}

std::string group_title(const std::string& name) {
  if (name == "all") return "All query pages";
  if (name == "answered-by-all") return "Query pages that every method answered";
  return "Query pages that " + name.substr(name.find('-') + 1) + " did not answer";
}

std::string judged_title(const EvalAnswer& answer) {
  if (answer.judged_by == "hidden") return "what a hidden half of the linking sites says";
  const std::string kind = answer.judged_by == "gold"     ? "gold pairs"
                           : answer.judged_by == "labels" ? "shared labels"
                                                          : "people's ratings";
  return kind + " in " + answer.file;
}

std::string row_table(const EvalAnswer& answer, const EvalGroup& group) {
  const std::string at = "@" + std::to_string(answer.top);
  const std::string precision = "precision" + at;
  const std::string ndcg = "nDCG" + at;
  const std::string recall = "recall" + at;
  const bool skips = answer.unjudged == Unjudged::kSkip;
  std::vector<std::string_view> names = {"method", "answered", "answers",           "good",
                                         "dead",   "unjudged", "average precision", precision,
                                         ndcg,     recall};
  if (skips) names.insert(names.end(), {"precision if unjudged is wrong", "nDCG likewise"});
  names.insert(names.end(), {"median ms", "95 % ms"});
  std::string table = "<div class=\"wide\"><table>" + head_row(names) + "<tbody>\n";
  const auto best = [&](EvalMean EvalRow::*of) {
    double highest = 0;
    for (const EvalRow& row : group.rows) highest = std::max(highest, (row.*of).value);
    return highest;
  };
  for (const EvalRow& row : group.rows) {
    table += "<tr>" + cell(row.by, "m");
    table += cell(number(row.answered) + " / " + number(row.queries), "n");
    for (const uint64_t count : {row.answers, row.good, row.dead, row.unjudged}) {
      table += cell(number(count), "n");
    }
    for (EvalMean EvalRow::*of :
         {&EvalRow::average_precision, &EvalRow::precision, &EvalRow::ndcg, &EvalRow::recall}) {
      table += mean_cell(row.*of, (row.*of).value > 0 && (row.*of).value == best(of));
    }
    if (skips) {
      for (EvalMean EvalRow::*of : {&EvalRow::precision_strict, &EvalRow::ndcg_strict}) {
        table += mean_cell(row.*of, (row.*of).value > 0 && (row.*of).value == best(of));
      }
    }
    table += cell(rounded(row.median_ms), "n") + cell(rounded(row.p95_ms), "n") + "</tr>\n";
  }
  return table + "</tbody></table></div>\n";
}

std::string pair_table(const EvalGroup& group) {
  const std::string_view names[] = {"measure",   "method",     "better than", "difference",
                                    "wins",      "losses",     "ties",        "sign p",
                                    "two-sided", "rank sum p", "two-sided"};
  std::string table = "<div class=\"wide\"><table>" + head_row(names) + "<tbody>\n";
  for (const EvalPair& pair : group.pairs) {
    const bool is_clear = pair.sign_two_sided < 0.05;
    table += std::string("<tr") + (is_clear ? "" : " class=\"faint\"") + ">" + cell(pair.measure) +
             cell(pair.one, "m") + cell(pair.other, "m") + mean_cell(pair.difference, false);
    for (const uint64_t count : {pair.wins, pair.losses, pair.ties}) {
      table += cell(number(count), "n");
    }
    for (const double p : {pair.sign_one_sided, pair.sign_two_sided, pair.rank_sum_one_sided,
                           pair.rank_sum_two_sided}) {
      table += cell(p_text(p), "n");
    }
    table += "</tr>\n";
  }
  return table + "</tbody></table></div>\n";
}

std::string figure(const std::string& svg, std::string_view caption) {
  return "<figure><div class=\"wide\">" + svg + "</div><figcaption>" + escaped(caption) +
         "</figcaption></figure>\n";
}

std::string group_section(const EvalAnswer& answer, const EvalGroup& group, bool is_open) {
  std::string html = std::string("<details") + (is_open ? " open" : "") + "><summary><h2>" +
                     escaped(group_title(group.name)) + " <span>" + number(group.queries.size()) +
                     "</span></h2></summary>\n";
  if (group.queries.empty()) return html + "<p>There are none.</p></details>\n";
  std::vector<measure::Series> curves;
  std::vector<measure::Dot> dots;
  for (const EvalRow& row : group.rows) {
    curves.push_back({row.by, row.precision_at});
    dots.push_back({row.by, row.ndcg.value, row.ndcg.low, row.ndcg.high});
  }
  html += row_table(answer, group);
  html += "<div class=\"charts\">";
  html += figure(measure::line_chart(curves, {"rank r", "precision at r"}),
                 "Precision at r: good answers among the first r, over r times the number of query "
                 "pages (the paper's Figure 1).");
  html += figure(
      measure::dot_chart(dots, "nDCG at " + std::to_string(answer.top)),
      "nDCG with its " + fixed(100 * answer.confidence, 0) + " % bootstrap confidence interval.");
  html += "</div><details><summary><h3>Which differences are more than chance?</h3></summary>\n";
  html +=
      "<p>Sign test (exact, ties left out) and Wilcoxon’s sum of ranks (normal, with tie and "
      "continuity correction); the difference with its bootstrap interval over the same "
      "query pages. Rows in grey: two-sided sign test not below 0.05.</p>\n";
  return html + pair_table(group) + "</details></details>\n";
}

std::string overlap_section(const EvalAnswer& answer) {
  if (answer.by.size() < 2) return "";
  std::vector<std::vector<double>> shares(answer.by.size(),
                                          std::vector<double>(answer.by.size(), -1));
  const auto place = [&](const std::string& name) {
    return static_cast<size_t>(std::ranges::find(answer.by, name) - answer.by.begin());
  };
  for (const EvalOverlap& overlap : answer.overlaps) {
    shares[place(overlap.one)][place(overlap.other)] = overlap.share;
  }
  return "<h2>Do methods give the same answers?</h2>\n" +
         figure(measure::heat_map(answer.by, shares),
                "How many of 100 answers of the method on the left are also answers of the method "
                "above (the paper's Table 7).");
}

std::string time_section(const EvalAnswer& answer) {
  // Enough to see the shape, few enough for a browser.
  constexpr size_t kMostPoints = 400;
  const size_t step = std::max<size_t>(1, answer.queries.size() / kMostPoints);
  std::vector<std::vector<std::pair<double, double>>> points(answer.by.size());
  std::vector<std::pair<double, double>> all;
  for (size_t q = 0; q < answer.queries.size(); q += step) {
    const EvalQuery& query = answer.queries[q];
    for (size_t m = 0; m < answer.by.size(); ++m) {
      points[m].emplace_back(static_cast<double>(query.edges), query.scores[m].ms);
      all.push_back(points[m].back());
    }
  }
  const measure::Axes axes = measure::axes_for(all);
  std::string html =
      "<h2>Time against the size of the neighbourhood</h2>\n<p>Each point is a query page: links "
      "of "
      "its vicinity graph against the time of an answer (the paper’s Figure 2).</p>\n<div "
      "class=\"grid\">";
  for (size_t m = 0; m < answer.by.size(); ++m) {
    html += measure::scatter_chart(points[m], axes, answer.by[m], m, {"links", "ms"});
  }
  return html + "</div>\n";
}

// The query pages that the first method wins or loses most against another.
std::string difference_rows(const EvalAnswer& answer, size_t other) {
  std::vector<std::pair<double, size_t>> order;
  for (size_t q = 0; q < answer.queries.size(); ++q) {
    const auto& scores = answer.queries[q].scores;
    order.emplace_back(scores[0].ndcg - scores[other].ndcg, q);
  }
  std::ranges::stable_sort(order, std::greater<>(), [](const auto& one) { return one.first; });
  constexpr size_t kShown = 12;
  const std::string_view names[] = {"difference", answer.by[0], answer.by[other],
                                    "parents",    "good pages", "query page"};
  std::string table = "<div class=\"wide\"><table>" + head_row(names) + "<tbody>\n";
  for (size_t i = 0; i < order.size(); ++i) {
    if (i >= kShown && i + kShown < order.size()) continue;
    const EvalQuery& query = answer.queries[order[i].second];
    table += "<tr>" + cell((order[i].first > 0 ? "+" : "") + fixed(order[i].first), "n") +
             cell(fixed(query.scores[0].ndcg), "n") + cell(fixed(query.scores[other].ndcg), "n") +
             cell(number(query.in_links), "n") + cell(number(query.good_pages), "n") +
             cell(shown_name(query)) + "</tr>\n";
  }
  return table + "</tbody></table></div>\n";
}

std::string difference_section(const EvalAnswer& answer) {
  if (answer.by.size() < 2 || answer.queries.empty()) return "";
  std::string html = "<h2>Query page by query page</h2>\n<p>nDCG of <b>" + escaped(answer.by[0]) +
                     "</b> minus that of each other method, sorted: above the line it is better, "
                     "below it is worse.</p>\n<div class=\"grid\">";
  size_t rival = 1;
  for (size_t m = 1; m < answer.by.size(); ++m) {
    std::vector<double> differences;
    for (const EvalQuery& query : answer.queries) {
      differences.push_back(query.scores[0].ndcg - query.scores[m].ndcg);
    }
    html += measure::difference_chart(std::move(differences), "against " + answer.by[m]);
    const auto& rows = answer.groups[0].rows;
    if (rows[m].ndcg.value > rows[rival].ndcg.value) rival = m;
  }
  return html + "</div>\n<h3>Largest differences from " + escaped(answer.by[rival]) + "</h3>\n" +
         difference_rows(answer, rival);
}

std::string agreement_section(const EvalAnswer& answer) {
  if (answer.agreements.empty()) return "";
  const std::string_view names[] = {"raters", "", "answers rated by both", "same", "kappa"};
  std::string html =
      "<h2>Do the raters agree?</h2>\n<p>Cohen’s kappa of each two, Fleiss’ of all: "
      "1 always, 0 as often as chance.</p>\n<div class=\"wide\"><table>" +
      head_row(names) + "<tbody>\n";
  for (const EvalAgreement& one : answer.agreements) {
    html += "<tr>" + cell(one.one) + cell(one.other) + cell(number(one.answers), "n") +
            cell(fixed(one.agreement), "n") + cell(fixed(one.kappa), "n") + "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string fact_list(const std::vector<EvalFact>& facts) {
  std::string html = "<ul class=\"facts\">";
  for (const EvalFact& fact : facts) {
    std::string name = fact.name;
    std::ranges::replace(name, '_', ' ');
    html += "<li><b>" + number(fact.value) + "</b> " + escaped(name);
    if (!fact.samples.empty()) html += " <small>" + escaped(fact.samples[0]) + "</small>";
    html += "</li>\n";
  }
  return html + "</ul>\n";
}

std::string spam_section(const SpamAnswer& spam) {
  std::string html = "<h2>Can an answer be bought?</h2>\n<p>" + number(spam.farm_pages) +
                     " farm pages link to the query page and to " + number(spam.promoted) +
                     " pages that they promote. How often is one of these, or of the farm's own, "
                     "among the first " +
                     number(spam.top) + " answers? Less is better.</p>\n" + fact_list(spam.facts);
  std::vector<std::string> farms;
  std::vector<std::string> methods;
  for (const SpamRow& row : spam.rows) {
    if (std::ranges::find(farms, row.farm) == farms.end()) farms.push_back(row.farm);
    if (std::ranges::find(methods, row.by) == methods.end()) methods.push_back(row.by);
  }
  std::vector<std::string_view> names = {"method"};
  names.insert(names.end(), farms.begin(), farms.end());
  html += "<div class=\"wide\"><table>" + head_row(names) + "<tbody>\n";
  for (const std::string& method : methods) {
    html += "<tr>" + cell(method, "m");
    for (const std::string& farm : farms) {
      for (const SpamRow& row : spam.rows) {
        if (row.by != method || row.farm != farm) continue;
        html += "<td class=\"n bar\" style=\"--share:" + fixed(100 * row.share, 1) + "%\">" +
                fixed(100 * row.share, 1) + " %</td>";
      }
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::string eval_report(const EvalAnswer* answer, const SpamAnswer* spam) {
  const std::string store = answer != nullptr ? answer->store
                            : spam != nullptr ? spam->store
                                              : std::string();
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>How good are the answers? " +
      escaped(store) + "</title>\n<style>" + std::string(measure::kReportStyle) +
      "</style></head>\n<body><header><h1>How good are the answers?</h1>\n<p>Related pages in <b>" +
      escaped(store) + "</b>";
  if (answer != nullptr) {
    html += ", judged by " + escaped(judged_title(*answer)) + "; the first " + number(answer->top) +
            " answers; hosts " + (answer->hosts_on ? "on" : "off") + "; unjudged answers " +
            (answer->unjudged == Unjudged::kSkip ? "are left out" : "count as wrong");
  }
  html += ".</p></header>\n<main>\n";
  if (answer != nullptr) {
    html += fact_list(answer->facts);
    for (size_t i = 0; i < answer->groups.size(); ++i) {
      html += group_section(*answer, answer->groups[i], i == 0);
    }
    html += overlap_section(*answer) + difference_section(*answer) + time_section(*answer) +
            agreement_section(*answer);
  }
  if (spam != nullptr) html += spam_section(*spam);
  return html + "</main><footer>Made by cocite eval.</footer></body></html>\n";
}

}  // namespace cocite
