// What a crawl has seen and what waits: addresses with their numbers, hosts with their pauses, and
// which page is to be fetched next.
//
//   Frontier frontier(order, rules, state, links);
//   COCITE_TRY(Seen seen, frontier.see(url, {.depth = 1, .via = page}));
//   if (auto next = frontier.next(now)) …      // the best page of a host that may be asked now
//   frontier.rest(host, now + pause);
//
// Addresses themselves are on disk (crawl_state.h); in memory there are about 27 bytes for each.
// Times are in seconds on the caller's clock. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <cocite/result.h>

#include "crawl/address_table.h"
#include "crawl/crawl_state.h"
#include "crawl/frontier_heap.h"
#include "crawl/links_file.h"
#include "crawl/order.h"
#include "crawl/page_reader.h"
#include "crawl/robots.h"
#include "crawl/scope.h"
#include "crawl/traps.h"

namespace cocite::crawl {

struct FrontierLimits {
  unsigned per_host = 1;
  uint64_t max_host_pages = 0;  // fetched; 0: any number
  uint64_t max_chain = 0;
  uint64_t max_waiting = 0;  // in memory; 0: any number
  bool media = false;
  bool requisites_anywhere = false;  // else on hosts of the crawl only
};

struct Host {
  std::string name;  // as keys have it: "org,example"
  FrontierHeap heap;
  double ready_at = 0;
  unsigned active = 0;
  int failures = 0;  // in a row
  bool is_gone = false;
  // It cannot be reached: its pages wait until then. 0: awake.
  double wakes_at = 0;
  int sleeps = 0;        // in a row
  std::string why;       // "no such host"
  std::string tls;       // why it is not asked by https; empty: it is
  uint32_t aside = 0;    // pages that wait for the next run
  uint32_t fetched = 0;  // answers
  bool is_full = false;  // it has as many as allowed: it sleeps for good
  double crawl_delay_s = 0;
  // By scheme: http, https. nullptr: not asked for yet.
  std::array<std::shared_ptr<const Robots>, 2> robots = {};
  std::array<uint32_t, 2> robots_date = {};
  // The target of redirects of robots.txt, and how many were followed.
  std::array<std::string, 2> robots_moved = {};
  int robots_hops = 0;
  // In which of the lists of those that may be asked it stands.
  bool is_listed = false;
  float listed_priority = 0;
  uint32_t listed_page = 0;
};

class Frontier {
 public:
  static constexpr uint32_t kNone = AddressTable::kNone;

  Frontier(std::unique_ptr<Order> order, Scope scope, FrontierLimits limits, CrawlState& state,
           LinksFile& links)
      : order_(std::move(order)),
        scope_(std::move(scope)),
        limits_(limits),
        state_(&state),
        links_(&links) {}

  struct From {
    uint32_t depth = 0;
    uint32_t chain = 0;
    uint32_t via = kNoVia;
    std::string_view via_shape = {};
    bool is_seed = false;
    bool is_sitemap = false;    // no page: fetched whatever it is called
    bool is_requisite = false;  // no page: fetched before pages, of other hosts, too
  };
  // The number of an address that belongs to the crawl, new or not; kNone: it does not.
  [[nodiscard]] Result<uint32_t> see(std::string_view url, const From& from);
  // Whether options exclude this address, also if a seed leads to it.
  [[nodiscard]] bool excludes(const std::string& url) const { return scope_.excludes(url); }
  // The number of an address that was seen; kNone.
  [[nodiscard]] uint32_t number_of(std::string_view url);
  // `page` was fetched and has these links.
  [[nodiscard]] Result<void> add_links(uint32_t page, std::span<const uint32_t> children,
                                       std::span<const float> similarities);

  struct Next {
    uint32_t page = 0;
    uint32_t host = 0;
  };
  // The best page that may be asked for now, still in its queue; take() takes it out.
  [[nodiscard]] std::optional<Next> next(double now);
  void take(const Next& next);
  // When a host can be asked next, if none can now; a long time if there is nothing.
  [[nodiscard]] double next_time() const;
  // It is being asked; it has answered, and rests.
  void begin(uint32_t host);
  void end(uint32_t host, double ready_at);
  // Puts a page back: now, or to be asked for again later.
  void put_back(uint32_t page);
  void put_back_at(uint32_t page, double time);
  // A page of this host was answered.
  void count_fetched(uint32_t host) { ++hosts_[host].fetched; }
  // A page that waits for the next run. REQUIRES: it is in no queue.
  void set_aside(uint32_t page);
  // All pages of a host that cannot be reached wait until then.
  void sleep(uint32_t host, double until, std::string_view why);
  // A page that was fetched before this run does not wait.
  void forget(uint32_t page);
  // Nothing more of this host; calls use(page) for all that waited.
  void give_up(uint32_t host, const std::function<void(uint32_t page)>& use);

  [[nodiscard]] Host& host(uint32_t number) { return hosts_[number]; }
  // The host of an address that need not be one of the crawl's; kNone: it has none.
  [[nodiscard]] uint32_t host_at(std::string_view url);
  // Whether it may be asked now; if not, when to look again.
  [[nodiscard]] std::optional<double> busy_until(uint32_t host, double now) const;
  [[nodiscard]] uint32_t host_of(uint32_t page) const { return host_of_[page]; }
  [[nodiscard]] bool is_sitemap(uint32_t page) const { return sitemaps_.contains(page); }
  [[nodiscard]] bool is_requisite(uint32_t page) const { return requisites_.contains(page); }

  // Recomputes priorities if the order needs it and it is time. `fetched`: pages so far. `goes_on` is
  // called periodically; false: stop.
  [[nodiscard]] Result<void> refresh(uint64_t fetched, const std::function<bool()>& goes_on = {});
  // Share of the best tenth of all pages that does not wait any more; 0: not known.
  [[nodiscard]] double hot() const { return hot_; }

  // Forgets the worst of what waits where it is more than allowed, a tenth at a time. A page that is
  // forgotten returns when the next link to it is found. Seeds stay. REQUIRES: no caller
  // holds numbers of queued pages.
  [[nodiscard]] Result<void> shrink();
  [[nodiscard]] uint64_t forgotten() const { return forgotten_; }

  // Of a crawl that goes on: all addresses, what became of them, their links. `tick` is called now
  // and then.
  [[nodiscard]] Result<void> load(const std::function<void()>& tick = {});

  // Whether requisites wait, of a host that may be asked now or soon. They are the first of its pages.
  [[nodiscard]] bool wants_requisites() const {
    return std::ranges::any_of(hosts_, [&](const Host& host) {
      return !host.is_gone && host.wakes_at == 0 && !host.heap.empty() &&
             is_requisite(host.heap.best());
    });
  }
  // How many of a crawl that goes on had been fetched.
  [[nodiscard]] uint64_t requisites_before() const { return requisites_before_; }

  [[nodiscard]] uint64_t seen() const { return table_.size() - free_.size(); }
  // What waits, and how much of it for hosts that are asleep or for the next run.
  [[nodiscard]] uint64_t queue() const { return queue_; }
  [[nodiscard]] uint64_t asleep() const { return asleep_; }
  // Whether anything waits of this host beside the pages that are being asked for.
  [[nodiscard]] bool has_more(uint32_t host) const;
  // Pages that wait for hosts of which as many as allowed were fetched, and one of these hosts.
  [[nodiscard]] std::pair<uint64_t, std::string> full() const;
  // Hosts that cannot be reached and have pages that wait: how many, and why.
  void for_each_sleeping(
      const std::function<void(const Host& host, uint64_t pages, std::string_view why)>& use) const;
  [[nodiscard]] uint64_t hosts() const { return hosts_.size(); }
  [[nodiscard]] uint64_t outside() const { return outside_; }
  struct TrapCount {
    uint64_t count = 0;
    std::string example;
  };
  [[nodiscard]] const std::array<TrapCount, kTraps>& traps() const { return traps_; }
  void count_trap(Trap trap, std::string_view url);

 private:
  struct Parsed;
  [[nodiscard]] uint32_t host_number(std::string_view name);
  [[nodiscard]] Trap trap_of(std::string_view path, const From& from, uint32_t& chain);
  uint32_t skip_page();
  uint32_t add_page(uint64_t hash, uint32_t host, bool is_seed);
  void find_hot();
  void queue_page(uint32_t page);
  void push(uint32_t page);
  void list(uint32_t number);
  void unlist(uint32_t number);

  std::unique_ptr<Order> order_;
  Scope scope_;
  FrontierLimits limits_;
  CrawlState* state_;
  LinksFile* links_;

  AddressTable table_;
  AddressTable sessions_;  // addresses with session ids, without them
  Priorities priorities_;
  Places places_;
  GrowingArray<uint32_t> host_of_;
  std::vector<bool> is_seed_;
  std::vector<uint32_t> free_;  // numbers of pages that were forgotten, the lowest last
  uint64_t forgotten_ = 0;
  uint64_t next_shrink_ = 0;  // pages that wait
  std::unordered_set<uint32_t> sitemaps_;
  std::unordered_set<uint32_t> requisites_;
  uint64_t requisites_before_ = 0;
  std::deque<Host> hosts_;
  std::unordered_map<std::string, uint32_t> host_numbers_;
  // Hosts that may be asked, the one with the best page first; those that rest, by time.
  std::set<std::tuple<float, uint32_t, uint32_t>> ready_;
  using Rest = std::pair<double, uint32_t>;
  std::priority_queue<Rest, std::vector<Rest>, std::greater<>> resting_;
  std::set<std::pair<double, uint32_t>> later_;  // pages to be asked for again, by time
  uint64_t queue_ = 0;
  uint64_t asleep_ = 0;
  uint64_t outside_ = 0;
  uint64_t next_refresh_ = 0;
  double hot_ = 0;
  std::array<TrapCount, kTraps> traps_;
  std::string key_;
};

}  // namespace cocite::crawl
