// What makes and changes stores, by name.
#include <utility>

#include <cocite/engine.h>
#include <cocite/tune.h>

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
  return together(
      {{store_path(store_help),
        {.name = "inputs",
         .help = "files; DIR=https://base/ for a folder of HTML pages",
         .is_repeatable = true,
         .is_required = true},
        choice("from", "", names_of(import_formats()),
               "what they are (default: told from the input)"),
        choice("names", "url", {"url", "opaque"}, "opaque: names are no addresses"),
        flag("fold_www", false, "www.example.com is example.com")},
       memory_parameter(),
       threads_parameter(),
       {text("title", "a file of titles, a line each: page<TAB>title"),
        text("text", "a file of texts, a line each: page<TAB>text; the first 1000 words count"),
        {.name = "visits",
         .help = "files of how often people went from page to page: from<TAB>to<TAB>count, "
                 "Wikipedia's clickstream, access logs",
         .is_repeatable = true},
        choice("visits_from", "", {"transitions", "clickstream", "log"},
               "what these are (default: told from the file)"),
        text("visits_host",
             "where a log was written (https://www.example.org), or a wiki's pages "
             "are (https://en.wikipedia.org/wiki/)"),
        {.name = "visits_at_least",
         .type = Type::kCount,
         .fallback = "0",
         .help = "drop transitions that were seen less often; 0: 5"},
        text("names_file", "BVGraph: a file whose line i names node i"),
        flag("transposed", false, "BVGraph: the lists are in-links"),
        choice("seen_again", "newest", {"newest", "oldest", "union"},
               "which links a page has that is in several inputs"),
        choice("order", "auto", {"auto", "page", "none"},
               "page: links are in page order even if every list is sorted; none: in none"),
        text("from_date", "crawls: only pages fetched then or later"),
        text("to_date", "crawls: only pages fetched then or earlier"),
        choice("nofollow", "keep", {"keep", "drop"},
               "crawls: links with rel nofollow, ugc or sponsored"),
        flag("frames", false, "crawls: frames and iframes are links too"),
        flag("keep_text", true, "crawls: keep the first 1000 words of pages"),
        flag("keep_anchors", true, "crawls: keep the text of links"),
        flag("aliases", true, "crawls: redirects and canonical addresses stand for their page"),
        text("suffix_list", "a newer public suffix list, for sites"),
        flag("fast", false, "links in bytes instead of bits: twice the size, quicker to read"),
        flag("index", true, "make an index of words, for searches"),
        text("stem", "words to their stems: a language, auto (that of most pages), none"),
        flag("prepare", true, "compute in advance what requests need"),
        flag("strict", false, "a bad line is an error, not only counted")}});
}

// --- work ------------------------------------------------------------------------------------

ImportRequest import_request(const Arguments& arguments, const Limits& limits) {
  ImportRequest request{.store = arguments.text("store"), .inputs = arguments.texts("inputs")};
  request.from = arguments.text("from");
  request.opaque_names = arguments.text("names") == "opaque";
  request.fold_www = arguments.flag("fold_www");
  request.memory_bytes = arguments.size("memory");
  request.threads = static_cast<unsigned>(arguments.count("threads"));
  request.title_file = arguments.text("title");
  request.text_file = arguments.text("text");
  request.visit_files = arguments.texts("visits");
  request.visits_from = arguments.text("visits_from");
  request.visits_host = arguments.text("visits_host");
  request.visits_at_least = arguments.count("visits_at_least");
  request.names_file = arguments.text("names_file");
  request.transposed = arguments.flag("transposed");
  const std::string again = arguments.text("seen_again");
  request.seen_again = again == "oldest"  ? SeenAgain::kOldest
                       : again == "union" ? SeenAgain::kUnion
                                          : SeenAgain::kNewest;
  const std::string order = arguments.text("order");
  request.order = order == "page"   ? LinkOrder::kPage
                  : order == "none" ? LinkOrder::kNone
                                    : LinkOrder::kAuto;
  request.from_date = arguments.text("from_date");
  request.to_date = arguments.text("to_date");
  request.drop_nofollow = arguments.text("nofollow") == "drop";
  request.frames = arguments.flag("frames");
  request.keep_text = arguments.flag("keep_text");
  request.keep_anchors = arguments.flag("keep_anchors");
  request.aliases = arguments.flag("aliases");
  request.suffix_list = arguments.text("suffix_list");
  request.fast = arguments.flag("fast");
  request.index = arguments.flag("index");
  request.stem = arguments.text("stem");
  request.prepare = arguments.flag("prepare");
  request.strict = arguments.flag("strict");
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
  COCITE_TRY(PrepareReport report,
             prepare_store({.store = arguments.text("store"),
                            .memory_bytes = arguments.size("memory"),
                            .threads = static_cast<unsigned>(arguments.count("threads")),
                            .progress = limits.progress,
                            .stop = limits.stop}));
  return Answer{.content = content_of(std::move(report))};
}

Result<Answer> index(const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(IndexReport report,
             index_store({.store = arguments.text("store"),
                          .stem = arguments.text("stem"),
                          .force = arguments.flag("force"),
                          .memory_bytes = arguments.size("memory"),
                          .threads = static_cast<unsigned>(arguments.count("threads")),
                          .progress = limits.progress,
                          .stop = limits.stop}));
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
  const std::string on = arguments.text("on");
  COCITE_TRY(ExportReport report, export_store({.store = arguments.text("store"),
                                                .on = on == "hosts"   ? On::kHosts
                                                      : on == "sites" ? On::kSites
                                                                      : On::kPages,
                                                .output = arguments.text("output"),
                                                .to = arguments.text("to"),
                                                .transposed = arguments.flag("transposed"),
                                                .force = arguments.flag("force"),
                                                .max_pages = arguments.count("max_pages"),
                                                .progress = limits.progress,
                                                .stop = limits.stop}));
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
            {flag("ranks", true, "saved ranks are made anew for the new links"),
             flag("force", false, "add an input that is in the store already once more")}}),
       .run = add},
      {.name = "prepare",
       .summary = "compute in advance what requests need to know about all pages",
       .schema = "PrepareReport",
       .parameters = together({{store_path("a store")}, memory_parameter(), threads_parameter()}),
       .run = prepare},
      {.name = "index",
       .summary = "index the words of pages, for searches",
       .schema = "IndexReport",
       .parameters =
           together({{store_path("a store"),
                      {.name = "stem",
                       .fallback = "auto",
                       .help = "words to their stems: a language, auto (that of most pages), none"},
                      flag("force", false, "make it anew")},
                     memory_parameter(),
                     threads_parameter()}),
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
                      flag("forget", false, "remove what was learned")},
                     threads_parameter()}),
       .run = tune},
      {.name = "export",
       .summary = "write a store in somebody else's format",
       .schema = "ExportReport",
       .parameters =
           {store_path("a store"),
            {.name = "output", .help = "a file; bvgraph: the basename", .is_required = true},
            choice("to", "", names_of(export_formats()), "(default: told from the output's name)"),
            choice("on", "pages", {"pages", "hosts", "sites"}, "whose graph"),
            flag("transposed", false, "bvgraph: write the in-links"),
            flag("force", false, "replace what is there; write any number of pages"),
            {.name = "max_pages",
             .type = Type::kCount,
             .fallback = "100000",
             .help = "graphml, gexf: programs that draw choke on more"}},
       .run = write_out},
  };
}

}  // namespace

std::span<const Task> tasks() {
  static const std::vector<Task> kTasks = make_tasks();
  return kTasks;
}

}  // namespace cocite::questions
