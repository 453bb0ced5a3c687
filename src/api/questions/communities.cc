// Groups of pages, with names.
#include <cocite/communities.h>

#include "api/described.h"
#include "api/parts.h"
#include "api/related_fields.h"

namespace cocite::api {

template <>
struct Describe<CommunitiesAnswer::Bridge> {
  using S = CommunitiesAnswer::Bridge;
  static constexpr std::string_view name = "CommunityBridge";
  static constexpr auto fields =
      table(field("community", &S::community),
            field("links", &S::links, "links between the two, both directions"));
};

template <>
struct Describe<CommunitiesAnswer::Community> {
  using S = CommunitiesAnswer::Community;
  static constexpr std::string_view name = "Community";
  static constexpr auto fields =
      table(field("community", &S::community, "its number, from 1, the largest first"),
            field("level", &S::level, "1, or 2 for one within the last of level 1 before it"),
            field("path", &S::path, "with levels: 3.1 is the first within community 3").if_any(),
            field("size", &S::size, "number of its pages"),
            field("name", &S::name, "words that tell it from the others, or two of its pages"),
            field("inside", &S::inside, "share of its links that stay within").finite(),
            field("pages", &S::pages, "its best pages, by rank"),
            field("bridges", &S::bridges, "the communities that it has most links with"));
};

template <>
struct Describe<CommunitiesAnswer::Member> {
  using S = CommunitiesAnswer::Member;
  static constexpr std::string_view name = "CommunityMember";
  static constexpr auto fields = table(
      field("key", &S::key), field("community", &S::community),
      field("path", &S::path, "with levels: of the smallest community that it is in").if_any());
};

template <>
struct Describe<CommunitiesAnswer> {
  using S = CommunitiesAnswer;
  static constexpr std::string_view name = "Communities";
  static constexpr auto fields = table(
      field("pages", &S::pages, "number of all pages"),
      field("total", &S::total, "number of all communities"),
      field("modularity", &S::modularity, "share of links within, beyond what chance gives")
          .finite(),
      field("column", &S::column, "where they were saved; left out if they were not").if_any(),
      field("items", &S::items, "the largest first"),
      field("members", &S::members, "every page, if asked for").if_any());
};

namespace {

std::vector<std::string> graph_names_of_communities() {
  return {"links", "cocitation", "related"};
}

constexpr auto kCommunitiesOptions = options(
    option("resolution", &CommunitiesRequest::resolution, "more gives smaller communities"),
    option("graph", &CommunitiesRequest::graph,
           "what makes pages belong together: links, common parents, or what blend answers")
        .one_of(graph_names_of_communities),
    option("levels", &CommunitiesRequest::levels, "communities within communities, so deep")
        .from(1)
        .up_to(8),
    option("seed", &CommunitiesRequest::seed, "seed of the order in which pages are looked at")
        .expert(),
    option("pages", &CommunitiesRequest::pages, "best pages of each that are listed").up_to(100),
    option("members", &CommunitiesRequest::members, "the community of every page"),
    option("save", &CommunitiesRequest::save,
           "keep them as the column 'community' of the store: 'page' and 'info' show it")
        .here());

Result<Answer> answer_communities(const Engine& engine, const Arguments& arguments,
                                  const Limits& limits) {
  CommunitiesRequest request{.top = arguments.count("top")};
  read_options(arguments, kCommunitiesOptions, request);
  if (limits.caller == Caller::kClient) request.max_links = limits.max_rank_links;
  request.stop = limits.stop;
  request.progress = limits.progress;
  COCITE_TRY(CommunitiesAnswer answer, find_communities(engine, request));
  return Answer{.content = described(std::move(answer))};
}

}  // namespace

Question communities_question() {
  return {.name = "communities",
          .summary = "find groups of pages that link to each other, with names",
          .place = 128,
          .schema = "Communities",
          .described = schema_of<CommunitiesAnswer>,
          .weight = Weight::kHeavy,
          .parameters =
              [] {
                return together({graph_parameters(),
                                 top_parameter("20", "number of communities described", "20"),
                                 parameters_of(kCommunitiesOptions)});
              },
          .answer = answer_communities,
          .command = "communities",
          .examples =
              "\nresolution=2 top=50\nlevels=2\ngraph=cocitation\nmembers format=tsv > "
              "communities.tsv\non=sites save",
          .shown = {.tables = {{.list = "items",
                                .columns = "community size inside name pages bridges path?"},
                               {.list = "members", .columns = "key community path?"}}}};
}

}  // namespace cocite::api
