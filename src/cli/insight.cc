// What an insight found, row by row.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/output.h>
#include <cocite/report.h>

#include "api/insight_questions.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

std::vector<Column> columns_of(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({.name = name});
  return columns;
}

void write_more(Output& out, Format format, const InsightTable& table, bool is_first) {
  if (!is_first) out.write("\n");
  if (format == Format::kText) out.write(table.name + "\n");
  Table shown(out, format, columns_of(table.columns));
  for (const InsightRow& row : table.rows) shown.row({row.begin(), row.end()});
  shown.finish();
}

Result<void> write_html(const Asked& asked, const InsightAnswer& answer) {
  std::string name = asked.store;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  name.erase(0, name.rfind('/') + 1);
  const std::string file = asked.arguments.text(asked.arguments.has("out") ? "out" : "html");
  return write_output(file, overview_html(answer, name), {.force = asked.arguments.flag("force")});
}

Result<void> show(const Asked& asked) {
  const std::vector<InsightItem> all = insights();
  const InsightItem& item = *std::ranges::find(all, asked.question.name, &InsightItem::name);
  const bool as_html = asked.is_alias || asked.arguments.has("html") || asked.arguments.has("out");
  if (asked.format == Format::kJson && !as_html) return show_json(asked);
  const InsightRequest request = api::insight_request(item, asked.arguments, asked.limits);
  Output& out = standard_output();
  if (as_html) {
    const Result<InsightAnswer> answer = asked.engine.insight(request);
    asked.bar.clear();
    COCITE_CHECK(answer);
    return write_html(asked, *answer);
  }
  std::unique_ptr<Table> table;
  const auto begin = [&] {
    asked.bar.clear();
    table = std::make_unique<Table>(out, asked.format, columns_of(item.columns));
  };
  const auto use = [&](const InsightRow& row) {
    if (!table) begin();
    table->row({row.begin(), row.end()});
    return !out.is_closed();
  };
  const Result<InsightAnswer> answer = asked.engine.insight(request, use);
  asked.bar.clear();
  COCITE_CHECK(answer);
  // Where others tell it all, the first table is not there.
  if (!table && answer->tables.size() == 1) begin();
  bool is_first = true;
  if (table) {
    table->finish();
    is_first = false;
  }
  std::string left_out;
  for (size_t i = 1; i < answer->tables.size(); ++i) {
    // CSV and JSON lines are one table from the first line to the last.
    if (!is_first && is_flat(asked.format)) {
      left_out += (left_out.empty() ? "" : ", ") + answer->tables[i].name;
      continue;
    }
    write_more(out, asked.format, answer->tables[i], std::exchange(is_first, false));
  }
  COCITE_CHECK(out.finish());
  if (asked.is_quiet) return {};
  for (const auto& [name, value] : answer->facts) {
    std::fputs((name + ": " + text_of(value) + "\n").c_str(), stderr);
  }
  for (const std::string& note : answer->notes) complain("note: " + note);
  if (!left_out.empty()) {
    complain("note: this format has one table; " + left_out + " come with --format tsv or json");
  }
  return {};
}

}  // namespace

const Differs show_insight{.show = show};

}  // namespace cocite::cli
