// What `cocite tune` learned about a store: a balance of blend's terms in place of the usual one.
//
//   COCITE_TRY(const auto tuned, Tuned::of(query));       // null: not tuned, or off
//   tuned->score(pair.terms)                              // the probability that they are related
//
// A small part of the store (docs/formats/tuned.md). It was learned with everything that the store
// has, and counts only where everything is asked for (`with` is all). Never changes once read; any
// number of threads.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "related/method.h"
#include "related/model.h"
#include "related/pair_terms.h"
#include "store/store.h"

namespace cocite::related {

class Tuned {
 public:
  static constexpr std::string_view kSection = "model";

  // Kept by the web. kCorrupt where it cannot be read.
  [[nodiscard]] static Result<std::shared_ptr<const Tuned>> of(const Query& query);
  // Nothing where the store is not tuned.
  [[nodiscard]] static Result<std::optional<Tuned>> saved(const store::Store& store);
  // kCorrupt where it knows a term that we do not.
  [[nodiscard]] static Result<Tuned> make(Model model);

  // From 0 to 1.
  [[nodiscard]] double score(const TermValues& terms) const;
  // "linear, 100 judged pages of gold.tsv, nDCG@10 +0.031 [0.012, 0.050]"
  [[nodiscard]] const std::string& about() const { return model_.about; }
  [[nodiscard]] const Model& model() const { return model_; }

 private:
  Model model_;
  std::vector<size_t> term_of_;  // of each of the model's terms: which of ours
};

}  // namespace cocite::related
