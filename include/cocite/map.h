// Related pages on a map: who is like whom, in communities.
//
//   COCITE_TRY(const MapAnswer map, related_map(engine, {.pages = {"www.example.com/a"}, .top = 30}));
//   map.nodes[0].x                       // -1 to 1, the same every time
//
// Answers are values: each thread its own. The functions: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/page_ref.h>
#include <cocite/related_query.h>
#include <cocite/result.h>

namespace cocite {

inline constexpr uint64_t kMostMapAnswers = 300;

struct MapAnswer {
  struct Node : PageRef {
    uint64_t id = 0;         // its place in `nodes`
    std::string role = {};   // "query", "answer" or "tie": a page that links several of the others
    std::string label = {};  // the title without the name of the site, or what else names it
    uint64_t rank = 0;       // of an answer, from 1
    double score = 0;        // of an answer; of a tie: how many of the others it links with
    double x = 0;            // -1 to 1
    double y = 0;            // -1 to 1, upwards
    uint64_t community = 0;  // its place in `communities`
  };
  // Two nodes that are alike: pages link to both, both link to the same pages, or one links to the other.
  struct Edge {
    uint64_t one = 0;  // nodes, one < other
    uint64_t other = 0;
    double weight = 0;  // 0 to 1
  };
  struct Community {
    std::string name = {};
    uint64_t size = 0;  // nodes
    double x = 0;       // the middle of its nodes
    double y = 0;
  };
  std::string by = {};
  std::vector<RelatedAnswer::Page> pages = {};
  std::vector<Node> nodes = {};  // query pages, answers by rank, then pages that tie them together
  std::vector<Edge> edges = {};
  std::vector<std::pair<uint64_t, uint64_t>> links = {};  // from node to node, as pages link
  std::vector<Community> communities = {};
  bool is_complete = true;  // false: the budget ended it
  std::vector<std::string> notes = {};
};

// The answers that Engine::related gives, at most kMostMapAnswers, and the pages that tie them together.
[[nodiscard]] Result<MapAnswer> related_map(const Engine& engine, const RelatedRequest& request);

// A map as "gexf", with its places and colours, for programs that draw.
[[nodiscard]] Result<std::string> draw_map(const MapAnswer& answer, std::string_view format);

}  // namespace cocite
