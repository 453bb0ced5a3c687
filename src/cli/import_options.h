// What `import` and `add` have in common: their options, and the run with progress and report.
//
//   auto options = std::make_shared<ImportOptions>();
//   add_import_options(command, *options, false);
//   command.on([options] { return run_import(*options, import_store); });
//
// One thread.
#pragma once

#include <string>

#include <cocite/query.h>
#include <cocite/result.h>

#include "cli/command.h"
#include "cli/table.h"

namespace cocite::cli {

struct ImportOptions {
  ImportRequest request;
  std::string report_json;  // a file for the report, which is not there yet
  Format format = Format::kText;
  bool is_quiet = false;
};

// `adds`: to a store, which may get visits alone and no input.
void add_import_options(Command& command, ImportOptions& options, bool adds);
// How the report is written.
void add_report_options(Command& command, ImportOptions& options);

[[nodiscard]] Result<void> run_import(ImportOptions& options,
                                      Result<ImportReport> (*work)(const ImportRequest&));

}  // namespace cocite::cli
