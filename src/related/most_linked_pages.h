// The pages with the most parents.
//
//   COCITE_TRY(const std::vector<Linked> linked, most_linked_pages(web, 512));
//
// Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"

namespace cocite::related {

class Web;

// Most parents first, then the smallest page.
struct Linked {
  uint32_t in_degree;
  PageId page;
  [[nodiscard]] bool operator<(const Linked& other) const {
    return in_degree != other.in_degree ? in_degree > other.in_degree : page < other.page;
  }
};

// The first `most`, in order. Takes room for as many, whatever the number of pages.
[[nodiscard]] Result<std::vector<Linked>> most_linked_pages(const Web& web, uint64_t most);

}  // namespace cocite::related
