#include "related/tuned.h"

#include <utility>

namespace cocite::related {

Result<Tuned> Tuned::make(Model model) {
  Tuned tuned;
  for (const TermWeight& term : model.terms) {
    const std::optional<Term> known = term_named(term.name);
    if (!known) {
      return fail(ErrorCode::kCorrupt, "tuned with a term that this version does not know: '" +
                                           term.name + "'; tune the store again");
    }
    tuned.term_of_.push_back(static_cast<size_t>(*known));
  }
  tuned.model_ = std::move(model);
  return tuned;
}

Result<std::optional<Tuned>> Tuned::saved(const store::Store& store) {
  COCITE_TRY(const auto container, store.part(store::Part::kTuned));
  if (!container) return std::optional<Tuned>();
  COCITE_TRY(const file::Section section, container->section(kSection));
  COCITE_TRY(const std::span<const char> text, section.values<char>());
  Result<Model> model = parse_model({text.data(), text.size()});
  Result<Tuned> tuned = model ? make(*std::move(model)) : tl::unexpected<Error>(model.error());
  if (!tuned) {
    return fail(tuned.error().code, container->path() + ": " + tuned.error().message);
  }
  return std::optional(*std::move(tuned));
}

Result<std::shared_ptr<const Tuned>> Tuned::of(const Query& query) {
  using Kept = std::shared_ptr<const Tuned>;
  if (query.parameters->word("tuned") == "off" || query.parameters->word("with") != "all") {
    return Kept();
  }
  COCITE_TRY(const std::shared_ptr<const Kept> kept,
             query.web->keep<Kept>(
                 "tuned",
                 [](const Web& web) -> Result<Kept> {
                   COCITE_TRY(std::optional<Tuned> found, saved(web.store()));
                   return found ? std::make_shared<const Tuned>(*std::move(found)) : Kept();
                 },
                 query.budget));
  return *kept;
}

double Tuned::score(const TermValues& terms) const {
  TermValues values;  // the model's terms are distinct, and all ours
  for (size_t i = 0; i < term_of_.size(); ++i) values[i] = terms[term_of_[i]];
  return model_.chance(std::span(values).first(term_of_.size()));
}

}  // namespace cocite::related
