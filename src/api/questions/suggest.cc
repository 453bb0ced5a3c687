// Which links are missing, why, and where they could stand.
#include <cocite/suggest.h>

#include "api/described.h"
#include "api/parts.h"
#include "api/related_fields.h"
#include "api/suggest_options.h"
#include "api/suggest_request.h"

namespace cocite::api {

template <>
struct Describe<SuggestItem> {
  using S = SuggestItem;
  static constexpr std::string_view name = "SuggestItem";
  static constexpr auto fields =
      table(field("page", &S::page, "the page that should get the link"),
            field("rank", &S::rank, "among the links of the page; with 'to', among all"),
            field("score", &S::score).finite(), base<PageRef>(),
            field("reason", &S::reason, "in a sentence"),
            field("place", &S::place, "sentence, or See also"),
            field("sentence", &S::sentence,
                  "of the page, in which its name stands without a link; else empty"),
            field("words", &S::words, "of the sentence, that should be the link; else empty"));
};

template <>
struct Describe<SuggestAnswer> {
  using S = SuggestAnswer;
  static constexpr std::string_view name = "Suggest";
  static constexpr auto fields =
      table(field("pages", &S::pages, "pages that were looked at"),
            field("complete", &S::is_complete, kCompleteHelp), field("notes", &S::notes),
            field("patch", &S::patch, "with 'apply': what changes").if_any(),
            field("files", &S::files, "with 'apply': files that were written").if_any(),
            field("items", &S::items, "best first; with 'all', page by page"));
};

SuggestRequest suggest_request(const Arguments& arguments, const Limits& limits) {
  SuggestRequest request{.page = arguments.text("page"), .top = arguments.count("top")};
  read_options(arguments, kSuggestOptions, request);
  read_options(arguments, kSuggestHereOptions, request);
  if (request.apply && request.page.empty() && request.to.empty()) request.all = true;
  constexpr uint64_t kTopTo = 20;
  if (request.top == 0 && request.page.empty() && !request.to.empty()) request.top = kTopTo;
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  request.progress = limits.progress;
  return request;
}

namespace {

Result<Answer> answer_suggest(const Engine& engine, const Arguments& arguments,
                              const Limits& limits) {
  SuggestRequest request = suggest_request(arguments, limits);
  if (limits.caller == Caller::kClient) request.threads = 1;
  COCITE_TRY(SuggestAnswer answer, suggest_links(engine, request));
  const bool is_final = answer.is_complete;
  return Answer{.content = described(std::move(answer)), .is_final = is_final};
}

}  // namespace

Question suggest_question() {
  return {
      .name = "suggest",
      .summary = "suggest missing links, with reasons and the sentence that each could go into",
      .place = 147,
      .schema = "Suggest",
      .described = schema_of<SuggestAnswer>,
      .weight = Weight::kHeavy,
      .parameters =
          [] {
            List page = page_parameter();
            page[0].is_required = false;
            page[0].help += "; the page that should get links";
            page[0].shell.is_optional = true;
            return together({store_parameter(), page,
                             top_parameter("100", "links in all (0: no limit; 20 with 'to')", "0"),
                             parameters_of(kSuggestOptions), parameters_of(kSuggestHereOptions)});
          },
      .answer = answer_suggest,
      .command = "suggest",
      .examples =
          "www.example.com/a\nto=www.example.com/orphan\nall max-per-page=3 "
          "exclude=https://www.example.com/tags/* format=csv\napply dry-run",
      .about =
          "A link is suggested if the name of the other page stands in the text without a link,\n"
          "or if the pages with the most similar links link there; never if one of the two links\n"
          "to the other already."};
}

}  // namespace cocite::api
