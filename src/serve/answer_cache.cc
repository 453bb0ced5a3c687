#include "serve/answer_cache.h"

#include <functional>
#include <utility>

namespace cocite::serve {
namespace {

// What an entry costs besides its texts: list and map nodes, shared counts.
constexpr uint64_t kOverheadBytes = 300;

}  // namespace

AnswerCache::Shard& AnswerCache::shard_of(std::string_view key) {
  return shards_[std::hash<std::string_view>()(key) % kShards];
}

std::shared_ptr<const KeptAnswer> AnswerCache::find(std::string_view key) {
  if (max_shard_bytes_ == 0) return nullptr;
  Shard& shard = shard_of(key);
  const std::scoped_lock lock(shard.mutex);
  const auto found = shard.places.find(key);
  if (found == shard.places.end()) {
    ++shard.counts.misses;
    return nullptr;
  }
  ++shard.counts.hits;
  shard.entries.splice(shard.entries.begin(), shard.entries, found->second);
  return found->second->answer;
}

void AnswerCache::drop_last(Shard& shard) {
  shard.places.erase(shard.entries.back().key);
  shard.bytes -= shard.entries.back().bytes;
  shard.entries.pop_back();
}

void AnswerCache::keep(std::string key, KeptAnswer answer) {
  const uint64_t bytes = kOverheadBytes + key.size() + answer.type.size() + answer.headers.size() +
                         (answer.body ? answer.body->size() : 0);
  if (bytes > max_shard_bytes_ / 4) return;
  Shard& shard = shard_of(key);
  auto kept = std::make_shared<const KeptAnswer>(std::move(answer));
  const std::scoped_lock lock(shard.mutex);
  if (shard.places.contains(key)) return;  // two asked at once
  // In both or, where memory ends in between, in none.
  std::list<Entry> fresh;
  fresh.push_front({std::move(key), std::move(kept), bytes});
  shard.places.emplace(fresh.front().key, fresh.begin());
  shard.entries.splice(shard.entries.begin(), fresh);
  shard.bytes += bytes;
  while (shard.bytes > max_shard_bytes_) {
    drop_last(shard);
    ++shard.counts.evictions;
  }
}

void AnswerCache::clear() {
  for (Shard& shard : shards_) {
    const std::scoped_lock lock(shard.mutex);
    while (!shard.entries.empty()) drop_last(shard);
  }
}

AnswerCache::Counts AnswerCache::counts() const {
  Counts sum;
  for (const Shard& shard : shards_) {
    const std::scoped_lock lock(shard.mutex);
    sum.entries += shard.entries.size();
    sum.bytes += shard.bytes;
    sum.hits += shard.counts.hits;
    sum.misses += shard.counts.misses;
    sum.evictions += shard.counts.evictions;
  }
  return sum;
}

}  // namespace cocite::serve
