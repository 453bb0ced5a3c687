#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/text_file.h>

#include "api/from_options.h"
#include "api/rank_request.h"
#include "api/store_options.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "cli/values.h"

namespace cocite::cli {
namespace {

// 17 significant digits, so that programs read back the very number.
Cell score_cell(double score, Format format) {
  if (format != Format::kTsv) return score;
  std::array<char, 32> room{};
  std::snprintf(room.data(), room.size(), "%.17g", score);
  return std::string(room.data());
}

// A line: PAGE, or PAGE, tab, weight.
Result<void> read_pages(const std::string& file, std::vector<SeedPage>& pages) {
  if (file.empty()) return {};
  COCITE_TRY(std::string text, read_text_file(file, {.stop = stop_on_signals()}));
  const std::string name = file == "-" ? "standard input" : file;
  std::istringstream in(std::move(text));
  std::string line;
  for (uint64_t number = 1; std::getline(in, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line.starts_with('#')) continue;
    const size_t tab = line.rfind('\t');
    SeedPage seed{.page = line.substr(0, tab)};
    if (tab != std::string::npos) {
      seed.weight = parse_number(std::string_view(line).substr(tab + 1));
      if (!seed.weight) {
        return fail(ErrorCode::kInvalidArgument, name + ":" + std::to_string(number) +
                                                     ": behind the tab stands no number; a line is "
                                                     "PAGE, or PAGE<TAB>weight");
      }
    }
    pages.push_back(std::move(seed));
  }
  return {};
}

void tell(const Asked& asked, const std::string& line) {
  if (!asked.is_quiet) std::fwrite(line.data(), 1, line.size(), stderr);
}

Result<void> print_ranks(const Asked& asked, const RankRequest& request) {
  const Engine& engine = asked.engine;
  Output& out = standard_output();
  const bool has_urls = engine.has_urls();
  // Programs that cut columns count on the first three; others get more.
  std::vector<Column> columns = {{.name = "rank"},
                                 {.name = "score"},
                                 {.name = "key", .in_text = !has_urls},
                                 {.name = "url", .in_text = has_urls, .in_tsv = false},
                                 {.name = "title", .in_tsv = false},
                                 called_column(false)};
  const bool has_statuses = engine.has_statuses();
  if (has_statuses) columns.push_back({.name = "gone", .in_tsv = false});
  const bool has_several = request.by.size() > 1;
  if (has_several) columns.push_back({.name = "by"});
  std::unique_ptr<Table> table;
  const auto begin = [&] {
    asked.bar.clear();
    table = std::make_unique<Table>(out, asked.format, columns);
  };
  const auto use = [&](const RankAnswer& answer, const RankItem& item) {
    if (!table) begin();
    std::vector<Cell> cells = {item.rank,  score_cell(item.score, asked.format),
                               item.key,   item.url,
                               item.title, item.called};
    if (has_statuses) cells.emplace_back(item.gone);
    if (has_several) cells.emplace_back(answer.name);
    table->row(std::move(cells));
    for (const std::string& mirror : item.mirrors) table->under("mirrored at " + mirror);
    return !out.is_closed() && !request.stop->load(std::memory_order_relaxed);
  };
  COCITE_TRY(const std::vector<RankAnswer> answers, engine.rank(request, use));
  if (request.stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped");
  }
  if (!table) begin();
  table->finish();
  static_cast<void>(out.finish());
  for (const RankAnswer& answer : answers) {
    if (answer.name.empty()) continue;  // the reader went away before it was computed
    tell(asked, answer.name + ": " + run_text(answer.run) +
                    (answer.column.empty() ? "" : "; saved as column " + answer.column) + "\n");
  }
  return {};
}

void print_comparison(const RankComparison& comparison, const Engine& engine, Format format) {
  const bool has_urls = engine.has_urls();
  Output& out = standard_output();
  const bool is_json = format == Format::kJson;
  if (is_json) out.write("{\"correlations\": ");
  if (!is_flat(format)) {
    Table table(out, format,
                {{.name = "rank"}, {.name = "other"}, {.name = "kendall"}, {.name = "spearman"}});
    for (const RankPair& pair : comparison.pairs) {
      table.row({pair.a, pair.b, if_any(pair.kendall), if_any(pair.spearman)});
    }
    table.finish();
  }
  if (!is_flat(format)) out.write(is_json ? ",\n\"pages\": " : "\n");
  std::vector<Column> columns;
  for (const std::string& name : comparison.names) columns.push_back({.name = name});
  columns.push_back({.name = "key", .in_text = !has_urls});
  columns.push_back({.name = "url", .in_text = has_urls});
  columns.push_back({.name = "title"});
  columns.push_back(called_column(engine.has_anchor_names()));
  Table table(out, format, columns);
  for (const RankDifference& page : comparison.pages) {
    std::vector<Cell> cells(page.places.begin(), page.places.end());
    cells.insert(cells.end(), {page.key, page.url, page.title, page.called});
    table.row(std::move(cells));
  }
  table.finish();
  if (is_json) out.write("}\n");
}

Result<void> show(const Asked& asked) {
  const api::Arguments& arguments = asked.arguments;
  RankRequest request = api::rank_request(arguments, asked.limits);
  api::read_options(arguments, api::kRankSaveOptions, request);
  request.by = arguments.texts("by");
  COCITE_CHECK(read_pages(arguments.text("pages"), request.pages));
  COCITE_CHECK(read_pages(arguments.text("seeds"), request.pages));
  const std::vector<std::string> compared = arguments.texts("compare");
  if (request.by.empty() && compared.empty()) {
    request.by = {request.pages.empty() ? "pagerank" : "personalized-pagerank"};
  }
  if (compared.empty()) return print_ranks(asked, request);
  request.by = compared;
  const Result<RankComparison> comparison = asked.engine.compare_ranks(request);
  asked.bar.clear();
  COCITE_CHECK(comparison);
  print_comparison(*comparison, asked.engine, asked.format);
  for (size_t i = 0; i < comparison->names.size(); ++i) {
    tell(asked, comparison->names[i] + ": " + run_text(comparison->runs[i]) + "\n");
  }
  return {};
}

std::optional<std::string> wrong(const api::Arguments& arguments, Format /*format*/) {
  const bool is_all = arguments.flag("all");
  if (arguments.has("compare") && (arguments.has("by") || is_all || arguments.flag("save"))) {
    return "--compare excludes --by, --all and --save";
  }
  if (is_all && arguments.has("top")) return "--all excludes --top";
  if (arguments.text("weights") != "once" && arguments.text("on") == "pages") {
    return "--weights is for --on hosts or --on sites: between pages every link counts once";
  }
  if (const double epsilon = arguments.number("epsilon"); !(epsilon > 0 && epsilon <= 1)) {
    return "--epsilon: is not a share of jumps: more than 0, at most 1";
  }
  if (const double tolerance = arguments.number("tolerance"); !(tolerance >= 0 && tolerance < 1)) {
    return "--tolerance: is not a tolerance: at least 0, less than 1";
  }
  return {};
}

}  // namespace

const Differs show_rank{.show = show, .wrong = wrong};

}  // namespace cocite::cli
