// What words add to blend: T, how much two pages say the same, and Nm, how alike their titles are
// (titles.h).
//
//   COCITE_TRY(const auto words, BlendWords::of(query));           // null: the store has no words
//   COCITE_TRY(auto extra, words->around(page, rho_squared));      // for Search::add_extra
//   COCITE_TRY(const auto added, words->add(page, rho_squared, others));
//
// T is the cosine of the vectors (1 + ln tf) ln(N/df) of title and text, over terms that at least
// two pages have; 0 for a page without either. Hosts off: 1.2 T + 0.4 Nm is added. Hosts on:
// rho^2 (0.4 T + 0.2 Nm), because links score little for a page of the open web. The 50 pages with
// the likest words are candidates, too: with hosts on those that links do not find score 0.05 T.
//
// Rare terms, whose lists are short, are summed for all candidates at once. Frequent ones, which
// are most of the postings and little of a vector, are bounded by how much of each vector they are
// (Cauchy and Schwarz), and read for those that may be among the first answers. Lengths of vectors
// follow from the index and are made once (TextLengths, 8 bytes a page with words). Where the budget
// is spent, terms that were not reached add nothing. If many questions are to come, all likenesses of
// a page are found at once (all_words.h): the same scores. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/blend/all_words.h"
#include "related/blend/extra_score.h"
#include "related/blend/titles.h"
#include "related/method.h"
#include "store/notes.h"
#include "text/index.h"
#include "text/search.h"

namespace cocite::related::blend {

// Of T and Nm, and of T for pages that only words find.
struct WordWeights {
  double text = 0;
  double title = 0;
  double alone = 0;  // 0: as for others
};
inline constexpr WordWeights kWordsOfOneSite{.text = 1.2, .title = 0.4};
inline constexpr WordWeights kWordsOfManySites{.text = 0.4, .title = 0.2, .alone = 0.05};

// A term that one page has alone says nothing of two.
inline constexpr uint64_t kLeastPages = 2;
// Terms in more than a twentieth of the pages are frequent: idf below text::kFrequentIdf[1], 3.
inline constexpr size_t kFrequentClass = 1;

// Whether the query asks for words.
[[nodiscard]] inline bool asks_for_words(const Query& query) {
  return query.parameters->word("with") != "links";
}

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
  [[nodiscard]] Result<std::unique_ptr<ExtraScore>> around(PageId page, double rho_squared) const;
  // The same of some pages, all known.
  [[nodiscard]] Result<std::vector<double>> add(PageId page, double rho_squared,
                                                std::span<const PageId> others) const;
  // T and Nm, without weights.
  struct Likeness {
    std::vector<double> texts;
    std::vector<double> titles;
  };
  [[nodiscard]] Result<Likeness> likeness(PageId page, std::span<const PageId> others) const;
  // What each shared word adds to `weight` T.
  [[nodiscard]] Result<std::vector<text::TermShare>> explain(PageId page, double weight,
                                                             PageId other) const;
  [[nodiscard]] const WordWeights& weights() const { return weights_; }
  // The pages with the likest words, by the method `content`.
  [[nodiscard]] Result<std::vector<PageId>> likest(const Query& query) const;
  // rho^2 Nm with its weight.
  [[nodiscard]] Result<double> by_titles(PageId page, double rho_squared, PageId other) const;

 private:
  class Around;
  class AroundAll;
  // A term of a query page.
  struct Term {
    text::TermList list;
    double idf = 0;
    double weight = 0;  // of the page's vector, times idf
    std::string word;   // as the page has it first, for people
  };
  [[nodiscard]] Result<std::vector<Term>> terms_of(PageId page) const;
  // REQUIRES: all_. The last one is kept.
  [[nodiscard]] std::shared_ptr<const AllWords::Likeness> likeness_to_all(PageId page) const;
  [[nodiscard]] std::unique_ptr<ExtraScore> around_all(PageId page, double rho_squared) const;
  [[nodiscard]] Result<std::vector<Item>> likest_of_all(const Query& query, uint64_t most) const;

  const Web* web_ = nullptr;
  WordWeights weights_;
  std::shared_ptr<const text::Index> index_;
  std::shared_ptr<const TextLengths> lengths_;
  std::shared_ptr<const TitleGrams> titles_;  // null: there are none
  std::shared_ptr<const AllWords> all_;       // null: lists of the index are read
  mutable std::shared_ptr<const AllWords::Likeness> like_;
  Budget* budget_ = nullptr;  // null: as long as it takes
};

}  // namespace cocite::related::blend
