// The routes: a table of names and parameters, and a function each.
#include <algorithm>
#include <utility>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "serve/insight_routes.h"
#include "serve/route.h"
#include "serve/route_parameters.h"

namespace cocite::serve {
namespace {

// --- requests --------------------------------------------------------------------------------

Switch switch_of(const std::string& word) {
  return word == "on" ? Switch::kOn : word == "off" ? Switch::kOff : Switch::kAuto;
}

// Files of the machine are nobody's business, and each K is kept once it was asked for.
Result<void> check_stoplist(const std::string& text) {
  if (text.empty() || text == "none") return {};
  constexpr size_t kLongest = 8;  // auto:100
  const bool is_auto =
      text.starts_with("auto:") && text.size() > 5 && text.size() <= kLongest &&
      std::ranges::all_of(text.substr(5), [](char c) { return c >= '0' && c <= '9'; });
  if (is_auto && std::stoul(text.substr(5)) <= 100) return {};
  return fail(
      {.message = "over HTTP a stoplist is 'none' or 'auto:K' with K up to 100, such as auto:21",
       .about = "stoplist"});
}

Result<RelatedRequest> related_request(const Arguments& arguments, const Limits& limits) {
  // No `stop`: methods look at it where they look at their budget, and after it a late answer would
  // be none.
  RelatedRequest request{.pages = arguments.texts("page")};
  request.hosts = switch_of(arguments.text("hosts"));
  request.stoplist = arguments.text("stoplist");
  COCITE_CHECK(check_stoplist(request.stoplist));
  request.seed = arguments.count("seed");
  request.budget_ms = limits.budget_ms;
  if (const uint64_t own = arguments.count("budget_ms"); own != 0) {
    request.budget_ms = std::min(own, limits.budget_ms);
  }
  static const List kOwn = own_parameters();
  for (const Parameter& parameter : kOwn) {
    if (!arguments.has(parameter.name)) continue;
    const std::string text = arguments.text(parameter.name);
    request.parameters.emplace_back(parameter.name, text);
  }
  return request;
}

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

// Which of the answers are wanted.
void read_wishes(const Arguments& arguments, RelatedRequest& request) {
  request.not_pages = arguments.texts("not");
  request.drop_same_site = arguments.text("same_site") == "drop";
  request.per_host = arguments.count("per_host");
  const std::string copies = arguments.text("copies");
  request.copies = copies == "fold"   ? Copies::kFold
                   : copies == "keep" ? Copies::kKeep
                                      : Copies::kAuto;
  const std::string media = arguments.text("media");
  request.media = media == "keep" ? Media::kKeep : media == "drop" ? Media::kDrop : Media::kAuto;
  request.only_crawled = arguments.text("only") == "crawled";
  const std::string flagged = arguments.text("flagged");
  request.flagged = flagged == "last"   ? FlaggedAnswers::kLast
                    : flagged == "drop" ? FlaggedAnswers::kDrop
                                        : FlaggedAnswers::kKeep;
}

// --- answers ---------------------------------------------------------------------------------

Result<Answer> related(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  request.top = arguments.count("top");
  read_wishes(arguments, request);
  request.why = arguments.count("why");
  request.chop = switch_of(arguments.text("chop"));
  const std::string reduced = shrink(request, request.by, limits.max_parents);
  COCITE_TRY(RelatedAnswer answer, engine.related(request));
  if (!reduced.empty()) {
    answer.notes.push_back("the service is busy and looked at a smaller neighbourhood: " + reduced);
  }
  return Answer{.text = to_json(answer),
                .is_final = answer.is_complete && reduced.empty(),
                .reduced = reduced};
}

Result<Answer> explain(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  request.chop = switch_of(arguments.text("chop"));
  COCITE_TRY(ExplainAnswer answer, engine.explain(request, arguments.text("answer")));
  const uint64_t top = arguments.count("top");
  if (answer.reasons.size() > top) answer.reasons.resize(top);
  return Answer{.text = to_json(answer)};
}

Result<Answer> compare(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  read_wishes(arguments, request);
  std::vector<std::string> names = arguments.texts("by");
  const size_t methods_asked = names.empty() ? methods().size() : names.size();
  request.top = arguments.count("top");
  // The budget is for all of them; who has answered early leaves the rest to nobody.
  request.budget_ms = std::max<uint64_t>(1, request.budget_ms / methods_asked);
  std::string reduced;
  if (limits.max_parents != 0) reduced = shrink(request, "blend", limits.max_parents);
  COCITE_TRY(const CompareAnswer answer, engine.compare(request, names));
  const bool is_complete =
      std::ranges::all_of(answer.methods, [](const auto& method) { return method.is_complete; });
  return Answer{
      .text = to_json(answer), .is_final = is_complete && reduced.empty(), .reduced = reduced};
}

Result<Answer> page(const Engine& engine, const Arguments& arguments, const Limits& /*limits*/) {
  COCITE_TRY(const PageInfo info, engine.page(arguments.text("page")));
  return Answer{.text = to_json(info)};
}

Result<Answer> links(const Engine& engine, const Arguments& arguments, const Limits& /*limits*/) {
  const LinksOptions options{.in = arguments.flag("in"),
                             .top = std::max<uint64_t>(1, arguments.count("top")),
                             .skip = arguments.count("skip")};
  COCITE_TRY(const LinksAnswer answer, engine.link_list(arguments.text("page"), options));
  return Answer{.text = to_json(answer)};
}

Result<Answer> rank(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  RankRequest request{.by = {arguments.text("by")}, .top = arguments.count("top")};
  for (const std::string& text : arguments.texts("page")) request.pages.push_back({.page = text});
  request.threads = 1;
  request.from_columns = true;
  request.max_links = limits.max_rank_links;
  request.stop = limits.stop;
  COCITE_TRY(std::vector<RankAnswer> answers, engine.rank(request));
  if (answers[0].about.empty()) answers[0].about = run_text(answers[0].run);
  return Answer{.text = to_json(answers[0])};
}

Result<Answer> vicinity(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  const std::string reduced = shrink(request, "companion", limits.max_parents);
  COCITE_TRY(const VicinityAnswer answer, engine.vicinity(request));
  const std::string format = arguments.text("format");
  Answer given{.is_final = reduced.empty(), .reduced = reduced};
  if (format == "json") {
    given.text = to_json(answer);
    return given;
  }
  COCITE_TRY(given.text, draw_vicinity(answer, format));
  given.type = "application/xml";
  given.file_name = "vicinity." + format;
  return given;
}

Result<Answer> trace(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(const RelatedRequest request, related_request(arguments, limits));
  COCITE_TRY(const TraceAnswer answer, engine.trace(request));
  return Answer{.text = to_json(answer)};
}

Result<Answer> lli(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(const RelatedRequest request, related_request(arguments, limits));
  COCITE_TRY(LliAnswer answer, engine.lli(request));
  const uint64_t top = arguments.count("top");
  if (answer.items.size() > top) answer.items.resize(top);
  if (answer.neighbours.size() > top) answer.neighbours.resize(top);
  return Answer{.text = to_json(answer)};
}

Result<Answer> search(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  SearchRequest request{.words = arguments.text("words"), .rank = arguments.text("rank")};
  if (arguments.text("model") == "vector") request.model = SearchModel::kVector;
  if (arguments.text("edges") == "anchors") request.edges = SearchEdges::kAnchors;
  const std::string content = arguments.text("content");
  if (content == "prune") request.content = SearchContent::kPrune;
  if (content == "regulate") request.content = SearchContent::kRegulate;
  request.pages = arguments.texts("page");
  request.hosts = switch_of(arguments.text("hosts"));
  request.stoplist = arguments.text("stoplist");
  COCITE_CHECK(check_stoplist(request.stoplist));
  request.seed = arguments.count("seed");
  request.top = arguments.count("top");
  request.skip = arguments.count("skip");
  request.snippets = arguments.flag("snippets");
  request.budget_ms = limits.budget_ms;
  if (const uint64_t own = arguments.count("budget_ms"); own != 0) {
    request.budget_ms = std::min(own, limits.budget_ms);
  }
  COCITE_TRY(const SearchAnswer answer, engine.search(request));
  return Answer{.text = to_json(answer), .is_final = answer.is_complete};
}

Result<Answer> complete(const Engine& engine, const Arguments& arguments,
                        const Limits& /*limits*/) {
  COCITE_TRY(const CompletionAnswer answer,
             engine.complete(arguments.text("prefix"), arguments.count("top")));
  return Answer{.text = to_json(answer)};
}

Result<Answer> info(const Engine& engine, const Arguments& /*arguments*/,
                    const Limits& /*limits*/) {
  return Answer{.text = to_json(engine.info())};
}

Result<Answer> list_methods(const Engine& /*engine*/, const Arguments& /*arguments*/,
                            const Limits& /*limits*/) {
  return Answer{.text = to_json(methods(), rank_kinds(), insights())};
}

// --- the table -------------------------------------------------------------------------------

std::vector<Route> make_routes() {
  const List store = store_parameter();
  return {
      {.path = "/api/related",
       .summary = "which pages are like these, and why",
       .schema = "Related",
       .takes_post = true,
       .parameters = related_parameters(),
       .answer = related},
      {.path = "/api/explain",
       .summary = "why a page is related: the shared pages and what each adds",
       .schema = "Explain",
       .parameters = together(
           {store,
            page_parameter(),
            {{.name = "answer", .help = "the page that /api/related named", .is_required = true}},
            by_parameter(),
            top_parameter("100", "how many reasons, the strongest first"),
            chop_parameter(),
            neighbourhood_parameters()}),
       .answer = explain},
      {.path = "/api/compare",
       .summary = "all methods side by side, and how much they agree",
       .schema = "Compare",
       .weight = Weight::kHeavy,
       .parameters = compare_parameters(),
       .answer = compare},
      {.path = "/api/page",
       .summary = "one page: key, url, title, host, degrees, date, text, ranks",
       .schema = "Page",
       .parameters = together({store, page_parameter()}),
       .answer = page},
      {.path = "/api/links",
       .summary = "a page's children in page order, or its parents",
       .schema = "Links",
       .parameters = together({store,
                               page_parameter(),
                               {{.name = "in",
                                 .type = Type::kFlag,
                                 .fallback = "false",
                                 .help = "its parents: who links to it"}},
                               top_parameter("100", "how many links"),
                               {{.name = "skip",
                                 .type = Type::kCount,
                                 .fallback = "0",
                                 .help = "leave out this many first"}}}),
       .answer = links},
      {.path = "/api/rank",
       .summary = "which pages matter: the columns that the store has; for small stores, computed",
       .schema = "Rank",
       .weight = Weight::kHeavy,
       .parameters = together(
           {store,
            {{.name = "by",
              .type = Type::kChoice,
              .help = "the rank; /api/methods lists them",
              .choices = rank_names(),
              .is_required = true}},
            top_parameter("10", "how many pages, the best first; those with score 0 are left out"),
            {{.name = "page",
              .help = "personalized-pagerank: a page that it is about; repeatable",
              .most = kMostPages,
              .is_repeatable = true}}}),
       .answer = rank},
      {.path = "/api/vicinity",
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
      {.path = "/api/trace",
       .summary = "how HubFinder widens its circle, step by step",
       .schema = "Trace",
       .weight = Weight::kHeavy,
       .parameters = together({store, pages_parameter(), neighbourhood_parameters()}),
       .answer = trace},
      {.path = "/api/lli",
       .summary = "the numbers behind LLI: bcp, dd and similarity per page, bd per parent",
       .schema = "Lli",
       .weight = Weight::kHeavy,
       .parameters = together({store, page_parameter(),
                               top_parameter("100", "how many pages, and how many neighbours"),
                               neighbourhood_parameters()}),
       .answer = lli},
      {.path = "/api/search",
       .summary = "which pages have these words, ranked by words or by the links around them",
       .schema = "Search",
       .parameters = search_parameters(),
       .answer = search},
      {.path = "/api/complete",
       .summary = "pages whose address begins as it is typed: hosts, then pages of the host",
       .schema = "Completion",
       .parameters =
           together({store,
                     {{.name = "prefix", .help = "what was typed so far", .is_required = true}},
                     top_parameter("10", "how many pages")}),
       .answer = complete},
      {.path = "/api/info",
       .summary = "pages, links, hosts, bits per link, size of each part, columns",
       .schema = "Info",
       .parameters = store,
       .answer = info},
      {.path = "/api/methods",
       .summary = "the methods of /api/related and their parameters; the ranks of /api/rank",
       .schema = "Methods",
       .parameters = store,
       .answer = list_methods},
  };
}

}  // namespace

std::span<const Route> routes() {
  static const std::vector<Route> kRoutes = [] {
    std::vector<Route> all = make_routes();
    for (Route& route : insight_routes()) all.push_back(std::move(route));
    return all;
  }();
  return kRoutes;
}

const Route* find_route(std::string_view path) {
  const auto found = std::ranges::find(routes(), path, &Route::path);
  return found == routes().end() ? nullptr : &*found;
}

}  // namespace cocite::serve
