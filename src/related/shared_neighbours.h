// How many parents, or children, do two pages share? What the plain measures are made of.
//
//   constexpr Measure kMeasure{.side = Side::kParents, .score = score};
//   const MethodInfo kInfo = shared_method<kMeasure>({.name = "jaccard", …});
//
// All parents of the page and all their children are read (for children: all children and all their
// parents), without samples: these measures are what others are compared with. Stopped pages count
// on neither side. One thread.
#pragma once

#include <cstdint>
#include <span>

#include <cocite/result.h>

#include "related/method.h"
#include "related/order.h"

namespace cocite::related {

enum class Side : uint8_t { kParents, kChildren };

// What is known about the query page u and a page v that shares neighbours with it.
struct Shared {
  double sum = 0;      // of the weights of the shared neighbours
  uint64_t own = 0;    // parents of u, without stopped ones
  uint64_t other = 0;  // parents of v, likewise
};

// A measure: what one shared neighbour weighs, by the length of its list, and the score.
struct Measure {
  Side side = Side::kParents;
  double (*weight)(uint64_t list_size) = nullptr;   // null: 1
  double (*score)(const Shared& shared) = nullptr;  // null: the sum
};

[[nodiscard]] Result<Answer> find_shared(const Query& query, PageId page, const Measure& measure);
[[nodiscard]] Result<Explanation> explain_shared(const Query& query, PageId answer,
                                                 const Measure& measure);

// A method that is nothing but such a measure, without parameters.
template <const Measure& kMeasure>
constexpr MethodInfo shared_method(MethodInfo info) {
  info.find = [](const Query& query) { return find_shared(query, query.pages[0], kMeasure); };
  info.explain_one = [](const Query& query, PageId answer) {
    return explain_shared(query, answer, kMeasure);
  };
  return info;
}

}  // namespace cocite::related
