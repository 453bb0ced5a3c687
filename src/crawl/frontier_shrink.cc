// What waits is bounded: the worst pages are forgotten, with their memory.
#include <algorithm>
#include <functional>

#include "crawl/frontier.h"
#include "crawl/value_at.h"

namespace cocite::crawl {

Result<void> Frontier::shrink() {
  if (limits_.max_waiting == 0 || queue_ <= std::max(limits_.max_waiting, next_shrink_)) return {};
  // Sitemaps and requisites are known by their numbers, which must not be given to pages.
  const auto may_go = [&](size_t page) {
    const auto number = static_cast<uint32_t>(page);
    return places_[page] != kNoPlace && !is_seed_[page] && !is_sitemap(number) &&
           !is_requisite(number);
  };
  uint64_t candidates = 0;
  for (uint32_t page = 0; page < table_.size(); ++page) candidates += may_go(page) ? 1 : 0;
  // A tenth less than allowed, so that it is not done for every page.
  const uint64_t wanted = limits_.max_waiting - limits_.max_waiting / 10;
  const uint64_t most = std::min(candidates, queue_ - std::min(queue_, wanted));
  // If most of what waits has to stay, the next attempt is after another tenth.
  next_shrink_ = queue_ - most + limits_.max_waiting / 10;
  if (most == 0) return {};
  const float least = value_at(priorities_.span(), candidates - most, may_go);
  // Of those with the same priority the ones that were seen last.
  std::vector<bool> is_gone(table_.size());
  uint64_t gone = 0;
  for (uint32_t page = 0; page < table_.size(); ++page) {
    if (!may_go(page) || !(priorities_[page] < least)) continue;
    is_gone[page] = true;
    ++gone;
  }
  for (uint32_t page = table_.size(); page-- > 0 && gone < most;) {
    if (!may_go(page) || priorities_[page] != least) continue;
    is_gone[page] = true;
    ++gone;
  }
  const auto goes = [&](uint32_t page) { return is_gone[page]; };
  for (uint32_t number = 0; number < hosts_.size(); ++number) {
    Host& host = hosts_[number];
    const size_t fewer = host.heap.remove(goes, priorities_, places_);
    if (host.wakes_at > 0) asleep_ -= fewer;
    if (host.is_listed) list(number);
  }
  queue_ -= gone;
  forgotten_ += gone;
  table_.forget(goes);
  // Their numbers are given to others: nothing may lead to them.
  links_->set_pages(table_.size());
  COCITE_CHECK(links_->forget(goes));
  for (uint32_t page = 0; page < table_.size(); ++page) {
    if (!is_gone[page]) continue;
    free_.push_back(page);
    COCITE_CHECK(state_->forget_address(page));
  }
  // The lowest is used first: of equal pages those with higher numbers go, which are to be the ones
  // that were seen later.
  std::ranges::sort(free_, std::greater<>());
  return {};
}

}  // namespace cocite::crawl
