// Lists of links as they came, made lists as a store has them.
//
//   const TidyCounts dropped = tidy_lists(lists, keeps_order, threads);
#pragma once

#include <cstdint>

#include "ingest/link_buckets.h"

namespace cocite::ingest {

struct TidyCounts {
  uint64_t self_links = 0;
  uint64_t repeated_links = 0;
};

// Drops links to the page itself and all but the first of equal ones; sorts where no order is kept.
TidyCounts tidy_lists(OwnedLists& lists, bool keeps_order, unsigned threads);

}  // namespace cocite::ingest
