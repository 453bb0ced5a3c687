// What servers said of addresses that could not be had becomes a part of the store.
//
//   Statuses statuses;
//   statuses.add({key, 404, date});
//   COCITE_CHECK(statuses.write(writer, old, numbers));
//
// Only of addresses that are pages: those with links, or that were fetched once. Facts are
// held in memory, as aliases are. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "store/store.h"
#include "store/writer.h"

namespace cocite::ingest {

// All that is known of each page as one entry, in order of page.
[[nodiscard]] std::vector<store::StatusEntry> sum_up_statuses(
    std::vector<store::StatusEntry> entries);

class Statuses {
 public:
  struct Fact {
    std::string key;
    uint32_t status = 0;
    uint32_t date = 0;
  };
  [[nodiscard]] static uint64_t bytes_of(const Fact& fact) { return 64 + fact.key.size(); }

  void add(Fact fact) { facts_.push_back(std::move(fact)); }
  // `old`: the store that is added to, or nullptr, and the numbers of its pages in the new one.
  // REQUIRES: the draft has its pages.
  [[nodiscard]] Result<void> write(store::Writer& writer, const store::Store* old,
                                   const std::vector<uint32_t>& numbers);

 private:
  std::vector<Fact> facts_;
};

}  // namespace cocite::ingest
