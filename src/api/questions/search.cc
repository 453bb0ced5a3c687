// Which pages have these words.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_search(const Engine& engine, const Arguments& arguments,
                             const Limits& limits) {
  SearchRequest request{.words = arguments.text("words")};
  read_options(arguments, kSearchOptions, request);
  COCITE_CHECK(check_stoplist(request.stoplist, limits));
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  COCITE_TRY(SearchAnswer answer, engine.search(request));
  const bool is_final = answer.is_complete;
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final};
}

}  // namespace

Question search_question() {
  return {
      .name = "search",
      .summary = "find pages by their words, ranked by words or by the links around them",
      .place = 130,
      .schema = "Search",
      .parameters = search_parameters,
      .answer = answer_search,
      .command = "search",
      .examples =
          "honey bees\n'\"honey bees\" -wasps site:example.org'\nbees rank=imp-authority "
          "content=regulate",
      .about =
          "Any word may match, the best fit comes first. \"a phrase\" must stand so, -word must\n"
          "not, title:word must stand in the title; site:example.org and lang:en choose pages.\n"
          "Pages are found by their title, their text and what links to them say.\n"
          "\n"
          "A rank by links looks at the first 200 pages found, what they link to and who links\n"
          "to them: imp-authority is a good choice, imp-hub finds lists of links."};
}

}  // namespace cocite::api
