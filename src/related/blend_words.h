// What words add to blend: T, how much two pages say the same, and Nm, how alike their titles are
// (blend_titles.h).
//
//   COCITE_TRY(const auto words, BlendWords::of(query));       // null: the store has no words
//   COCITE_TRY(const auto added, words->add(page, others));    // 0.4 T + 0.2 Nm, of each
//
// T is the cosine of the vectors (1 + ln tf) ln(N/df) of title and text, over terms that at least
// two pages have; 0 for a page without either. Lengths of these vectors follow from the index and
// are made once (kLengths, 4 bytes a page with words). Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/blend_titles.h"
#include "related/method.h"
#include "store/notes.h"
#include "text/index.h"
#include "text/search.h"

namespace cocite::related::blend {

inline constexpr double kTextWeight = 0.4;  // of T

// The lengths of the vectors of all documents.
class TextLengths {
 public:
  static constexpr std::string_view kNotes = "text-lengths";
  // Saved in the store, or null.
  [[nodiscard]] static Result<std::shared_ptr<const TextLengths>> saved(const Web& web,
                                                                        const text::Index& index);
  [[nodiscard]] static Result<TextLengths> make(const text::Index& index);
  [[nodiscard]] store::NewNotes to_save() const;
  [[nodiscard]] float of(uint32_t doc) const { return lengths_[doc]; }

 private:
  std::shared_ptr<const store::Notes> notes_;
  std::vector<float> made_;
  std::string about_;
  std::span<const float> lengths_;
};

class BlendWords {
 public:
  // Null where the query wants links only, or the store has no index.
  [[nodiscard]] static Result<std::unique_ptr<BlendWords>> of(const Query& query);

  // 0.4 T + 0.2 Nm of the page and each of the others.
  [[nodiscard]] Result<std::vector<double>> add(PageId page, std::span<const PageId> others) const;
  // What each shared word adds to 0.4 T.
  [[nodiscard]] Result<std::vector<text::TermShare>> explain(PageId page, PageId other) const;
  // 0.2 Nm.
  [[nodiscard]] Result<double> by_titles(PageId page, PageId other) const;

 private:
  struct Term;
  [[nodiscard]] Result<std::vector<Term>> terms_of(PageId page) const;
  [[nodiscard]] Result<void> add_texts(PageId page, std::span<const PageId> others,
                                       std::vector<double>& added) const;

  const Web* web_ = nullptr;
  std::shared_ptr<const text::Index> index_;
  std::shared_ptr<const TextLengths> lengths_;
  std::shared_ptr<const TitleGrams> titles_;  // null: there are none
};

}  // namespace cocite::related::blend
