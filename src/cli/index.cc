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
  IndexRequest request;
  bool is_quiet = false;
};

Result<void> index(Options& options) {
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  options.request.stop = stop_on_signals();
  const Result<IndexReport> report = index_store(options.request);
  bar.clear();
  COCITE_CHECK(report);
  if (options.is_quiet) return {};
  char text[256];
  std::snprintf(text, sizeof text, "%s: %llu words of %llu pages, %llu bytes, stems: %s\n",
                report->is_made ? "made" : "was there already",
                static_cast<unsigned long long>(report->words),
                static_cast<unsigned long long>(report->pages),
                static_cast<unsigned long long>(report->bytes), report->stem.c_str());
  standard_output().write(text);
  return {};
}

}  // namespace

void add_index(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add(
      "index", "index the words of pages, for searches",
      "cocite index web.cocite\n"
      "cocite index web.cocite --stem german\n"
      "\n"
      "Import and add do this themselves, unless --no-index. What is read: titles, texts\n"
      "and the words in links. Ctrl-C changes nothing.");
  command.store(options->request.store);
  add_options(command, api::kIndexOptions, options->request);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.on([options] { return index(*options); });
}

}  // namespace cocite::cli
