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

struct IndexOptions {
  IndexRequest request;
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

Result<void> index(IndexOptions& options) {
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

void add_prepare(Commands& commands) {
  auto options = std::make_shared<Options>();
  auto words = std::make_shared<IndexOptions>();
  auto is_for_words = std::make_shared<bool>(false);
  Command command = commands.add(
      "prepare", "compute in advance what requests need to know about all pages",
      "cocite prepare web.cocite\n"
      "cocite prepare web.cocite --words --stem german\n"
      "\n"
      "Import and add do this themselves, unless --no-prepare or --no-index. What is there is\n"
      "not made again; Ctrl-C leaves what is finished, and the next run goes on from there.");
  command.store(options->request.store);
  command.flag("--words", *is_for_words, "only the index of words, for searches");
  add_options(command, api::kWordsOptions, words->request);
  add_options(command, api::kPrepareOptions, options->request);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.on([options, words, is_for_words] {
    if (!*is_for_words) return prepare(*options);
    words->request.store = options->request.store;
    words->request.memory_bytes = options->request.memory_bytes;
    words->request.threads = options->request.threads;
    words->is_quiet = options->is_quiet;
    return index(*words);
  });
}

// The old name of prepare --words.
void add_index(Commands& commands) {
  auto options = std::make_shared<IndexOptions>();
  Command command = commands.add("index", "the old name of 'prepare --words'",
                                 "cocite prepare web.cocite --words", /*is_hidden=*/true);
  command.store(options->request.store);
  add_options(command, api::kWordsOptions, options->request);
  add_options(command, api::kIndexOptions, options->request);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.on([options] { return index(*options); });
}

}  // namespace cocite::cli
