#include <memory>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/import_options.h"

namespace cocite::cli {

void add_import(Commands& commands) {
  auto options = std::make_shared<ImportOptions>();
  Command command = commands.add(
      "import", "turn links, crawls or other graphs into a store",
      "cocite import web.cocite links.tsv.gz\n"
      "zcat *.gz | cocite import web.cocite - --memory 6G\n"
      "cocite import names.cocite graph.txt --names opaque\n"
      "cocite import docs.cocite --from html html/=https://docs.example.org/\n"
      "cocite import cnr.cocite cnr-2000.graph --names-file cnr-2000.urls\n"
      "cocite import web.cocite links.tsv --visits access.log.gz --visits-host "
      "https://www.example.org\n"
      "cocite import web.cocite --from segments segments/\n"
      "\n"
      "A link list has a link a line, source<TAB>target, in page order; a line with one\n"
      "name is a page without links; # begins a comment; gzip, zstd, lz4 and bzip2 are\n"
      "unpacked. An input that cannot be read is left out, and the report says why.\n"
      "Ctrl-C stops within a second and leaves nothing behind; the exit code is then 1.");
  add_import_options(command, *options, false);
  command.flag("--force", options->request.force,
               "replace a store (and a report) that is there already");
  command.on([options] {
    const bool has_segments = options->request.from == kSegments;
    return run_import(*options, has_segments ? assemble_store : import_store);
  });
}

// The old name of import --from segments.
void add_assemble(Commands& commands) {
  auto options = std::make_shared<ImportOptions>();
  ImportRequest& request = options->request;
  Command command =
      commands.add("assemble", "the old name of 'import --from segments'",
                   "cocite import web.cocite --from segments segments/", /*is_hidden=*/true);
  command.arguments("SEGMENTS", request.inputs, "the folder with the segments");
  command.text("--out", request.store, "the store to make", "STORE");
  command.size("--memory", request.memory_bytes, "how much preparing may use");
  command.threads(request.threads);
  command.text("--suffix-list", request.suffix_list, "a newer public suffix list, for sites",
               "FILE");
  command.off("--no-prepare", request.prepare,
              "do not compute in advance what requests need ('cocite prepare' does it later)");
  command.flag("--force", request.force, "replace a store (and a report) that is there already");
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.output("--report-json", options->report_json, "write the report there, as JSON");
  command.one_of<Format>(
      "--format", {{"text", Format::kText}, {"json", Format::kJson}}, options->format,
      "of the report: text on standard error (default), json on standard output", "FORMAT");
  command.on([options]() -> Result<void> {
    if (options->request.store.empty()) {
      return fail({.message = "where shall the store be made?", .about = "out"});
    }
    return run_import(*options, assemble_store);
  });
}

}  // namespace cocite::cli
