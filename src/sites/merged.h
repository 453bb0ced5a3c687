// The store in which mirrored hosts are one host: made from the saved table of mirrors, and kept in
// the folder of the store.
//
//   COCITE_TRY(Merged merged, open_merged(store, options));
//
// One process makes it, others wait. Any number of threads.
#pragma once

#include <cstdint>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/opened.h"
#include "store/store.h"

namespace cocite::sites {

struct Merged {
  store::Store store;
  answer::OtherHosts other_hosts;
  uint64_t mirrors = 0;  // hosts that another stands for
};

// kNotFound where no mirrors were saved.
[[nodiscard]] Result<Merged> open_merged(const store::Store& store, const GraphOptions& options);
// Whether it was made, from this table of mirrors or another.
[[nodiscard]] bool has_merged(const store::Store& store);
// Makes it, where mirrors were saved; false: they were not.
[[nodiscard]] Result<bool> prepare_merged(const store::Store& store, const GraphOptions& options);

}  // namespace cocite::sites
