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
      "\n"
      "A link list has a link a line, source<TAB>target, in page order; a line with one\n"
      "name is a page without links; # begins a comment; gzip, zstd, lz4 and bzip2 are\n"
      "unpacked. An input that cannot be read is left out, and the report says why.\n"
      "Ctrl-C stops within a second and leaves nothing behind; the exit code is then 1.");
  add_import_options(command, *options, false);
  command.flag("--force", options->request.force,
               "replace a store (and a report) that is there already");
  command.on([options] { return run_import(*options, import_store); });
}

}  // namespace cocite::cli
