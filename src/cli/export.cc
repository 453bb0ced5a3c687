#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>

#include "api/store_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  ExportRequest request;
  bool is_quiet = false;
};

Result<void> run_export(Options& options) {
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  options.request.stop = stop_on_signals();
  const Result<ExportReport> report = export_store(options.request);
  bar.clear();
  // A reader that has enough ends it quietly, as with every other command.
  const bool is_enough = !report && report.error().code == ErrorCode::kCancelled &&
                         !options.request.stop->load(std::memory_order_relaxed);
  if (is_enough) return {};
  if (!report) return tl::unexpected<Error>(report.error());
  if (options.is_quiet) return {};
  std::string text = text_of(report->pages) + " pages and " + text_of(report->links) +
                     " links written, " + text_of(report->bytes) + " bytes:";
  for (const std::string& file : report->files) text += " " + file;
  text += '\n';
  for (const std::string& note : report->notes) text += "note: " + note + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
  return {};
}

}  // namespace

void add_export(Commands& commands) {
  auto options = std::make_shared<Options>();
  ExportRequest& request = options->request;
  std::string formats = "\nFormats:\n";
  std::vector<std::string> names;
  for (const FormatInfo& format : export_formats()) {
    formats += format.name + std::string(9 - std::min<size_t>(format.name.size(), 8), ' ') +
               format.summary + '\n';
    names.push_back(format.name);
  }
  formats.pop_back();
  Command command =
      commands.add("export", "write a store in another format",
                   "cocite export web.cocite links.tsv.gz\n"
                   "cocite export web.cocite - | head\n"
                   "cocite export web.cocite graphs/web --to bvgraph\n"
                   "cocite export web.cocite web.graphml\n"
                   "cocite export web.cocite sites.gexf --on sites\n"
                   "cocite export web.cocite cocited.tsv.gz --graph cocitation --min 3\n"
                   "cocite export web.cocite like.gexf --graph related --by blend --top 5\n" +
                       formats);
  command.store(request.store);
  command.argument("OUTPUT", request.output,
                   "a file; - for standard output; for bvgraph the beginning of the files' names");
  command.choice(
      "--to", names, [&request](const std::string& word) { request.to = word; },
      "what to write (default: by the end of OUTPUT's name, else links)", "FORMAT");
  command.choice(
      "--graph", {"links", "cocitation", "coupling", "related"},
      [&request](const std::string& word) { request.graph = word; },
      "the links (default); pages with common parents or common children, and how many; or what a "
      "method answers, with scores",
      "WORD");
  command.count("--min", request.min_weight,
                "cocitation, coupling: at least this many in common (default 2)");
  command.count("--window", request.window,
                "cocitation: links at most this many places apart on the page (default: anywhere)");
  command.count("--max-children", request.max_children,
                "cocitation, coupling: parents with more children are left out (default 1000)");
  std::vector<std::string> methods_known;
  for (const MethodItem& method : methods()) methods_known.push_back(method.name);
  command.choice(
      "--by", methods_known, [&request](const std::string& word) { request.related.by = word; },
      "related: the method (default blend)", "NAME");
  command.top(request.related.top, "related: answers of each page (default 10)");
  command.size(
      "--memory", request.memory_bytes,
      "cocitation, coupling: unpack the links if they fit in half of this (default: half of the "
      "machine's)");
  command.threads(request.threads);
  add_options(command, api::kExportOptions, request);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.on([options] { return run_export(*options); });
}

}  // namespace cocite::cli
