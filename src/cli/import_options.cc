#include "cli/import_options.h"

#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/output.h>
#include <cocite/unread_inputs.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/values.h"

namespace cocite::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

}  // namespace

void add_import_options(Command& command, ImportOptions& options, bool adds) {
  ImportRequest& request = options.request;
  command.store(request.store);
  const std::string inputs =
      "files; - for standard input; DIR=https://base/ for a folder of HTML pages";
  if (adds) {
    command.optional_arguments("INPUT", request.inputs, inputs);
    command.together([&request]() -> std::optional<std::string> {
      if (!request.inputs.empty() || !request.visit_files.empty()) return {};
      return "INPUT is required, or --visits FILE";
    });
  } else {
    command.arguments("INPUT", request.inputs, inputs);
  }
  std::vector<std::string> formats;
  for (const FormatInfo& format : import_formats()) formats.push_back(format.name);
  command.choice(
      "--from", formats, [&request](const std::string& word) { request.from = word; },
      joined(formats) + " (default: detected from the input)", "KIND");
  command.flag("--fold-www", request.fold_www, "www.example.com is example.com");
  command.one_of<bool>("--names", {{"url", false}, {"opaque", true}}, request.opaque_names,
                       "url (default) or opaque: names that are not addresses", "NAMES");
  command.size("--memory", request.memory_bytes,
               "how much to use (default: half of the machine's)");
  command.threads(request.threads);
  command.text("--title", request.title_file, "titles, a line each: page<TAB>title", "FILE");
  command.text("--text", request.text_file,
               "texts, a line each: page<TAB>text; the first 1000 words count", "FILE");
  command.texts("--visits", request.visit_files,
                "how often people went from page to page: from<TAB>to<TAB>count, Wikipedia's "
                "clickstream, or an access log; may be repeated",
                "FILE");
  command.choice(
      "--visits-from", {"transitions", "clickstream", "log"},
      [&request](const std::string& word) { request.visits_from = word; },
      "what these files are: transitions, clickstream, log (default: detected)", "KIND");
  command.text("--visits-host", request.visits_host,
               "where a log was written (https://www.example.org), or a wiki's pages are "
               "(https://en.wikipedia.org/wiki/)",
               "URL");
  command.count("--visits-at-least", request.visits_at_least,
                "drop transitions that were seen less often (default: 5)");
  command.text("--names-file", request.names_file, "BVGraph: line i names node i", "FILE");
  command.flag("--transposed", request.transposed, "BVGraph: the lists are in-links");
  command.one_of<SeenAgain>(
      "--seen-again",
      {{"newest", SeenAgain::kNewest},
       {"oldest", SeenAgain::kOldest},
       {"union", SeenAgain::kUnion}},
      request.seen_again,
      "a page that is in several inputs has its newest links (default), its oldest, or their union",
      "WHICH");
  command.one_of<LinkOrder>(
      "--order", {{"page", LinkOrder::kPage}, {"none", LinkOrder::kNone}}, request.order,
      "links are in page order even if every list is sorted, or in none (default: page order, "
      "unless every list is sorted)",
      "WHICH");
  command.text("--from-date", request.from_date, "crawls: only pages fetched then or later",
               "DATE");
  command.text("--to-date", request.to_date, "crawls: only pages fetched then or earlier", "DATE");
  command.one_of<bool>(
      "--nofollow", {{"keep", false}, {"drop", true}}, request.drop_nofollow,
      "crawls: links with rel nofollow, ugc or sponsored: keep (default) or drop; counted anyway",
      "WHAT");
  command.flag("--frames", request.frames, "crawls: frames and iframes are links too");
  command.off("--no-text", request.keep_text, "crawls: leave out the words of pages");
  command.off("--no-anchors", request.keep_anchors, "crawls: leave out the text of links");
  command.off("--no-aliases", request.aliases,
              "crawls: redirects and canonical addresses are pages like others");
  command.text("--suffix-list", request.suffix_list, "a newer public suffix list, for sites",
               "FILE");
  command.flag("--fast", request.fast,
               "links in bytes instead of bits: a store of twice the size, quicker to read");
  command.off("--no-index", request.index,
              "no index of words, for searches ('cocite index' makes it later)");
  command.text(
      "--stem", request.stem,
      "words to their stems: a language (english, en), auto: that of most pages (default), "
      "none",
      "LANGUAGE");
  command.off("--no-prepare", request.prepare,
              "do not compute in advance what requests need ('cocite prepare' does it later)");
  command.flag("--strict", request.strict,
               "a bad line, or an input that cannot be read, is an error and not only counted");
  command.flag("-q,--quiet", options.is_quiet, "no progress and no report");
  command.output("--report-json", options.report_json, "write the report there, as JSON");
  command.one_of<Format>(
      "--format", {{"text", Format::kText}, {"json", Format::kJson}}, options.format,
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
    standard_output().write(to_json(*report));
  } else if (!options.is_quiet) {
    const std::string text = report_text(*report);
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
  if (options.report_json.empty()) return {};
  Result<void> written =
      write_output(options.report_json, to_json(*report), {.force = options.request.force});
  if (!written) written.error().message += " (the store is made)";
  return written;
}

}  // namespace cocite::cli
