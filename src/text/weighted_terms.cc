#include "text/weighted_terms.h"

#include <cmath>
#include <unordered_map>

namespace cocite::text {
namespace {

constexpr uint64_t kStepsToFind = 256;  // a term, in the budget's steps

}  // namespace

Result<WeightedTerms> WeightedTerms::find(const Index& index, const Request& request) {
  WeightedTerms result;
  result.index_ = &index;
  result.model_ = request.model;
  result.tf_ = request.tf;
  const IndexMeta& meta = index.meta();
  // In the order of first mention.
  std::vector<std::pair<const std::string*, uint32_t>> counted;
  std::unordered_map<std::string_view, size_t> places;
  for (const std::string& term : request.terms) {
    const auto [at, is_new] = places.try_emplace(term, counted.size());
    if (is_new) counted.emplace_back(&term, 0);
    ++counted[at->second].second;
  }
  double squares = 0;
  for (const auto& [term, count] : counted) {
    if (is_spent_after(request.budget, kStepsToFind)) break;
    COCITE_TRY(const auto list, index.find(*term));
    if (!list) continue;
    double weight = 0;
    double idf = 0;
    if (request.model == Model::kBm25) {
      idf = bm25_idf(meta.documents, list->df);
      weight = idf;
    } else {
      if (list->content_df == 0) continue;
      idf = vector_idf(meta.content_pages, list->content_df);
      if (!(idf > 0)) continue;
      const double part = tf_weight(request.tf, count) * idf;
      squares += part * part;
      weight = part * idf;
    }
    result.terms_.push_back({Cursor(index, *list), *term, weight, idf});
  }
  if (request.model == Model::kVector) {
    const double length = std::sqrt(squares);
    for (Term& term : result.terms_) term.weight /= length;
  }
  return result;
}

bool WeightedTerms::document(uint32_t doc, FieldCounts& lengths, double& norm) const {
  return model_ == Model::kBm25 ? index_->lengths().get(doc, lengths)
                                : index_->norm(doc, tf_, norm);
}

bool WeightedTerms::share(Term& term, uint32_t doc, const FieldCounts& lengths, double norm,
                          double& share) const {
  share = 0;
  if (!term.cursor.seek(doc)) return false;
  if (term.cursor.at_end() || term.cursor.doc() != doc) return true;
  FieldCounts counts;
  if (!term.cursor.counts(counts)) return false;
  if (model_ == Model::kBm25) {
    const double x = bm25_x(counts, lengths, index_->averages());
    share = term.weight * x / (kSaturation + x);
  } else if (norm > 0) {
    share = term.weight * tf_weight(tf_, counts.content()) / norm;
  }
  return true;
}

bool WeightedTerms::share(size_t i, uint32_t doc, double& share) {
  FieldCounts lengths;
  double norm = 0;
  return document(doc, lengths, norm) && this->share(terms_[i], doc, lengths, norm, share);
}

bool WeightedTerms::score(uint32_t doc, double& score) {
  score = 0;
  FieldCounts lengths;
  double norm = 0;
  if (!document(doc, lengths, norm)) return false;
  for (Term& term : terms_) {
    double part = 0;
    if (!share(term, doc, lengths, norm, part)) return false;
    score += part;
  }
  return true;
}

}  // namespace cocite::text
