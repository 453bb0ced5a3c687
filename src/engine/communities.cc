// Communities of all pages: links of both directions as ties, Leiden (src/map/leiden.h), names from titles.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <cocite/communities.h>
#include <cocite/graph_view.h>

#include "answer/present.h"
#include "engine/engine_state.h"
#include "map/leiden.h"
#include "map/names.h"

namespace cocite {
namespace {

constexpr size_t kNamingPages = 100;  // of a community, whose titles name it
constexpr size_t kMostBridges = 3;

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

class Describing {
 public:
  Describing(const Engine& engine, const LinkLists& lists, std::vector<uint32_t> community)
      : engine_(engine), lists_(lists), community_(std::move(community)) {
    order_by_size();
  }

  [[nodiscard]] const std::vector<uint32_t>& community() const { return community_; }

  Result<void> add_items(const CommunitiesRequest& request, CommunitiesAnswer& answer) {
    const size_t shown =
        request.top == 0 ? members_.size() : std::min<size_t>(request.top, members_.size());
    const GraphView graph(engine_);
    std::vector<double> ranks;
    const auto columns = graph.column_names();
    if (std::ranges::find(columns, "pagerank") != columns.end()) {
      COCITE_TRY(ranks, graph.column("pagerank"));
    }
    const auto rank_of = [&](uint32_t page) {
      return ranks.empty()
                 ? static_cast<double>(lists_.in.offsets[page + 1] - lists_.in.offsets[page])
                 : ranks[page];
    };
    std::vector<std::string> labels;
    std::vector<uint32_t> label_community;
    std::vector<double> weights;
    for (uint32_t one = 0; one < shown; ++one) {
      if (is_set(request.stop)) {
        return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
      }
      std::vector<uint32_t>& pages = members_[one];
      const size_t named =
          std::min<size_t>(pages.size(), std::max<size_t>(kNamingPages, request.pages));
      std::partial_sort(pages.begin(), pages.begin() + static_cast<ptrdiff_t>(named), pages.end(),
                        [&](uint32_t a, uint32_t b) {
                          const double a_rank = rank_of(a);
                          const double b_rank = rank_of(b);
                          return a_rank != b_rank ? a_rank > b_rank : a < b;
                        });
      CommunitiesAnswer::Community item{.community = one + 1, .size = pages.size()};
      for (size_t i = 0; i < named; ++i) {
        COCITE_TRY(LinkItem page,
                   answer::present_link(EngineGraph::store(engine_), 0, page_id(pages[i])));
        labels.push_back(label_of(page));
        label_community.push_back(one);
        weights.push_back(rank_of(pages[i]));
        if (i < request.pages) item.pages.push_back(std::move(page.ref()));
      }
      add_links(one, item);
      answer.items.push_back(std::move(item));
    }
    labels = map::short_titles(labels);
    const auto names = map::telling_names(labels, label_community, weights);
    for (size_t i = 0; i < names.size(); ++i) answer.items[i].name = names[i];
    return {};
  }

 private:
  // The largest first, then by their first pages.
  void order_by_size() {
    uint32_t count = 0;
    for (const uint32_t one : community_) count = std::max(count, one + 1);
    std::vector<uint32_t> sizes(count);
    for (const uint32_t one : community_) ++sizes[one];
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return sizes[a] > sizes[b]; });
    std::vector<uint32_t> number(count);
    for (uint32_t i = 0; i < count; ++i) number[order[i]] = i;
    members_.resize(count);
    for (uint32_t page = 0; page < community_.size(); ++page) {
      community_[page] = number[community_[page]];
      members_[community_[page]].push_back(page);
    }
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

  void add_links(uint32_t one, CommunitiesAnswer::Community& item) const {
    std::map<uint32_t, uint64_t> links;
    uint64_t all = 0;
    for (const uint32_t page : members_[one]) {
      for (const GraphView::Lists* side : {&lists_.out, &lists_.in}) {
        for (auto i = side->offsets[page]; i < side->offsets[page + 1]; ++i) {
          ++links[community_[side->targets[static_cast<size_t>(i)]]];
          ++all;
        }
      }
    }
    // A link within was seen from both its ends.
    const uint64_t inside = links[one] / 2;
    all -= inside;
    item.inside = all == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(all);
    links.erase(one);
    std::vector<CommunitiesAnswer::Bridge> bridges;
    for (const auto& [other, count] : links) bridges.push_back({uint64_t{other} + 1, count});
    std::ranges::stable_sort(bridges, std::greater<>(), &CommunitiesAnswer::Bridge::links);
    if (bridges.size() > kMostBridges) bridges.resize(kMostBridges);
    item.bridges = std::move(bridges);
  }

  const Engine& engine_;
  const LinkLists& lists_;
  std::vector<uint32_t> community_;
  std::vector<std::vector<uint32_t>> members_;
};

}  // namespace

Result<CommunitiesAnswer> find_communities(const Engine& engine,
                                           const CommunitiesRequest& request) {
  if (!(request.resolution > 0 && request.resolution <= 1e6)) {
    return fail({.message = "is more than 0 and at most a million", .about = "resolution"});
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
  const map::Ties ties = ties_of(lists, request.stop);
  if (is_set(request.stop)) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  map::Partition found = map::leiden(ties, options);
  if (found.is_stopped) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  CommunitiesAnswer answer{
      .pages = graph.pages(), .total = found.communities, .modularity = found.modularity};
  Describing describing(engine, lists, std::move(found.community));
  COCITE_CHECK(describing.add_items(request, answer));
  if (request.members) {
    for (uint64_t page = 0; page < graph.pages(); ++page) {
      COCITE_TRY(std::string key, graph.text(PageText::kKey, page));
      answer.members.push_back({std::move(key), uint64_t{describing.community()[page]} + 1});
    }
  }
  if (request.save) {
    std::vector<double> values;
    for (const uint32_t one : describing.community()) values.push_back(one + 1.0);
    answer.column = "community";
    COCITE_CHECK(graph.save_column(answer.column, values,
                                   "communities by Leiden, resolution " +
                                       std::to_string(request.resolution) + ", seed " +
                                       std::to_string(request.seed) + "; cocite " + version()));
  }
  return answer;
}

}  // namespace cocite
