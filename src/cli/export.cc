#include <cstdio>
#include <memory>
#include <optional>
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
  std::vector<std::string> output;
  std::string folder;
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
  for (const FormatInfo& format : export_formats()) {
    formats += format.name + std::string(12 - std::min<size_t>(format.name.size(), 11), ' ') +
               format.summary + '\n';
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
                   "cocite export web.cocite like.gexf --graph related --by blend --top 5\n"
                   "cocite export site.cocite --to site --out public/cocite\n"
                   "cocite export site.cocite . --to frontmatter --preset hugo\n" +
                       formats);
  command.store(request.store);
  command.optional_arguments(
      "OUTPUT", options->output,
      "a file; - for standard output; for bvgraph the beginning of the files' names");
  command.output_folder("--out", options->folder,
                        "site, frontmatter with --preset: the folder, in place of OUTPUT");
  add_options(command, api::kExportOptions, request);
  add_options(command, api::kExportRelated, request.related);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.together([options]() -> std::optional<std::string> {
    ExportRequest& asked = options->request;
    const size_t given = options->output.size() + (options->folder.empty() ? 0 : 1);
    if (given != 1) {
      return given == 0 ? "name the file to write, or for a site the folder: --out DIR"
                        : "name one OUTPUT, or --out DIR, and not both";
    }
    asked.output = options->folder.empty() ? options->output.front() : options->folder;
    const bool is_site = asked.to == "site" || asked.to == "frontmatter";
    if (!is_site && !(options->folder + asked.site + asked.rules + asked.preset).empty()) {
      return "--out, --site, --rules and --preset go with --to site or --to frontmatter";
    }
    return std::nullopt;
  });
  command.on([options] { return run_export(*options); });
}

}  // namespace cocite::cli
