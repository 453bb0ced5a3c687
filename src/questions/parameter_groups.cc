// The parameters of questions, in groups that several of them share.
#include "questions/parameter_groups.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <cocite/engine.h>

#include "api/store_options.h"
#include "questions/from_options.h"

namespace cocite::questions {
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

List store_parameter() {
  return {
      {.name = "store",
       .help = "the name of a store; /api/stores lists them (default: the first)",
       .whom = For::kClients},
      {.name = "on",
       .type = Type::kChoice,
       .fallback = "pages",
       .help =
           "hosts, sites: ask their graph, where one links to another if any of its pages does, "
           "and any of its pages stands for it",
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
         .choices = {"keep", "merge"}}}});
}

List page_parameter() {
  return {{.name = "page",
           .help = "a URL, with or without http://, or a page key; in a store of opaque names the "
                   "name, in one of numbers the number",
           .is_required = true}};
}

List pages_parameter() {
  return {{.name = "page",
           .help = "a URL, with or without http://, or a page key; several are asked about "
                   "together",
           .most = api::kMostPages,
           .is_repeatable = true,
           .is_required = true}};
}

List top_parameter(const std::string& fallback, const std::string& help, bool may_be_zero_here) {
  return {{.name = "top",
           .type = Type::kCount,
           .fallback = fallback,
           .help = help,
           .most = api::kMostItems,
           .least = 1,
           .may_be_zero_here = may_be_zero_here}};
}

List part_parameters(const std::string& fallback, const std::string& help, bool may_be_zero_here) {
  return together({top_parameter(fallback, help, may_be_zero_here),
                   {{.name = "cursor",
                     .help = "where the list goes on: the text of 'next' in the answer before, all "
                             "else as it was asked there"}}});
}

List own_parameters() {
  List list;
  for (MethodParameter& own : method_parameters()) {
    Parameter parameter{.name = own.name, .type = Type::kNumber, .help = own.summary};
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

List neighbourhood_parameters() {
  return together({parameters_of(api::kNeighbourhoodOptions), parameters_of(api::kBudgetOption),
                   own_parameters()});
}

List by_parameter() {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  return {{.name = "by",
           .type = Type::kChoice,
           .fallback = "blend",
           .help = "the method; /api/methods describes each",
           .choices = std::move(names)}};
}

List related_parameters() {
  return together({graph_parameters(), pages_parameter(), by_parameter(),
                   parameters_of(api::kRelatedTop), parameters_of(api::kAnswerOptions),
                   parameters_of(api::kWhyOption), parameters_of(api::kChopOption),
                   neighbourhood_parameters()});
}

List search_parameters() {
  return together(
      {graph_parameters(),
       {{.name = "words", .help = "word \"a phrase\" -word site:example.org lang:en title:word"}},
       parameters_of(api::kSearchOptions)});
}

List compare_parameters() {
  List by = by_parameter();
  by[0].fallback = "";
  by[0].is_repeatable = true;
  by[0].most = by[0].choices.size();
  by[0].help = "only this method; repeatable (default: all)";
  return together({graph_parameters(), pages_parameter(), by, parameters_of(api::kRelatedTop),
                   parameters_of(api::kAnswerOptions), neighbourhood_parameters()});
}

List rank_parameters() {
  return together({{{.name = "page",
                     .help = "personalized-pagerank: a page that it is about; repeatable",
                     .most = api::kMostPages,
                     .is_repeatable = true}},
                   parameters_of(api::kRankListOptions),
                   parameters_of(api::kRankOptions)});
}

}  // namespace cocite::questions
