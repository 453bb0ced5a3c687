// The questions: a table of names and parameters, and a function each.
// Long because: one entry a question, in the order of the documentation.
#include <algorithm>
#include <utility>

#include <cocite/engine.h>

#include "api/json_writer.h"
#include "api/schema.h"
#include "api/store_options.h"
#include "questions/cursor.h"
#include "questions/eval_questions.h"
#include "questions/from_options.h"
#include "questions/insight_questions.h"
#include "questions/parameter_groups.h"
#include "questions/question.h"
#include "questions/related_request.h"

namespace cocite::questions {
namespace {

// Under pressure the neighbourhood shrinks, as Dean and Henzinger propose: fewer parents are looked
// at. Gives "B=500", or nothing where the method has no B, or it was small already.
std::string shrink(RelatedRequest& request, const std::string& by, uint64_t max_parents) {
  if (max_parents == 0) return "";
  uint64_t parents = 0;
  for (const MethodItem& method : methods()) {
    if (method.name != by) continue;
    for (const MethodParameter& own : method.parameters) {
      if (own.name == "B") parents = std::stoull(own.fallback);
    }
  }
  if (parents == 0) return "";
  for (auto& [name, value] : request.parameters) {
    if (name == "B" && !value.empty() && value.size() <= 7 &&
        std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; })) {
      parents = std::stoull(value);
    }
  }
  if (parents <= max_parents) return "";
  std::erase_if(request.parameters, [](const auto& one) { return one.first == "B"; });
  request.parameters.emplace_back("B", std::to_string(max_parents));
  return "B=" + std::to_string(max_parents);
}

// --- answers ---------------------------------------------------------------------------------

Result<Answer> related(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, whole_related_request(arguments, limits));
  const std::string reduced = shrink(request, request.by, limits.max_parents);
  COCITE_TRY(RelatedAnswer answer, engine.related(request));
  if (!reduced.empty()) {
    answer.notes.push_back("the service is busy and looked at a smaller neighbourhood: " + reduced);
  }
  const bool is_final = answer.is_complete && reduced.empty();
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final, .reduced = reduced};
}

Result<Answer> explain(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  read_options(arguments, api::kChopOption, request);
  COCITE_TRY(const ListPart part, ListPart::of("explain", engine, arguments));
  COCITE_TRY(ExplainAnswer answer, engine.explain(request, arguments.text("answer")));
  const bool has_more = part.take(answer.reasons);
  return Answer{.content = part.content_of(std::move(answer), has_more)};
}

Result<Answer> similar_sites(const Engine& engine, const Arguments& arguments,
                             const Limits& limits) {
  SimilarSitesRequest request{.sites = arguments.texts("site"), .by = arguments.text("by")};
  read_options(arguments, api::kSimilarSitesOptions, request);
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  // A service does not make clients wait for the graph of sites.
  if (limits.caller == Caller::kClient && arguments.text("on") == "pages") {
    COCITE_CHECK(engine.on(On::kSites, {.makes = false}));
  }
  COCITE_TRY(SimilarSitesAnswer answer, engine.similar_sites(request));
  const bool is_final = answer.is_complete;
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final};
}

// As of related pages, but another one unless one is named.
Parameter site_method_parameter() {
  Parameter by = by_parameter()[0];
  by.fallback = "";
  by.help = "the method; /api/methods describes each (default: blend)";
  return by;
}

Result<Answer> whats_related(const Engine& engine, const Arguments& arguments,
                             const Limits& limits) {
  WhatsRelatedRequest request{.page = arguments.text("page")};
  read_options(arguments, api::kWhatsRelatedOptions, request);
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  COCITE_TRY(WhatsRelatedAnswer answer, engine.whats_related(request));
  const bool is_final = answer.is_complete;
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final};
}

Result<Answer> compare(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  read_options(arguments, api::kAnswerOptions, request);
  std::vector<std::string> names = arguments.texts("by");
  const size_t methods_asked = names.empty() ? methods().size() : names.size();
  read_options(arguments, api::kRelatedTop, request);
  // The budget is shared; time that a method leaves over is not passed on.
  if (request.budget_ms != 0) {
    request.budget_ms = std::max<uint64_t>(1, request.budget_ms / methods_asked);
  }
  std::string reduced;
  if (limits.max_parents != 0) reduced = shrink(request, "blend", limits.max_parents);
  COCITE_TRY(CompareAnswer answer, engine.compare(request, names));
  const bool is_complete =
      std::ranges::all_of(answer.methods, [](const auto& method) { return method.is_complete; });
  return Answer{.content = content_of(std::move(answer)),
                .is_final = is_complete && reduced.empty(),
                .reduced = reduced};
}

Result<Answer> page(const Engine& engine, const Arguments& arguments, const Limits& /*limits*/) {
  COCITE_TRY(PageInfo info, engine.page(arguments.text("page")));
  return Answer{.content = content_of(std::move(info))};
}

Result<Answer> links(const Engine& engine, const Arguments& arguments, const Limits& /*limits*/) {
  COCITE_TRY(const ListPart part, ListPart::of("links", engine, arguments));
  LinksOptions options{.top = part.top, .skip = part.skip};  // top 0: all of them
  read_options(arguments, api::kLinksOptions, options);
  COCITE_TRY(LinksAnswer answer, engine.link_list(arguments.text("page"), options));
  const bool has_more = part.skip + part.top < answer.total;
  return Answer{.content = part.content_of(std::move(answer), has_more)};
}

RankRequest rank_request(const Arguments& arguments, const Limits& limits) {
  RankRequest request{.top = arguments.count("top")};
  read_options(arguments, api::kRankListOptions, request);
  for (const std::string& text : arguments.texts("page")) request.pages.push_back({.page = text});
  request.max_links = limits.max_rank_links;
  request.stop = limits.stop;
  request.progress = limits.progress;
  if (limits.caller == Caller::kClient) {
    request.threads = 1;
    request.from_columns = true;
    return request;
  }
  read_options(arguments, api::kRankOptions, request);
  return request;
}

Result<Answer> rank(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  RankRequest request = rank_request(arguments, limits);
  const std::string by = arguments.text("by");
  request.by = {!by.empty() ? by : request.pages.empty() ? "pagerank" : "personalized-pagerank"};
  if (limits.caller == Caller::kHere) {
    read_options(arguments, api::kRankSaveOptions, request);
    request.from_columns = arguments.flag("from_columns");
  }
  COCITE_TRY(const ListPart part, ListPart::of("rank", engine, arguments));
  request.skip = part.skip;
  COCITE_TRY(std::vector<RankAnswer> answers, engine.rank(request));
  if (answers[0].about.empty()) answers[0].about = run_text(answers[0].run);
  const bool has_more = answers[0].has_more;
  return Answer{.content = part.content_of(std::move(answers[0]), has_more)};
}

Result<Answer> compare_ranks(const Engine& engine, const Arguments& arguments,
                             const Limits& limits) {
  RankRequest request = rank_request(arguments, limits);
  request.by = arguments.texts("by");
  COCITE_TRY(RankComparison comparison, engine.compare_ranks(request));
  return Answer{.content = content_of(std::move(comparison))};
}

Result<Answer> vicinity(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  const std::string reduced = shrink(request, "companion", limits.max_parents);
  COCITE_TRY(VicinityAnswer answer, engine.vicinity(request));
  const std::string format = arguments.text("format");
  Answer given{.is_final = reduced.empty(), .reduced = reduced};
  if (format == "json") {
    given.content = content_of(std::move(answer));
    return given;
  }
  COCITE_TRY(given.text, draw_vicinity(answer, format));
  given.type = "application/xml";
  given.file_name = "vicinity." + format;
  return given;
}

Result<Answer> trace(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(const RelatedRequest request, related_request(arguments, limits));
  COCITE_TRY(TraceAnswer answer, engine.trace(request));
  return Answer{.content = content_of(std::move(answer))};
}

Result<Answer> lli(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(const RelatedRequest request, related_request(arguments, limits));
  COCITE_TRY(const ListPart part, ListPart::of("lli", engine, arguments));
  COCITE_TRY(LliAnswer answer, engine.lli(request));
  const bool has_more_items = part.take(answer.items);
  const bool has_more_neighbours = part.take(answer.neighbours);
  return Answer{.content =
                    part.content_of(std::move(answer), has_more_items || has_more_neighbours)};
}

Result<Answer> search(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  SearchRequest request{.words = arguments.text("words")};
  read_options(arguments, api::kSearchOptions, request);
  COCITE_CHECK(check_stoplist(request.stoplist, limits));
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  COCITE_TRY(SearchAnswer answer, engine.search(request));
  const bool is_final = answer.is_complete;
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final};
}

Result<Answer> complete(const Engine& engine, const Arguments& arguments,
                        const Limits& /*limits*/) {
  COCITE_TRY(CompletionAnswer answer,
             engine.complete(arguments.text("prefix"), arguments.count("top")));
  return Answer{.content = content_of(std::move(answer))};
}

Result<Answer> info(const Engine& engine, const Arguments& /*arguments*/,
                    const Limits& /*limits*/) {
  return Answer{.content = content_of(engine.info())};
}

Result<Answer> list_methods(const Engine& /*engine*/, const Arguments& /*arguments*/,
                            const Limits& /*limits*/) {
  return Answer{.content = content_of(MethodsAnswer{
                    .methods = methods(), .ranks = rank_kinds(), .insights = insights()})};
}

// --- the table -------------------------------------------------------------------------------

std::vector<Question> make_questions() {
  const List store = graph_parameters();
  return {
      {.name = "related",
       .summary = "which pages are like these, and why",
       .schema = "Related",
       .takes_post = true,
       .parameters = related_parameters(),
       .answer = related},
      {.name = "explain",
       .summary = "why a page is related: the shared pages and what each adds",
       .schema = "Explain",
       .parameters = together(
           {store,
            page_parameter(),
            {{.name = "answer", .help = "the page that /api/related named", .is_required = true}},
            by_parameter(),
            part_parameters("100", "how many reasons, the strongest first"),
            parameters_of(api::kChopOption),
            neighbourhood_parameters()}),
       .answer = explain},
      {.name = "similar_sites",
       .summary = "which sites are like these, and the pages that show it",
       .schema = "SimilarSites",
       .parameters = together({store,
                               {{.name = "site",
                                 .help = "a site, by its name or the address of any page of it",
                                 .is_repeatable = true,
                                 .is_required = true},
                                site_method_parameter()},
                               parameters_of(api::kSimilarSitesOptions)}),
       .answer = similar_sites},
      {.name = "whats_related",
       .summary =
           "all that a browser's button needs: related pages and sites with reasons, hubs, who "
           "links here, what others call it, whether it is still there",
       .schema = "WhatsRelated",
       .parameters = together({store, page_parameter(), parameters_of(api::kWhatsRelatedOptions)}),
       .answer = whats_related},
      {.name = "compare",
       .summary = "all methods side by side, and how much they agree",
       .schema = "Compare",
       .weight = Weight::kHeavy,
       .parameters = compare_parameters(),
       .answer = compare},
      {.name = "page",
       .summary = "one page: key, url, title, host, degrees, date, text, ranks",
       .schema = "Page",
       .parameters = together({store, page_parameter()}),
       .answer = page},
      {.name = "links",
       .summary = "a page's children in page order, or its parents",
       .schema = "Links",
       .parameters = together({store,
                               page_parameter(),
                               part_parameters("100", "number of links", true),
                               {{.name = "skip",
                                 .type = Type::kCount,
                                 .fallback = "0",
                                 .help = "number of links to leave out before these"}},
                               parameters_of(api::kLinksOptions)}),
       .answer = links},
      {.name = "rank",
       .summary = "which pages matter: the columns that the store has; for small stores, computed",
       .schema = "Rank",
       .weight = Weight::kHeavy,
       .parameters = together(
           {store,
            {{.name = "by",
              .type = Type::kChoice,
              .help = "the rank; /api/methods lists them (default: pagerank, with pages "
                      "personalized-pagerank)",
              .choices = rank_names()}},
            part_parameters("10", "how many pages, the best first; those with score 0 are left out",
                            true),
            rank_parameters(),
            parameters_of(api::kRankSaveOptions),
            {{.name = "from_columns",
              .type = Type::kFlag,
              .fallback = "false",
              .help = "answer from a column of the store, however it was computed",
              .whom = For::kHere}}}),
       .answer = rank},
      {.name = "compare_ranks",
       .summary = "ranks side by side: how much they agree, and the pages they differ on most",
       .schema = "RankComparison",
       .weight = Weight::kHeavy,
       .whom = For::kHere,
       .parameters = together({store,
                               {{.name = "by",
                                 .type = Type::kChoice,
                                 .help = "a rank; at least two",
                                 .choices = rank_names(),
                                 .is_repeatable = true,
                                 .is_required = true}},
                               top_parameter("10", "how many pages", true),
                               rank_parameters()}),
       .answer = compare_ranks},
      {.name = "vicinity",
       .summary = "the graph around a page that companion looks at",
       .schema = "Vicinity",
       .weight = Weight::kHeavy,
       .parameters = together({store,
                               pages_parameter(),
                               {{.name = "format",
                                 .type = Type::kChoice,
                                 .fallback = "json",
                                 .help = "graphml and gexf are for programs that draw",
                                 .choices = {"json", "graphml", "gexf"}}},
                               neighbourhood_parameters()}),
       .answer = vicinity},
      {.name = "trace",
       .summary = "how HubFinder widens its circle, step by step",
       .schema = "Trace",
       .weight = Weight::kHeavy,
       .parameters = together({store, pages_parameter(), neighbourhood_parameters()}),
       .answer = trace},
      {.name = "lli",
       .summary = "the numbers behind LLI: bcp, dd and similarity per page, bd per parent",
       .schema = "Lli",
       .weight = Weight::kHeavy,
       .parameters = together({store, page_parameter(),
                               part_parameters("100", "how many pages, and how many neighbours"),
                               neighbourhood_parameters()}),
       .answer = lli},
      {.name = "search",
       .summary = "which pages have these words, ranked by words or by the links around them",
       .schema = "Search",
       .parameters = search_parameters(),
       .answer = search},
      {.name = "complete",
       .summary = "pages whose address begins as it is typed, or whose name has it",
       .schema = "Completion",
       .parameters =
           together({store,
                     {{.name = "prefix", .help = "what was typed so far", .is_required = true}},
                     top_parameter("10", "how many pages")}),
       .answer = complete},
      {.name = "info",
       .summary = "pages, links, hosts, bits per link, size of each part, columns",
       .schema = "Info",
       .parameters = store,
       .answer = info},
      {.name = "methods",
       .summary = "the methods of /api/related and their parameters; the ranks of /api/rank",
       .schema = "Methods",
       .parameters = store,
       .answer = list_methods},
      eval_question(),
      spam_question(),
  };
}

}  // namespace

std::string Answer::json() const {
  if (!content) return text;
  api::JsonWriter json;
  content->write(json);
  return json.take();
}

std::span<const Question> questions() {
  static const std::vector<Question> kQuestions = [] {
    std::vector<Question> all = make_questions();
    for (Question& question : insight_questions()) all.push_back(std::move(question));
    return all;
  }();
  return kQuestions;
}

const Question* find_question(std::string_view name) {
  const auto found = std::ranges::find(questions(), name, &Question::name);
  return found == questions().end() ? nullptr : &*found;
}

std::string schemas(Caller caller) {
  std::vector<std::string_view> names;
  for (const Question& question : questions()) {
    if (caller == Caller::kHere || question.whom != For::kHere) names.push_back(question.schema);
  }
  if (caller == Caller::kHere) {
    for (const Task& task : tasks()) names.push_back(task.schema);
  }
  return api::schemas(names);
}

Result<const Engine*> asked_graph(const Engine& engine, const Arguments& arguments,
                                  const GraphOptions& options) {
  const Engine* graph = &engine;
  if (arguments.has("mirrors") && arguments.text("mirrors") == "merge") {
    COCITE_TRY(graph, engine.merged(options));
  }
  const std::string on = arguments.text("on");
  return graph->on(on == "hosts" ? On::kHosts : on == "sites" ? On::kSites : On::kPages, options);
}

}  // namespace cocite::questions
