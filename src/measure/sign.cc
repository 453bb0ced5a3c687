#include "measure/sign.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cocite::measure {
namespace {

// At least `wins` of `count` fair coins show heads. In logarithms, because 2^-count is below what
// doubles hold from 1075 coins on.
double at_least(uint64_t wins, uint64_t count) {
  const auto n = static_cast<double>(count);
  const double total = n * std::log(2.0);
  double sum = 0;
  for (uint64_t k = count + 1; k-- > wins;) {  // the small ones first
    const auto heads = static_cast<double>(k);
    sum +=
        std::exp(std::lgamma(n + 1) - std::lgamma(heads + 1) - std::lgamma(n - heads + 1) - total);
  }
  return std::min(1.0, sum);
}

}  // namespace

SignTest sign_test(std::span<const double> one, std::span<const double> other) {
  COCITE_ASSERT(one.size() == other.size(), "a sign test compares the same query pages");
  SignTest test;
  for (size_t i = 0; i < one.size(); ++i) {
    uint64_t& count = one[i] > other[i] ? test.wins : one[i] < other[i] ? test.losses : test.ties;
    ++count;
  }
  const uint64_t count = test.wins + test.losses;
  if (count == 0) return test;
  test.p.one_sided = at_least(test.wins, count);
  test.p.two_sided = std::min(1.0, 2 * at_least(std::max(test.wins, test.losses), count));
  return test;
}

}  // namespace cocite::measure
