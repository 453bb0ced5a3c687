#include <cstdio>
#include <memory>
#include <string>

#include <unistd.h>

#include <cocite/engine.h>

#include "api/store_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"

namespace cocite::cli {
namespace {

struct Options {
  PrepareRequest request;
  bool is_quiet = false;
};

Result<void> prepare(Options& options) {
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  options.request.stop = stop_on_signals();
  const Result<PrepareReport> report = prepare_store(options.request);
  bar.clear();
  COCITE_CHECK(report);
  if (options.is_quiet) return {};
  std::string text;
  for (const std::string& made : report->made) text += "made: " + made + "\n";
  if (report->made.empty()) text = "all was there already\n";
  const double bytes_a_page =
      report->pages == 0 ? 0
                         : static_cast<double>(report->bytes) / static_cast<double>(report->pages);
  char size[96];
  std::snprintf(size, sizeof size, "prepared: %llu bytes, %.2f a page\n",
                static_cast<unsigned long long>(report->bytes), bytes_a_page);
  standard_output().write(text + size);
  return {};
}

}  // namespace

void add_prepare(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add(
      "prepare", "compute in advance what requests need to know about all pages",
      "cocite prepare web.cocite\n"
      "\n"
      "Import and add do this themselves, unless --no-prepare. What is there is not made\n"
      "again; Ctrl-C leaves what is finished, and the next run goes on from there.");
  command.store(options->request.store);
  add_options(command, api::kPrepareOptions, options->request);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.on([options] { return prepare(*options); });
}

}  // namespace cocite::cli
