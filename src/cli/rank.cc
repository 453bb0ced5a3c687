#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>

#include "api/store_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "cli/values.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  On on = On::kPages;
  RankRequest request;
  std::optional<uint64_t> top;  // as given
  std::vector<std::string> compare;
  std::vector<std::string> pages;
  std::string pages_file;
  Format format{};
  bool is_quiet = false;
  bool merges_mirrors = false;
};

// 17 significant digits, so that programs read back the very number.
Cell score_cell(double score, Format format) {
  if (format != Format::kTsv) return score;
  std::array<char, 32> room{};
  std::snprintf(room.data(), room.size(), "%.17g", score);
  return std::string(room.data());
}

// A line: PAGE, or PAGE, tab, weight.
Result<void> read_pages(std::istream& in, const std::string& name, std::vector<SeedPage>& pages) {
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
  if (in.bad()) return fail(ErrorCode::kIo, name + ": cannot be read");
  return {};
}

Result<void> gather_pages(Options& options) {
  for (const std::string& page : options.pages) options.request.pages.push_back({.page = page});
  if (options.pages_file.empty()) return {};
  if (options.pages_file == "-") {
    return read_pages(std::cin, "standard input", options.request.pages);
  }
  std::ifstream in(options.pages_file, std::ios::binary);
  if (!in) return fail(ErrorCode::kNotFound, options.pages_file + ": cannot be opened");
  return read_pages(in, options.pages_file, options.request.pages);
}

void tell(const Options& options, const std::string& line) {
  if (!options.is_quiet) std::fwrite(line.data(), 1, line.size(), stderr);
}

Result<void> print_ranks(const Engine& engine, const Options& options, ProgressBar& bar) {
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
  const bool has_several = options.request.by.size() > 1;
  if (has_several) columns.push_back({.name = "by"});
  std::unique_ptr<Table> table;
  const auto begin = [&] {
    bar.clear();
    table = std::make_unique<Table>(out, options.format, columns);
  };
  const auto use = [&](const RankAnswer& answer, const RankItem& item) {
    if (!table) begin();
    std::vector<Cell> cells = {item.rank,  score_cell(item.score, options.format),
                               item.key,   item.url,
                               item.title, item.called};
    if (has_statuses) cells.emplace_back(item.gone);
    if (has_several) cells.emplace_back(answer.name);
    table->row(std::move(cells));
    for (const std::string& mirror : item.mirrors) table->under("mirrored at " + mirror);
    return !out.is_closed() && !options.request.stop->load(std::memory_order_relaxed);
  };
  COCITE_TRY(const std::vector<RankAnswer> answers, engine.rank(options.request, use));
  if (options.request.stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped");
  }
  if (!table) begin();
  table->finish();
  static_cast<void>(out.finish());
  for (const RankAnswer& answer : answers) {
    if (answer.name.empty()) continue;  // the reader went away before it was computed
    tell(options, answer.name + ": " + run_text(answer.run) +
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

Result<void> rank(Options& options) {
  COCITE_CHECK(gather_pages(options));
  if (options.request.by.empty() && options.compare.empty()) {
    options.request.by = {options.request.pages.empty() ? "pagerank" : "personalized-pagerank"};
  }
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on, options.is_quiet,
                                           {.stop = options.request.stop}, options.merges_mirrors));
  const Engine& engine = *graph;
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  if (options.compare.empty()) return print_ranks(engine, options, bar);
  options.request.by = options.compare;
  const Result<RankComparison> comparison = engine.compare_ranks(options.request);
  bar.clear();
  COCITE_CHECK(comparison);
  print_comparison(*comparison, engine, options.format);
  for (size_t i = 0; i < comparison->names.size(); ++i) {
    tell(options, comparison->names[i] + ": " + run_text(comparison->runs[i]) + "\n");
  }
  return {};
}

// Names of ranks with commas between them; may be given again.
void names_option(Command& command, const std::string& option, std::vector<std::string>& names,
                  const std::string& help) {
  std::vector<std::string> known;
  std::string list;
  for (const RankKind& kind : rank_kinds()) {
    known.push_back(kind.name);
    list += (list.empty() ? "" : ", ") + kind.name;
  }
  command.words(option, names, known, "rank", "there are " + list, help);
}

std::optional<std::string> wrong_together(const Options& options) {
  const RankRequest& request = options.request;
  if (!options.compare.empty() && (!request.by.empty() || request.all || request.save)) {
    return "--compare excludes --by, --all and --save";
  }
  if (request.all && options.top) return "--all excludes --top";
  if (request.weights != LinkWeights::kOnce && options.on == On::kPages) {
    return "--weights is for --on hosts or --on sites: between pages every link counts once";
  }
  if (!(request.epsilon > 0 && request.epsilon <= 1)) {
    return "--epsilon: is not a share of jumps: more than 0, at most 1";
  }
  if (!(request.tolerance >= 0 && request.tolerance < 1)) {
    return "--tolerance: is not a tolerance: at least 0, less than 1";
  }
  return {};
}

}  // namespace

void add_rank(Commands& commands) {
  auto options = std::make_shared<Options>();
  RankRequest& request = options->request;
  std::string ranks = "\nRanks:\n";
  for (const RankKind& kind : rank_kinds()) {
    ranks += kind.name + std::string(27 - std::min<size_t>(kind.name.size(), 26), ' ') +
             kind.summary + '\n';
  }
  ranks.pop_back();
  Command command =
      commands.add("rank", "which pages matter, as authorities and as hubs",
                   "cocite rank web.cocite --by pagerank --top 20\n"
                   "cocite rank web.cocite --by pagerank,hubrank --all --format tsv > ranks.tsv\n"
                   "cocite rank web.cocite --by hits-authority,hits-hub --save --top 0\n"
                   "cocite rank web.cocite --by personalized-pagerank --page www.example.com/a\n"
                   "cocite rank web.cocite --compare pagerank,hubrank,hits-hub\n"
                   "cocite rank web.cocite --by pagerank --on sites --weights pages\n" +
                       ranks);
  command.store(options->store);
  names_option(command, "--by", request.by,
               "the ranks, see below (default: pagerank; with pages, personalized-pagerank)");
  names_option(command, "--compare", options->compare,
               "compare these ranks instead: their correlation (not in csv and jsonl), and the "
               "pages whose places differ most");
  const auto read_top = [&options =
                             *options](const std::string& text) -> std::optional<std::string> {
    options.top = parse_count(text);
    if (!options.top) return "'" + text + "' is not a whole number of at least 0";
    options.request.top = *options.top;
    return {};
  };
  command.value("--top", read_top, "the best N, those with score 0 left out (default 10)", "N");
  command.texts("--page", options->pages, "personalized-pagerank: a page that it is about", "PAGE");
  command.text("--pages", options->pages_file,
               "the same from a file (- for standard input): PAGE or PAGE<TAB>weight, a line each",
               "FILE");
  add_options(command, api::kRankSaveOptions, request);
  add_options(command, api::kRankListOptions, request);
  add_options(command, api::kRankOptions, request);
  on_option(command, options->on);
  mirrors_option(command, options->merges_mirrors);
  command.format(options->format);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.together([&options = *options] { return wrong_together(options); });
  command.on([options] { return rank(*options); });
}

}  // namespace cocite::cli
