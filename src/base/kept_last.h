// A least-recently-used cache, bounded by the total cost of its values.
//
//   KeptLast<std::string, Answer> answers(1000);
//   if (const auto kept = answers.find(question)) return *kept;
//   answers.keep(question, std::make_shared<const Answer>(answer), 1);   // costs 1 of the 1000
//
// Values stay valid for callers that hold them after eviction. Any number of threads.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cocite {

template <class Key, class Value>
class KeptLast {
 public:
  using Pointer = std::shared_ptr<const Value>;

  explicit KeptLast(uint64_t most) : most_(most) {}

  // Null: it is not there.
  [[nodiscard]] Pointer find(const Key& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return found->second->value;
  }
  // One that costs more than there is room for is not kept.
  void keep(const Key& key, Pointer value, uint64_t cost) {
    if (cost > most_) return;
    std::vector<Pointer> dropped;  // declared before the lock: freed after unlocking
    const std::scoped_lock lock(mutex_);
    if (places_.contains(key)) return;  // two asked at once
    cost_ += cost;
    order_.push_front({key, std::move(value), cost});
    places_.emplace(key, order_.begin());
    while (cost_ > most_) {
      cost_ -= order_.back().cost;
      places_.erase(order_.back().key);
      dropped.push_back(std::move(order_.back().value));
      order_.pop_back();
    }
  }

 private:
  struct Entry {
    Key key;
    Pointer value;
    uint64_t cost = 0;
  };

  const uint64_t most_;
  std::mutex mutex_;
  uint64_t cost_ = 0;       // of all that are kept
  std::list<Entry> order_;  // most recently used first
  std::unordered_map<Key, typename std::list<Entry>::iterator> places_;
};

}  // namespace cocite
