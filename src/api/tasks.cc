// What makes and changes stores, by name.
#include <utility>

#include <cocite/engine.h>
#include <cocite/tune.h>

#include "api/eval_options.h"
#include "api/from_options.h"
#include "api/parameter_groups.h"
#include "api/question.h"
#include "api/store_options.h"

namespace cocite::api {
namespace {

// --- parameters ------------------------------------------------------------------------------

Parameter store_path(const std::string& help) {
  return {.name = "store", .help = help, .is_required = true};
}
List import_parameters(const std::string& store_help) {
  return together({{store_path(store_help),
                    {.name = "inputs",
                     .help = "files; DIR=https://base/ for a folder of HTML pages",
                     .is_repeatable = true,
                     .is_required = true}},
                   parameters_of(kImportOptions)});
}

// --- work ------------------------------------------------------------------------------------

ImportRequest import_request(const Arguments& arguments, const Limits& limits) {
  ImportRequest request{.store = arguments.text("store"), .inputs = arguments.texts("inputs")};
  read_options(arguments, kImportFrom, request);
  read_options(arguments, kImportOptions, request);
  request.progress = limits.progress;
  request.stop = limits.stop;
  return request;
}

Result<Answer> import(const Arguments& arguments, const Limits& limits) {
  ImportRequest request = import_request(arguments, limits);
  read_options(arguments, kImportForce, request);
  const bool has_segments = request.from == kSegments;
  COCITE_TRY(ImportReport report, has_segments ? assemble_store(request) : import_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> add(const Arguments& arguments, const Limits& limits) {
  ImportRequest request = import_request(arguments, limits);
  read_options(arguments, kAddOptions, request);
  COCITE_TRY(ImportReport report, add_to_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> prepare(const Arguments& arguments, const Limits& limits) {
  PrepareRequest request{
      .store = arguments.text("store"), .progress = limits.progress, .stop = limits.stop};
  read_options(arguments, kPrepareOptions, request);
  COCITE_TRY(PrepareReport report, prepare_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> index(const Arguments& arguments, const Limits& limits) {
  IndexRequest request{
      .store = arguments.text("store"), .progress = limits.progress, .stop = limits.stop};
  read_options(arguments, kWordsOptions, request);
  read_options(arguments, kIndexOptions, request);
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
  read_options(arguments, kJudgementOptions, request.eval);
  read_options(arguments, kEvalSeed, request.eval);
  read_options(arguments, kEvalThreads, request.eval);
  read_options(arguments, kTuneOptions, request);
  request.eval.progress = limits.progress;
  request.eval.stop = limits.stop;
  COCITE_TRY(TuneReport report, tune_store(request));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> write_out(const Arguments& arguments, const Limits& limits) {
  ExportRequest request{.store = arguments.text("store"),
                        .output = arguments.text("output"),
                        .progress = limits.progress,
                        .stop = limits.stop};
  read_options(arguments, kExportOptions, request);
  read_options(arguments, kExportRelated, request.related);
  COCITE_TRY(ExportReport report, export_store(request));
  return Answer{.content = content_of(std::move(report))};
}

std::vector<Task> make_tasks() {
  return {
      {.name = "import",
       .summary = "turn links, crawls or other graphs into a store",
       .schema = "ImportReport",
       .parameters = together({import_parameters("the folder that is made"),
                               parameters_of(kImportFrom), parameters_of(kImportForce)}),
       .run = import},
      {.name = "add",
       .summary = "add more input to a store, as if it had all been imported at once",
       .schema = "ImportReport",
       .parameters = together(
           {import_parameters("a store"), parameters_of(kAddFrom), parameters_of(kAddOptions)}),
       .run = add},
      {.name = "prepare",
       .summary = "compute in advance what requests need to know about all pages",
       .schema = "PrepareReport",
       .parameters = together({{store_path("a store")}, parameters_of(kPrepareOptions)}),
       .run = prepare},
      {.name = "index",
       .summary = "index the words of pages, for searches",
       .schema = "IndexReport",
       .parameters = together(
           {{store_path("a store")}, parameters_of(kWordsOptions), parameters_of(kIndexOptions)}),
       .run = index},
      {.name = "tune",
       .summary = "learn from judgements what makes pages of this store related",
       .schema = "TuneReport",
       .parameters = together({{store_path("a store"),
                                {.name = "forget",
                                 .type = Type::kFlag,
                                 .fallback = "false",
                                 .help = "remove what was learned"}},
                               parameters_of(kJudgementOptions),
                               parameters_of(kTuneOptions),
                               parameters_of(kEvalSeed),
                               parameters_of(kEvalThreads)}),
       .run = tune},
      {.name = "export",
       .summary = "write a store in another format",
       .schema = "ExportReport",
       .parameters = together(
           {{store_path("a store"),
             {.name = "output", .help = "a file; bvgraph: the basename", .is_required = true}},
            parameters_of(kExportOptions),
            parameters_of(kExportRelated)}),
       .run = write_out},
  };
}

}  // namespace

std::span<const Task> tasks() {
  static const std::vector<Task> kTasks = make_tasks();
  return kTasks;
}

}  // namespace cocite::api
