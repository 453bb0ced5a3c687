// How two pages are connected.
#include <cocite/path.h>

#include "api/described.h"
#include "api/parts.h"
#include "api/related_fields.h"

namespace cocite::api {

template <>
struct Describe<PathAnswer::Step> {
  using S = PathAnswer::Step;
  static constexpr std::string_view name = "PathStep";
  static constexpr auto fields = table(
      base<PageRef>(),
      field("anchor", &S::anchor, "text of the link that leads here; left out if not known")
          .if_any(),
      field("place", &S::place, "of that link on its page, from 1; left out if not known").if_any(),
      field("back", &S::is_back, "undirected: the link leads from this page to the one before")
          .if_any(),
      field("links", &S::links, "number of links of the page, both directions"));
};

template <>
struct Describe<PathAnswer::Path> {
  using S = PathAnswer::Path;
  static constexpr std::string_view name = "LinkPath";
  static constexpr auto fields =
      table(field("rarity", &S::rarity, "bits: how telling the pages between are").finite(),
            field("steps", &S::steps, "the pages, both ends too"));
};

template <>
struct Describe<PathAnswer::Reach> {
  using S = PathAnswer::Reach;
  static constexpr std::string_view name = "PathReach";
  static constexpr auto fields =
      table(field("pages", &S::pages, "that were seen, the end itself among them"),
            field("length", &S::length, "number of links from the end, at most"),
            field("is_all", &S::is_all, "true: links lead no further"));
};

template <>
struct Describe<PathAnswer> {
  using S = PathAnswer;
  static constexpr std::string_view name = "Path";
  static constexpr auto fields = table(
      field("page", &S::page), field("to", &S::to),
      field("length", &S::length, "links of a shortest path; 0: there is none, or it is one page"),
      field("total", &S::total, "number of all shortest paths"),
      field("paths", &S::paths, "the most telling first; empty: there is none"),
      field("from_reach", &S::from_reach, "how far links were followed from page"),
      field("to_reach", &S::to_reach, "how far they were followed back from to"),
      field("hub_links", &S::hub_links,
            "with avoid hubs: pages with this many links are not passed")
          .if_any(),
      field("complete", &S::is_complete, kCompleteHelp), field("notes", &S::notes));
};

namespace {

constexpr auto kPathOptions = options(
    option("undirected", &PathRequest::undirected, "follow links both ways"),
    option("max_length", &PathRequest::max_length, "links of a path, at most")
        .otherwise("any number"),
    option("budget_ms", &PathRequest::budget_ms, kBudgetHelp).otherwise("no limit").expert());

Result<Answer> answer_path(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  PathRequest request{.page = arguments.text("page"),
                      .to = arguments.text("to"),
                      .avoid = arguments.texts("avoid"),
                      .top = arguments.count("top")};
  read_options(arguments, kPathOptions, request);
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  COCITE_TRY(PathAnswer answer, find_paths(engine, request));
  const bool is_final = answer.is_complete;
  return Answer{.content = described(std::move(answer)), .is_final = is_final};
}

}  // namespace

Question path_question() {
  return {.name = "path",
          .summary = "find the shortest link paths between two pages",
          .place = 74,
          .schema = "Path",
          .described = schema_of<PathAnswer>,
          .parameters =
              [] {
                return together({graph_parameters(),
                                 page_parameter(),
                                 {{.name = "to",
                                   .help = "the page that the paths lead to",
                                   .is_required = true,
                                   .shell = {.argument = "TO"}},
                                  {.name = "avoid",
                                   .type = Type::kChoice,
                                   .help = "menus: do not follow links that most pages of a host "
                                           "have; hubs: do not pass pages with 50 times the links "
                                           "of others; repeatable",
                                   .choices = {"menus", "hubs"},
                                   .is_repeatable = true,
                                   .shell = {.listed = "kind of page or link"}}},
                                 top_parameter("10", "number of paths", "10"),
                                 parameters_of(kPathOptions)});
              },
          .answer = answer_path,
          .command = "path",
          .examples =
              "a.example b.example\na.example b.example avoid=menus,hubs\n"
              "a.example b.example undirected top=0",
          .shown = {.facts = "page.key to.key",
                    .remarks = "length total from_reach.pages to_reach.pages",
                    .sentences = "notes",
                    .tables = {{.list = "paths/steps",
                                .columns = "path step rarity key url title called anchor place"}}}};
}

}  // namespace cocite::api
