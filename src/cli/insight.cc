// A command for each insight, made from its description.
#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/output.h>
#include <cocite/report.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  InsightRequest request;
  std::vector<std::string> columns;
  Format format{};
  bool is_quiet = false;
  // Of overview:
  bool as_html = false;  // also where it goes to standard output
  std::string html = {};
  bool force = false;
};

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

Result<void> write_html(const Options& options, const InsightAnswer& answer) {
  std::string name = options.store;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  name.erase(0, name.rfind('/') + 1);
  return write_output(options.html, overview_html(answer, name), {.force = options.force});
}

Result<void> run_insight(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph, open_graph(options.store, On::kPages, options.is_quiet,
                                           {.stop = options.request.stop}));
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  Output& out = standard_output();
  const bool as_html = options.as_html || !options.html.empty();
  if (as_html || options.format == Format::kJson) {
    const Result<InsightAnswer> answer = graph->insight(options.request);
    bar.clear();
    COCITE_CHECK(answer);
    if (as_html) return write_html(options, *answer);
    out.write(to_json(*answer) + '\n');
    return {};
  }
  std::unique_ptr<Table> table;
  const auto begin = [&] {
    bar.clear();
    table = std::make_unique<Table>(out, options.format, columns_of(options.columns));
  };
  const auto use = [&](const InsightRow& row) {
    if (!table) begin();
    table->row({row.begin(), row.end()});
    return !out.is_closed();
  };
  const Result<InsightAnswer> answer = graph->insight(options.request, use);
  bar.clear();
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
    if (!is_first && is_flat(options.format)) {
      left_out += (left_out.empty() ? "" : ", ") + answer->tables[i].name;
      continue;
    }
    write_more(out, options.format, answer->tables[i], std::exchange(is_first, false));
  }
  COCITE_CHECK(out.finish());
  if (options.is_quiet) return {};
  for (const auto& [name, value] : answer->facts) {
    std::fputs((name + ": " + text_of(value) + "\n").c_str(), stderr);
  }
  for (const std::string& note : answer->notes) complain("note: " + note);
  if (!left_out.empty()) {
    complain("note: this format has one table; " + left_out + " come with --format tsv or json");
  }
  return {};
}

void add_parameter(Command& command, const MethodParameter& parameter, InsightRequest& request) {
  const auto give = [&request, name = parameter.name](const std::string& text) {
    request.parameters.emplace_back(name, text);
  };
  const std::string option = "--" + parameter.name;
  if (parameter.is_flag) {
    command.flag(
        option, [give] { give("on"); }, parameter.summary);
    return;
  }
  const std::string choices = parameter.choices.empty() ? "" : ": " + parameter.choices;
  const std::string fallback =
      parameter.fallback.empty() ? "" : " (default " + parameter.fallback + ")";
  command.value(
      option,
      [give, parameter](const std::string& text) -> std::optional<std::string> {
        const Result<void> checked = check_parameter(parameter, text);
        if (!checked) return checked.error().message;
        give(text);
        return std::nullopt;
      },
      parameter.summary + choices + fallback, parameter.is_local ? "FILE" : "VALUE");
}

// "www.example.com spread=cosine" -> "cocite scope web.cocite www.example.com --spread cosine"
std::string examples_of(const InsightItem& item) {
  const auto is_flag = [&](const std::string& word) {
    return word == "save" || std::ranges::any_of(item.parameters, [&](const auto& parameter) {
             return parameter.is_flag && parameter.name == word;
           });
  };
  std::string text;
  std::istringstream lines(item.examples);
  for (std::string line; std::getline(lines, line);) {
    text += (text.empty() ? "" : "\n") + ("cocite " + item.name) + " web.cocite";
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const size_t equals = word.find('=');
      if (equals != std::string::npos) {
        text += " --" + word.substr(0, equals) + " " + word.substr(equals + 1);
      } else {
        text += (is_flag(word) ? " --" : " ") + word;
      }
    }
  }
  return text;
}

constexpr const char* kOverview = "overview";
constexpr const char* kReport = "report";  // the old name of overview --html

void add_one(Commands& commands, const InsightItem& item, const std::string& name) {
  auto options = std::make_shared<Options>();
  InsightRequest& request = options->request;
  request.name = item.name;
  options->columns = item.columns;
  Command command = commands.add(name, item.summary, examples_of(item), name == kReport);
  options->as_html = name == kReport;
  command.store(options->store);
  if (item.needs_about) {
    command.arguments(item.about, request.about, item.about_help);
  } else if (!item.about.empty()) {
    command.optional_arguments(item.about, request.about, item.about_help);
  }
  for (const MethodParameter& parameter : item.parameters) {
    add_parameter(command, parameter, request);
  }
  if (item.name == kOverview) {
    command.output(name == kReport ? "--out" : "--html", options->html,
                   "write it as an HTML page with charts instead");
    command.flag("--force", options->force, "replace that page if it is there");
  }
  command.top(request.top, "the first N rows (default: all)");
  if (item.can_save) command.flag("--save", request.save, "keep what was found in the store");
  command.size("--memory", request.memory_bytes,
               "how much of it to use (default: half of the machine's)");
  command.threads(request.threads);
  command.format(options->format);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.on([options] { return run_insight(*options); });
}

}  // namespace

void add_insight(Commands& commands) {
  for (const InsightItem& item : insights()) {
    add_one(commands, item, item.name);
    if (item.name == kOverview) add_one(commands, item, kReport);
  }
}

}  // namespace cocite::cli
