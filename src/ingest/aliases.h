// Aliases of pages: redirects, and what pages call their canonical address.
//
//   aliases.add({from_key, to_key, date});          // while reading; the newest of a key counts
//   aliases.resolve();                              // chains are followed, loops broken
//   for each key in order: if (!aliases.is_alias(key)) it is a page
//   aliases.number();
//   uint32_t page = aliases.page_of(place of a key among all keys);
//
// An alias is no page: links to it are links to the page it leads to. The facts themselves are
// kept in the store (store/alias_table.h), not only what came of them, so that adding to a store
// gives what importing everything gives. All aliases are held in memory. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/alias_table.h"

namespace cocite::ingest {

class Aliases {
 public:
  // One of the same date replaces an earlier one.
  void add(const store::Alias& alias);
  [[nodiscard]] bool empty() const { return facts_.empty(); }
  // What one takes in memory, from when it was read to the end: itself, and in three trees.
  [[nodiscard]] static uint64_t bytes_of(const store::Alias& alias) {
    constexpr uint64_t kNodes = 400;
    return kNodes + 3 * (alias.from.size() + alias.to.size());
  }
  // In order of `from`.
  [[nodiscard]] std::vector<store::Alias> facts() const;

  void resolve();
  // After resolve(): keys that are no pages.
  [[nodiscard]] uint64_t size() const { return stands_for_.size(); }

  // These, in order. Valid while nothing is added.
  [[nodiscard]] std::vector<std::string_view> keys() const;
  // What it stands for, or nothing. Valid likewise.
  [[nodiscard]] std::optional<std::string_view> stands_for(std::string_view key) const;

  // To be asked once for every key, in bytewise order.
  [[nodiscard]] bool is_alias(std::string_view key);
  void number();
  // By the place of a key among all keys: the number of its page, or of the page it leads to.
  [[nodiscard]] uint32_t page_of(uint32_t place) const;

 private:
  struct Fact {
    std::string to;
    uint32_t date = 0;
  };
  template <class T>
  using ByKey = std::map<std::string, T, std::less<>>;

  ByKey<Fact> facts_;
  ByKey<std::string> stands_for_;
  // Of the walk over all keys.
  uint32_t place_ = 0;
  ByKey<std::string>::const_iterator next_alias_;
  ByKey<uint32_t> target_places_;  // of the pages that aliases lead to
  ByKey<uint32_t>::iterator next_target_;
  std::vector<uint32_t> alias_places_;
  std::vector<const std::string*> alias_targets_;
  std::vector<uint32_t> alias_pages_;
};

}  // namespace cocite::ingest
