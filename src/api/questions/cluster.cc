// The related pages of a query in groups of pages that are alike, with names.
#include <algorithm>
#include <vector>

#include <cocite/map.h>

#include "api/described.h"
#include "api/parts.h"
#include "api/related_fields.h"
#include "api/related_options.h"

namespace cocite::api {

struct ClusterAnswer {
  struct Item : PageRef {
    uint64_t rank = 0;
    double score = 0;
  };
  struct Cluster {
    std::string name = {};
    uint64_t size = 0;
    std::vector<Item> items = {};
  };
  std::string by = {};
  std::vector<RelatedAnswer::Page> pages = {};
  std::vector<Cluster> clusters = {};
  bool is_complete = true;
  std::vector<std::string> notes = {};
};

template <>
struct Describe<ClusterAnswer::Item> {
  using S = ClusterAnswer::Item;
  static constexpr std::string_view name = "ClusterItem";
  static constexpr auto fields = table(field("rank", &S::rank, "among all answers, from 1"),
                                       field("score", &S::score).finite(), base<PageRef>());
};

template <>
struct Describe<ClusterAnswer::Cluster> {
  using S = ClusterAnswer::Cluster;
  static constexpr std::string_view name = "Cluster";
  static constexpr auto fields =
      table(field("name", &S::name, "words that most of its titles have, or two of its pages"),
            field("size", &S::size, "number of answers"), field("items", &S::items, "by rank"));
};

template <>
struct Describe<ClusterAnswer> {
  using S = ClusterAnswer;
  static constexpr std::string_view name = "Clusters";
  static constexpr auto fields =
      table(field("by", &S::by), field("pages", &S::pages),
            field("clusters", &S::clusters, "that of the best answer first"),
            field("complete", &S::is_complete, kCompleteHelp), field("notes", &S::notes));
};

namespace {

Result<Answer> answer_cluster(const Engine& engine, const Arguments& arguments,
                              const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  request.top = arguments.count("top");
  read_options(arguments, kAnswerOptions, request);
  read_options(arguments, kChopOption, request);
  const std::string reduced = shrink(request, request.by, limits.max_parents);
  COCITE_TRY(MapAnswer map, related_map(engine, request));
  ClusterAnswer answer{.by = std::move(map.by),
                       .pages = std::move(map.pages),
                       .is_complete = map.is_complete,
                       .notes = std::move(map.notes)};
  std::vector<uint64_t> places(map.communities.size(), map.communities.size());
  for (const MapAnswer::Node& node : map.nodes) {  // answers come by rank
    if (node.role != "answer") continue;
    uint64_t& place = places[node.community];
    if (place == map.communities.size()) {
      place = answer.clusters.size();
      answer.clusters.push_back({.name = map.communities[node.community].name});
    }
    ClusterAnswer::Cluster& cluster = answer.clusters[place];
    ++cluster.size;
    cluster.items.push_back({{node.ref()}, node.rank, node.score});
  }
  const bool is_final = answer.is_complete && reduced.empty();
  return Answer{.content = described(std::move(answer)), .is_final = is_final, .reduced = reduced};
}

}  // namespace

Question cluster_question() {
  return {.name = "cluster",
          .summary = "find related pages in groups of pages that are alike, with names",
          .place = 26,
          .schema = "Clusters",
          .described = schema_of<ClusterAnswer>,
          .parameters =
              [] {
                List all = related_parameters();
                std::erase_if(all, [](const Parameter& one) { return one.name == "why"; });
                for (Parameter& one : all) {
                  if (one.name != "top") continue;
                  one.fallback = "30";
                  one.most = kMostMapAnswers;
                }
                return all;
              },
          .answer = answer_cluster,
          .command = "cluster",
          .examples = "www.example.com/a\nwww.example.com/a top=100\na.example b.example",
          .shown = {.facts = "by",
                    .tables = {{.list = "clusters/items",
                                .columns = "cluster name rank score key url title"}}}};
}

}  // namespace cocite::api
