#include "questions/eval_questions.h"

#include <utility>

#include <cocite/eval.h>
#include <cocite/output.h>

#include "api/store_options.h"
#include "questions/from_options.h"
#include "questions/parameter_groups.h"
#include "questions/related_request.h"

namespace cocite::questions {
namespace {

OutputRules rules_for_report(const Arguments& arguments) {
  OutputRules rules{.force = arguments.flag("force")};
  for (const char* const name : {"gold", "labels", "ratings", "queries"}) {
    if (arguments.has(name)) rules.inputs.push_back(arguments.text(name));
  }
  return rules;
}

// Before the work that it takes.
Result<void> check_report(const Arguments& arguments) {
  const std::string path = arguments.text("report");
  return path.empty() ? Result<void>() : check_output(path, rules_for_report(arguments));
}

Result<void> write_report(const Arguments& arguments, const std::string& html) {
  const std::string path = arguments.text("report");
  return path.empty() ? Result<void>() : write_output(path, html, rules_for_report(arguments));
}

Result<Answer> evaluate(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  EvalRequest request{.by = arguments.texts("by"),
                      .gold = arguments.text("gold"),
                      .labels = arguments.text("labels"),
                      .ratings = arguments.text("ratings"),
                      .queries = arguments.text("queries"),
                      .sample = arguments.count("sample")};
  COCITE_TRY(request.related, neighbourhood(arguments, limits));
  read_options(arguments, api::kAnswerOptions, request.related);
  // One seed: of query pages and resamples. Which parents methods look at stays as it is.
  request.seed = std::exchange(request.related.seed, 0);
  request.top = arguments.count("top");
  const std::string unjudged = arguments.text("unjudged");
  request.unjudged = unjudged == "wrong"  ? Unjudged::kWrong
                     : unjudged == "skip" ? Unjudged::kSkip
                                          : Unjudged::kAuto;
  request.resamples = arguments.count("resamples");
  request.threads = static_cast<unsigned>(arguments.count("threads"));
  request.progress = limits.progress;
  request.stop = limits.stop;
  const int files = (request.gold.empty() ? 0 : 1) + (request.labels.empty() ? 0 : 1) +
                    (request.ratings.empty() ? 0 : 1);
  const bool hides = arguments.has("hide");
  if (files + (hides ? 1 : 0) != 1) {
    return fail({.message = "what is good? Exactly one of gold, labels, ratings and hide says it",
                 .about = "gold"});
  }
  if (request.top == 0) return fail({.message = "at least one answer is needed", .about = "top"});
  COCITE_CHECK(check_report(arguments));
  EvalAnswer answer;
  if (hides) {
    COCITE_TRY(answer, engine.evaluate_hidden(
                           {.eval = std::move(request),
                            .scratch = arguments.text("scratch"),
                            .on = arguments.text("hide_on") == "sites" ? On::kSites : On::kPages}));
  } else {
    COCITE_TRY(answer, engine.evaluate(request));
  }
  COCITE_CHECK(write_report(arguments, eval_report(&answer)));
  return Answer{.content = content_of(std::move(answer))};
}

Result<Answer> spam(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  SpamRequest request{.by = arguments.texts("by"),
                      .queries = arguments.text("queries"),
                      .sample = arguments.count("sample")};
  COCITE_TRY(request.related, neighbourhood(arguments, limits));
  read_options(arguments, api::kAnswerOptions, request.related);
  request.seed = std::exchange(request.related.seed, 0);
  request.top = arguments.count("top");
  request.farm_pages = arguments.count("farm_pages");
  request.promoted = arguments.count("promoted");
  request.scratch = arguments.text("scratch");
  request.threads = static_cast<unsigned>(arguments.count("threads"));
  request.progress = limits.progress;
  request.stop = limits.stop;
  COCITE_CHECK(check_report(arguments));
  COCITE_TRY(SpamAnswer answer, engine.spam(request));
  COCITE_CHECK(write_report(arguments, eval_report(nullptr, &answer)));
  return Answer{.content = content_of(std::move(answer))};
}

Parameter file(const std::string& name, const std::string& help) {
  return {.name = name, .help = help, .whom = For::kHere};
}

Parameter force_parameter() {
  return {.name = "force",
          .type = Type::kFlag,
          .fallback = "false",
          .help = "replace a report that is there already",
          .whom = For::kHere};
}

Parameter threads_parameter() {
  return {.name = "threads",
          .type = Type::kCount,
          .fallback = "0",
          .help = std::string(api::kThreadsHelp),
          .whom = For::kHere};
}

List methods_parameter() {
  List by = by_parameter();
  by[0].fallback = "";
  by[0].is_repeatable = true;
  by[0].help = "only this method; repeatable (default: all)";
  return by;
}

}  // namespace

Question eval_question() {
  return {
      .name = "eval",
      .summary = "how good the answers are, by gold pairs, labels or people's ratings",
      .schema = "Eval",
      .weight = Weight::kHeavy,
      .whom = For::kHere,
      .parameters = together(
          {graph_parameters(),
           {file("gold", "a file with pairs of related pages: page<TAB>page, a line each"),
            file("labels", "a file: page<TAB>label; pages that share a label are related"),
            file("ratings",
                 "a file of what people said: query page<TAB>answer<TAB>1, 0 or -, and "
                 "<TAB>rater if there are several"),
            {.name = "hide",
             .type = Type::kChoice,
             .help = "hide half of the linking sites, and ask for what they link to side by side",
             .choices = {"half"}},
            {.name = "hide_on",
             .type = Type::kChoice,
             .fallback = "pages",
             .help = "sites: with hide, sites are asked about, and the graph of sites is asked",
             .choices = {"pages", "sites"}},
            file("queries", "a file of pages to ask about (default: all that are judged)"),
            {.name = "sample",
             .type = Type::kCount,
             .fallback = "0",
             .help = "only this many of them, drawn at random; 0: all"}},
           methods_parameter(),
           top_parameter("10", "how many answers count"),
           {{.name = "unjudged",
             .type = Type::kChoice,
             .fallback = "auto",
             .help = "unjudged answers: wrong, or skip as if they were not there; auto: "
                     "skip with labels, else wrong",
             .choices = {"auto", "wrong", "skip"}},
            {.name = "resamples",
             .type = Type::kCount,
             .fallback = "1000",
             .help = "of the bootstrap behind confidence intervals; 0: none"},
            file("report", "also write an HTML report with charts here"),
            force_parameter(),
            file("scratch", "where temporary copies go (default: the system's)")},
           parameters_of(api::kAnswerOptions),
           neighbourhood_parameters(),
           {threads_parameter()}}),
      .answer = evaluate};
}

Question spam_question() {
  return {
      .name = "spam",
      .summary = "how often link farms get their pages among the answers, on copies of the store",
      .schema = "Spam",
      .weight = Weight::kHeavy,
      .whom = For::kHere,
      .parameters = together(
          {graph_parameters(),
           methods_parameter(),
           {file("queries", "a file of pages to ask about (default: any that are linked to)"),
            {.name = "sample",
             .type = Type::kCount,
             .fallback = "100",
             .help = "only this many of them, drawn at random; 0: all"},
            {.name = "farm_pages",
             .type = Type::kCount,
             .fallback = "200",
             .help = "pages of each farm"},
            {.name = "promoted",
             .type = Type::kCount,
             .fallback = "5",
             .help = "pages that a farm promotes"},
            file("report", "also write an HTML report with charts here"),
            force_parameter(),
            file("scratch", "where temporary copies go (default: the system's)")},
           top_parameter("10", "how many answers count"),
           parameters_of(api::kAnswerOptions),
           neighbourhood_parameters(),
           {threads_parameter()}}),
      .answer = spam};
}

}  // namespace cocite::questions
