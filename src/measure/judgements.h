// Judgement files, with their names as pages of a store.
//
//   PageNumbers numbers(store);
//   COCITE_TRY(Judgements judgements, Judgements::read(numbers, request));
//   judgements.judged.judge->rating(query, answer)
//
// Pages that the store does not have are counted. Of ratings, query pages may be unknown: chopping
// may find an answer all the same; they have numbers behind those of all pages. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/eval.h>
#include <cocite/result.h>

#include "measure/judge.h"
#include "store/store.h"

namespace cocite::measure {

// Pages by what people call them.
class PageNumbers {
 public:
  explicit PageNumbers(const store::Store& store) : store_(&store) {}

  // Empty if the store has no such page, or the text is not an address.
  [[nodiscard]] Result<std::optional<PageId>> find(std::string_view text) const;
  // The same, but a page that the store does not have gets a number too. Nothing: it is no page.
  [[nodiscard]] Result<std::optional<PageId>> number(std::string_view text);

  [[nodiscard]] bool is_known(PageId page) const { return index(page) < store_->pages(); }
  [[nodiscard]] Result<std::string> key(PageId page) const;

 private:
  const store::Store* store_;
  std::map<std::string, uint32_t, std::less<>> unknown_;
  std::vector<std::string> unknown_keys_;
};

struct Judgements {
  std::string kind;  // "gold", "labels", "ratings"
  std::string file;
  Judged judged;
  std::vector<PageRating> ratings;  // each rater's last words
  std::vector<std::string> raters;
  std::vector<EvalFact> facts;

  [[nodiscard]] static Result<Judgements> read(PageNumbers& numbers, const EvalRequest& request);
};

// Counts something and keeps the first few examples of it.
class Tally {
 public:
  explicit Tally(std::string name) { fact_.name = std::move(name); }
  void add(const std::string& file, uint64_t line, std::string_view what);
  [[nodiscard]] const EvalFact& fact() const { return fact_; }

 private:
  EvalFact fact_;
};

// What to ask: pages that are judged, from a file or all of them, perhaps a sample. Adds what was odd
// to `facts`. kNotFound where none is left.
[[nodiscard]] Result<std::vector<PageId>> choose_queries(PageNumbers& numbers,
                                                         const Judgements& judgements,
                                                         const EvalRequest& request,
                                                         std::vector<EvalFact>& facts);
// A sample of these, drawn by their names and in the same order; 0: all.
[[nodiscard]] Result<std::vector<PageId>> sample_of(PageNumbers& numbers,
                                                    std::vector<PageId> queries, uint64_t most,
                                                    uint64_t seed);

}  // namespace cocite::measure
