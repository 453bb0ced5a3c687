// Shortest paths are found from both ends (two_way_search.h). Of these, the k most telling are kept at each page, layer by
// layer: the best paths to a page are made of the best paths to the pages before it.
//
// A path tells much if the pages between have few links. A page with d links, in a web of L links, adds the surprise
// that an end of a random link is one of its: log2(2 L / d) bits.
#include "answer/path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "answer/many_links.h"
#include "answer/present.h"
#include "answer/resolve.h"
#include "answer/two_way_search.h"
#include "base/budget.h"
#include "related/menus.h"
#include "related/page_map.h"

namespace cocite::answer {
namespace {

using Node = TwoWaySearch::Node;

// The best paths to a page, the best first.
struct Partial {
  double rarity = 0;
  uint32_t before = 0;  // the place of the page before in its layer
  uint32_t rank = 0;    // which of the best paths to that one
};

uint64_t sum_of(uint64_t a, uint64_t b) {
  return a > std::numeric_limits<uint64_t>::max() - b ? std::numeric_limits<uint64_t>::max()
                                                      : a + b;
}

// The menus of hosts, as the store has them or found when a host is met.
class MenuRule {
 public:
  explicit MenuRule(const store::Store& store)
      : store_(store), saved_(related::Menus::saved(store)) {}

  Result<bool> may_follow(PageId from, PageId to) {
    COCITE_TRY(const HostId host, store_.host_of(from));
    if (saved_) return !saved_->has(host, to);
    if (!found_.contains(host)) {
      COCITE_TRY(auto menu, related::menu_of(store_, host));
      found_[host] = static_cast<uint32_t>(menus_.size());
      menus_.push_back(std::move(menu));
    }
    return !std::ranges::binary_search(menus_[*found_.find(host)], to);
  }

 private:
  const store::Store& store_;
  std::shared_ptr<const related::Menus> saved_;
  related::HostMap<uint32_t> found_;
  std::vector<std::vector<PageId>> menus_;
};

class Paths {
 public:
  Paths(const Opened& opened, const PathRequest& request)
      : opened_(opened), request_(request), budget_(request.budget_ms, request.stop) {}

  Result<PathAnswer> answer() {
    COCITE_TRY(const PageId from, named(request_.page, answer_.page));
    COCITE_TRY(const PageId to, named(request_.to, answer_.to));
    COCITE_TRY(TwoWayRules rules, rules_of(from, to));
    TwoWaySearch search(std::move(rules), &budget_);
    COCITE_TRY(answer_.is_complete, search.run());
    COCITE_CHECK(check_stop());
    answer_.from_reach = reach_of(search.from());
    answer_.to_reach = reach_of(search.to());
    if (answer_.is_complete && search.layers().empty()) {
      say_why_none();
    } else if (answer_.is_complete) {
      COCITE_TRY(answer_.is_complete, choose(search.layers()));
      COCITE_CHECK(check_stop());
    }
    if (!answer_.is_complete) answer_.notes.push_back("the time budget ended the search");
    return std::move(answer_);
  }

 private:
  [[nodiscard]] Result<void> check_stop() const {
    if (request_.stop == nullptr || !request_.stop->load(std::memory_order_relaxed)) return {};
    return fail(ErrorCode::kCancelled, "stopped");
  }
  Result<PageId> named(const std::string& text, PageRef& ref) {
    COCITE_TRY(const PageId page, resolve(opened_.store, text));
    COCITE_TRY(LinkItem item, present_link(opened_.store, 0, page));
    ref = std::move(item.ref());
    return page;
  }

  Result<TwoWayRules> rules_of(PageId from, PageId to) {
    TwoWayRules rules{.out = &opened_.web.out(),
                      .in = &opened_.web.in(),
                      .from = from,
                      .to = to,
                      .undirected = request_.undirected,
                      .max_length = request_.max_length};
    const store::Facts& facts = opened_.store.facts();
    for (const std::string& what : request_.avoid) {
      if (what == "hubs") {
        answer_.hub_links = rules.hub_links = many_links(2 * facts.links, facts.pages);
      } else if (what != "menus") {
        return fail(
            {.message = "'" + what + "' cannot be avoided; menus and hubs can", .about = "avoid"});
      } else if (opened_.store.names() != store::Names::kUrl) {
        answer_.notes.push_back("names of pages are no addresses here, so menus are not known");
      } else {
        rules.may_follow = [menus = std::make_shared<MenuRule>(opened_.store)](
                               PageId one, PageId other) { return menus->may_follow(one, other); };
      }
    }
    return rules;
  }

  static PathAnswer::Reach reach_of(const TwoWaySearch::Side& side) {
    return {.pages = side.distance.size(), .length = side.length(), .is_all = side.is_all};
  }

  void say_why_none() {
    const auto pages = [](uint64_t count) {
      return std::to_string(count) + (count == 1 ? " page" : " pages");
    };
    const PathAnswer::Reach& from = answer_.from_reach;
    const PathAnswer::Reach& to = answer_.to_reach;
    const std::string page = opened_.store.address(answer_.page.key);
    const std::string end = opened_.store.address(answer_.to.key);
    if (from.is_all) {
      answer_.notes.push_back("no path: links lead from " + page + " to " + pages(from.pages - 1) +
                              ", and " + end + " is not one of them");
    } else if (to.is_all) {
      answer_.notes.push_back("no path: links lead to " + end + " from " + pages(to.pages - 1) +
                              ", and " + page + " is not one of them");
    } else {
      answer_.notes.push_back("no path of at most " + std::to_string(request_.max_length) +
                              (request_.max_length == 1 ? " link" : " links"));
    }
  }

  // False: the budget is spent.
  Result<bool> choose(const std::vector<std::vector<Node>>& layers) {
    answer_.length = layers.size() - 1;
    const size_t most = request_.top == 0 ? kMostPaths : std::min(request_.top, kMostPaths);
    const double all = 2 * static_cast<double>(std::max<uint64_t>(1, opened_.store.links()));
    constexpr size_t kTrimmed = 4;
    constexpr uint64_t kStepsAPath = 16;  // to sort it among the others
    std::vector<std::vector<std::vector<Partial>>> best(layers.size());
    std::vector<uint64_t> counts = {1};
    best[0] = {{Partial{}}};
    for (size_t distance = 1; distance < layers.size(); ++distance) {
      const bool is_end = distance + 1 == layers.size();
      std::vector<uint64_t> next;
      for (const Node& node : layers[distance]) {
        const auto links = static_cast<double>(std::max<uint64_t>(1, node.links));
        const double own = is_end ? 0 : std::log2(all / links);
        std::vector<Partial> paths;
        const auto trim = [&] {
          std::ranges::stable_sort(paths, std::greater<>(), &Partial::rarity);
          if (paths.size() > most) paths.resize(most);
        };
        uint64_t count = 0;
        for (const uint32_t before : node.before) {
          count = sum_of(count, counts[before]);
          const std::vector<Partial>& earlier = best[distance - 1][before];
          for (uint32_t rank = 0; rank < earlier.size(); ++rank) {
            paths.push_back({earlier[rank].rarity + own, before, rank});
          }
          // A page can have a million pages before it.
          if (paths.size() >= kTrimmed * most) trim();
          if (budget_.is_spent_after(kStepsAPath * (1 + earlier.size()))) return false;
        }
        trim();
        paths.shrink_to_fit();
        next.push_back(count);
        best[distance].push_back(std::move(paths));
      }
      counts = std::move(next);
    }
    answer_.total = counts[0];
    for (const Partial& last : best.back()[0]) {
      std::vector<PageId> pages(layers.size());
      Partial at = last;
      pages.back() = layers.back()[0].page;
      for (size_t distance = layers.size() - 1; distance-- > 0;) {
        pages[distance] = layers[distance][at.before].page;
        const uint32_t place = at.before;
        at = best[distance][place][at.rank];
      }
      COCITE_TRY(const bool is_added, add(pages, last.rarity));
      if (!is_added) return false;
    }
    return true;
  }

  // False: the budget is spent.
  Result<bool> add(std::span<const PageId> pages, double rarity) {
    PathAnswer::Path path{.rarity = rarity};
    for (size_t i = 0; i < pages.size(); ++i) {
      if (budget_.is_spent()) return false;
      COCITE_TRY(LinkItem item, present_link(opened_.store, 0, pages[i]));
      COCITE_TRY(const uint32_t out, opened_.web.out().degree(pages[i]));
      COCITE_TRY(const uint32_t in, opened_.web.in().degree(pages[i]));
      PathAnswer::Step step;
      step.links = uint64_t{out} + in;
      step.ref() = std::move(item.ref());
      if (i > 0) {
        COCITE_TRY(const bool is_forward, add_link(pages[i - 1], pages[i], step));
        if (!is_forward) {
          COCITE_TRY(step.is_back, add_link(pages[i], pages[i - 1], step));
        }
      }
      path.steps.push_back(std::move(step));
    }
    answer_.paths.push_back(std::move(path));
    return true;
  }

  // False: there is no such link.
  Result<bool> add_link(PageId from, PageId to, PathAnswer::Step& step) {
    const store::Store& store = opened_.store;
    graph::ListBuffer buffer;
    COCITE_TRY(const auto children, store.children(from, buffer));
    const auto found = std::ranges::find(children, to);
    if (found == children.end()) return false;
    const auto place = static_cast<size_t>(found - children.begin());
    if (store.has_link_order()) step.place = place + 1;
    COCITE_TRY(const auto anchors, store.text_columns().anchors(from));
    if (place < anchors.size()) step.anchor = anchors[place];
    return true;
  }

  const Opened& opened_;
  const PathRequest& request_;
  Budget budget_;
  PathAnswer answer_;
};

}  // namespace

Result<PathAnswer> find_paths(const Opened& opened, const PathRequest& request) {
  return Paths(opened, request).answer();
}

}  // namespace cocite::answer
