// Is the first better on more query pages than chance would have it?
//
//   const SignTest test = sign_test(one, other);   // values per query page, in the same order
//   test.p.one_sided                               // exact binomial, ties left out
//
// All tied: p is 1. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>

#include "measure/p_value.h"

namespace cocite::measure {

struct SignTest {
  uint64_t wins = 0;  // query pages on which the first is better
  uint64_t losses = 0;
  uint64_t ties = 0;
  PValue p = {};
};

// REQUIRES: as many values in one as in the other.
[[nodiscard]] SignTest sign_test(std::span<const double> one, std::span<const double> other);

}  // namespace cocite::measure
