#include "graph/long_lists.h"

#include <utility>

namespace cocite::graph {

Result<std::span<const PageId>> LongLists::read(const PackedLinks& links, PageId page,
                                                uint64_t degree, LongListBuffer& buffer) {
  if (degree < kLong || degree > most_links_) return links.list(page, buffer.decoded);
  buffer.kept = find(page);
  if (buffer.kept == nullptr) {
    COCITE_TRY(const std::span<const PageId> list, links.list(page, buffer.decoded));
    buffer.kept = std::make_shared<const std::vector<PageId>>(list.begin(), list.end());
    keep(page, buffer.kept);
  }
  return std::span<const PageId>(*buffer.kept);
}

LongLists::List LongLists::find(PageId page) {
  const std::scoped_lock lock(mutex_);
  const auto found = places_.find(index(page));
  if (found == places_.end()) return nullptr;
  order_.splice(order_.begin(), order_, found->second);
  return found->second->list;
}

void LongLists::keep(PageId page, List list) {
  std::vector<List> gone;  // freed when nobody waits
  const std::scoped_lock lock(mutex_);
  if (places_.contains(index(page))) return;  // somebody else was as quick
  links_ += list->size();
  order_.push_front({page, std::move(list)});
  places_[index(page)] = order_.begin();
  while (links_ > most_links_ && order_.size() > 1) {
    links_ -= order_.back().list->size();
    places_.erase(index(order_.back().page));
    gone.push_back(std::move(order_.back().list));
    order_.pop_back();
  }
}

}  // namespace cocite::graph
