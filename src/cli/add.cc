#include <memory>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/import_options.h"

namespace cocite::cli {

void add_add(Commands& commands) {
  auto options = std::make_shared<ImportOptions>();
  Command command = commands.add(
      "add", "add more input to an existing store, as if it had all been imported at once",
      "cocite add web.cocite new-links.tsv.gz\n"
      "cocite add web.cocite --visits access.log.1.gz --visits-host https://www.example.org\n"
      "\n"
      "A page that comes up again takes its newest list of links. The store is replaced in one\n"
      "step when the new one is whole; Ctrl-C leaves the old one as it was. A file whose content\n"
      "is in the store already (by its size and a digest) is reported and skipped.");
  add_import_options(command, *options, true);
  command.on([options] { return run_import(*options, add_to_store); });
}

}  // namespace cocite::cli
