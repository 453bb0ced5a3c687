#include "cli/import_options.h"

#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/output.h>
#include <cocite/unread_inputs.h>

#include "api/store_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/values.h"

namespace cocite::cli {

void add_import_options(Command& command, ImportOptions& options, bool adds) {
  ImportRequest& request = options.request;
  command.store(request.store);
  const std::string inputs =
      "files; - for standard input; DIR=https://base/ for a folder of HTML pages; a folder of "
      "Markdown";
  if (adds) {
    command.optional_arguments("INPUT", request.inputs, inputs);
    command.together([&request]() -> std::optional<std::string> {
      if (!request.inputs.empty() || !request.visit_files.empty()) return {};
      return "INPUT is required, or --visits FILE";
    });
  } else {
    command.arguments("INPUT", request.inputs, inputs);
  }
  if (adds) {
    add_options(command, api::kAddFrom, request);
    add_options(command, api::kAddOptions, request);
  } else {
    add_options(command, api::kImportFrom, request);
    add_options(command, api::kImportForce, request);
  }
  add_options(command, api::kImportOptions, request);
  add_report_options(command, options);
}

void add_report_options(Command& command, ImportOptions& options) {
  command.flag("-q,--quiet", options.is_quiet, "no progress and no report");
  command.experts();
  command.output("--report-json", options.report_json, "write the report there, as JSON");
  command.experts(false);
  command.choice(
      "--format", {"text", "json"},
      [&options](const std::string& word) {
        options.format = word == "json" ? Format::kJson : Format::kText;
      },
      "of the report: text on standard error (default), json on standard output", "FORMAT");
}

Result<void> run_import(ImportOptions& options,
                        Result<ImportReport> (*work)(const ImportRequest&)) {
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  options.request.stop = stop_on_signals();
  const Result<ImportReport> report = work(options.request);
  bar.clear();
  if (!report) return tl::unexpected<Error>(report.error());
  if (const Skipped* const unread = unread_inputs(*report)) {
    complain("warning: " + std::to_string(unread->count) +
             (unread->count == 1 ? " input" : " inputs") + " could not be read and left out: " +
             unread->samples.front() + (unread->count == 1 ? "" : "; the report names the others"));
  }
  if (options.format == Format::kJson) {
    standard_output().write(to_json(*report) + '\n');
  } else if (!options.is_quiet) {
    const std::string text = report_text(*report);
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
  if (options.report_json.empty()) return {};
  Result<void> written =
      write_output(options.report_json, to_json(*report) + '\n', {.force = options.request.force});
  if (!written) written.error().message += " (the store is made)";
  return written;
}

}  // namespace cocite::cli
