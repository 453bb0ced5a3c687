// What adds to blend's score of a candidate beside links: bounded first, known where it matters.
//
//   COCITE_CHECK(beside.meet(pages));            // numbered from 0 in this order, once
//   beside.most(number)                          // what it can add; exactly that once it is known
//   COCITE_CHECK(beside.know(numbers));          // so that most() is what it adds, to the last bit
//
// About one query page. What is added does not depend on which others are known. One thread.
#pragma once

#include <cstdint>
#include <span>

#include <cocite/result.h>

#include "base/ids.h"

namespace cocite::related::blend {

class Beside {
 public:
  Beside() = default;
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  virtual ~Beside() = default;

  [[nodiscard]] virtual Result<void> meet(std::span<const PageId> pages) = 0;
  [[nodiscard]] virtual double most(uint32_t number) const = 0;
  [[nodiscard]] virtual bool is_known(uint32_t number) const = 0;
  [[nodiscard]] virtual Result<void> know(std::span<const uint32_t> numbers) = 0;
};

}  // namespace cocite::related::blend
