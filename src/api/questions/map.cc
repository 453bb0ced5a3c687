// Related pages on a map: places by likeness, communities with names.
#include <array>
#include <string_view>

#include <cocite/map.h>

#include "api/described.h"
#include "api/parts.h"
#include "api/related_fields.h"

namespace cocite::api {

inline constexpr std::array<std::string_view, 3> kRoleWords = {"query", "answer", "tie"};
inline constexpr Choice kMapRole{"MapRole", kRoleWords};

template <>
struct Describe<MapAnswer::Node> {
  using S = MapAnswer::Node;
  static constexpr std::string_view name = "MapNode";
  static constexpr auto fields = table(
      field("id", &S::id), base<PageRef>(), field("role", &S::role).words(kMapRole),
      field("label", &S::label, "the title without the name of the site, or what else names it"),
      field("rank", &S::rank, "of an answer, from 1; else 0"),
      field("score", &S::score, "of an answer; of a tie: how many of the others it links with")
          .finite(),
      field("x", &S::x, "-1 to 1").finite(), field("y", &S::y, "-1 to 1, upwards").finite(),
      field("community", &S::community, "its place in communities"));
};

template <>
struct Describe<MapAnswer::Edge> {
  using S = MapAnswer::Edge;
  static constexpr std::string_view name = "MapEdge";
  static constexpr auto fields = table(field("one", &S::one), field("other", &S::other),
                                       field("weight", &S::weight, "likeness, 0 to 1").finite());
};

template <>
struct Describe<MapAnswer::Community> {
  using S = MapAnswer::Community;
  static constexpr std::string_view name = "MapCommunity";
  static constexpr auto fields =
      table(field("name", &S::name, "words that most of its titles have, or two of its pages"),
            field("size", &S::size, "number of nodes"), field("x", &S::x).finite(),
            field("y", &S::y).finite());
};

template <>
struct Describe<MapAnswer> {
  using S = MapAnswer;
  static constexpr std::string_view name = "Map";
  static constexpr auto fields =
      table(field("by", &S::by), field("pages", &S::pages),
            field("nodes", &S::nodes, "query pages, answers by rank, pages that tie them together"),
            field("edges", &S::edges, "pairs of nodes that are alike"),
            field("links", &S::links, "from node to node, as pages link"),
            field("communities", &S::communities),
            field("complete", &S::is_complete, kCompleteHelp), field("notes", &S::notes));
};

namespace {

Result<Answer> answer_map(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  request.top = arguments.count("top");
  read_options(arguments, kAnswerOptions, request);
  read_options(arguments, kChopOption, request);
  const std::string reduced = shrink(request, request.by, limits.max_parents);
  COCITE_TRY(MapAnswer answer, related_map(engine, request));
  Answer given{.is_final = answer.is_complete && reduced.empty(), .reduced = reduced};
  const std::string format = arguments.text("format");
  if (format == "json") {
    given.content = described(std::move(answer));
    return given;
  }
  COCITE_TRY(given.text, draw_map(answer, format));
  given.type = "application/xml";
  given.file_name = "map." + format;
  return given;
}

}  // namespace

Question map_question() {
  return {
      .name = "map",
      .summary = "place related pages on a map: similar ones close together, in named communities",
      .place = 25,
      .schema = "Map",
      .described = schema_of<MapAnswer>,
      .parameters =
          [] {
            List all = related_parameters();
            std::erase_if(all, [](const Parameter& one) { return one.name == "why"; });
            for (Parameter& one : all) {
              if (one.name != "top") continue;
              one.fallback = "30";
              one.most = kMostMapAnswers;
            }
            return together({all,
                             {{.name = "format",
                               .type = Type::kChoice,
                               .fallback = "json",
                               .help = "the map: json, or gexf for programs that draw",
                               .choices = {"json", "gexf"}}}});
          },
      .answer = answer_map,
      .command = "map",
      .examples = "www.example.com/a\nwww.example.com/a top=100 format=gexf > related.gexf",
      .shown = {
          .facts = "by",
          .tables = {{.list = "nodes", .columns = "role rank score label community x y key url"},
                     {.list = "communities", .columns = "name size x y"}}}};
}

}  // namespace cocite::api
