#include "cli/related_options.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/graph.h"

namespace cocite::cli {
namespace {

void switch_option(Command& command, const std::string& name, Switch& value,
                   const std::string& help) {
  command.one_of<Switch>(name,
                         {{"auto", Switch::kAuto}, {"on", Switch::kOn}, {"off", Switch::kOff}},
                         value, help, "WORD");
}

// One option a parameter, however many of the methods have it; its help names the defaults.
void add_parameters(Command& command, RelatedRequest& request,
                    const std::vector<std::string>& methods) {
  for (const MethodParameter& parameter : method_parameters(methods)) {
    const std::string choices = parameter.choices.empty() ? "" : ": " + parameter.choices;
    command.value(
        "--" + parameter.name,
        [&request, parameter](const std::string& text) -> std::optional<std::string> {
          const Result<void> checked = check_parameter(parameter, text);
          if (!checked) return checked.error().message;
          request.parameters.emplace_back(parameter.name, text);
          return std::nullopt;
        },
        parameter.summary + choices, "VALUE");
  }
}

}  // namespace

void pages_argument(Command& command, std::vector<std::string>& pages) {
  command.optional_arguments(
      "PAGE", pages,
      "a URL, with or without http://, or a page key; in a store of opaque names the name, in one "
      "of numbers the number; several are asked about together");
}

void add_neighbourhood_options(Command& command, RelatedRequest& request,
                               const std::vector<std::string>& methods,
                               const std::string& seed_help) {
  switch_option(command, "--hosts", request.hosts,
                "whether links within a host count less; off: every page is its own host "
                "(default auto: off where over 90 % of links stay on their host)");
  command.text("--stoplist", request.stoplist,
               "pages to ignore: a file of addresses, auto:K for the K most linked, none "
               "(default: auto:21 for graphs of a million pages or more, else none)",
               "FILE|auto:K|none");
  command.count("--seed", request.seed, seed_help);
  add_parameters(command, request, methods);
}

void copies_option(Command& command, Copies& copies) {
  command.one_of<Copies>("--copies", {{"fold", Copies::kFold}, {"keep", Copies::kKeep}}, copies,
                         "fold: a near-copy of the page, or of a better answer, is named there and "
                         "not listed as an answer "
                         "(default: fold for blend, keep for the others)",
                         "WORD");
}

void flagged_option(Command& command, FlaggedAnswers& flagged) {
  command.one_of<FlaggedAnswers>("--flagged",
                                 {{"keep", FlaggedAnswers::kKeep},
                                  {"last", FlaggedAnswers::kLast},
                                  {"drop", FlaggedAnswers::kDrop}},
                                 flagged,
                                 "what to do with answers that are backed only by pages that "
                                 "nobody links to; blend marks them (default keep)",
                                 "WORD");
}

std::string copies_text(const std::vector<CopyItem>& copies) {
  constexpr size_t kShown = 2;
  std::string text = "also at ";
  for (size_t i = 0; i < std::min(kShown, copies.size()); ++i) {
    text += (i == 0 ? "" : ", ") + (copies[i].url.empty() ? copies[i].key : copies[i].url);
  }
  if (copies.size() > kShown) text += " and " + std::to_string(copies.size() - kShown) + " more";
  return text;
}

void add_answer_options(Command& command, RelatedRequest& request) {
  command.texts("--not", request.not_pages, "answers more like this page move down; repeatable",
                "PAGE");
  command.one_of<bool>("--same-site", {{"keep", false}, {"drop", true}}, request.drop_same_site,
                       "drop: no answers on the site of a query page (default keep)", "WORD");
  command.count("--per-host", request.per_host,
                "at most this many answers from one host (default: any number)");
  copies_option(command, request.copies);
  command.one_of<Media>(
      "--media", {{"keep", Media::kKeep}, {"drop", Media::kDrop}}, request.media,
      "drop: images, audio, video, archives, styles and scripts are left out, judged by the "
      "ending of their names (default: drop for blend, keep for the others)",
      "WORD");
  only_option(command, request.only);
  dead_option(command, request.dead);
  flagged_option(command, request.flagged);
}

void add_related_options(Command& command, RelatedRequest& request) {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  command.choice(
      "--by", names, [&request](const std::string& word) { request.by = word; },
      "the method (default " + request.by + "); 'cocite methods' describes each", "NAME");
  switch_option(command, "--chop", request.chop,
                "on: a page without evidence gives way to one nearer the root of its host "
                "(default: on for cocitation)");
  command.count("--budget-ms", request.budget_ms,
                "answer with the best so far after N milliseconds (default: no limit)");
  add_neighbourhood_options(command, request);
}

}  // namespace cocite::cli
