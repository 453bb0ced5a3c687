// Communities of all pages: links of both directions as ties, Leiden (src/map/leiden.h), names from titles.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cocite/communities.h>
#include <cocite/graph_view.h>

#include "answer/group_names.h"
#include "answer/present.h"
#include "engine/engine_state.h"
#include "engine/export_graph.h"
#include "map/leiden.h"
#include "map/names.h"
#include "store/save_columns.h"

namespace cocite {
namespace {

constexpr size_t kNamingPages = 100;  // of a community, whose titles name it
constexpr size_t kMostBridges = 3;
constexpr size_t kNamesSaved = 1000;  // with a saved column, of the largest
constexpr uint64_t kMostLevels = 8;

struct LinkLists {
  GraphView::Lists out;
  GraphView::Lists in;
};

bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

// Pages that link to each other have a tie of 2, others of 1. Once stopped, none.
map::Ties ties_of(const LinkLists& lists, const std::atomic<bool>* stop) {
  const size_t pages = lists.out.offsets.size() - 1;
  map::Ties ties;
  ties.begins = {0};
  ties.begins.reserve(pages + 1);
  std::vector<uint32_t> both;
  for (size_t page = 0; page < pages; ++page) {
    if (page % 1024 == 0 && is_set(stop)) return {.begins = {0}};
    both.clear();
    for (const GraphView::Lists* one : {&lists.out, &lists.in}) {
      for (auto i = one->offsets[page]; i < one->offsets[page + 1]; ++i) {
        const uint32_t other = one->targets[static_cast<size_t>(i)];
        if (other != page) both.push_back(other);
      }
    }
    std::ranges::sort(both);
    for (size_t i = 0; i < both.size(); ++i) {
      if (i > 0 && both[i] == both[i - 1]) {
        ties.weights.back() = 2;
      } else {
        ties.others.push_back(both[i]);
        ties.weights.push_back(1);
      }
    }
    ties.begins.push_back(ties.others.size());
  }
  return ties;
}

// Pages with common parents, or what blend answers: both ways, with how many or the score.
Result<map::Ties> derived_ties(const Engine& engine, const CommunitiesRequest& request) {
  constexpr uint64_t kAnswers = 10;  // of each page, by blend
  const store::Store& store = EngineGraph::store(engine);
  struct Tie {
    uint32_t from = 0;
    uint32_t to = 0;
    float weight = 0;
  };
  std::vector<Tie> found;
  const ExportRequest asked{.graph = request.graph,
                            .related = {.top = kAnswers, .copies = Copies::kKeep},
                            .progress = request.progress,
                            .stop = request.stop};
  const auto collect = [&](const exporter::DerivedGraph& graph) -> Result<ExportReport> {
    COCITE_CHECK(graph.for_each_row(
        false, [&](PageId page, std::span<const exporter::WeightedLink> links) -> Result<void> {
          for (const exporter::WeightedLink& link : links) {
            if (link.to == page || !(link.weight > 0)) continue;
            const auto weight = static_cast<float>(link.weight);
            found.push_back({index(page), index(link.to), weight});
            found.push_back({index(link.to), index(page), weight});
          }
          return {};
        }));
    return ExportReport{};
  };
  COCITE_CHECK(engine::with_derived(store, asked, collect));
  std::ranges::sort(found, {}, [](const Tie& tie) { return std::pair(tie.from, tie.to); });
  map::Ties ties{.begins = {0}};
  size_t at = 0;
  for (uint32_t page = 0; page < store.pages(); ++page) {
    for (; at < found.size() && found[at].from == page; ++at) {
      const bool is_again =
          ties.others.size() > ties.begins.back() && ties.others.back() == found[at].to;
      if (is_again) {
        ties.weights.back() += found[at].weight;
      } else {
        ties.others.push_back(found[at].to);
        ties.weights.push_back(found[at].weight);
      }
    }
    ties.begins.push_back(ties.others.size());
  }
  return ties;
}

// The ties between some nodes, numbered by their places. REQUIRES: nodes rise.
map::Ties ties_among(const map::Ties& ties, std::span<const uint32_t> nodes,
                     std::vector<uint32_t>& place) {
  for (uint32_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = i + 1;
  map::Ties inner{.begins = {0}};
  for (const uint32_t node : nodes) {
    for (uint64_t i = ties.begins[node]; i < ties.begins[node + 1]; ++i) {
      if (place[ties.others[i]] == 0) continue;
      inner.others.push_back(place[ties.others[i]] - 1);
      inner.weights.push_back(ties.weights[i]);
    }
    inner.begins.push_back(inner.others.size());
  }
  for (const uint32_t node : nodes) place[node] = 0;
  return inner;
}

using Groups = std::vector<std::vector<uint32_t>>;  // pages of each, rising

// The largest first, then by their first pages.
Groups by_size(const std::vector<uint32_t>& community, std::span<const uint32_t> pages) {
  uint32_t count = 0;
  for (const uint32_t one : community) count = std::max(count, one + 1);
  Groups groups(count);
  for (size_t i = 0; i < community.size(); ++i) groups[community[i]].push_back(pages[i]);
  std::ranges::stable_sort(groups, std::greater<>(), &std::vector<uint32_t>::size);
  return groups;
}

class Describing {
 public:
  Describing(const Engine& engine, const LinkLists& lists, const CommunitiesRequest& request)
      : engine_(engine), lists_(lists), request_(request) {}

  Result<void> read_ranks() {
    const GraphView graph(engine_);
    const auto columns = graph.column_names();
    if (std::ranges::find(columns, "pagerank") != columns.end()) {
      COCITE_TRY(ranks_, graph.column("pagerank"));
    }
    return {};
  }

  // The first `shown` of these, which are told from each other by their names. `prefix`: the path of what they are in.
  Result<std::vector<CommunitiesAnswer::Community>> describe(const Groups& groups, size_t shown,
                                                             const std::string& prefix,
                                                             uint64_t level) const {
    std::vector<CommunitiesAnswer::Community> items;
    std::vector<std::string> labels;
    std::vector<uint32_t> label_community;
    std::vector<double> weights;
    for (uint32_t one = 0; one < std::min(shown, groups.size()); ++one) {
      if (is_set(request_.stop)) {
        return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
      }
      std::vector<uint32_t> pages = groups[one];
      const size_t named =
          std::min<size_t>(pages.size(), std::max<size_t>(kNamingPages, request_.pages));
      std::partial_sort(pages.begin(), pages.begin() + static_cast<ptrdiff_t>(named), pages.end(),
                        [&](uint32_t a, uint32_t b) {
                          const double a_rank = rank_of(a);
                          const double b_rank = rank_of(b);
                          return a_rank != b_rank ? a_rank > b_rank : a < b;
                        });
      CommunitiesAnswer::Community item{.community = one + 1,
                                        .level = level,
                                        .path = prefix + std::to_string(one + 1),
                                        .size = pages.size()};
      for (size_t i = 0; i < named; ++i) {
        COCITE_TRY(LinkItem page,
                   answer::present_link(EngineGraph::store(engine_), 0, page_id(pages[i])));
        labels.push_back(label_of(page));
        label_community.push_back(one);
        weights.push_back(rank_of(pages[i]));
        if (i < request_.pages) item.pages.push_back(std::move(page.ref()));
      }
      items.push_back(std::move(item));
    }
    const auto names = map::telling_names(map::short_titles(labels), label_community, weights);
    for (size_t i = 0; i < names.size(); ++i) items[i].name = names[i];
    return items;
  }

  // How many of the links stay within, and where the others lead. `community`: of each page, from 0; pages in none of
  // them have one that no item has.
  void add_links(const Groups& groups, const std::vector<uint32_t>& community,
                 std::vector<CommunitiesAnswer::Community>& items, bool wants_bridges) const {
    for (size_t one = 0; one < items.size(); ++one) {
      std::map<uint32_t, uint64_t> links;
      uint64_t all = 0;
      for (const uint32_t page : groups[one]) {
        for (const GraphView::Lists* side : {&lists_.out, &lists_.in}) {
          for (auto i = side->offsets[page]; i < side->offsets[page + 1]; ++i) {
            ++links[community[side->targets[static_cast<size_t>(i)]]];
            ++all;
          }
        }
      }
      // A link within was seen from both its ends.
      const uint64_t inside = links[static_cast<uint32_t>(one)] / 2;
      all -= inside;
      items[one].inside = all == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(all);
      links.erase(static_cast<uint32_t>(one));
      if (!wants_bridges) continue;
      std::vector<CommunitiesAnswer::Bridge> bridges;
      for (const auto& [other, count] : links) bridges.push_back({uint64_t{other} + 1, count});
      std::ranges::stable_sort(bridges, std::greater<>(), &CommunitiesAnswer::Bridge::links);
      if (bridges.size() > kMostBridges) bridges.resize(kMostBridges);
      items[one].bridges = std::move(bridges);
    }
  }

 private:
  [[nodiscard]] double rank_of(uint32_t page) const {
    return ranks_.empty()
               ? static_cast<double>(lists_.in.offsets[page + 1] - lists_.in.offsets[page])
               : ranks_[page];
  }

  static std::string label_of(const LinkItem& page) {
    if (!page.title.empty()) return page.title;
    if (!page.called.empty()) return page.called;
    std::string text = page.url.empty() ? page.key : page.url;
    if (const size_t at = text.find("://"); at != std::string::npos) text.erase(0, at + 3);
    if (text.ends_with('/')) text.pop_back();
    std::ranges::replace(text, '_', ' ');  // as wikis name pages
    return text;
  }

  const Engine& engine_;
  const LinkLists& lists_;
  const CommunitiesRequest& request_;
  std::vector<double> ranks_;
};

// Communities within communities: each is looked at by itself, and what is found in it is the next level.
class Tree {
 public:
  Tree(const map::Ties& ties, const map::LeidenOptions& options, uint64_t levels)
      : ties_(ties), options_(options), place_(ties.nodes()), numbers_(levels - 1) {
    for (auto& level : numbers_) level.assign(ties.nodes(), 0);
  }

  // What is within this community of level 1; empty where it is one whole.
  struct Branch {
    Groups groups = {};
    std::vector<Branch> within = {};  // of each group
  };
  Branch split(const std::vector<uint32_t>& pages, uint64_t level = 2) {
    Branch branch;
    if (level > numbers_.size() + 1 || pages.size() < kSmallestSplit || is_set(options_.stop)) {
      return branch;
    }
    map::LeidenOptions options = options_;
    options.progress = {};
    const map::Partition found = map::leiden(ties_among(ties_, pages, place_), options);
    if (found.communities < 2) return branch;
    branch.groups = by_size(found.community, pages);
    for (uint32_t one = 0; one < branch.groups.size(); ++one) {
      for (const uint32_t page : branch.groups[one]) numbers_[level - 2][page] = one + 1;
      branch.within.push_back(split(branch.groups[one], level + 1));
    }
    return branch;
  }
  // "3.1": `community` and the numbers of what is within it.
  [[nodiscard]] std::string path_of(uint32_t page, uint32_t community) const {
    std::string path = std::to_string(community + 1);
    for (const auto& level : numbers_) {
      if (level[page] != 0) path += '.' + std::to_string(level[page]);
    }
    return path;
  }

 private:
  static constexpr size_t kSmallestSplit = 8;  // pages

  const map::Ties& ties_;
  const map::LeidenOptions& options_;
  std::vector<uint32_t> place_;
  std::vector<std::vector<uint32_t>> numbers_;  // by level from 2 on, of each page; 0: none
};

// The items of a branch behind that of what it is in, depth first.
Result<void> add_branch(const Describing& describing, const Tree::Branch& branch, size_t shown,
                        const CommunitiesAnswer::Community& above, uint64_t pages,
                        std::vector<CommunitiesAnswer::Community>& all) {
  if (branch.groups.empty()) return {};
  COCITE_TRY(auto items,
             describing.describe(branch.groups, shown, above.path + ".", above.level + 1));
  std::vector<uint32_t> community(pages, static_cast<uint32_t>(branch.groups.size()));
  for (uint32_t one = 0; one < branch.groups.size(); ++one) {
    for (const uint32_t page : branch.groups[one]) community[page] = one;
  }
  describing.add_links(branch.groups, community, items, false);
  for (size_t i = 0; i < items.size(); ++i) {
    const CommunitiesAnswer::Community item = items[i];
    all.push_back(item);
    COCITE_CHECK(add_branch(describing, branch.within[i], shown, item, pages, all));
  }
  return {};
}

Result<void> save(const Engine& engine, const CommunitiesRequest& request,
                  const std::vector<uint32_t>& community,
                  std::span<const CommunitiesAnswer::Community> named, const std::string& column) {
  const std::string about =
      "communities by Leiden, resolution " + std::to_string(request.resolution) + ", seed " +
      std::to_string(request.seed) + (request.graph == "links" ? "" : ", graph " + request.graph) +
      "; cocite " + version();
  std::vector<double> values;
  for (const uint32_t one : community) values.push_back(one + 1.0);
  std::string names;
  for (const CommunitiesAnswer::Community& one : named) {
    std::string name = one.name;
    std::ranges::replace(name, '\n', ' ');
    names += name + '\n';
  }
  const store::NewColumn numbers{.name = column, .values = values, .about = about};
  const store::NewNotes notes{.name = std::string(answer::kGroupNames),
                              .about = column + ": " + about,
                              .parts = {{"names", std::as_bytes(std::span(names))}}};
  return store::save_parts(EngineGraph::store(engine),
                           {.columns = {&numbers, 1}, .notes = {&notes, 1}},
                           [&] { return !is_set(request.stop); });
}

}  // namespace

Result<CommunitiesAnswer> find_communities(const Engine& engine,
                                           const CommunitiesRequest& request) {
  if (!(request.resolution > 0 && request.resolution <= 1e6)) {
    return fail({.message = "is more than 0 and at most a million", .about = "resolution"});
  }
  if (request.levels < 1 || request.levels > kMostLevels) {
    return fail({.message = "is 1 to " + std::to_string(kMostLevels), .about = "levels"});
  }
  const GraphView graph(engine);
  if (request.max_links != 0 && graph.links() > request.max_links) {
    return fail({.code = ErrorCode::kUnsupported,
                 .message = std::to_string(graph.links()) +
                            " links are too many to find communities for a request"});
  }
  LinkLists lists;
  COCITE_TRY(lists.out, graph.lists(Direction::kOut, 0, request.stop));
  COCITE_TRY(lists.in, graph.lists(Direction::kIn, 0, request.stop));
  map::LeidenOptions options{
      .resolution = request.resolution, .seed = request.seed, .stop = request.stop};
  options.progress = [&](unsigned round, double) {
    if (!request.progress) return;
    Progress progress;
    progress.stage = "communities";
    progress.done = round;
    progress.unit = "rounds";
    request.progress(progress);
  };
  map::Ties ties;
  if (request.graph == "links") {
    ties = ties_of(lists, request.stop);
  } else {
    COCITE_TRY(ties, derived_ties(engine, request));
  }
  if (is_set(request.stop)) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  map::Partition found = map::leiden(ties, options);
  if (found.is_stopped) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  CommunitiesAnswer answer{
      .pages = graph.pages(), .total = found.communities, .modularity = found.modularity};
  std::vector<uint32_t> all(graph.pages());
  std::iota(all.begin(), all.end(), 0U);
  const Groups groups = by_size(found.community, all);
  std::vector<uint32_t> community(graph.pages());
  for (uint32_t one = 0; one < groups.size(); ++one) {
    for (const uint32_t page : groups[one]) community[page] = one;
  }
  Describing describing(engine, lists, request);
  COCITE_CHECK(describing.read_ranks());
  const size_t shown =
      request.top == 0 ? groups.size() : std::min<size_t>(request.top, groups.size());
  COCITE_TRY(auto items, describing.describe(
                             groups, request.save ? std::max(shown, kNamesSaved) : shown, "", 1));
  if (request.save) {
    answer.column = "community";
    COCITE_CHECK(save(engine, request, community, items, answer.column));
  }
  items.resize(shown);
  describing.add_links(groups, community, items, true);
  Tree tree(ties, options, request.levels);
  if (request.levels == 1) {
    for (CommunitiesAnswer::Community& item : items) item.path.clear();
  }
  for (size_t i = 0; i < groups.size(); ++i) {
    if (i >= items.size() && !request.members) break;
    const Tree::Branch branch = tree.split(groups[i]);
    if (i >= items.size()) continue;
    answer.items.push_back(items[i]);
    COCITE_CHECK(add_branch(describing, branch, shown, items[i], graph.pages(), answer.items));
  }
  if (is_set(request.stop)) return fail(ErrorCode::kCancelled, "stopped");
  if (request.members) {
    for (uint32_t page = 0; page < graph.pages(); ++page) {
      COCITE_TRY(std::string key, graph.text(PageText::kKey, page));
      answer.members.push_back(
          {std::move(key), uint64_t{community[page]} + 1,
           request.levels > 1 ? tree.path_of(page, community[page]) : std::string()});
    }
  }
  return answer;
}

}  // namespace cocite
