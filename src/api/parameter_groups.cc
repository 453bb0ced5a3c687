// The parameters of questions, in groups that several of them share.
#include "api/parameter_groups.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <cocite/engine.h>

#include "api/from_options.h"
#include "api/store_options.h"

namespace cocite::api {
namespace {

// "paper|exact" -> paper, exact; each once.
void add_words(std::string_view choices, std::vector<std::string>& words) {
  while (!choices.empty()) {
    const std::string word(choices.substr(0, choices.find('|')));
    choices.remove_prefix(std::min(choices.size(), word.size() + 1));
    if (std::ranges::find(words, word) == words.end()) words.push_back(word);
  }
}

}  // namespace

List together(std::initializer_list<List> lists) {
  List all;
  for (const List& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::vector<std::string> rank_names() {
  std::vector<std::string> names;
  for (const RankKind& kind : rank_kinds()) names.push_back(kind.name);
  return names;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  return names;
}

std::vector<std::string> add_names() {
  std::vector<std::string> names;
  for (const FormatInfo& format : import_formats()) names.push_back(format.name);
  return names;
}

std::vector<std::string> import_names() {
  std::vector<std::string> names = add_names();
  names.emplace_back(kSegments);
  return names;
}

std::vector<std::string> export_names() {
  std::vector<std::string> names;
  for (const FormatInfo& format : export_formats()) names.push_back(format.name);
  return names;
}

std::vector<std::string> visit_names() {
  return {"transitions", "clickstream", "log"};
}

std::vector<std::string> graph_names() {
  return {"links", "cocitation", "coupling", "related"};
}

List store_parameter() {
  return {
      {.name = "store",
       .help = "the name of a store; /api/stores lists them (default: the first)",
       .whom = For::kClients},
      {.name = "on",
       .type = Type::kChoice,
       .fallback = "pages",
       .help =
           "hosts, sites: use the graph of hosts or sites, where one links to another if any of "
           "its pages does; name one by any of its pages",
       .choices = {"pages", "hosts", "sites"}}};
}

List graph_parameters() {
  return together(
      {store_parameter(),
       {{.name = "mirrors",
         .type = Type::kChoice,
         .fallback = "keep",
         .help = "merge: mirrored hosts, as they were saved in the store, count as one host, and "
                 "answers name their mirrors",
         .choices = {"keep", "merge"},
         .shell = {.is_expert = true}}}});
}

List page_parameter() {
  return {{.name = "page",
           .help = "a URL, with or without http://, or a page key; in a store of opaque names the "
                   "name, in one of numbers the number",
           .is_required = true,
           .shell = {.argument = "PAGE"}}};
}

List pages_parameter() {
  return {{.name = "page",
           .help = "a URL, with or without http://, or a page key; in a store of opaque names the "
                   "name, in one of numbers the number; several are asked about together",
           .most = kMostPages,
           .is_repeatable = true,
           .is_required = true,
           .shell = {.argument = "PAGE", .is_optional = true}}};
}

List top_parameter(const std::string& fallback, const std::string& help,
                   const std::string& in_shell) {
  return {{.name = "top",
           .type = Type::kCount,
           .fallback = fallback,
           .help = help,
           .most = kMostItems,
           .least = 1,
           .may_be_zero_here = !in_shell.empty(),
           .shell = {.fallback = in_shell == fallback ? "" : in_shell}}};
}

List part_parameters(const std::string& fallback, const std::string& help,
                     const std::string& in_shell) {
  return together({top_parameter(fallback, help, in_shell),
                   {{.name = "cursor",
                     .help = "continue a list: the text of 'next' in the last answer; all other "
                             "parameters as in that request",
                     .shell = {.value = "CURSOR", .is_expert = true}}}});
}

List own_parameters() {
  List list;
  for (MethodParameter& own : method_parameters()) {
    Parameter parameter{
        .name = own.name, .type = Type::kNumber, .help = own.summary, .shell = {.is_expert = true}};
    if (own.kind == ParameterKind::kCount) parameter.type = Type::kCount;
    if (own.kind == ParameterKind::kWord) {
      parameter.type = Type::kChoice;
      add_words(own.choices, parameter.choices);
      // Any text would do for the method, which keeps what it heard of: here, ranks only.
      if (own.name == "criterion") {
        parameter.choices = rank_names();
        parameter.choices.insert(parameter.choices.begin(), own.fallback);
        parameter.may_be_file = true;
      }
    } else {
      parameter.of_method = std::move(own);
    }
    list.push_back(std::move(parameter));
  }
  return list;
}

List neighbourhood_parameters(const std::string& method) {
  List own = own_parameters();
  if (!method.empty()) {
    const std::vector<MethodParameter> of_method = method_parameters({method});
    for (Parameter& one : own) {
      const auto found = std::ranges::find(of_method, one.name, &MethodParameter::name);
      one.shell.is_hidden = found == of_method.end();
      if (!one.shell.is_hidden) one.shell.help = found->summary;
    }
    own.push_back({.name = "by",
                   .type = Type::kChoice,
                   .fallback = method,
                   .help = "the method",
                   .choices = {method},
                   .whom = For::kShell,
                   .shell = {.value = "NAME", .is_expert = true}});
  }
  return together({parameters_of(kNeighbourhoodOptions), parameters_of(kBudgetOption), own});
}

Parameter shell_file(const std::string& name, const std::string& help, const std::string& value) {
  return {.name = name, .help = help, .whom = For::kShell, .shell = {.value = value}};
}

Parameter shell_flag(const std::string& name, const std::string& help) {
  return {
      .name = name, .type = Type::kFlag, .fallback = "false", .help = help, .whom = For::kShell};
}

Parameter shell_threads() {
  return {.name = "threads",
          .type = Type::kCount,
          .fallback = "0",
          .help = "number of threads (default: all cores)",
          .whom = For::kShell};
}

List without_in_shell(std::initializer_list<std::string_view> names, List list) {
  for (Parameter& one : list) {
    if (std::ranges::find(names, one.name) != names.end()) one.shell.is_hidden = true;
  }
  return list;
}

List by_parameter() {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  return {{.name = "by",
           .type = Type::kChoice,
           .fallback = "blend",
           .help = "the method; /api/methods describes each",
           .choices = std::move(names),
           .shell = {.help = "the method; 'cocite methods' describes each"}}};
}

List related_parameters() {
  List why = parameters_of(kWhyOption);
  why[0].shell = {
      .value = "COUNT",
      .help =
          "number of reasons with each answer (default 2 on a terminal, else 0); in TSV "
          "and CSV as columns why1, why2, …"};
  return together({graph_parameters(), pages_parameter(), by_parameter(),
                   parameters_of(kRelatedTop), parameters_of(kAnswerOptions), why,
                   parameters_of(kChopOption), neighbourhood_parameters()});
}

List search_parameters() {
  return together({graph_parameters(),
                   {{.name = "words",
                     .help = "word \"a phrase\" -word site:example.org lang:en title:word",
                     .shell = {.argument = "WORDS", .help = "what to look for"}}},
                   parameters_of(kSearchOptions)});
}

List compare_parameters() {
  List by = by_parameter();
  by[0].fallback = "";
  by[0].is_repeatable = true;
  by[0].most = by[0].choices.size();
  by[0].help = "only this method; repeatable (default: all)";
  return together({graph_parameters(), pages_parameter(), by, parameters_of(kRelatedTop),
                   parameters_of(kAnswerOptions), neighbourhood_parameters()});
}

List rank_parameters() {
  return together({{{.name = "page",
                     .help = "personalized-pagerank: a page that it is about; repeatable",
                     .most = kMostPages,
                     .is_repeatable = true,
                     .shell = {.value = "PAGE"}}},
                   parameters_of(kRankListOptions),
                   parameters_of(kRankOptions)});
}

}  // namespace cocite::api
