#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>
#include <cocite/output.h>

#include "api/eval_options.h"
#include "api/eval_questions.h"
#include "api/from_options.h"
#include "cli/ask.h"
#include "cli/eval_tables.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

// How many of the files with judgements are given.
int files_given(const api::Arguments& arguments) {
  return static_cast<int>(arguments.has("gold")) + static_cast<int>(arguments.has("labels")) +
         static_cast<int>(arguments.has("ratings"));
}

On on_of(const api::Arguments& arguments) {
  const std::string on = arguments.text("on");
  return on == "hosts" ? On::kHosts : on == "sites" ? On::kSites : On::kPages;
}

SpamRequest spam_request(const EvalRequest& request, const api::Arguments& arguments) {
  SpamRequest spam;
  spam.related = request.related;
  spam.by = request.by;
  spam.queries = request.queries;
  if (arguments.has("sample")) spam.sample = request.sample;
  spam.seed = request.seed;
  spam.top = request.top;
  api::read_options(arguments, api::kFarmOptions, spam);
  api::read_options(arguments, api::kScratchOption, spam);
  spam.threads = request.threads;
  spam.progress = request.progress;
  spam.stop = request.stop;
  return spam;
}

Result<void> show(const Asked& asked) {
  const api::Arguments& arguments = asked.arguments;
  COCITE_TRY(const EvalRequest request, api::eval_request(arguments, asked.limits));
  EvalTables tables(standard_output(), asked.format, arguments.text("show"));
  std::optional<EvalAnswer> answer;
  if (files_given(arguments) > 0) {
    COCITE_TRY(answer, asked.engine.evaluate(request));
  } else if (arguments.has("hide")) {
    COCITE_TRY(answer, asked.engine.evaluate_hidden({.eval = request,
                                                     .scratch = arguments.text("scratch"),
                                                     .on = on_of(arguments),
                                                     .links = arguments.text("hide") == "links"}));
  }
  asked.bar.clear();
  if (answer) tables.show(*answer);
  std::optional<SpamAnswer> spam;
  if (arguments.flag("spam")) {
    COCITE_TRY(spam, asked.engine.spam(spam_request(request, arguments)));
    asked.bar.clear();
    tables.show(*spam);
  }
  tables.finish();
  const std::string report = arguments.text("report");
  if (report.empty()) return {};
  return write_output(report, eval_report(answer ? &*answer : nullptr, spam ? &*spam : nullptr),
                      {.force = arguments.flag("force")});
}

// What is hidden are links of pages, whatever is asked then.
On graph_of(const api::Arguments& arguments) {
  return arguments.has("hide") ? On::kPages : on_of(arguments);
}

std::optional<std::string> wrong(const api::Arguments& arguments, Format format) {
  const int files = files_given(arguments);
  const bool hides = arguments.has("hide");
  const bool wants_spam = arguments.flag("spam");
  const std::string which = arguments.text("show");
  if (files > 1) return "give only one of --gold, --labels and --ratings";
  if (hides && files > 0) return "--hide makes judgements of its own; leave out the file";
  if (hides && arguments.has("queries")) {
    return "--hide chooses its query pages itself; leave out --queries";
  }
  if (hides && on_of(arguments) == On::kHosts) {
    return "--hide is for pages and sites; leave out --on hosts";
  }
  if (hides && wants_spam && on_of(arguments) != On::kPages) {
    return "--spam is for graphs of pages; leave out --on, or ask for it alone";
  }
  if (files == 0 && !hides && !wants_spam) {
    return "which answers are good? Give --gold, --labels or --ratings, or --hide half or --spam";
  }
  if (arguments.has("sample") && arguments.count("sample") == 0) {
    return "--sample: '0' is not a number of pages";
  }
  if (is_flat(format) && which == "all") {
    return "--show all: csv and jsonl hold one table; name it, such as --show methods";
  }
  if (is_flat(format) && which.empty() && files > 0 && wants_spam) {
    return "csv and jsonl hold one table; name it: --show methods or --show spam";
  }
  const std::vector<std::string> by = arguments.texts("by");
  for (auto one = by.begin(); one != by.end(); ++one) {
    if (std::find(by.begin(), one, *one) != one) return "--by: " + *one + " is named twice";
  }
  return {};
}

}  // namespace

const Differs show_eval{.show = show, .wrong = wrong, .graph = graph_of};

}  // namespace cocite::cli
