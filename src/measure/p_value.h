// How often would chance alone do this?
//
// Pure values; any thread.
#pragma once

namespace cocite::measure {

struct PValue {
  double one_sided = 1;  // as much in favour of the first
  double two_sided = 1;  // as much in favour of either
};

}  // namespace cocite::measure
