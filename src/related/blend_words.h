// What words add to blend: T, how much two pages say the same, and Nm, how alike their titles are
// (blend_titles.h).
//
//   COCITE_TRY(const auto words, BlendWords::of(query));           // null: the store has no words
//   COCITE_TRY(auto beside, words->around(page, rho_squared));     // for QueryPage::best
//   COCITE_TRY(const auto added, words->add(page, rho_squared, others));
//
// T is the cosine of the vectors (1 + ln tf) ln(N/df) of title and text, over terms that at least
// two pages have; 0 for a page without either. What is added is 0.4 rho^2 T + 0.2 Nm: like the
// other terms that tell what a page is among its own, T counts less for a page that lives on the
// open web, where links score little and would be drowned.
//
// Rare terms, whose lists are short, are summed for all candidates at once. Frequent ones, which
// are most of the postings and little of a vector, are bounded by how much of each vector they are
// (Cauchy and Schwarz), and read for those that may be among the first answers. Lengths of vectors
// follow from the index and are made once (TextLengths, 8 bytes a page with words). Where the budget
// is spent, terms that were not reached add nothing. BlendWords: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/blend_beside.h"
#include "related/blend_titles.h"
#include "related/method.h"
#include "store/notes.h"
#include "text/index.h"
#include "text/search.h"

namespace cocite::related::blend {

inline constexpr double kTextWeight = 0.4;  // of rho^2 T

// The lengths of the vectors of all documents.
class TextLengths {
 public:
  static constexpr std::string_view kNotes = "text-lengths";
  // Saved in the store, or null.
  [[nodiscard]] static Result<std::shared_ptr<const TextLengths>> saved(const Web& web,
                                                                        const text::Index& index);
  [[nodiscard]] static Result<TextLengths> make(const text::Index& index);
  [[nodiscard]] store::NewNotes to_save() const;
  [[nodiscard]] double of(uint32_t doc) const { return lengths_[doc]; }

 private:
  std::shared_ptr<const store::Notes> notes_;
  std::vector<double> made_;
  std::string about_;
  std::span<const double> lengths_;
};

class BlendWords {
 public:
  // Null where the query wants links only, or the store has no index.
  [[nodiscard]] static Result<std::unique_ptr<BlendWords>> of(const Query& query);

  // What words add to pages around this one. This object stays while that is used.
  [[nodiscard]] Result<std::unique_ptr<Beside>> around(PageId page, double rho_squared) const;
  // The same of some pages, all known.
  [[nodiscard]] Result<std::vector<double>> add(PageId page, double rho_squared,
                                                std::span<const PageId> others) const;
  // T and Nm, without weights.
  struct Likeness {
    std::vector<double> texts;
    std::vector<double> titles;
  };
  [[nodiscard]] Result<Likeness> likeness(PageId page, std::span<const PageId> others) const;
  // What each shared word adds.
  [[nodiscard]] Result<std::vector<text::TermShare>> explain(PageId page, double rho_squared,
                                                             PageId other) const;
  // 0.2 Nm.
  [[nodiscard]] Result<double> by_titles(PageId page, PageId other) const;

 private:
  class Around;
  // A term of a query page.
  struct Term {
    text::TermList list;
    double idf = 0;
    double weight = 0;  // of the page's vector, times idf
    std::string word;   // as the page has it first, for people
  };
  [[nodiscard]] Result<std::vector<Term>> terms_of(PageId page) const;

  const Web* web_ = nullptr;
  std::shared_ptr<const text::Index> index_;
  std::shared_ptr<const TextLengths> lengths_;
  std::shared_ptr<const TitleGrams> titles_;  // null: there are none
  Budget* budget_ = nullptr;                  // null: as long as it takes
};

}  // namespace cocite::related::blend
