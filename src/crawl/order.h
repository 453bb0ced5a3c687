// Which page next? How a crawl ranks what it has seen and not fetched yet.
//
//   COCITE_TRY(auto order, make_order("indegree", {}));
//   order->on_seen(page, host)                       // its first priority
//   order->on_link(now, {.source = 1, .children = 5})  // and after another link to it was found
//
// One file per order, one line in orders.def. A page with a higher priority comes first, of equal
// ones the one that was seen first. The same code decides what a crawl fetches and what a simulated
// one does. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::crawl {

// A link that was found on a page that was fetched.
struct SeenLink {
  float source = 0;       // priority of the page it stands on
  uint32_t children = 1;  // how many links that page has
  float similarity = 0;   // of the link and its page to the topic; 0 where there is none
};

// What a crawl knows of the graph: the pages that it has seen, and the links of those it fetched.
class SeenGraph {
 public:
  virtual ~SeenGraph() = default;
  [[nodiscard]] virtual uint32_t pages() const = 0;
  using UseList = std::function<void(uint32_t page, std::span<const uint32_t> children)>;
  [[nodiscard]] virtual Result<void> for_each_list(const UseList& use) const = 0;
};

// What refresh() works with beside the priorities.
struct RefreshRoom {
  // One for each page, whatever is in it: so that millions of pages need no memory of their own.
  std::span<uint32_t> scratch;
  // Called periodically; false: stop, with the priorities so far.
  std::function<bool()> goes_on = {};
};

class Order {
 public:
  virtual ~Order() = default;
  // What a page has when it is seen first.
  virtual float on_seen(uint32_t page, uint32_t host) = 0;
  // What it has after another link to it, if it had `now`. Never less.
  [[nodiscard]] virtual float on_link(float now, const SeenLink& link) const {
    static_cast<void>(link);
    return now;
  }
  // Priorities of all pages from all links; nothing happens where an order has no use for it.
  [[nodiscard]] virtual bool is_refreshed() const { return false; }
  [[nodiscard]] virtual Result<void> refresh(const SeenGraph& graph, std::span<float> priorities,
                                             const RefreshRoom& room) const {
    static_cast<void>(graph);
    static_cast<void>(priorities);
    static_cast<void>(room);
    return {};
  }
};

struct OrderOptions {
  uint64_t seed = 1;                   // for random
  std::span<const double> truth = {};  // for ideal: by page
};

struct OrderInfo {
  std::string_view name;
  std::string_view summary;
  bool needs_topic = false;
  bool needs_truth = false;  // only a simulated crawl has it
  std::unique_ptr<Order> (*make)(const OrderOptions& options) = nullptr;
};

// All of orders.def, in that order.
[[nodiscard]] std::span<const OrderInfo* const> orders();
// kInvalidArgument, with those that there are, for an unknown name.
[[nodiscard]] Result<const OrderInfo*> order_named(std::string_view name);

// When to refresh next: after each doubling of what was fetched, or each twentieth of `whole`.
[[nodiscard]] uint64_t next_refresh(uint64_t fetched, uint64_t whole);

}  // namespace cocite::crawl
