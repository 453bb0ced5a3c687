#include "ingest/aliases.h"

#include <algorithm>
#include <unordered_map>

namespace cocite::ingest {

void Aliases::add(const store::Alias& alias) {
  Fact& fact = facts_[alias.from];
  if (alias.date >= fact.date) fact = {alias.to, alias.date};
}

std::vector<store::Alias> Aliases::facts() const {
  std::vector<store::Alias> all;
  for (const auto& [from, fact] : facts_) all.push_back({from, fact.to, fact.date});
  return all;
}

void Aliases::resolve() {
  ByKey<std::string> end_of;  // of every key that has a fact
  for (const auto& [start, unused] : facts_) {
    std::vector<std::string_view> path;
    std::unordered_map<std::string_view, size_t> on_path;
    std::string end;
    for (std::string_view at = start;;) {
      if (const auto known = end_of.find(at); known != end_of.end()) {
        end = known->second;
        break;
      }
      const auto fact = facts_.find(at);
      if (fact == facts_.end()) {
        end = at;
        break;
      }
      if (const auto [seen, is_new] = on_path.try_emplace(at, path.size()); !is_new) {
        // A circle: the first of its keys is the page, the others stand for it.
        end = *std::min_element(path.begin() + static_cast<ptrdiff_t>(seen->second), path.end());
        break;
      }
      path.push_back(fact->first);
      at = fact->second.to;
    }
    for (const std::string_view one : path) end_of.emplace(one, end);
  }
  stands_for_.clear();
  for (auto& [from, end] : end_of) {
    if (from == end) continue;
    target_places_[end] = 0;
    stands_for_.emplace(from, std::move(end));
  }
  next_alias_ = stands_for_.begin();
  next_target_ = target_places_.begin();
}

std::vector<std::string_view> Aliases::keys() const {
  std::vector<std::string_view> all;
  for (const auto& [key, unused] : stands_for_) all.emplace_back(key);
  return all;
}

std::optional<std::string_view> Aliases::stands_for(std::string_view key) const {
  const auto found = stands_for_.find(key);
  if (found == stands_for_.end()) return std::nullopt;
  return found->second;
}

bool Aliases::is_alias(std::string_view key) {
  const uint32_t place = place_++;
  while (next_target_ != target_places_.end() && next_target_->first < key) ++next_target_;
  if (next_target_ != target_places_.end() && next_target_->first == key) {
    next_target_->second = place;
  }
  while (next_alias_ != stands_for_.end() && next_alias_->first < key) ++next_alias_;
  if (next_alias_ == stands_for_.end() || next_alias_->first != key) return false;
  alias_places_.push_back(place);
  alias_targets_.push_back(&next_alias_->second);
  return true;
}

void Aliases::number() {
  for (const std::string* target : alias_targets_) {
    const uint32_t place = target_places_.find(*target)->second;
    const auto before = std::ranges::lower_bound(alias_places_, place) - alias_places_.begin();
    alias_pages_.push_back(place - static_cast<uint32_t>(before));
  }
}

uint32_t Aliases::page_of(uint32_t place) const {
  const auto at = std::ranges::lower_bound(alias_places_, place);
  const auto before = static_cast<size_t>(at - alias_places_.begin());
  if (at != alias_places_.end() && *at == place) return alias_pages_[before];
  return place - static_cast<uint32_t>(before);
}

}  // namespace cocite::ingest
