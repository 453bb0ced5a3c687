// The words of a site in small files, so that a browser searches by fetching a few of them.
//
//   COCITE_TRY(const SearchFiles files, make_search_files(store, index, own, rules, threads, stop));
//   for (const auto& [name, bytes] : files.files) …          // "meta.json", "0.bin", "p0.json"
//
// Scores are those of `cocite search` (text/scoring.h): each posting holds what the word adds to the score of the
// page, in steps of at most kStep. Bytes: docs/formats/site.md. Several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "static_site/own_pages.h"
#include "static_site/rules.h"
#include "store/store.h"
#include "text/index.h"

namespace cocite::static_site {

struct SearchFiles {
  std::vector<std::pair<std::string, std::string>> files = {};  // name, bytes
  uint64_t words = 0;
};

struct MakeSearch {
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
};

[[nodiscard]] Result<SearchFiles> make_search_files(const store::Store& store,
                                                    const text::Index& index, const OwnPages& own,
                                                    const Rules& rules, const MakeSearch& options);

// A list of postings, packed: gaps of page numbers by Golomb and Rice, shares in `width` bits, the highest bit of
// a byte first.
struct PackedList {
  uint32_t count = 0;
  unsigned rice = 0;
  unsigned width = 0;
  double step = 0;
  std::string bytes = {};
};
struct Share {
  uint32_t page = 0;
  double share = 0;
};
// REQUIRES: pages rise and are below `pages`; shares are positive.
[[nodiscard]] PackedList pack_shares(const std::vector<Share>& shares, uint64_t pages);

}  // namespace cocite::static_site
