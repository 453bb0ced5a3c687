// The routes of studies: a table of names and parameters, and a function each.
#include <algorithm>
#include <set>
#include <utility>

#include <cocite/engine.h>
#include <cocite/eval.h>

#include "api/parameter_groups.h"
#include "measure/judgement_files.h"
#include "serve/study_route.h"
#include "study/json.h"
#include "study/maker.h"
#include "study/rating_value.h"
#include "study/results.h"

namespace cocite::serve {
namespace {

using namespace api;  // NOLINT(google-build-using-namespace): its parameters

// --- answers to the owner --------------------------------------------------------------------

// Those of the list, and those of the text as a file has them, a page a line.
Result<std::vector<std::string>> pages_of(const Arguments& arguments) {
  std::vector<std::string> pages = arguments.texts("page");
  if (const std::string text = arguments.text("pages"); !text.empty()) {
    COCITE_TRY(const auto lines, measure::read_pages(text, "pages"));
    for (const measure::PageLine& line : lines) pages.emplace_back(line.page);
  }
  if (pages.empty()) {
    return fail({.message = "a study asks about at least one page", .about = "page"});
  }
  if (pages.size() > study::kMostQueries) {
    return fail({.message = std::to_string(pages.size()) +
                            " pages are too many; a study has at most " +
                            std::to_string(study::kMostQueries),
                 .about = "page"});
  }
  return pages;
}

Result<std::vector<std::string>> raters_of(const Arguments& arguments) {
  std::vector<std::string> raters = arguments.texts("rater");
  for (const std::string& name : raters) COCITE_CHECK(study::check_name("rater", name));
  if (std::set(raters.begin(), raters.end()).size() != raters.size()) {
    return fail({.message = "two raters cannot have the same name", .about = "rater"});
  }
  return raters;
}

Result<Answer> create(const StudyCall& call) {
  study::StudyPlan plan{.title = call.arguments.text("title"),
                        .store = call.served.name,
                        .by = call.arguments.texts("by"),
                        .top = call.arguments.count("top")};
  COCITE_CHECK(study::check_name("title", plan.title));
  COCITE_TRY(plan.pages, pages_of(call.arguments));
  COCITE_TRY(plan.raters, raters_of(call.arguments));
  if (std::set(plan.by.begin(), plan.by.end()).size() != plan.by.size()) {
    return fail({.message = "a method is named twice", .about = "by"});
  }
  if (plan.top == 0) return fail({.message = "at least one answer is needed", .about = "top"});
  COCITE_TRY(const study::NewStudy study,
             study::ask_methods(*call.served.engine, plan, *call.stop, call.desk->progress()));
  COCITE_TRY(const std::string id, call.desk->file().add(study));
  COCITE_TRY(const study::StudyState state, call.desk->file().state(id));
  return Answer{.text = study::study_json(state)};
}

Result<Answer> list(const StudyCall& call) {
  COCITE_TRY(const auto states, call.desk->file().list());
  return Answer{.text = study::studies_json(states, call.desk->making())};
}

Result<Answer> remove(const StudyCall& call) {
  COCITE_CHECK(call.desk->file().remove(call.arguments.text("study")));
  return list(call);
}

Result<Answer> results(const StudyCall& call) {
  COCITE_TRY(const study::KeptStudy kept, call.desk->file().read(call.arguments.text("study")));
  const EvalAnswer answer = study::results_of(kept);
  if (call.arguments.text("format") == "json") {
    return Answer{.text = study::results_json(kept.state, answer)};
  }
  return Answer{.text = eval_report(&answer),
                .type = "text/html; charset=utf-8",
                .file_name = "results.html"};
}

Result<Answer> ratings(const StudyCall& call) {
  COCITE_TRY(const study::KeptStudy kept, call.desk->file().read(call.arguments.text("study")));
  return Answer{.text = study::ratings_text(kept),
                .type = "text/tab-separated-values; charset=utf-8",
                .file_name = "ratings.tsv"};
}

Result<Answer> add_raters(const StudyCall& call) {
  const std::string id = call.arguments.text("study");
  COCITE_TRY(const std::vector<std::string> names, raters_of(call.arguments));
  COCITE_TRY(const study::StudyState before, call.desk->file().state(id));
  if (before.raters.size() + names.size() > study::kMostRaters) {
    return fail({.message = "a study has at most " + std::to_string(study::kMostRaters) + " raters",
                 .about = "rater"});
  }
  COCITE_CHECK(call.desk->file().add_raters(id, names));
  COCITE_TRY(const study::StudyState state, call.desk->file().state(id));
  return Answer{.text = study::study_json(state)};
}

Result<Answer> close(const StudyCall& call) {
  const std::string id = call.arguments.text("study");
  COCITE_CHECK(call.desk->file().set_closed(id, call.arguments.flag("closed")));
  COCITE_TRY(const study::StudyState state, call.desk->file().state(id));
  return Answer{.text = study::study_json(state)};
}

// --- answers to raters -----------------------------------------------------------------------

Result<Answer> task(const StudyCall& call) {
  COCITE_TRY(const study::Task task,
             call.desk->file().task(call.rater, call.arguments.count("place")));
  return Answer{.text = study::task_json(call.rater, task)};
}

Result<Answer> rate(const StudyCall& call) {
  COCITE_TRY(const study::Progress progress,
             call.desk->file().rate(call.rater, call.arguments.text("item"),
                                    study::rating_of(call.arguments.text("value"))));
  return Answer{.text = study::progress_json(progress)};
}

// --- the table -------------------------------------------------------------------------------

List study_parameter() {
  return {{.name = "study", .help = "the id of a study", .is_required = true}};
}

List rater_parameter(bool is_required) {
  return {{.name = "rater",
           .help = "the name of a rater, who gets a link; repeatable",
           .most = study::kMostRaters,
           .is_repeatable = true,
           .is_required = is_required}};
}

List create_parameters() {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  return together({{{.name = "title", .help = "raters see it", .is_required = true}},
                   {{.name = "page",
                     .help = "a page to ask about; repeatable",
                     .most = study::kMostQueries,
                     .is_repeatable = true}},
                   {{.name = "pages", .help = "more of them, a page a line, as in a file"}},
                   {{.name = "by",
                     .type = Type::kChoice,
                     .help = "a method; repeatable",
                     .choices = names,
                     .is_repeatable = true,
                     .is_required = true}},
                   {{.name = "top",
                     .type = Type::kCount,
                     .fallback = "10",
                     .help = "how many answers of each method",
                     .most = study::kMostStudyTop}},
                   rater_parameter(false),
                   store_parameter()});
}

std::vector<StudyRoute> make_routes() {
  return {
      {.shape = {.path = "/api/studies",
                 .summary = "the studies, with raters, links and progress",
                 .schema = "BlindStudies"},
       .answer = list},
      {.shape = {.path = "/api/studies",
                 .summary = "a new study: every method is asked, and the answers are kept",
                 .schema = "BlindStudy",
                 .weight = Weight::kHeavy,
                 .parameters = create_parameters()},
       .verb = Verb::kPost,
       .makes_study = true,
       .answer = create},
      {.shape = {.path = "/api/studies",
                 .summary = "delete a study with its raters and ratings",
                 .schema = "BlindStudies",
                 .parameters = study_parameter()},
       .verb = Verb::kDelete,
       .answer = remove},
      {.shape = {.path = "/api/studies/results",
                 .summary = "the tables of a study: precision, tests, overlap, agreement of raters",
                 .schema = "StudyResults",
                 .weight = Weight::kHeavy,
                 .parameters = together({study_parameter(),
                                         {{.name = "format",
                                           .type = Type::kChoice,
                                           .fallback = "json",
                                           .help = "html: one file with charts",
                                           .choices = {"json", "html"}}}})},
       .answer = results},
      {.shape = {.path = "/api/studies/ratings",
                 .summary = "the ratings of a study, a file that cocite eval reads",
                 .parameters = study_parameter()},
       .answer = ratings},
      {.shape = {.path = "/api/studies/raters",
                 .summary = "more raters for a study",
                 .schema = "BlindStudy",
                 .parameters = together({study_parameter(), rater_parameter(true)})},
       .verb = Verb::kPost,
       .answer = add_raters},
      {.shape = {.path = "/api/studies/closed",
                 .summary = "a closed study takes no ratings",
                 .schema = "BlindStudy",
                 .parameters = together({study_parameter(),
                                         {{.name = "closed",
                                           .type = Type::kFlag,
                                           .help = "false opens it again",
                                           .is_required = true}}})},
       .verb = Verb::kPost,
       .answer = close},
      {.shape = {.path = "/api/studies/task",
                 .summary = "for a rater: a query page and its answers, in the rater's own order",
                 .schema = "StudyTask",
                 .parameters = {{.name = "place",
                                 .type = Type::kCount,
                                 .fallback = "0",
                                 .help = "which query page, from 1; 0: the first unfinished one"}}},
       .caller = StudyCaller::kRater,
       .answer = task},
      {.shape = {.path = "/api/studies/rating",
                 .summary = "for a rater: rate an answer; a new rating replaces the old one",
                 .schema = "StudyProgress",
                 .parameters = {{.name = "item", .help = "of the task", .is_required = true},
                                {.name = "value",
                                 .type = Type::kChoice,
                                 .help = "1 valuable, 0 not, - could not be reached",
                                 .choices = {"1", "0", "-"},
                                 .is_required = true}}},
       .verb = Verb::kPost,
       .caller = StudyCaller::kRater,
       .answer = rate},
  };
}

constexpr std::string_view kSchemas = R"(
"RatingValue": {"type": "string", "enum": ["", "1", "0", "-"], "description": "empty: not rated yet"},
"BlindStudy": {"type": "object", "required": ["study", "title", "store", "by", "top", "created", "closed", "queries",
  "unanswered", "unknown", "repeated", "items", "raters"], "properties": {
  "study": {"type": "string"}, "title": {"type": "string"}, "store": {"type": "string"},
  "by": {"type": "array", "items": {"type": "string"}}, "top": {"type": "integer"},
  "created": {"type": "integer", "description": "seconds since 1970"}, "closed": {"type": "boolean"},
  "queries": {"type": "integer"}, "unanswered": {"type": "integer", "description": "query pages that no method answered"},
  "unknown": {"type": "integer", "description": "pages left out: not in the graph"},
  "repeated": {"type": "integer"}, "items": {"type": "integer", "description": "answers that each rater rates"},
  "raters": {"type": "array", "items": {"type": "object", "required": ["name", "rated", "link"], "properties": {
    "name": {"type": "string"}, "rated": {"type": "integer"},
    "link": {"type": "string", "description": "the rater's own, from the root of this service"}}}}}},
"BlindStudies": {"type": "object", "required": ["studies"], "properties": {
  "studies": {"type": "array", "items": {"$ref": "#/components/schemas/BlindStudy"}},
  "making": {"type": "object", "description": "present while a study is being made", "required": ["asked", "pages"],
    "properties": {"asked": {"type": "integer", "description": "pages that methods were asked about"},
    "pages": {"type": "integer"}}}}},
"StudyResults": {"type": "object", "required": ["study", "results"], "properties": {
  "study": {"$ref": "#/components/schemas/BlindStudy"},
  "results": {"type": "object", "required": ["facts", "methods", "precision", "pairs", "overlap", "agreement", "queries"],
    "description": "the tables of cocite eval as JSON"}}},
"StudyProgress": {"type": "object", "required": ["items", "rated", "queries", "finished"], "properties": {
  "items": {"type": "integer"}, "rated": {"type": "integer"}, "queries": {"type": "integer"},
  "finished": {"type": "integer"}}},
"StudyTask": {"type": "object", "required": ["title", "rater", "closed", "progress", "place", "query", "items"], "properties": {
  "title": {"type": "string"}, "rater": {"type": "string"}, "closed": {"type": "boolean"},
  "progress": {"$ref": "#/components/schemas/StudyProgress"},
  "place": {"type": "integer", "description": "of the query page; 0: everything is rated"},
  "query": {"type": "object", "required": ["page", "url", "title"], "properties": {
    "page": {"type": "string"},
    "url": {"type": "string"}, "title": {"type": "string"}}},
  "items": {"type": "array", "items": {"type": "object", "required": ["item", "page", "url", "title", "value"], "properties": {
    "item": {"type": "string"}, "page": {"type": "string"}, "url": {"type": "string"}, "title": {"type": "string"},
    "value": {"$ref": "#/components/schemas/RatingValue"}}}}}})";

}  // namespace

std::span<const StudyRoute> study_routes() {
  static const std::vector<StudyRoute> kRoutes = make_routes();
  return kRoutes;
}

const StudyRoute* find_study_route(std::string_view path, Verb verb) {
  if (verb == Verb::kHead) verb = Verb::kGet;
  const auto found = std::ranges::find_if(study_routes(), [&](const StudyRoute& route) {
    return route.shape.path == path && route.verb == verb;
  });
  return found == study_routes().end() ? nullptr : &*found;
}

std::string study_verbs(std::string_view path) {
  std::string verbs;
  for (const auto& [verb, name] :
       {std::pair(Verb::kGet, "GET, HEAD"), std::pair(Verb::kPost, "POST"),
        std::pair(Verb::kDelete, "DELETE")}) {
    if (find_study_route(path, verb) == nullptr) continue;
    verbs += (verbs.empty() ? "" : ", ") + std::string(name);
  }
  return verbs;
}

bool is_study_path(std::string_view path) {
  return std::ranges::any_of(study_routes(),
                             [&](const StudyRoute& route) { return route.shape.path == path; });
}

std::string_view study_schemas() {
  return kSchemas;
}

}  // namespace cocite::serve
