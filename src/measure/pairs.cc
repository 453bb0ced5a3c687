#include "measure/pairs.h"

#include "base/hash.h"

namespace cocite::measure {

Pairs::Pairs(const Table& table, std::span<const size_t> pages) {
  std::vector<uint32_t> good;
  std::vector<uint32_t> wrong;
  for (const size_t number : pages) {
    const Page& page = table.pages()[number];
    good.clear();
    wrong.clear();
    for (size_t i = page.begin; i < page.end; ++i) {
      if (table.is_good(i)) {
        good.push_back(static_cast<uint32_t>(i));
      } else if (wrong.size() < kMostWrong) {
        wrong.push_back(static_cast<uint32_t>(i));
      }
    }
    const size_t all = good.size() * wrong.size();
    if (all == 0) continue;
    ++pages_;
    if (all <= kMostPairs) {
      for (const uint32_t one : good) {
        for (const uint32_t other : wrong) {
          pairs_.push_back({one, other, 1 / static_cast<double>(all)});
        }
      }
      continue;
    }
    uint64_t random = hash64(page.name);
    for (size_t k = 0; k < kMostPairs; ++k) {
      random = mix(random + k);
      pairs_.push_back({good[(random >> 32) % good.size()],
                        wrong[(random & 0xFFFFFFFF) % wrong.size()], 1.0 / kMostPairs});
    }
  }
}

}  // namespace cocite::measure
