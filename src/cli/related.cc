#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/related_options.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  On on = On::kPages;
  std::string pages_file;
  bool all = false;
  RelatedAllRequest file;
  RelatedRequest request;
  Format format{};
  bool is_quiet = false;
};

// For people: "parent http://blog.example/pie "Pies", adds 1, side by side".
std::string reason_text(const ReasonItem& reason) {
  std::string text = reason.kind + " " + (reason.url.empty() ? reason.key : reason.url);
  if (!reason.title.empty()) text += " \"" + reason.title + "\"";
  text += ", adds " + text_of(reason.amount);
  if (reason.distance == 1) text += ", side by side";
  if (reason.distance > 1) text += ", " + std::to_string(reason.distance) + " places apart";
  return text;
}

// For programs, in one cell: kind, amount, distance, key, with spaces between.
std::string reason_cell(const ReasonItem& reason) {
  return reason.kind + ' ' + tsv_of(reason.amount) + ' ' + std::to_string(reason.distance) + ' ' +
         reason.key;
}

// `why`: how many reasons were asked for; TSV has a column for each.
void write_answer(Output& out, Format format, bool has_urls, uint64_t why,
                  const RelatedAnswer& answer) {
  for (const RelatedAnswer::Page& page : answer.pages) {
    out.write("# page " + tsv_of(page.key) + '\n');
  }
  out.write(std::string("# hosts ") + (answer.hosts_on ? "on" : "off") + '\n');
  for (const std::string& note : answer.notes) out.write("# note " + note + '\n');
  std::vector<Column> columns = {{.name = "rank"},
                                 {.name = "score"},
                                 {.name = "key", .in_text = !has_urls},
                                 {.name = "url", .in_text = has_urls},
                                 {.name = "title"}};
  uint64_t most = 0;
  for (const RelatedItem& item : answer.items) most = std::max(most, item.reasons.size());
  why = std::min(why, most);
  for (uint64_t i = 1; i <= why; ++i) {
    columns.push_back({.name = "why" + std::to_string(i), .in_text = false});
  }
  Table table(out, format, std::move(columns));
  for (const RelatedItem& item : answer.items) {
    std::vector<Cell> cells = {item.rank, item.score, item.key, item.url, item.title};
    for (uint64_t i = 0; i < why; ++i) {
      cells.emplace_back(i < item.reasons.size() ? reason_cell(item.reasons[i]) : "");
    }
    table.row(std::move(cells));
    for (const ReasonItem& reason : item.reasons) table.under(reason_text(reason));
  }
  table.finish();
}

Result<std::vector<std::string>> read_pages(const std::string& path) {
  std::ifstream file;
  if (path != "-") file.open(path);
  std::istream& in = path == "-" ? std::cin : file;
  if (!in) return fail(ErrorCode::kNotFound, path + ": cannot read it; it is a file of pages");
  std::vector<std::string> pages;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line.front() != '#') pages.push_back(line);
  }
  return pages;
}

Result<void> related_each(const Engine& engine, Options& options) {
  COCITE_TRY(options.request.pages, read_pages(options.pages_file));
  Output& out = standard_output();
  bool is_first = true;
  uint64_t answered = 0;
  uint64_t failed = 0;
  std::string first_failure;
  const auto use = [&](const std::string& asked, const Result<RelatedAnswer>& answer) {
    if (answer) {
      ++answered;
    } else if (failed++ == 0) {
      first_failure = answer.error().message;
    }
    if (options.format == Format::kJson) {
      out.write(is_first ? "[\n" : ",\n");
      if (answer) {
        out.write(to_json(*answer));
      } else {
        out.write("{\"asked\": " + json_string(asked) +
                  ", \"error\": " + json_string(answer.error().message) + "}");
      }
    } else {
      if (!is_first) out.write("\n");
      out.write("# asked " + tsv_of(asked) + '\n');
      if (answer) {
        write_answer(out, options.format, engine.has_urls(), options.request.why, *answer);
      } else {
        out.write("# error " + tsv_of(answer.error().message) + '\n');
      }
    }
    is_first = false;
    return !out.is_closed();
  };
  COCITE_CHECK(engine.related_each(options.request, use));
  if (options.format == Format::kJson) out.write(is_first ? "[]\n" : "\n]\n");
  if (failed > 0) {
    const std::string message = std::to_string(failed) + " of " +
                                std::to_string(answered + failed) +
                                " pages have no answer; the first: " + first_failure;
    if (answered == 0) return fail(ErrorCode::kNotFound, message);
    complain(message);
  }
  return {};
}

Result<void> related_all(const Engine& engine, Options& options) {
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  options.file.related = options.request;
  if (options.format == Format::kJson) {
    options.file.head = "";
    options.file.write = [](std::string_view page, const std::vector<RelatedItem>& items,
                            std::string& text) {
      text += "{\"page\": " + json_string(page) + ", \"related\": [";
      for (const RelatedItem& item : items) {
        text += (item.rank == 1 ? "" : ", ") + std::string("{\"key\": ") + json_string(item.key) +
                ", \"score\": " + json_of(item.score) + "}";
      }
      text += "]}\n";
    };
  }
  const Result<RelatedAllReport> report = engine.related_all(options.file);
  bar.clear();
  if (!report) return tl::unexpected<Error>(report.error());
  if (options.is_quiet) return {};
  std::string text = text_of(report->answered) + " of " + text_of(report->pages) +
                     " pages have an answer; " + text_of(report->bytes) + " bytes in " +
                     text_of(report->seconds) + " s";
  if (report->resumed_at > 0) {
    text += "; " + text_of(report->resumed_at) + " were there from before";
  }
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
  return {};
}

Result<void> related(Options& options) {
  options.request.stop = stop_on_signals();
  const int ways = static_cast<int>(!options.request.pages.empty()) +
                   static_cast<int>(!options.pages_file.empty()) + static_cast<int>(options.all);
  if (ways != 1) {
    return fail(ErrorCode::kInvalidArgument,
                "name pages, or a file of them with --pages, or --all: one of these");
  }
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on, options.is_quiet));
  const Engine& engine = *graph;
  if (options.all) return related_all(engine, options);
  if (!options.pages_file.empty()) return related_each(engine, options);
  COCITE_TRY(const RelatedAnswer answer, engine.related(options.request));
  if (options.format == Format::kJson) {
    standard_output().write(to_json(answer) + '\n');
  } else {
    write_answer(standard_output(), options.format, engine.has_urls(), options.request.why, answer);
  }
  return {};
}

}  // namespace

void add_related(Commands& commands) {
  auto options = std::make_shared<Options>();
  RelatedRequest& request = options->request;
  Command command =
      commands.add("related", "which pages are like these, and why",
                   "cocite related web.cocite www.example.com/a\n"
                   "cocite related web.cocite www.example.com/a --by companion --top 20 --why 3\n"
                   "cocite related web.cocite a.example b.example --not c.example\n"
                   "cocite related web.cocite --pages list.txt --format json\n"
                   "cocite related web.cocite www.example.com --on sites\n"
                   "cocite related web.cocite --all --by cocitation --out related.tsv");
  command.store(options->store);
  pages_argument(command, request.pages);
  command.text("--pages", options->pages_file,
               "a file of pages, one a line (- for standard input): an answer for each", "FILE");
  command.flag("--all", options->all,
               "all pages of the store, into the file --out: TSV (page, rank, score, key), or JSON "
               "lines with --format json; goes on where a run that was stopped ended");
  command.text("--out", options->file.output, "where --all writes", "FILE");
  command.flag("--force", options->file.force, "--all: replace the file");
  command.flag("-q,--quiet", options->is_quiet, "--all: no progress and no report");
  command.count("--top", request.top, "so many answers (default 10)");
  command.texts("--not", request.not_pages, "what is more like this page sinks; repeatable",
                "PAGE");
  command.one_of<bool>("--same-site", {{"keep", false}, {"drop", true}}, request.drop_same_site,
                       "drop: no answers on the site of a query page (default keep)", "WORD");
  command.count("--per-host", request.per_host,
                "at most so many answers of one host (default: any number)");
  command.count("--why", request.why,
                "so many reasons under each answer (default 0); TSV: as columns why1, why2, …");
  add_related_options(command, request);
  command.threads(request.threads);
  on_option(command, options->on);
  command.format(options->format);
  command.on([options] { return related(*options); });
}

}  // namespace cocite::cli
