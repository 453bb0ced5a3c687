#include <memory>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/import_options.h"

namespace cocite::cli {

void add_assemble(Commands& commands) {
  auto options = std::make_shared<ImportOptions>();
  ImportRequest& request = options->request;
  Command command =
      commands.add("assemble", "put the segments that cocite-spark made together into a store",
                   "cocite assemble segments/ --out web.cocite\n"
                   "\n"
                   "The folder has all segments of one build in it; every byte is checked. The "
                   "store is the one\n"
                   "that import makes of the same input. Ctrl-C stops within a second and leaves "
                   "nothing behind.");
  command.arguments("SEGMENTS", request.inputs, "the folder with the segments");
  command.text("--out", request.store, "the store to make", "STORE");
  command.size("--memory", request.memory_bytes,
               "how much preparing may use (default: half of the machine's)");
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
