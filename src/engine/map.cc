// A map of related pages: the answers, the pages that tie them together, and where each stands.
//
// Pages are alike if the same pages link to them, if they link to the same pages, or if one links to the other
// (src/map/likeness.h). Of long lists the same sample is taken for every page, the ones with the smallest hashes, so
// that what two pages share stays shared.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <cocite/graph_view.h>
#include <cocite/map.h>

#include "base/budget.h"
#include "base/hash.h"
#include "map/communities.h"
#include "map/layout.h"
#include "map/likeness.h"
#include "map/names.h"

namespace cocite {
namespace {

constexpr size_t kMostFeatures = 300;    // of a page, each of parents and children
constexpr size_t kMostCandidates = 200;  // for ties; their degrees are looked up
constexpr size_t kNearest = 5;           // lines from each page, at least
constexpr size_t kMostCommunities = 8;
constexpr uint64_t kParentSide = 0;
constexpr uint64_t kChildSide = 1;

uint64_t feature_of(uint32_t page, uint64_t side) {
  return uint64_t{page} << 1 | side;
}

// What the map reads of pages: their features, and links between them.
class MapReader {
 public:
  MapReader(const GraphView& graph, Budget& budget) : graph_(graph), budget_(budget) {}

  [[nodiscard]] Result<void> add(uint32_t page) {
    ids_.emplace(page, pages_.size());
    pages_.push_back(page);
    std::vector<uint64_t>& own = features_.emplace_back();
    own = {feature_of(page, kParentSide), feature_of(page, kChildSide)};
    if (budget_.is_spent()) return {};
    COCITE_TRY(const auto parents, graph_.list(Direction::kIn, page));
    sample(parents, page, kParentSide, own);
    if (budget_.is_spent()) return {};
    COCITE_TRY(auto children, graph_.list(Direction::kOut, page));
    sample(children, page, kChildSide, own);
    children_.emplace(page, std::move(children));
    return {};
  }

  [[nodiscard]] const std::vector<uint32_t>& pages() const { return pages_; }
  [[nodiscard]] bool contains(uint32_t page) const { return ids_.contains(page); }
  [[nodiscard]] map::Shared shared() const { return map::Shared(features_); }

  [[nodiscard]] std::vector<std::pair<uint64_t, uint64_t>> links() const {
    std::vector<std::pair<uint64_t, uint64_t>> links;
    for (size_t from = 0; from < pages_.size(); ++from) {
      const auto list = children_.find(pages_[from]);
      if (list == children_.end()) continue;
      for (const uint32_t child : list->second) {
        const auto to = ids_.find(child);
        if (to != ids_.end() && to->second != from) links.emplace_back(from, to->second);
      }
    }
    return links;
  }

 private:
  void sample(std::span<const uint32_t> list, uint32_t self, uint64_t side,
              std::vector<uint64_t>& features) {
    hashed_.clear();
    for (const uint32_t page : list) {
      if (page != self) hashed_.emplace_back(mix(page), page);
    }
    if (hashed_.size() > kMostFeatures) {
      std::ranges::nth_element(hashed_, hashed_.begin() + kMostFeatures);
      hashed_.resize(kMostFeatures);
    }
    for (const auto& [hash, page] : hashed_) features.push_back(feature_of(page, side));
  }

  const GraphView& graph_;
  Budget& budget_;
  std::vector<uint32_t> pages_;
  std::map<uint32_t, size_t> ids_;
  std::vector<std::vector<uint64_t>> features_;
  std::map<uint32_t, std::vector<uint32_t>> children_;
  std::vector<std::pair<uint64_t, uint32_t>> hashed_;
};

struct TyingPage {
  uint32_t page = 0;
  size_t reach = 0;  // pages of the map that it links with
};

// Pages that link to many of the map, or that many of it link to, and to few others. Each new one is chosen for what
// the ones before leave out. Query pages count twice.
Result<std::vector<TyingPage>> tying_pages(const GraphView& graph, const MapReader& reader,
                                           size_t query_pages, size_t most) {
  const map::Shared shared = reader.shared();
  const size_t least = shared.pages() >= 6 ? 3 : 2;
  struct Candidate {
    uint32_t page;
    std::span<const uint32_t> members;
    bool is_parent;
    double weight = 0;
  };
  std::vector<Candidate> candidates;
  for (size_t at = 0; at < shared.groups(); ++at) {
    const auto group = shared.group(at);
    const auto page = static_cast<uint32_t>(group.feature >> 1);
    if (group.pages.size() < least || reader.contains(page)) continue;
    candidates.push_back({page, group.pages, (group.feature & 1) == kParentSide});
  }
  std::ranges::stable_sort(candidates, std::greater<>(),
                           [](const Candidate& one) { return one.members.size(); });
  if (candidates.size() > kMostCandidates) candidates.resize(kMostCandidates);
  for (Candidate& one : candidates) {
    COCITE_TRY(const auto list,
               graph.list(one.is_parent ? Direction::kOut : Direction::kIn, one.page));
    one.weight =
        std::log(1 + static_cast<double>(graph.pages()) / (1.0 + static_cast<double>(list.size())));
  }
  std::vector<double> open(shared.pages(), 1);
  std::fill_n(open.begin(), std::min(query_pages, open.size()), 2);
  std::vector<TyingPage> chosen;
  while (chosen.size() < most) {
    const Candidate* best = nullptr;
    double best_gain = 0;
    for (const Candidate& one : candidates) {
      double gain = 0;
      for (const uint32_t member : one.members) gain += open[member];
      gain *= one.weight;
      const bool is_new = std::ranges::find(chosen, one.page, &TyingPage::page) == chosen.end();
      if (gain > best_gain && is_new) {
        best = &one;
        best_gain = gain;
      }
    }
    if (best == nullptr) break;
    for (const uint32_t member : best->members) open[member] /= 2;
    chosen.push_back({best->page, best->members.size()});
  }
  return chosen;
}

std::string address_of(const PageRef& page) {
  std::string text = page.url;
  if (text.empty()) {
    text = page.key;
    std::ranges::replace(text, '_', ' ');  // as wikis name pages
    return text;
  }
  if (const size_t at = text.find("://"); at != std::string::npos) text.erase(0, at + 3);
  if (text.starts_with("www.")) text.erase(0, 4);
  if (text.ends_with('/')) text.pop_back();
  return text;
}

void name_nodes(std::vector<MapAnswer::Node>& nodes) {
  std::vector<std::string> titles;
  for (const MapAnswer::Node& node : nodes) titles.push_back(node.title);
  const std::vector<std::string> labels = map::short_titles(titles);
  for (size_t i = 0; i < nodes.size(); ++i) {
    nodes[i].label = !labels[i].empty()         ? labels[i]
                     : !nodes[i].called.empty() ? nodes[i].called
                                                : address_of(nodes[i]);
  }
}

void find_communities(std::span<const map::Tie> ties, MapAnswer& answer) {
  const std::vector<uint32_t> community =
      map::communities(answer.nodes.size(), ties, kMostCommunities);
  std::vector<double> weights(answer.nodes.size());
  for (const map::Tie& tie : ties) {
    if (community[tie.one] != community[tie.other]) continue;
    weights[tie.one] += tie.weight;
    weights[tie.other] += tie.weight;
  }
  std::vector<std::string> labels;
  for (size_t i = 0; i < answer.nodes.size(); ++i) {
    MapAnswer::Node& node = answer.nodes[i];
    node.community = community[i];
    labels.push_back(node.label);
    // A query page has its own label already, and a tie is not what the map is about.
    if (node.role != "answer") weights[i] *= 1e-3;
  }
  for (std::string& name : map::community_names(labels, community, weights)) {
    answer.communities.push_back({.name = std::move(name)});
  }
  for (const MapAnswer::Node& node : answer.nodes) {
    MapAnswer::Community& one = answer.communities[node.community];
    ++one.size;
    one.x += node.x;
    one.y += node.y;
  }
  for (MapAnswer::Community& one : answer.communities) {
    one.x /= static_cast<double>(one.size);
    one.y /= static_cast<double>(one.size);
  }
}

// As many decimals as a screen can show, so that answers stay small.
double rounded(float value) {
  return std::round(static_cast<double>(value) * 1e4) / 1e4;
}

}  // namespace

Result<MapAnswer> related_map(const Engine& engine, const RelatedRequest& request) {
  if (request.top > kMostMapAnswers) {
    return fail({.message = "a map has at most " + std::to_string(kMostMapAnswers) + " answers",
                 .about = "top"});
  }
  Budget budget(request.budget_ms, request.stop);
  RelatedRequest plain = request;
  plain.why = 0;
  COCITE_TRY(RelatedAnswer found, engine.related(plain));
  const GraphView graph(engine);
  MapAnswer answer{.by = std::move(found.by),
                   .pages = std::move(found.pages),
                   .is_complete = found.is_complete,
                   .notes = std::move(found.notes)};
  MapReader reader(graph, budget);
  const auto add = [&](MapAnswer::Node node) -> Result<void> {
    COCITE_TRY(const uint32_t page, graph.find(node.key));
    if (reader.contains(page)) return {};
    node.id = answer.nodes.size();
    answer.nodes.push_back(std::move(node));
    return reader.add(page);
  };
  for (const RelatedAnswer::Page& page : answer.pages) {
    MapAnswer::Node node;
    node.ref() = page.ref();
    node.role = "query";
    COCITE_CHECK(add(std::move(node)));
  }
  const size_t query_pages = answer.nodes.size();
  for (RelatedItem& item : found.items) {
    MapAnswer::Node node;
    node.ref() = std::move(item.ref());
    node.role = "answer";
    node.rank = item.rank;
    node.score = item.score;
    COCITE_CHECK(add(std::move(node)));
  }
  const size_t most_ties = std::clamp<size_t>(answer.nodes.size() / 8, 2, 12);
  COCITE_TRY(const std::vector<TyingPage> tying,
             tying_pages(graph, reader, query_pages, most_ties));
  for (const TyingPage& one : tying) {
    COCITE_TRY(const std::string key, graph.text(PageText::kKey, one.page));
    COCITE_TRY(PageInfo shown, engine.page(key));
    MapAnswer::Node node;
    node.ref() = std::move(shown.ref());
    node.role = "tie";
    node.score = static_cast<double>(one.reach);
    COCITE_CHECK(add(std::move(node)));
  }
  name_nodes(answer.nodes);
  const map::Likeness like = map::likeness(reader.shared());
  const std::vector<map::Tie> ties = map::nearest_pairs(like, kNearest);
  const std::vector<map::Place> places = map::lay_out(answer.nodes.size(), ties);
  for (size_t i = 0; i < places.size(); ++i) {
    answer.nodes[i].x = rounded(places[i].x);
    answer.nodes[i].y = rounded(places[i].y);
  }
  for (const map::Tie& tie : ties) {
    answer.edges.push_back({.one = tie.one, .other = tie.other, .weight = rounded(tie.weight)});
  }
  find_communities(ties, answer);
  answer.links = reader.links();
  if (budget.was_spent()) {
    answer.is_complete = false;
    answer.notes.emplace_back("time ran out: places on the map are less exact");
  }
  return answer;
}

}  // namespace cocite
