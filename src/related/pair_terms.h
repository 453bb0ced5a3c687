// The terms of blend for a pair of pages, for learned models that weigh them differently.
//
//   COCITE_TRY(const std::vector<PairTerms> pairs, blend::first_pairs(query, page));
//   pairs[0].terms[size_t(Term::kText)]              // T of the page and its first answer
//
// Terms are those of docs/methods/blend.md, without their weights (rho is in O and D); 0 where
// the store has nothing to tell, as visits or texts. Folder and name are how alike two addresses
// are: the share of folders that both begin with, and how much the last parts have in common,
// letter by letter. Pure functions of the store and the query; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"

namespace cocite::related {

enum class Term : uint8_t {
  kParents,   // I
  kChildren,  // O
  kLink,      // D
  kText,      // T
  kTitle,     // Nm
  kVisits,
  kFolder,
  kName,
};
inline constexpr size_t kTermCount = 8;
using TermValues = std::array<double, kTermCount>;

struct TermInfo {
  std::string_view name;     // of one word
  std::string_view meaning;  // for people
};
[[nodiscard]] std::span<const TermInfo, kTermCount> term_table();
[[nodiscard]] std::optional<Term> term_named(std::string_view name);

struct PairTerms {
  PageId page{};
  double score = 0;  // of blend, not tuned
  TermValues terms = {};
};

// How alike two addresses are, by keys or opaque names.
struct AddressLikeness {
  double folder = 0;  // folders that both begin with, of all that either has
  double name = 0;    // shared runs of three letters in the last parts (Dice)
};
[[nodiscard]] AddressLikeness address_likeness(std::string_view one, std::string_view other);

namespace blend {

// This many of blend's first answers are reordered if the store is tuned; more if more are
// requested.
inline constexpr uint64_t kRescored = 500;

// The first answers of blend to one page, best first, with their terms.
[[nodiscard]] Result<std::vector<PairTerms>> first_pairs(const Query& query, PageId page,
                                                         uint64_t most = kRescored);

}  // namespace blend
}  // namespace cocite::related
