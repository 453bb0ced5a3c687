// Who links to these pages and not to those.
#include <array>
#include <string_view>

#include <cocite/linkers.h>

#include "api/described.h"
#include "api/parts.h"
#include "api/related_fields.h"

namespace cocite::api {

template <>
struct Describe<LinkersLink> {
  using S = LinkersLink;
  static constexpr std::string_view name = "LinkersLink";
  static constexpr auto fields = table(
      base<PageRef>(), field("place", &S::place, "of the link on its page, from 1; 0: not known"),
      field("anchor", &S::anchor, "text of the link; left out if not known").if_any());
};

template <>
struct Describe<LinkersItem> {
  using S = LinkersItem;
  static constexpr std::string_view name = "LinkersItem";
  static constexpr auto fields = table(
      field("rank", &S::rank), field("score", &S::score, "what it is ordered by").finite(),
      base<PageRef>(), field("count", &S::count, "how many of the set it links to"),
      field("links", &S::links, "number of all its links; with out, of all links to it"),
      field("gone", &S::gone, kGoneHelp).if_any(),
      field("to", &S::to, "the pages of the set that it links to, or with out is linked from"));
};

template <>
struct Describe<LinkersAnswer> {
  using S = LinkersAnswer;
  static constexpr std::string_view name = "Linkers";
  static constexpr auto fields = table(
      field("pages", &S::pages, "the set, each page once"),
      field("not_pages", &S::not_pages, "no answer links to one of these"),
      field("at_least", &S::at_least, "an answer links to this many of the set"),
      field("order", &S::order),
      field("by", &S::by, "pagerank, or indegree where that is not saved"),
      field("total", &S::total, "number of all answers, without platforms"),
      field("items", &S::items),
      field("platform_links", &S::platform_links, "a platform has at least this many links")
          .if_any(),
      field("platforms_total", &S::platforms_total, "number of all platforms among the answers")
          .if_any(),
      field("platforms", &S::platforms, "the first of them, which are not among items").if_any(),
      field("complete", &S::is_complete, kCompleteHelp), field("notes", &S::notes));
};

namespace {

constexpr std::array<std::string_view, 3> kOrderWords = {"count", "rank", "few"};
constexpr Choice kLinkersOrder{"LinkersOrder", kOrderWords};

constexpr auto kLinkersOptions = options(
    option("not", &LinkersRequest::not_pages, "pages that no answer links to; repeatable")
        .stands("PAGE...")
        .up_to(kMostPages),
    option("at_least", &LinkersRequest::at_least, "how many of the pages an answer links to")
        .otherwise("all"),
    option("out", &LinkersRequest::out, "the other direction: what do these pages link to?"),
    option("fold_platforms", &LinkersRequest::fold_platforms,
           "list pages that link to nearly everything apart: those with 50 times the links of "
           "others, and 100 at least"),
    option("order", &LinkersRequest::order,
           "count: those that link to most of the pages first; rank: the most important; few: "
           "those with the fewest other links")
        .words(kLinkersOrder),
    option("budget_ms", &LinkersRequest::budget_ms, kBudgetHelp).otherwise("no limit").expert());

Result<Answer> answer_linkers(const Engine& engine, const Arguments& arguments,
                              const Limits& limits) {
  LinkersRequest request{.pages = arguments.texts("page"), .top = arguments.count("top")};
  read_options(arguments, kLinkersOptions, request);
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  COCITE_TRY(LinkersAnswer answer, linkers(engine, request));
  const bool is_final = answer.is_complete;
  return Answer{.content = described(std::move(answer)), .is_final = is_final};
}

}  // namespace

Question linkers_question() {
  return {
      .name = "linkers",
      .summary = "find pages that link to these pages and not to those",
      .place = 72,
      .schema = "Linkers",
      .described = schema_of<LinkersAnswer>,
      .parameters =
          [] {
            List pages = pages_parameter();
            pages[0].shell.is_optional = false;
            return together({graph_parameters(),
                             pages,
                             top_parameter("10", "number of answers", "10"),
                             {shell_flag("platforms", "list the platforms instead")},
                             parameters_of(kLinkersOptions)});
          },
      .answer = answer_linkers,
      .command = "linkers",
      .examples =
          "a.example b.example\na.example b.example not=c.example on=sites\n"
          "a.example b.example c.example at_least=2 fold_platforms\n"
          "a.example b.example out",
      .shown = {.remarks = "pages not_pages platform_links platforms_total",
                .sentences = "notes",
                .tables = {{.list = "items",
                            .columns = "rank score key url title called count links to gone"},
                           {.list = "platforms",
                            .columns = "rank score key url title called count links to gone"}}}};
}

}  // namespace cocite::api
