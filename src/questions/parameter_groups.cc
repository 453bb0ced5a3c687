// The parameters of questions, in groups that several of them share.
#include "questions/parameter_groups.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <cocite/engine.h>

namespace cocite::questions {
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
           .most = kMostPages,
           .is_repeatable = true,
           .is_required = true}};
}

List top_parameter(const std::string& fallback, const std::string& help, bool may_be_zero_here) {
  return {{.name = "top",
           .type = Type::kCount,
           .fallback = fallback,
           .help = help,
           .most = kMostItems,
           .least = 1,
           .may_be_zero_here = may_be_zero_here}};
}

List part_parameters(const std::string& fallback, const std::string& help, bool may_be_zero_here) {
  return together({top_parameter(fallback, help, may_be_zero_here),
                   {{.name = "cursor",
                     .help = "where the list goes on: the text of 'next' in the answer before, all "
                             "else as it was asked there"}}});
}

List budget_parameter() {
  return {
      {.name = "budget_ms",
       .type = Type::kCount,
       .help =
           "answer with the best so far after this many milliseconds (at most the service's own "
           "deadline)"}};
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

List chop_parameter() {
  return {{.name = "chop",
           .type = Type::kChoice,
           .fallback = "auto",
           .help = "on: a page without evidence gives way to one nearer the root of its host",
           .choices = {"auto", "on", "off"}}};
}

List dead_parameter() {
  return {{.name = "dead",
           .type = Type::kChoice,
           .fallback = "auto",
           .help =
               "pages that answered 404 or 410 when a crawl asked last: keep, mark with the day "
               "since when they are gone, or drop; auto: drop, and mark where everything is listed",
           .choices = {"auto", "keep", "mark", "drop"}}};
}

List only_parameter() {
  return {{.name = "only",
           .type = Type::kChoice,
           .fallback = "auto",
           .help = "crawled: leave out pages that were never fetched; auto: crawled for the crawl "
                   "of one site, any for all other stores",
           .choices = {"auto", "any", "crawled"}}};
}

namespace {

Parameter copies_parameter() {
  return {.name = "copies",
          .type = Type::kChoice,
          .fallback = "auto",
          .help =
              "fold: a near-copy of the page, or of a better answer, is named there and not "
              "listed as an answer; auto: fold for blend, keep for the others",
          .choices = {"auto", "fold", "keep"}};
}

Parameter flagged_parameter() {
  return {.name = "flagged",
          .type = Type::kChoice,
          .fallback = "keep",
          .help = "answers backed only by pages that nobody links to, which blend marks",
          .choices = {"keep", "last", "drop"}};
}

}  // namespace

List doubtful_parameters() {
  return {copies_parameter(), only_parameter()[0], dead_parameter()[0], flagged_parameter()};
}

List wish_parameters() {
  return {{.name = "not",
           .help = "answers more like this page move down; repeatable",
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
           .help = "at most this many answers from one host; 0: any number"},
          copies_parameter(),
          {.name = "media",
           .type = Type::kChoice,
           .fallback = "auto",
           .help = "drop: images, audio, video, archives, styles and scripts are left out; auto: "
                   "drop for blend, keep for the others",
           .choices = {"auto", "keep", "drop"}},
          only_parameter()[0],
          dead_parameter()[0],
          flagged_parameter()};
}

List related_parameters() {
  return together({graph_parameters(),
                   pages_parameter(),
                   by_parameter(),
                   top_parameter("10", "how many answers"),
                   wish_parameters(),
                   {{.name = "why",
                     .type = Type::kCount,
                     .fallback = "0",
                     .help = "how many reasons with each answer",
                     .most = kMostReasons}},
                   chop_parameter(),
                   neighbourhood_parameters()});
}

List search_parameters() {
  List parameters = together(
      {graph_parameters(),
       {{.name = "words", .help = "word \"a phrase\" -word site:example.org lang:en title:word"},
        {.name = "model",
         .type = Type::kChoice,
         .fallback = "bm25",
         .help = "how well words fit: bm25, or the cosine of tf idf vectors",
         .choices = {"bm25", "vector"}},
        {.name = "tf",
         .type = Type::kChoice,
         .fallback = "count",
         .help = "vector: what a word counts, as often as it stands there, or 1 + ln of that",
         .choices = {"count", "log"}},
        {.name = "rank",
         .fallback = "text",
         .help = "text; by links around what is found: indegree, pagerank, hits-authority, "
                 "hits-hub, imp-authority, imp-hub; global:COLUMN: a saved rank"},
        {.name = "edges",
         .type = Type::kChoice,
         .fallback = "plain",
         .help = "anchors: a link with the words in it counts more",
         .choices = {"plain", "anchors"}},
        {.name = "content",
         .type = Type::kChoice,
         .fallback = "none",
         .help = "ranks by links: prune leaves out pages that are about something else, regulate "
                 "gives them less weight",
         .choices = {"none", "prune", "regulate"}},
        {.name = "page",
         .help = "start from this page instead of a search; repeatable",
         .most = kMostPages,
         .is_repeatable = true},
        {.name = "skip",
         .type = Type::kCount,
         .fallback = "0",
         .help = "leave out this many first",
         .most = kMostItems},
        {.name = "snippets",
         .type = Type::kFlag,
         .fallback = "true",
         .help = "where the words stand"}},
       top_parameter("10", "how many pages"),
       only_parameter(),
       dead_parameter(),
       budget_parameter()});
  for (const Parameter& shared : neighbourhood_parameters()) {
    if (shared.name == "hosts" || shared.name == "stoplist" || shared.name == "seed") {
      parameters.push_back(shared);
    }
  }
  return parameters;
}

List compare_parameters() {
  List by = by_parameter();
  by[0].fallback = "";
  by[0].is_repeatable = true;
  by[0].most = by[0].choices.size();
  by[0].help = "only this method; repeatable (default: all)";
  return together({graph_parameters(), pages_parameter(), by,
                   top_parameter("10", "how many answers of each method"), wish_parameters(),
                   neighbourhood_parameters()});
}

List threads_parameter() {
  return {{.name = "threads",
           .type = Type::kCount,
           .fallback = "0",
           .help = "0: all",
           .whom = For::kHere}};
}

List memory_parameter() {
  return {{.name = "memory",
           .type = Type::kSize,
           .help = "how much to use, such as 6G (default: half of the machine's)",
           .whom = For::kHere}};
}

List rank_parameters() {
  const auto number = [](const std::string& name, const std::string& fallback,
                         const std::string& help) {
    return Parameter{.name = name,
                     .type = Type::kNumber,
                     .fallback = fallback,
                     .help = help,
                     .whom = For::kHere};
  };
  return together(
      {{{.name = "page",
         .help = "personalized-pagerank: a page that it is about; repeatable",
         .most = kMostPages,
         .is_repeatable = true},
        only_parameter()[0],
        dead_parameter()[0],
        number("epsilon", "0.15", "how often the surfer jumps instead of following a link"),
        number("tolerance", "1e-9", "iterate until the L1 change is below this share of all"),
        {.name = "max_iterations",
         .type = Type::kCount,
         .fallback = "1000",
         .help = "stop after this many",
         .whom = For::kHere},
        {.name = "reversed",
         .type = Type::kFlag,
         .fallback = "false",
         .help = "reverse all links first",
         .whom = For::kHere},
        {.name = "weights",
         .type = Type::kChoice,
         .fallback = "once",
         .help = "on hosts or sites, what a link counts: one, the links between their pages, or "
                 "the pages that have them",
         .choices = {"once", "links", "pages"},
         .whom = For::kHere}},
       memory_parameter(),
       threads_parameter()});
}

}  // namespace cocite::questions
