// What is around the query page: its links, and the candidates with what pages that link to both say.
#include "related/blend/search.h"

#include <algorithm>
#include <limits>
#include <mutex>

#include "base/parallel.h"
#include "related/blend/workspace.h"
#include "related/graph_of_sites.h"
#include "related/window.h"

namespace cocite::related::blend {
namespace {

template <class Workspace>
struct Pool {
  std::mutex mutex;
  std::vector<std::unique_ptr<Workspace>> spare;
  static Pool& get() {
    static Pool all;
    return all;
  }
};

}  // namespace

void Search::Workspace::clear() {
  use(nullptr);
  parents.clear();
  children.clear();
  sampled.clear();
  links.clear();
  child_order.clear();
  stopped_parents.clear();
  candidates.clear();
  bounds.clear();
  scored.clear();
  site_weights.clear();
}

std::unique_ptr<Search::Workspace> Search::Workspace::take() {
  auto& pool = Pool<Workspace>::get();
  std::unique_ptr<Workspace> work;
  {
    const std::scoped_lock lock(pool.mutex);
    if (!pool.spare.empty()) {
      work = std::move(pool.spare.back());
      pool.spare.pop_back();
    }
  }
  return work != nullptr ? std::move(work) : std::make_unique<Workspace>();
}

void Search::Workspace::put_back(std::unique_ptr<Workspace> work) {
  constexpr size_t kMostCandidates = size_t{1} << 20;  // a larger one is freed
  static const size_t most = 2 * size_t{hardware_threads()};
  if (work->candidates.capacity() > kMostCandidates) return;
  work->clear();
  auto& pool = Pool<Workspace>::get();
  const std::scoped_lock lock(pool.mutex);
  if (pool.spare.size() < most) pool.spare.push_back(std::move(work));
}

Search::Search(const Query& query, const PageNotes& notes)
    : query_(&query), notes_(&notes), work_(Workspace::take()) {}

Search::~Search() {
  Workspace::put_back(std::move(work_));
}

Result<void> Search::look(PageId page) {
  work_->clear();
  work_->use(query_->budget);
  work_->numbers.reset(query_->web->pages());
  extra_ = nullptr;
  is_extra_met_ = false;
  page_ = page;
  has_order_ = query_->web->store().has_link_order();
  COCITE_TRY(of_sites_, is_graph_of_sites(*query_->web));
  COCITE_TRY(behind_, LinkingPages::of(*query_->web, query_->budget));
  most_parents_ = query_->parameters->count("B");
  most_children_ = query_->parameters->count("F");
  next_child_ = 0;
  links_read_ = 0;
  COCITE_TRY(host_, query_->host(page));
  if (behind_ != nullptr) return look_at_pages();
  COCITE_CHECK(read_links());
  find_sites();
  weigh_children();
  COCITE_CHECK(read_stopped());
  return collect();
}

Result<void> Search::read_links() {
  Workspace& work = *work_;
  const Web& web = *query_->web;
  COCITE_TRY(std::span<const PageId> list,
             web.parents(page_, notes_->in_degree(page_), work.long_buffer));
  work.parents.assign(list.begin(), list.end());
  COCITE_TRY(list, web.out().list(page_, work.buffer));
  work.children.assign(list.begin(), list.end());
  const auto chosen = work.sample.from(*query_, page_, work.parents, most_parents_);
  is_sampled_ = chosen.size() < work.parents.size();
  for (const PageId parent : chosen) work.sampled.push_back({.page = parent});
  return {};
}

// A graph of sites with pages behind it: the pages that link to u are its parents, only I counts.
Result<void> Search::look_at_pages() {
  Workspace& work = *work_;
  has_order_ = behind_->has_link_order();
  site_ = index(page_);
  balance_ = Balance(0, kFewSitesOfSites);
  sites_ = 0;
  is_sampled_ = false;
  mass_ = 0;
  unseen_reach_ = 0;
  unseen_mass_ = 0;
  unseen_children_ = 0;
  stopped_mass_ = 0;
  COCITE_CHECK(read_stopped());
  COCITE_TRY(const auto linking, behind_->linking(*query_, page_, most_parents_));
  COCITE_TRY(const auto lists, behind_->targets(linking, query_->budget));
  for (size_t i = 0; i < linking.size(); ++i) {
    work.sampled.push_back({.page = linking[i].site, .site = index(linking[i].site)});
    if (i == 0 || linking[i].site != linking[i - 1].site) ++sites_;
  }
  weigh_sites();
  for (size_t i = 0; i < lists.size(); ++i) {
    links_read_ += lists[i].size();
    if (has_order_) {
      count_links<true>(work.sampled[i], lists[i]);
    } else {
      count_links<false>(work.sampled[i], lists[i]);
    }
  }
  return {};
}

// The sites of P(u,B), n(u) and rho.
void Search::find_sites() {
  Workspace& work = *work_;
  const Sites& sites = notes_->sites();
  const auto site_of = [&](PageId page) { return query_->hosts_on ? sites.of(page) : index(page); };
  site_ = site_of(page_);
  for (Parent& parent : work.sampled) parent.site = site_of(parent.page);
  // Rising pages are mostly of rising sites already.
  if (!std::ranges::is_sorted(work.sampled, {}, &Parent::site)) {
    std::ranges::stable_sort(work.sampled, {}, &Parent::site);
  }
  sites_ = 0;
  double same = 0;
  for (size_t i = 0; i < work.sampled.size(); ++i) {
    if (i == 0 || work.sampled[i].site != work.sampled[i - 1].site) ++sites_;
    if (work.sampled[i].site == site_) ++same;
  }
  balance_ = Balance();
  const double few_sites = of_sites_ ? kFewSitesOfSites : kFewSites;
  if (of_sites_ && !query_->hosts_on) {
    balance_ = Balance(0, few_sites);
  } else if (query_->hosts_on) {
    auto all = static_cast<double>(work.sampled.size());
    for (const PageId child : work.children) {
      if (query_->is_stopped(child)) continue;
      ++all;
      if (site_of(child) == site_) ++same;
    }
    if (all > 0) balance_ = Balance(same / all, few_sites);
  }
  weigh_sites();
}

void Search::weigh_sites() {
  Workspace& work = *work_;
  link_weight_ = balance_.rho_squared * link_weight(query_->hosts_on);
  work.site_weights.assign(Workspace::kSmallSites, 0);
  // n^(1-beta) / (n + k delta) is largest at n = k delta (1-beta) / beta; n is 1 at least.
  const double peak = std::max(1.0, balance_.few * (1 - balance_.beta) / balance_.beta);
  best_weight_ = sites_ == 0 ? 0 : balance_.by_parents(1, sites_, peak) * (1 + kRounding);
}

void Search::weigh_children() {
  Workspace& work = *work_;
  constexpr size_t kAhead = 16;
  work.links.reserve(work.children.size());
  mass_ = 0;
  unseen_reach_ = 0;
  stopped_mass_ = 0;
  for (size_t place = 0; place < work.children.size(); ++place) {
    if (place + kAhead < work.children.size()) notes_->prefetch(work.children[place + kAhead]);
    const PageId child = work.children[place];
    if (query_->is_stopped(child)) continue;
    const uint32_t in_degree = notes_->in_degree(child);
    const Child link{rareness(in_degree), has_order_ ? prominence(place) : 1};
    work.links[child] = link;
    mass_ += link.rareness * link.top * link.top;
    unseen_reach_ += link.rareness * link.top;
    if (place < most_children_) work.child_order.emplace_back(in_degree, child);
  }
  unseen_mass_ = mass_;
  unseen_children_ = work.links.size();
  std::ranges::sort(work.child_order);
  if (!has_stops()) return;
  for (const PageId stopped : query_->stoplist->pages()) {
    const uint32_t in_degree = notes_->in_degree(stopped);
    if (in_degree > 0) stopped_mass_ += rareness(in_degree);
  }
}

Result<void> Search::read_stopped() {
  if (!has_stops()) return {};
  auto batch = query_->web->out().batch(query_->stoplist->pages());
  while (batch.next()) {
    for (const PageId child : batch.list()) ++work_->stopped_parents[child];
  }
  return batch.status();
}

Search::Candidate& Search::candidate_of(PageId page) {
  uint32_t& number = work_->numbers[page];
  if (number == 0) {
    work_->candidates.push_back({.page = page});
    number = static_cast<uint32_t>(work_->candidates.size());
  }
  return work_->candidates[number - 1];
}

// One more parent of u. Those of one site come one after the other, so `spread` and `pages` of a
// candidate are about the last site that links to it.
template <bool kHasOrder>
void Search::count_links(Parent& parent, std::span<const PageId> list) {
  const Workspace& work = *work_;
  const auto own = static_cast<uint32_t>(place_of(list, page_));
  if (own == list.size()) return;  // damaged: the directions differ
  parent.place = own;
  parent.links = static_cast<uint32_t>(list.size());
  const bool is_long = kHasOrder && list.size() > most_children_;
  const uint64_t near = most_children_ / 2;
  uint32_t spread = query_->hosts_on || of_sites_ ? static_cast<uint32_t>(list.size()) : 0;
  double nearness = kHasOrder ? 0 : blend::nearness(false, spread);
  constexpr size_t kNumberAhead = 32;
  constexpr size_t kCandidateAhead = 16;
  const bool is_array = work.numbers.is_array();
  for (size_t place = 0; place < list.size(); ++place) {
    // In two steps: the number of a page that comes soon; once that is there, its candidate.
    if (place + kNumberAhead < list.size()) {
      work.numbers.prefetch(list[place + kNumberAhead]);
      const uint32_t number = is_array ? work.numbers.of(list[place + kCandidateAhead]) : 0;
      if (number != 0) __builtin_prefetch(&work.candidates[number - 1], 1);
    }
    if (place == own) continue;
    if (kHasOrder) {
      spread = static_cast<uint32_t>(place < own ? own - place : place - own);
      nearness = blend::nearness(true, spread);
    }
    Candidate& candidate = candidate_of(list[place]);
    if (candidate.sites == 0 || candidate.site != parent.site) {
      candidate.votes += nearness;
      candidate.site = parent.site;
      candidate.spread = spread;
      candidate.pages = 1;
      if (candidate.sites < kManySites) ++candidate.sites;
    } else {
      ++candidate.pages;
      if (spread < candidate.spread) {
        candidate.votes += nearness - blend::nearness(kHasOrder, candidate.spread);
        candidate.spread = spread;
      }
    }
    candidate.is_found = candidate.is_found || !is_long || spread <= near;
  }
}

Result<void> Search::add_link(Candidate& candidate, size_t place, uint64_t out_degree,
                              uint64_t in_degree) const {
  if (link_weight_ == 0) return {};
  COCITE_TRY(const uint32_t host, query_->host(candidate.page));
  if (host == host_) return {};
  candidate.link += link_weight_ * link_share(has_order_ ? place : 0, out_degree, in_degree);
  return {};
}

// What P(u,B) links to, P(u,B) and C(u).
Result<void> Search::collect() {
  Workspace& work = *work_;
  work.pages.clear();
  for (const Parent& parent : work.sampled) work.pages.push_back(parent.page);
  auto batch = query_->web->out().batch(work.pages);
  for (size_t i = 0; batch.next(); ++i) {
    const auto list = batch.list();
    links_read_ += list.size();
    if (has_order_) {
      count_links<true>(work.sampled[i], list);
    } else {
      count_links<false>(work.sampled[i], list);
    }
    if (is_spent_after(query_->budget, 4 * list.size())) break;
  }
  COCITE_CHECK(batch.status());
  for (const Parent& parent : work.sampled) {
    Candidate& candidate = candidate_of(parent.page);
    candidate.is_parent = true;
    candidate.is_found = true;
    if (parent.links > 0) {
      COCITE_CHECK(add_link(candidate, parent.place, parent.links, work.parents.size()));
    }
  }
  for (size_t place = 0; place < work.children.size(); ++place) {
    if (query_->is_stopped(work.children[place])) continue;
    Candidate& candidate = candidate_of(work.children[place]);
    candidate.is_found = candidate.is_found || place < most_children_;
    const uint32_t in_degree = notes_->in_degree(candidate.page);
    COCITE_CHECK(add_link(candidate, place, work.children.size(), in_degree));
  }
  return {};
}

bool Search::has_unread_children() const {
  return next_child_ < work_->child_order.size();
}

Result<void> Search::read_parents_of_children(uint64_t links, double least) {
  constexpr uint32_t kFewParents = 64;
  const Workspace& work = *work_;
  for (uint64_t read = 0; has_unread_children(); ++next_child_) {
    const auto& [in_degree, child] = work.child_order[next_child_];
    const double most = unseen_children_most();
    if (in_degree > kFewParents && (read + in_degree > links || most < least)) break;
    if (most == 0 || query_->is_spent()) break;
    read += in_degree;
    COCITE_CHECK(add_parents_of(child));
  }
  return {};
}

Result<void> Search::add_parents_of(PageId child) {
  Workspace& work = *work_;
  const Child& link = *work.links.find(child);
  const uint32_t in_degree = notes_->in_degree(child);
  const auto add = [&](std::span<const PageId> parents, double reach, bool is_found) {
    for (const PageId parent : parents) {
      if (parent == page_) continue;
      Candidate& candidate = candidate_of(parent);
      candidate.reach += static_cast<float>(reach);  // rounds: see kFloats
      candidate.is_found = candidate.is_found || is_found;
    }
  };
  // All are read if they are few more than the sample: that makes bounds of O exact.
  constexpr uint64_t kMany = 8192;
  const uint64_t most = std::max(most_parents_, std::min(kMany, query_->web->pages() / 8));
  if (in_degree > most) {
    COCITE_TRY(const auto sample, work.sample.of(*query_, child, most_parents_));
    add(sample, 0, true);
    return {};
  }
  COCITE_TRY(const auto parents, query_->web->in().list(child, work.buffer));
  const double reach = link.rareness * link.top;
  add(parents, reach, in_degree <= most_parents_);
  --unseen_children_;
  unseen_reach_ = unseen_children_ == 0 ? 0 : std::max(0.0, unseen_reach_ - reach);
  unseen_mass_ = unseen_children_ == 0 ? 0 : std::max(0.0, unseen_mass_ - reach * link.top);
  if (in_degree > most_parents_) {
    add(work.sample.from(*query_, child, parents, most_parents_), 0, true);
  }
  return {};
}

Result<bool> Search::is_found_by_children(PageId page, std::span<const PageId> children) {
  Workspace& work = *work_;
  for (const PageId child : children) {
    const Child* const link = work.links.find(child);
    if (link == nullptr || place_of(work.children, child) >= most_children_) continue;
    if (notes_->in_degree(child) <= most_parents_) return true;
    COCITE_TRY(const auto sample, work.sample.of(*query_, child, most_parents_));
    if (std::ranges::find(sample, page) != sample.end()) return true;
  }
  return false;
}

}  // namespace cocite::related::blend
