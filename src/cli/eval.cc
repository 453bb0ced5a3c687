#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/eval.h>
#include <cocite/output.h>

#include "api/related_options.h"
#include "cli/command.h"
#include "cli/eval_tables.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/related_options.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "cli/values.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  On on = On::kPages;
  EvalRequest request;
  SpamRequest spam;
  std::optional<uint64_t> sample;  // as given
  bool wants_spam = false;
  bool hides = false;
  std::string show;
  std::string report;
  bool force = false;
  bool merges_mirrors = false;
  Format format{};
  bool is_quiet = false;
};

bool has_judgements(const EvalRequest& request) {
  return !request.gold.empty() || !request.labels.empty() || !request.ratings.empty();
}

Result<void> eval(Options& options) {
  // What is hidden are links of pages, whatever is asked then.
  const On on = options.hides ? On::kPages : options.on;
  COCITE_TRY(const Graph graph, open_graph(options.store, on, options.is_quiet,
                                           {.stop = stop_on_signals()}, options.merges_mirrors));
  const Engine& engine = *graph;
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  const auto progress = [&bar](const Progress& one) { bar.show(one); };
  EvalRequest& request = options.request;
  // One --seed: of query pages and resamples. Which parents methods look at stays as it is.
  request.seed = std::exchange(request.related.seed, 0);
  request.sample = options.sample.value_or(0);
  request.progress = progress;
  request.stop = stop_on_signals();
  EvalTables tables(standard_output(), options.format, options.show);
  std::optional<EvalAnswer> answer;
  if (has_judgements(request)) {
    COCITE_TRY(answer, engine.evaluate(request));
    bar.clear();
    tables.show(*answer);
  } else if (options.hides) {
    COCITE_TRY(answer, engine.evaluate_hidden(
                           {.eval = request, .scratch = options.spam.scratch, .on = options.on}));
    bar.clear();
    tables.show(*answer);
  }
  std::optional<SpamAnswer> spam;
  if (options.wants_spam) {
    options.spam.related = request.related;
    options.spam.by = request.by;
    options.spam.queries = request.queries;
    options.spam.sample = options.sample.value_or(options.spam.sample);
    options.spam.seed = request.seed;
    options.spam.top = request.top;
    options.spam.threads = request.threads;
    options.spam.progress = progress;
    options.spam.stop = request.stop;
    COCITE_TRY(spam, engine.spam(options.spam));
    bar.clear();
    tables.show(*spam);
  }
  tables.finish();
  if (options.report.empty()) return {};
  return write_output(options.report,
                      eval_report(answer ? &*answer : nullptr, spam ? &*spam : nullptr),
                      {.force = options.force});
}

// Names of methods with commas between them; may be given again.
void by_option(Command& command, std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const MethodItem& method : methods()) known.push_back(method.name);
  command.words("--by", names, known, "method", "'cocite methods' lists them",
                "the methods to compare (default: all)");
}

std::optional<std::string> wrong_together(const Options& options) {
  const EvalRequest& request = options.request;
  const int files = (request.gold.empty() ? 0 : 1) + (request.labels.empty() ? 0 : 1) +
                    (request.ratings.empty() ? 0 : 1);
  if (files > 1) return "--gold, --labels and --ratings exclude each other";
  if (options.hides && files > 0) return "--hide makes judgements of its own; leave out the file";
  if (options.hides && !request.queries.empty()) {
    return "--hide chooses its query pages itself; leave out --queries";
  }
  if (options.hides && options.on == On::kHosts) {
    return "--hide is for pages and sites; leave out --on hosts";
  }
  if (options.hides && options.wants_spam && options.on != On::kPages) {
    return "--spam is for graphs of pages; leave out --on, or ask for it alone";
  }
  if (files == 0 && !options.hides && !options.wants_spam) {
    return "what is good? Give --gold, --labels or --ratings, or ask for --hide half or --spam";
  }
  if (is_flat(options.format) && options.show == "all") {
    return "--show all: csv and jsonl hold one table; name it, such as --show methods";
  }
  if (is_flat(options.format) && options.show.empty() && files > 0 && options.wants_spam) {
    return "csv and jsonl hold one table; name it: --show methods or --show spam";
  }
  if (request.top == 0) return "--top: at least one answer is needed";
  const std::vector<std::string>& by = request.by;
  for (auto one = by.begin(); one != by.end(); ++one) {
    if (std::find(by.begin(), one, *one) != one) return "--by: " + *one + " is named twice";
  }
  return {};
}

}  // namespace

void add_eval(Commands& commands) {
  auto options = std::make_shared<Options>();
  EvalRequest& request = options->request;
  Command command = commands.add(
      "eval", "how good the answers are, by gold pairs, labels or people's ratings",
      "cocite eval docs.cocite --gold see_also.tsv --by blend,cocitation,jaccard\n"
      "cocite eval wiki.cocite --labels categories.tsv --sample 500 --seed 1 --report report.html\n"
      "cocite eval web.cocite --ratings mine.tsv --by companion,cocitation --show pairs\n"
      "cocite eval web.cocite --gold pairs.tsv --queries pages.txt --show queries --format tsv\n"
      "cocite eval web.cocite --hide half --seed 1 --by blend,cocitation,companion\n"
      "cocite eval web.cocite --spam --by blend,cocitation --sample 50");
  command.store(options->store);
  command.text("--gold", request.gold, "pairs of related pages: page<TAB>page, a line each",
               "FILE");
  command.text("--labels", request.labels,
               "page<TAB>label; pages that share a label are related, answers without one are left "
               "out",
               "FILE");
  command.text(
      "--ratings", request.ratings,
      "what people said: query page<TAB>answer<TAB>1, 0 or -, and <TAB>rater if there are several",
      "FILE");
  by_option(command, request.by);
  command.text("--queries", request.queries,
               "the pages to ask about, a line each (default: all that are judged)", "FILE");
  const auto read_sample = [&options =
                                *options](const std::string& text) -> std::optional<std::string> {
    options.sample = parse_count(text);
    if (!options.sample || *options.sample == 0) return "'" + text + "' is not a number of pages";
    return {};
  };
  command.value("--sample", read_sample,
                "only K of them, drawn at random (default: all; with --hide 500, with --spam 100)",
                "K");
  command.choice(
      "--hide", {"half"}, [&options = *options](const std::string&) { options.hides = true; },
      "hide half of the linking sites (--seed chooses them), and ask for what they link to side by "
      "side: which method suits this crawl?",
      "half");
  command.top(request.top, "how many answers count (default 10)");
  command.one_of<Unjudged>(
      "--unjudged",
      {{"auto", Unjudged::kAuto}, {"wrong", Unjudged::kWrong}, {"skip", Unjudged::kSkip}},
      request.unjudged,
      "unjudged answers: wrong, or skip as if they were not there (default: skip with "
      "--labels, else wrong)",
      "WORD");
  command.experts();
  command.count("--resamples", request.resamples,
                "of the bootstrap behind confidence intervals (default 1000)");
  command.flag("--spam", options->wants_spam,
               "how often link farms get their pages among the answers, on copies of the store");
  command.count("--farm-pages", options->spam.farm_pages, "of each farm (default 200)");
  command.count("--promoted", options->spam.promoted, "pages that a farm promotes (default 5)");
  command.text("--scratch", options->spam.scratch,
               "where temporary copies go (default: the system's temporary folder)", "FOLDER");
  command.experts(false);
  command.choice(
      "--show",
      {"all", "facts", "methods", "precision", "pairs", "overlap", "agreement", "queries", "spam",
       "spam_facts"},
      [&options = *options](const std::string& word) { options.show = word; },
      "which of the tables (default: methods; in tsv and json all)", "WORD");
  command.output("--report", options->report, "also write an HTML report with charts here");
  command.flag("--force", options->force, "replace a report that is there already");
  add_options(command, api::kBudgetOption, request.related);
  add_options(command, api::kAnswerOptions, request.related);
  add_neighbourhood_options(command, request.related);
  on_option(command, options->on);
  mirrors_option(command, options->merges_mirrors);
  command.threads(request.threads);
  command.format(options->format);
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  command.together([&options = *options] { return wrong_together(options); });
  command.on([options] { return eval(*options); });
}

}  // namespace cocite::cli
