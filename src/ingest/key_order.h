// The keys of a dictionary in bytewise order.
//
// Keys are compared eight bytes at a time, and those eight are carried along with the number of the
// key: most comparisons touch nothing else. Equal ones are sorted again by the next eight. Split by
// sampled values first, so that all cores have work.
#pragma once

#include <cstdint>
#include <vector>

#include "ingest/key_dictionary.h"

namespace cocite::ingest {

// The numbers of all keys, in order of their keys.
[[nodiscard]] std::vector<uint32_t> key_order(const KeyDictionary& dictionary, unsigned threads);

}  // namespace cocite::ingest
