// The parameters of the routes, in groups that several of them share.
#include "serve/route_parameters.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <cocite/engine.h>

namespace cocite::serve {
namespace {

constexpr uint64_t kMostItems = 1000;
constexpr uint64_t kMostReasons = 100;

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
      {.name = "store", .help = "the name of a store; /api/stores lists them (default: the first)"},
      {.name = "on",
       .type = Type::kChoice,
       .fallback = "pages",
       .help = "ask about hosts or sites instead: one links to another where a page of it "
               "does; page is then any page of it",
       .choices = {"pages", "hosts", "sites"}}};
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
           .most = kMostPages,
           .is_repeatable = true,
           .is_required = true}};
}

List top_parameter(const std::string& fallback, const std::string& help) {
  return {{.name = "top",
           .type = Type::kCount,
           .fallback = fallback,
           .help = help,
           .most = kMostItems}};
}

List budget_parameter() {
  return {{.name = "budget_ms",
           .type = Type::kCount,
           .help = "end after so long with the best answer so far (at most the service's own "
                   "deadline)"}};
}

// The parameters of all methods, each name once; what each method takes it says itself.
List method_parameters() {
  List list;
  for (const MethodItem& method : methods()) {
    for (const MethodParameter& own : method.parameters) {
      auto known = std::ranges::find(list, own.name, &Parameter::name);
      if (known == list.end()) {
        list.push_back({.name = own.name,
                        .type = own.choices.empty() ? Type::kNumber : Type::kChoice,
                        .help = own.summary + " (default"});
        known = list.end() - 1;
        // Any text would do for the method, which keeps what it heard of: here, ranks only.
        if (own.name == "criterion") {
          known->type = Type::kChoice;
          known->choices = rank_names();
          known->choices.insert(known->choices.begin(), own.fallback);
        }
      }
      add_words(own.choices, known->choices);
      known->help +=
          (known->help.ends_with("(default") ? " " : "; ") + own.fallback + " for " + method.name;
    }
  }
  for (Parameter& parameter : list) parameter.help += ")";
  return list;
}

List neighbourhood_parameters() {
  return together(
      {{{.name = "hosts",
         .type = Type::kChoice,
         .fallback = "auto",
         .help = "whether links within a host count less; off: every page is its own host",
         .choices = {"auto", "on", "off"}},
        {.name = "stoplist",
         .help = "pages to ignore: auto:K for the K most linked (K up to 100), or none (default: "
                 "auto:21 for graphs of a million pages or more, else none)"},
        {.name = "seed", .type = Type::kCount, .fallback = "0", .help = "of samples of parents"}},
       budget_parameter(),
       method_parameters()});
}

List by_parameter() {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  return {{.name = "by",
           .type = Type::kChoice,
           .fallback = "blend",
           .help = "the method; /api/methods tells about each",
           .choices = std::move(names)}};
}

List chop_parameter() {
  return {{.name = "chop",
           .type = Type::kChoice,
           .fallback = "auto",
           .help = "on: a page without evidence gives way to one nearer the root of its host",
           .choices = {"auto", "on", "off"}}};
}

List related_parameters() {
  return together({store_parameter(),
                   pages_parameter(),
                   by_parameter(),
                   top_parameter("10", "so many answers"),
                   {{.name = "not",
                     .help = "what is more like this page sinks; repeatable",
                     .most = kMostPages,
                     .is_repeatable = true},
                    {.name = "same_site",
                     .type = Type::kChoice,
                     .fallback = "keep",
                     .help = "drop: no answers on the site of a query page",
                     .choices = {"keep", "drop"}},
                    {.name = "per_host",
                     .type = Type::kCount,
                     .fallback = "0",
                     .help = "at most so many answers of one host; 0: any number"},
                    {.name = "why",
                     .type = Type::kCount,
                     .fallback = "0",
                     .help = "so many reasons with each answer",
                     .most = kMostReasons}},
                   chop_parameter(),
                   neighbourhood_parameters()});
}

List compare_parameters() {
  List by = by_parameter();
  by[0].fallback = "";
  by[0].is_repeatable = true;
  by[0].most = by[0].choices.size();
  by[0].help = "only this method; repeatable (default: all)";
  return together({store_parameter(), pages_parameter(), by,
                   top_parameter("10", "so many answers of each"), neighbourhood_parameters()});
}

}  // namespace cocite::serve
