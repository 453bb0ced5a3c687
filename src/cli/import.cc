#include <memory>

#include <cocite/engine.h>

#include "api/store_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/import_options.h"

namespace cocite::cli {

void add_import(Commands& commands) {
  auto options = std::make_shared<ImportOptions>();
  Command command = commands.add(
      "import", "turn links, crawls or other graphs into a store",
      "cocite import web.cocite links.tsv.gz\n"
      "zcat *.gz | cocite import web.cocite - --memory 6G\n"
      "cocite import web.cocite links.csv --columns source=from,target=to\n"
      "cocite import names.cocite graph.txt --names opaque\n"
      "cocite import notes.cocite notes/\n"
      "cocite import docs.cocite docs/ --base https://docs.example.org/ --preset mkdocs\n"
      "cocite import docs.cocite --from html html/=https://docs.example.org/\n"
      "cocite import cnr.cocite cnr-2000.graph --names-file cnr-2000.urls\n"
      "cocite import web.cocite links.tsv --visits access.log.gz --visits-host "
      "https://www.example.org\n"
      "cocite import web.cocite --from segments segments/\n"
      "\n"
      "A link list has a link a line, source<TAB>target, in page order; a line with one\n"
      "name is a page without links; # begins a comment; CSV, TSV and JSON lines have\n"
      "a link a row; a folder of Markdown is its pages. gzip, zstd, lz4, xz and bzip2 are\n"
      "unpacked. An input that cannot be read is left out, and the report says why.\n"
      "Ctrl-C stops within a second and leaves nothing behind; the exit code is then 1.");
  add_import_options(command, *options, false);
  command.on([options] {
    const bool has_segments = options->request.from == api::kSegments;
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
  add_options(command, api::kImportForce, request);
  add_options(command, api::kImportOptions, request);
  add_report_options(command, *options);
  command.on([options]() -> Result<void> {
    if (options->request.store.empty()) {
      return fail(
          {.message = "name the folder of the new store, such as web.cocite", .about = "out"});
    }
    return run_import(*options, assemble_store);
  });
}

}  // namespace cocite::cli
