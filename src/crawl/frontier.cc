#include "crawl/frontier.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "base/hash.h"
#include "crawl/value_at.h"
#include "url/key.h"
#include "url/media.h"
#include "url/url.h"

namespace cocite::crawl {
namespace {

constexpr double kNever = 1e18;
// Before any page: a page and what it needs belong together, and limits on pages do not stop it.
constexpr float kRequisitePriority = 1e30F;
constexpr size_t kMaxSitemaps = 10'000;  // of a crawl: lists of lists may go round in circles

std::string path_of(const url::Url& url) {
  return std::string(url.path()) + std::string(url.query());
}

}  // namespace

uint32_t Frontier::host_number(std::string_view name) {
  const auto [found, is_new] =
      host_numbers_.try_emplace(std::string(name), static_cast<uint32_t>(hosts_.size()));
  if (is_new) {
    hosts_.emplace_back();
    hosts_.back().name = name;
  }
  return found->second;
}

void Frontier::count_trap(Trap trap, std::string_view url) {
  TrapCount& count = traps_[static_cast<size_t>(trap)];
  if (count.count++ == 0) count.example = url;
}

Trap Frontier::trap_of(std::string_view path, const From& from, uint32_t& chain) {
  if (endless_path(path)) return Trap::kEndlessPath;
  if (limits_.max_chain > 0) {
    const std::string shape = shape_of(path);
    chain = shape == from.via_shape && has_numbers(shape) ? from.chain + 1 : 0;
    if (chain > limits_.max_chain) return Trap::kChain;
  }
  return Trap::kNone;
}

uint32_t Frontier::number_of(std::string_view url) {
  if (url::make_key(url, {}, key_) != url::Skip::kNone) return kNone;
  return table_.number(hash64(key_));
}

uint32_t Frontier::add_page(uint64_t hash, uint32_t host, bool is_seed) {
  if (!free_.empty()) {
    const uint32_t number = free_.back();
    free_.pop_back();
    table_.add_as(hash, number);
    priorities_[number] = order_->on_seen(number, host);
    host_of_[number] = host;
    is_seed_[number] = is_seed;
    return number;
  }
  const uint32_t number = table_.add(hash).first;
  priorities_.push_back(order_->on_seen(number, host));
  places_.push_back(kNoPlace);
  host_of_.push_back(host);
  is_seed_.push_back(is_seed);
  return number;
}

uint32_t Frontier::skip_page() {
  priorities_.push_back(0);
  places_.push_back(kNoPlace);
  host_of_.push_back(kNone);
  is_seed_.push_back(false);
  return table_.skip();
}

Result<uint32_t> Frontier::see(std::string_view url, const From& from) {
  if (url::make_key(url, {}, key_) != url::Skip::kNone) return kNone;
  const uint64_t hash = hash64(key_);
  const uint32_t known = table_.number(hash);
  if (known != kNone) return known;
  const auto parsed = url::Url::parse(url);
  if (!parsed) return kNone;
  std::string href = parsed->href().substr(0, parsed->href().size() - parsed->fragment().size());
  const std::string_view key_host = url::host_of_key(key_);
  if (from.is_seed) scope_.add_seed(key_host);
  const bool is_wanted = from.is_seed || from.is_sitemap;
  const bool is_requisite_inside = from.is_requisite && !scope_.excludes(href) &&
                                   (limits_.requisites_anywhere || scope_.contains_host(key_host));
  const bool is_sitemap_inside =
      from.is_sitemap && scope_.contains_host(key_host) && !scope_.excludes(href);
  const bool is_link = !from.is_sitemap && !from.is_requisite;
  const bool is_inside = from.is_seed || is_sitemap_inside || is_requisite_inside ||
                         (is_link && scope_.contains(key_host, href));
  if (from.is_sitemap && sitemaps_.size() >= kMaxSitemaps) return kNone;
  if (!is_inside) {
    ++outside_;
    return kNone;
  }
  if (!limits_.media && !is_wanted && !from.is_requisite && url::is_media(key_)) return kNone;
  uint32_t chain = 0;
  const std::string path = path_of(*parsed);
  if (!is_wanted) {
    Trap trap = href.size() > kMaxAddressBytes ? Trap::kLongAddress : trap_of(path, from, chain);
    const std::string plain = without_session(path);
    // The same page under another session's name.
    if (trap == Trap::kNone && plain != path &&
        !sessions_.add(hash64(std::string(key_host) + plain)).second) {
      trap = Trap::kSession;
    }
    if (trap != Trap::kNone) {
      count_trap(trap, href);
      return kNone;
    }
  }
  if (from.is_requisite) chain = from.chain;
  const uint32_t host = host_number(key_host);
  const uint32_t number = add_page(hash, host, is_wanted);
  COCITE_CHECK(state_->add_address(
      number, {.url = std::move(href), .depth = from.depth, .chain = chain, .via = from.via}));
  if (from.is_sitemap) {
    sitemaps_.insert(number);
    COCITE_CHECK(state_->add_sitemap(number));
  }
  if (from.is_requisite) {
    requisites_.insert(number);
    priorities_[number] = kRequisitePriority;
    COCITE_CHECK(state_->add_requisite(number));
  }
  if (hosts_[host].is_gone) {
    COCITE_CHECK(state_->finish(number, 0));
    return number;
  }
  queue_page(number);
  return number;
}

void Frontier::queue_page(uint32_t page) {
  ++queue_;
  push(page);
}

void Frontier::push(uint32_t page) {
  Host& host = hosts_[host_of_[page]];
  if (host.is_full && is_requisite(page)) {
    // Limits on pages do not stop what pages need.
    host.is_full = false;
    host.wakes_at = 0;
    asleep_ -= host.heap.size();
    // The end of its pause may have passed while it was full.
    if (host.ready_at > 0) resting_.emplace(host.ready_at, host_of_[page]);
  }
  host.heap.push(page, priorities_, places_);
  if (host.wakes_at > 0) ++asleep_;
  list(host_of_[page]);
}

void Frontier::put_back(uint32_t page) {
  ++queue_;
  push(page);
}

void Frontier::put_back_at(uint32_t page, double time) {
  ++queue_;
  if (hosts_[host_of_[page]].wakes_at > 0) return push(page);
  later_.emplace(time, page);
}

void Frontier::set_aside(uint32_t page) {
  ++queue_;
  ++asleep_;
  ++hosts_[host_of_[page]].aside;
}

void Frontier::sleep(uint32_t number, double until, std::string_view why) {
  Host& host = hosts_[number];
  for (auto at = later_.begin(); at != later_.end();) {
    const uint32_t page = at->second;
    const bool is_its = host_of_[page] == number;
    at = is_its ? later_.erase(at) : std::next(at);
    if (is_its) push(page);
  }
  if (host.wakes_at == 0) asleep_ += host.heap.size();
  host.wakes_at = until;
  host.why = why;
  ++host.sleeps;
  unlist(number);
  resting_.emplace(until, number);
}

std::pair<uint64_t, std::string> Frontier::full() const {
  std::pair<uint64_t, std::string> found;
  for (const Host& host : hosts_) {
    if (!host.is_full || host.heap.empty()) continue;
    found.first += host.heap.size();
    if (found.second.empty()) found.second = url::host_name(host.name);
  }
  return found;
}

bool Frontier::has_more(uint32_t number) const {
  if (!hosts_[number].heap.empty()) return true;
  return std::ranges::any_of(later_,
                             [&](const auto& entry) { return host_of_[entry.second] == number; });
}

void Frontier::for_each_sleeping(
    const std::function<void(const Host& host, uint64_t pages, std::string_view why)>& use) const {
  for (const Host& host : hosts_) {
    if (host.wakes_at > 0 && !host.is_full && !host.heap.empty())
      use(host, host.heap.size(), host.why);
    if (host.aside > 0) use(host, host.aside, host.tls);
  }
}

void Frontier::forget(uint32_t page) {
  if (places_[page] == kNoPlace) return;
  const uint32_t number = host_of_[page];
  priorities_[page] = std::numeric_limits<float>::infinity();
  hosts_[number].heap.raised(page, priorities_, places_);
  hosts_[number].heap.pop(priorities_, places_);
  priorities_[page] = 0;
  --queue_;
  list(number);
}

// Brings a host's place among those that may be asked up to date; its time has come, or it is not
// in any list.
void Frontier::list(uint32_t number) {
  Host& host = hosts_[number];
  if (host.is_listed && !host.heap.empty() && host.listed_page == host.heap.best() &&
      host.listed_priority == priorities_[host.heap.best()]) {
    return;
  }
  const bool was_listed = host.is_listed;
  unlist(number);
  if (host.heap.empty() || host.active >= limits_.per_host || host.is_gone) return;
  if (host.wakes_at > 0) return;
  const uint64_t most = limits_.max_host_pages;
  if (most > 0 && host.fetched + host.active >= most && !is_requisite(host.heap.best())) {
    if (host.fetched < most) return;  // what is under way may fail
    host.is_full = true;
    host.wakes_at = kNever;
    asleep_ += host.heap.size();
    return;
  }
  // Who rests comes back by resting_.
  if (!was_listed && host.ready_at > 0) return;
  host.is_listed = true;
  host.listed_page = host.heap.best();
  host.listed_priority = priorities_[host.listed_page];
  ready_.emplace(-host.listed_priority, host.listed_page, number);
}

void Frontier::unlist(uint32_t number) {
  Host& host = hosts_[number];
  if (!std::exchange(host.is_listed, false)) return;
  ready_.erase({-host.listed_priority, host.listed_page, number});
}

std::optional<Frontier::Next> Frontier::next(double now) {
  while (!resting_.empty() && resting_.top().first <= now) {
    const auto [time, number] = resting_.top();
    resting_.pop();
    Host& host = hosts_[number];
    if (time < host.wakes_at) continue;  // a pause from before it fell asleep
    if (host.wakes_at > 0) asleep_ -= host.heap.size();
    host.wakes_at = 0;
    host.ready_at = 0;
    list(number);
  }
  while (!later_.empty() && later_.begin()->first <= now) {
    const uint32_t page = later_.begin()->second;
    later_.erase(later_.begin());
    push(page);
  }
  if (ready_.empty()) return {};
  const auto& [priority, page, host] = *ready_.begin();
  return Next{page, host};
}

void Frontier::take(const Next& next) {
  Host& host = hosts_[next.host];
  host.heap.pop(priorities_, places_);
  --queue_;
  list(next.host);
}

uint32_t Frontier::host_at(std::string_view url) {
  if (url::make_key(url, {}, key_) != url::Skip::kNone) return kNone;
  return host_number(url::host_of_key(key_));
}

std::optional<double> Frontier::busy_until(uint32_t number, double now) const {
  constexpr double kSoon = 0.05;
  const Host& host = hosts_[number];
  if (host.wakes_at > now && !host.is_full) return host.wakes_at;
  if (host.active >= limits_.per_host) return std::max(host.ready_at, now + kSoon);
  if (host.ready_at > now) return host.ready_at;
  return {};
}

double Frontier::next_time() const {
  const double host = resting_.empty() ? kNever : resting_.top().first;
  return later_.empty() ? host : std::min(host, later_.begin()->first);
}

void Frontier::begin(uint32_t number) {
  ++hosts_[number].active;
  if (hosts_[number].active >= limits_.per_host) unlist(number);
}

void Frontier::end(uint32_t number, double ready_at) {
  Host& host = hosts_[number];
  --host.active;
  unlist(number);
  host.ready_at = std::max(ready_at, 1e-9);
  resting_.emplace(host.ready_at, number);
}

void Frontier::give_up(uint32_t number, const std::function<void(uint32_t page)>& use) {
  Host& host = hosts_[number];
  host.is_gone = true;
  unlist(number);
  while (!host.heap.empty()) {
    use(host.heap.pop(priorities_, places_));
    --queue_;
  }
}

Result<void> Frontier::add_links(uint32_t page, std::span<const uint32_t> children,
                                 std::span<const float> similarities) {
  SeenLink link{.source = priorities_[page], .children = static_cast<uint32_t>(children.size())};
  for (size_t i = 0; i < children.size(); ++i) {
    link.similarity = i < similarities.size() ? similarities[i] : 0;
    const uint32_t child = children[i];
    const float raised = order_->on_link(priorities_[child], link);
    if (raised == priorities_[child]) continue;
    priorities_[child] = raised;
    if (places_[child] == kNoPlace) continue;
    hosts_[host_of_[child]].heap.raised(child, priorities_, places_);
    if (hosts_[host_of_[child]].is_listed) list(host_of_[child]);
  }
  return links_->add(page, children);
}

Result<void> Frontier::refresh(uint64_t fetched, const std::function<bool()>& goes_on) {
  if (!order_->is_refreshed()) return {};
  if (next_refresh_ == 0) next_refresh_ = crawl::next_refresh(0, seen());
  if (fetched < next_refresh_) return {};
  next_refresh_ = crawl::next_refresh(fetched, seen());
  COCITE_CHECK(links_->flush());
  links_->set_pages(table_.size());
  // Where pages stand in the heaps follows from the heaps, so that its memory serves meanwhile.
  const Result<void> result =
      order_->refresh(*links_, priorities_.span(), {places_.span(), goes_on});
  for (const uint32_t number : requisites_) priorities_[number] = kRequisitePriority;
  std::ranges::fill(places_.span(), kNoPlace);
  for (uint32_t number = 0; number < hosts_.size(); ++number) {
    hosts_[number].heap.make(priorities_, places_);
    if (hosts_[number].is_listed) list(number);
  }
  COCITE_CHECK(result);
  find_hot();
  return {};
}

void Frontier::find_hot() {
  const float least =
      value_at(priorities_.span(), priorities_.size() / 10, [](size_t) { return true; });
  uint64_t best = 0;
  uint64_t gone = 0;
  for (uint32_t page = 0; page < table_.size(); ++page) {
    if (priorities_[page] < least || priorities_[page] == kRequisitePriority) continue;
    ++best;
    if (places_[page] == kNoPlace) ++gone;
  }
  hot_ = best == 0 ? 0 : static_cast<double>(gone) / static_cast<double>(best);
}

Result<void> Frontier::load(const std::function<void()>& tick) {
  constexpr uint32_t kOften = 4096;
  COCITE_CHECK(state_->for_each_sitemap([&](uint32_t number) { sitemaps_.insert(number); }));
  bool is_sound = true;  // each has a key, and a higher number than the one before
  COCITE_TRY(const uint32_t end, state_->addresses());
  std::vector<uint32_t> free;  // numbers of pages that were forgotten
  COCITE_CHECK(state_->for_each_address([&](uint32_t number, const std::string& url, uint32_t via) {
    if (tick && number % kOften == 0) tick();
    is_sound = is_sound && number >= table_.size() && number < end &&
               url::make_key(url, {}, key_) == url::Skip::kNone &&
               table_.number(hash64(key_)) == kNone;
    if (!is_sound) return;
    while (table_.size() < number) free.push_back(skip_page());
    const std::string_view host = url::host_of_key(key_);
    if (via == kNoVia && !sitemaps_.contains(number)) scope_.add_seed(host);
    add_page(hash64(key_), host_number(host), via == kNoVia);
    if (const auto parsed = url::Url::parse(url)) {
      const std::string path = path_of(*parsed);
      const std::string plain = without_session(path);
      if (plain != path) sessions_.add(hash64(std::string(host) + plain));
    }
  }));
  if (!is_sound) {
    return fail(ErrorCode::kCorrupt, state_->path() + ": is damaged: address " +
                                         std::to_string(table_.size()) + " makes no sense");
  }
  links_->set_pages(table_.size());
  COCITE_CHECK(state_->for_each_requisite([&](uint32_t number) {
    if (number >= table_.size()) return;
    requisites_.insert(number);
    priorities_[number] = kRequisitePriority;
  }));
  std::vector<bool> is_finished(table_.size());
  for (const uint32_t number : free) is_finished[number] = true;
  COCITE_CHECK(state_->for_each_finished([&](uint32_t number, int outcome) {
    if (number >= is_finished.size()) return;
    is_finished[number] = true;
    if (outcome > 0 && host_of_[number] != kNone && !is_requisite(number)) {
      ++hosts_[host_of_[number]].fetched;
    }
  }));
  for (const uint32_t number : requisites_) requisites_before_ += is_finished[number] ? 1 : 0;
  COCITE_CHECK(links_->for_each_list([&](uint32_t page, std::span<const uint32_t> children) {
    const SeenLink link{.source = priorities_[page],
                        .children = static_cast<uint32_t>(children.size())};
    for (const uint32_t child : children) {
      priorities_[child] = order_->on_link(priorities_[child], link);
    }
  }));
  for (uint32_t page = 0; page < table_.size(); ++page) {
    if (!is_finished[page]) queue_page(page);
  }
  free_ = std::move(free);
  std::ranges::sort(free_, std::greater<>());
  return {};
}

}  // namespace cocite::crawl
