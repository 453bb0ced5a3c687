// What makes and changes stores, by name.
#include <utility>

#include <cocite/engine.h>
#include <cocite/tune.h>

#include "api/store_options.h"
#include "questions/from_options.h"
#include "questions/parameter_groups.h"
#include "questions/question.h"

namespace cocite::questions {
namespace {

// --- parameters ------------------------------------------------------------------------------

Parameter store_path(const std::string& help) {
  return {.name = "store", .help = help, .is_required = true};
}
Parameter text(const std::string& name, const std::string& help) {
  return {.name = name, .help = help};
}
Parameter flag(const std::string& name, bool fallback, const std::string& help) {
  return {.name = name, .type = Type::kFlag, .fallback = fallback ? "true" : "false", .help = help};
}
Parameter number(const std::string& name, const std::string& fallback, const std::string& help) {
  return {.name = name, .type = Type::kCount, .fallback = fallback, .help = help};
}
Parameter choice(const std::string& name, const std::string& fallback,
                 std::vector<std::string> choices, const std::string& help) {
  return {.name = name,
          .type = Type::kChoice,
          .fallback = fallback,
          .help = help,
          .choices = std::move(choices)};
}

std::vector<std::string> names_of(const std::vector<FormatInfo>& formats) {
  std::vector<std::string> names;
  for (const FormatInfo& format : formats) names.push_back(format.name);
  return names;
}

List import_parameters(const std::string& store_help) {
  return together({{store_path(store_help),
                    {.name = "inputs",
                     .help = "files; DIR=https://base/ for a folder of HTML pages",
                     .is_repeatable = true,
                     .is_required = true},
                    choice("from", "", names_of(import_formats()),
                           "what they are (default: told from the input)"),
                    choice("visits_from", "", {"transitions", "clickstream", "log"},
                           "what the files of visits are (default: told from the file)")},
                   parameters_of(api::kImportOptions)});
}

// --- work ------------------------------------------------------------------------------------

ImportRequest import_request(const Arguments& arguments, const Limits& limits) {
  ImportRequest request{.store = arguments.text("store"), .inputs = arguments.texts("inputs")};
  request.from = arguments.text("from");
  request.visits_from = arguments.text("visits_from");
  read_options(arguments, api::kImportOptions, request);
  request.progress = limits.progress;
  request.stop = limits.stop;
  return request;
}

Result<Answer> import(const Arguments& arguments, const Limits& limits) {
  ImportRequest request = import_request(arguments, limits);
  request.force = arguments.flag("force");
  COCITE_TRY(ImportReport report, import_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> add(const Arguments& arguments, const Limits& limits) {
  ImportRequest request = import_request(arguments, limits);
  request.keep_ranks = arguments.flag("ranks");
  request.force = arguments.flag("force");
  COCITE_TRY(ImportReport report, add_to_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> prepare(const Arguments& arguments, const Limits& limits) {
  PrepareRequest request{
      .store = arguments.text("store"), .progress = limits.progress, .stop = limits.stop};
  read_options(arguments, api::kPrepareOptions, request);
  COCITE_TRY(PrepareReport report, prepare_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> index(const Arguments& arguments, const Limits& limits) {
  IndexRequest request{
      .store = arguments.text("store"), .progress = limits.progress, .stop = limits.stop};
  read_options(arguments, api::kWordsOptions, request);
  read_options(arguments, api::kIndexOptions, request);
  COCITE_TRY(IndexReport report, index_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> tune(const Arguments& arguments, const Limits& limits) {
  TuneRequest request{.store = arguments.text("store")};
  if (arguments.flag("forget")) {
    COCITE_TRY(const bool was_there, forget_tuning(request.store));
    TuneReport report{.store = request.store};
    report.verdict = was_there ? "forgotten: answers are as before" : "the store was not tuned";
    return Answer{.content = content_of(std::move(report))};
  }
  request.eval.gold = arguments.text("gold");
  request.eval.labels = arguments.text("labels");
  request.eval.ratings = arguments.text("ratings");
  request.eval.queries = arguments.text("queries");
  request.pages = arguments.count("pages");
  request.eval.seed = arguments.count("seed");
  request.eval.threads = static_cast<unsigned>(arguments.count("threads"));
  request.eval.progress = limits.progress;
  request.eval.stop = limits.stop;
  request.folds = arguments.count("folds");
  const std::string model = arguments.text("model");
  request.model = model == "linear"  ? TuneModel::kLinear
                  : model == "trees" ? TuneModel::kTrees
                                     : TuneModel::kAuto;
  request.is_trial = arguments.flag("trial");
  request.terms_file = arguments.text("save_terms");
  request.force = arguments.flag("force");
  COCITE_TRY(TuneReport report, tune_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> write_out(const Arguments& arguments, const Limits& limits) {
  ExportRequest request{.store = arguments.text("store"),
                        .output = arguments.text("output"),
                        .to = arguments.text("to"),
                        .progress = limits.progress,
                        .stop = limits.stop};
  read_options(arguments, api::kExportOptions, request);
  COCITE_TRY(ExportReport report, export_store(request));
  return Answer{.content = content_of(std::move(report))};
}

std::vector<Task> make_tasks() {
  return {
      {.name = "import",
       .summary = "turn links, crawls or other graphs into a store",
       .schema = "ImportReport",
       .parameters = together({import_parameters("the folder that is made"),
                               {flag("force", false, "replace a store that is there already")}}),
       .run = import},
      {.name = "add",
       .summary = "add more input to a store, as if it had all been imported at once",
       .schema = "ImportReport",
       .parameters = together(
           {import_parameters("a store"),
            {flag("ranks", true, "compute saved ranks again for the new links"),
             flag("force", false, "add an input that is in the store already once more")}}),
       .run = add},
      {.name = "prepare",
       .summary = "compute in advance what requests need to know about all pages",
       .schema = "PrepareReport",
       .parameters = together({{store_path("a store")}, parameters_of(api::kPrepareOptions)}),
       .run = prepare},
      {.name = "index",
       .summary = "index the words of pages, for searches",
       .schema = "IndexReport",
       .parameters = together({{store_path("a store")},
                               parameters_of(api::kWordsOptions),
                               parameters_of(api::kIndexOptions)}),
       .run = index},
      {.name = "tune",
       .summary = "learn from judgements what makes pages of this store related",
       .schema = "TuneReport",
       .parameters =
           together({{store_path("a store"),
                      text("gold", "a file of related pairs: page<TAB>page[<TAB>1|0]"),
                      text("labels", "a file, page<TAB>label: the same label is related"),
                      text("ratings", "a file, query<TAB>answer<TAB>1|0|-[<TAB>rater]"),
                      text("queries", "a file of query pages to learn from (default: all judged)"),
                      number("pages", "540", "at most this many of these, drawn at random; 0: all"),
                      number("folds", "5", "of the cross-validation"),
                      number("seed", "0", "of folds, sample and intervals"),
                      choice("model", "auto", {"auto", "linear", "trees"},
                             "auto: trees from 500 judged pages on, if they gain more"),
                      flag("trial", false, "tell what would be done, and change nothing"),
                      text("save_terms", "a file for all judged answers and their terms, as TSV"),
                      flag("force", false, "replace the file of save_terms, if it is there"),
                      flag("forget", false, "remove what was learned"),
                      number("threads", "0", std::string(api::kThreadsHelp))}}),
       .run = tune},
      {.name = "export",
       .summary = "write a store in another format",
       .schema = "ExportReport",
       .parameters = together(
           {{store_path("a store"),
             {.name = "output", .help = "a file; bvgraph: the basename", .is_required = true},
             choice("to", "", names_of(export_formats()),
                    "(default: told from the output's name)")},
            parameters_of(api::kExportOptions)}),
       .run = write_out},
  };
}

}  // namespace

std::span<const Task> tasks() {
  static const std::vector<Task> kTasks = make_tasks();
  return kTasks;
}

}  // namespace cocite::questions
