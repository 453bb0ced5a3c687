// What titles add to blend: Nm, how much two titles are alike letter by letter.
//
//   COCITE_TRY(const auto titles, TitleGrams::of(query));              // null: there are no titles
//   COCITE_TRY(const auto own, titles->vector_of(store, page));        // empty: no title
//   TitleGrams::cosine(own, theirs)
//
// Nm is the cosine of tf idf vectors of the titles' runs of three characters (folded; idf = ln(N/df)
// over all titles). A part of a title, at its beginning or end, that more than a tenth of the
// host's titles have is left out: "push_back - cppreference.com". How many titles have each run is
// found out once (kNotes). Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"
#include "store/notes.h"

namespace cocite::related::blend {

class TitleGrams {
 public:
  static constexpr std::string_view kNotes = "title-grams";
  static constexpr std::string_view kAbout = "title-grams 1";

  // Kept by the web; null where the store has no titles.
  [[nodiscard]] static Result<std::shared_ptr<const TitleGrams>> of(const Query& query);
  // Saved in the store, or null.
  [[nodiscard]] static Result<std::shared_ptr<const TitleGrams>> saved(const Web& web);
  [[nodiscard]] static Result<TitleGrams> make(const store::Store& store);
  [[nodiscard]] store::NewNotes to_save() const;

  // Three characters, 21 bits each.
  using Gram = uint64_t;
  using Vector = std::vector<std::pair<Gram, double>>;  // by gram; of length 1

  // Empty for a page without a title, or with one that says nothing.
  [[nodiscard]] Result<Vector> vector_of(const store::Store& store, PageId page) const;
  // The same, kept by the thread for a while: pages of a site are candidates again and again. Valid
  // until the next call of that thread.
  [[nodiscard]] Result<const Vector*> kept_vector_of(const store::Store& store, PageId page) const;
  [[nodiscard]] static double cosine(const Vector& one, const Vector& other);

 private:
  [[nodiscard]] uint32_t titles_with(Gram gram) const;

  [[nodiscard]] static uint64_t next_identity();

  uint64_t identity_ = next_identity();  // no two have the same
  std::shared_ptr<const store::Notes> notes_;
  std::vector<Gram> made_grams_;
  std::vector<uint32_t> made_counts_;
  std::vector<uint64_t> made_shared_;
  std::vector<uint64_t> made_titles_;
  std::span<const Gram> grams_;
  std::span<const uint32_t> counts_;  // titles that have each gram
  std::span<const uint64_t> shared_;  // hashes of parts that titles of a host share, rising
  std::span<const uint64_t> titles_;  // one number: how many there are
};

}  // namespace cocite::related::blend
