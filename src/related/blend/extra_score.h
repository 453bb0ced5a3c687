// What adds to blend's score of a candidate besides links: words. Bounded first, exact on demand.
//
//   COCITE_CHECK(extra.meet(pages));            // numbers them from 0, once
//   extra.most(number)                          // an upper bound; exact once it is known
//   COCITE_CHECK(extra.know(numbers));          // makes most() exact
//
// About one query page. The exact value does not depend on which others are known. One thread.
#pragma once

#include <cstdint>
#include <span>

#include <cocite/result.h>

#include "base/ids.h"

namespace cocite::related::blend {

class ExtraScore {
 public:
  ExtraScore() = default;
  ExtraScore(const ExtraScore&) = delete;
  ExtraScore& operator=(const ExtraScore&) = delete;
  virtual ~ExtraScore() = default;

  [[nodiscard]] virtual Result<void> meet(std::span<const PageId> pages) = 0;
  [[nodiscard]] virtual double most(uint32_t number) const = 0;
  [[nodiscard]] virtual bool is_known(uint32_t number) const = 0;
  [[nodiscard]] virtual Result<void> know(std::span<const uint32_t> numbers) = 0;
};

}  // namespace cocite::related::blend
