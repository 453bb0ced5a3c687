// Answers for the same request come from here.
//
//   AnswerCache cache(64 << 20);
//   if (auto kept = cache.find(key)) return *kept;
//   cache.keep(key, answer);
//
// Holds the answers used last, up to a number of bytes. Cut into shards, each with its own lock. A key
// has the generation of the store in it, so that a new store finds nothing of the old one, and
// what is not asked for any more makes room by itself. Any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "serve/message.h"

namespace cocite::serve {

struct KeptAnswer {
  std::string type = {};
  std::string headers = {};
  Body body = {};
};

class AnswerCache {
 public:
  explicit AnswerCache(uint64_t max_bytes) : max_shard_bytes_(max_bytes / kShards) {}

  [[nodiscard]] std::shared_ptr<const KeptAnswer> find(std::string_view key);
  // One that would fill a good part of its shard is not kept.
  void keep(std::string key, KeptAnswer answer);
  void clear();

  struct Counts {
    uint64_t entries = 0;
    uint64_t bytes = 0;
    uint64_t hits = 0;
    uint64_t misses = 0;
    uint64_t evictions = 0;
  };
  [[nodiscard]] Counts counts() const;

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const KeptAnswer> answer;
    uint64_t bytes = 0;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::list<Entry> entries;                                                 // used last first
    std::unordered_map<std::string_view, std::list<Entry>::iterator> places;  // keys of entries
    uint64_t bytes = 0;
    Counts counts;
  };
  static constexpr size_t kShards = 16;
  static void drop_last(Shard& shard);
  [[nodiscard]] Shard& shard_of(std::string_view key);

  uint64_t max_shard_bytes_;
  std::array<Shard, kShards> shards_;
};

}  // namespace cocite::serve
