#include "api/eval_questions.h"

#include <utility>

#include <cocite/eval.h>
#include <cocite/output.h>

#include "api/eval_options.h"
#include "api/from_options.h"
#include "api/parameter_groups.h"
#include "api/related_request.h"
#include "api/store_options.h"

namespace cocite::api {
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
  COCITE_TRY(EvalRequest request, eval_request(arguments, limits));
  const int files = (request.gold.empty() ? 0 : 1) + (request.labels.empty() ? 0 : 1) +
                    (request.ratings.empty() ? 0 : 1);
  const bool hides = arguments.has("hide");
  if (files + (hides ? 1 : 0) != 1) {
    return fail(
        {.message = "which answers are good? Give exactly one of gold, labels, ratings and hide",
         .about = "gold"});
  }
  if (request.top == 0) return fail({.message = "at least one answer is needed", .about = "top"});
  COCITE_CHECK(check_report(arguments));
  EvalAnswer answer;
  if (hides) {
    COCITE_TRY(answer, engine.evaluate_hidden(
                           {.eval = std::move(request),
                            .scratch = arguments.text("scratch"),
                            .on = arguments.text("hide_on") == "sites" ? On::kSites : On::kPages,
                            .links = arguments.text("hide") == "links"}));
  } else {
    COCITE_TRY(answer, engine.evaluate(request));
  }
  COCITE_CHECK(write_report(arguments, eval_report(&answer)));
  return Answer{.content = content_of(std::move(answer))};
}

Result<Answer> spam(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  SpamRequest request{.by = arguments.texts("by")};
  read_options(arguments, kSpamQueries, request);
  COCITE_TRY(request.related, neighbourhood(arguments, limits));
  read_options(arguments, kAnswerOptions, request.related);
  request.seed = std::exchange(request.related.seed, 0);
  request.top = arguments.count("top");
  read_options(arguments, kFarmOptions, request);
  read_options(arguments, kScratchOption, request);
  request.threads = static_cast<unsigned>(arguments.count("threads"));
  request.progress = limits.progress;
  request.stop = limits.stop;
  COCITE_CHECK(check_report(arguments));
  COCITE_TRY(SpamAnswer answer, engine.spam(request));
  COCITE_CHECK(write_report(arguments, eval_report(nullptr, &answer)));
  return Answer{.content = content_of(std::move(answer))};
}

Parameter report_parameter() {
  return {.name = "report",
          .help = "also write an HTML report with charts here",
          .whom = For::kHere,
          .shell = {.value = "OUTPUT"}};
}

Parameter spam_flag() {
  Parameter flag = shell_flag(
      "spam",
      "measure how often link farms get their pages among the answers, on copies of the store");
  flag.shell.is_expert = true;
  return flag;
}

List in_shell(List parameters) {
  for (Parameter& parameter : parameters) parameter.whom = For::kShell;
  return parameters;
}

List for_experts(List parameters) {
  for (Parameter& parameter : parameters) parameter.shell.is_expert = true;
  return parameters;
}

Parameter force_parameter() {
  return {.name = "force",
          .type = Type::kFlag,
          .fallback = "false",
          .help = "replace an existing report",
          .whom = For::kHere};
}

List methods_parameter() {
  List by = by_parameter();
  by[0].fallback = "";
  by[0].is_repeatable = true;
  by[0].help = "only this method; repeatable (default: all)";
  by[0].shell = {.help = "the methods to compare (default: all)", .listed = "method"};
  return by;
}

}  // namespace

Result<EvalRequest> eval_request(const Arguments& arguments, const Limits& limits) {
  EvalRequest request{.by = arguments.texts("by"), .sample = arguments.count("sample")};
  read_options(arguments, kJudgementOptions, request);
  read_options(arguments, kEvalOptions, request);
  read_options(arguments, kEvalThreads, request);
  COCITE_TRY(request.related, neighbourhood(arguments, limits));
  read_options(arguments, kAnswerOptions, request.related);
  // One seed: of query pages and resamples. Which parents methods look at stays as it is.
  request.seed = std::exchange(request.related.seed, 0);
  request.top = arguments.count("top");
  request.progress = limits.progress;
  request.stop = limits.stop;
  return request;
}

Question eval_question() {
  return {
      .name = "eval",
      .summary = "measure how good the answers are, by gold pairs, labels or people's ratings",
      .place = 200,
      .schema = "Eval",
      .weight = Weight::kHeavy,
      .whom = For::kHere,
      .parameters =
          [] {
            return together(
                {graph_parameters(),
                 parameters_of(kJudgementOptions),
                 {{.name = "hide",
                   .type = Type::kChoice,
                   .help = "half: hide half of the linking sites (the seed chooses them), and ask "
                           "for what they link to side by side: which method suits this crawl? "
                           "links: hide a tenth of the links within texts, and ask 'suggest' for "
                           "them",
                   .choices = {"half", "links"}},
                  {.name = "hide_on",
                   .type = Type::kChoice,
                   .fallback = "pages",
                   .help =
                       "sites: with hide, sites are asked about, and the graph of sites is asked",
                   .choices = {"pages", "sites"},
                   .shell = {.is_hidden = true}},
                  {.name = "sample",
                   .type = Type::kCount,
                   .fallback = "0",
                   .help = "only this many of them, drawn at random; 0: all",
                   .shell = {.value = "K",
                             .help = "only K of them, drawn at random (default: all; hiding 500, "
                                     "of link farms 100)"}}},
                 methods_parameter(),
                 top_parameter("10", "how many answers count"),
                 parameters_of(kEvalOptions),
                 {report_parameter(),
                  force_parameter(),
                  spam_flag(),
                  {.name = "show",
                   .type = Type::kChoice,
                   .help = "which of the tables (default: methods; in tsv and json all)",
                   .choices = {"all", "facts", "methods", "precision", "pairs", "overlap",
                               "agreement", "queries", "spam", "spam_facts"},
                   .whom = For::kShell}},
                 in_shell(parameters_of(kFarmOptions)),
                 parameters_of(kScratchOption),
                 for_experts(parameters_of(kAnswerOptions)),
                 neighbourhood_parameters(),
                 parameters_of(kEvalThreads)});
          },
      .answer = evaluate,
      .command = "eval",
      .examples =
          "gold=see_also.tsv by=blend,cocitation,jaccard\n"
          "labels=categories.tsv sample=500 seed=1 report=report.html\n"
          "ratings=mine.tsv by=companion,cocitation show=pairs\n"
          "gold=pairs.tsv queries=pages.txt show=queries format=tsv\n"
          "hide=half seed=1 by=blend,cocitation,companion\n"
          "hide=links seed=1\n"
          "spam by=blend,cocitation sample=50"};
}

Question spam_question() {
  return {
      .name = "spam",
      .summary =
          "measure how often link farms get their pages among the answers, on copies of the store",
      .place = 210,
      .schema = "Spam",
      .weight = Weight::kHeavy,
      .whom = For::kHere,
      .parameters =
          [] {
            return together({graph_parameters(),
                             methods_parameter(),
                             parameters_of(kSpamQueries),
                             {report_parameter(), force_parameter()},
                             parameters_of(kFarmOptions),
                             parameters_of(kScratchOption),
                             top_parameter("10", "how many answers count"),
                             parameters_of(kAnswerOptions),
                             neighbourhood_parameters(),
                             parameters_of(kEvalThreads)});
          },
      .answer = spam};
}

}  // namespace cocite::api
