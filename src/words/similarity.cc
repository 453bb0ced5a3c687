#include "words/similarity.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace cocite::words {
namespace {

// Of the budget: to find a term, and a document in its list.
constexpr uint64_t kStepsATerm = 256;
constexpr uint64_t kStepsAPosting = 8;

struct Weighed {
  text::TermList list;
  double idf = 0;
};

// Nothing where the term is in no page with title or text, or in all of them.
Result<std::optional<Weighed>> weigh(const text::Index& index, const std::string& term) {
  COCITE_TRY(const auto list, index.find(term));
  if (!list || list->content_df == 0) return std::optional<Weighed>();
  const double idf = text::vector_idf(index.meta().content_pages, list->content_df);
  if (idf <= 0) return std::optional<Weighed>();
  return std::optional(Weighed{*list, idf});
}

// Adds weight * tf to the sums of those documents that have the term in title or text.
Result<void> add_list(const text::Index& index, const text::TermList& list, double weight,
                      text::TfKind tf, std::span<const uint32_t> docs, Budget* budget,
                      std::vector<double>& sums) {
  text::Cursor cursor(index, list);
  for (size_t i = 0; i < docs.size();) {
    if (is_spent_after(budget, kStepsAPosting)) return {};
    if (!cursor.seek(docs[i])) return index.damage();
    if (cursor.at_end()) return {};
    const uint32_t found = cursor.doc();
    if (found != docs[i]) {
      i = static_cast<size_t>(
          std::lower_bound(docs.begin() + static_cast<ptrdiff_t>(i) + 1, docs.end(), found) -
          docs.begin());
      continue;
    }
    text::FieldCounts counts;
    if (!cursor.counts(counts)) return index.damage();
    sums[i] += weight * text::tf_weight(tf, counts.title + counts.text);
    ++i;
  }
  return {};
}

}  // namespace

void add_weights(const TermCounts& terms, text::TfKind tf, TermWeights& sum) {
  for (const auto& [term, count] : terms.counts()) sum[term] += text::tf_weight(tf, count);
}

TermWeights weights_of(const TermCounts& terms, text::TfKind tf) {
  TermWeights weights;
  add_weights(terms, tf, weights);
  return weights;
}

Result<std::vector<double>> similarities(const text::Index& index, const TermWeights& terms,
                                         text::TfKind tf, std::span<const uint32_t> docs,
                                         Budget* budget) {
  std::vector<double> sums(docs.size(), 0);
  double squares = 0;
  for (const auto& [term, own_tf] : terms) {
    if (is_spent_after(budget, kStepsATerm)) break;
    COCITE_TRY(const auto weighed, weigh(index, term));
    if (!weighed) continue;
    const double weight = own_tf * weighed->idf;
    squares += weight * weight;
    COCITE_CHECK(add_list(index, weighed->list, weight * weighed->idf, tf, docs, budget, sums));
  }
  const double own = std::sqrt(squares);
  for (size_t i = 0; i < docs.size(); ++i) {
    double norm = 0;
    if (!index.norm(docs[i], tf, norm)) return index.damage();
    sums[i] = own > 0 && norm > 0 ? sums[i] / (own * norm) : 0;
  }
  return sums;
}

Result<std::vector<std::optional<double>>> page_similarities(const text::Index& index,
                                                             const TermWeights& terms,
                                                             text::TfKind tf,
                                                             std::span<const PageId> pages,
                                                             Budget* budget) {
  std::vector<std::pair<uint32_t, size_t>> judged;  // document, and its place in `pages`
  for (size_t i = 0; i < pages.size(); ++i) {
    if (is_spent_after(budget, kStepsATerm)) break;
    COCITE_TRY(const auto doc, index.doc(pages[i]));
    if (!doc) continue;
    text::FieldCounts lengths;
    if (!index.lengths().get(*doc, lengths)) return index.damage();
    if (lengths.title + lengths.text > 0) judged.emplace_back(*doc, i);
  }
  std::ranges::sort(judged);
  std::vector<uint32_t> docs;
  for (const auto& [doc, place] : judged) docs.push_back(doc);
  COCITE_TRY(const std::vector<double> like, similarities(index, terms, tf, docs, budget));
  std::vector<std::optional<double>> result(pages.size());
  for (size_t i = 0; i < judged.size(); ++i) result[judged[i].second] = like[i];
  return result;
}

Result<const SimilarTexts::Known*> SimilarTexts::know(const std::string& term) {
  const auto [at, is_new] = known_.try_emplace(term);
  if (is_new) {
    COCITE_TRY(const auto weighed, weigh(*index_, term));
    if (weighed) at->second.idf = weighed->idf;
  }
  return &at->second;
}

Result<SimilarTexts> SimilarTexts::to(const text::Index& index, const TermWeights& topic) {
  SimilarTexts texts;
  texts.index_ = &index;
  double squares = 0;
  for (const auto& [term, tf] : topic) {
    COCITE_TRY(const auto weighed, weigh(index, term));
    if (!weighed) continue;
    texts.known_[term] = {weighed->idf, tf};
    squares += tf * weighed->idf * (tf * weighed->idf);
  }
  texts.norm_ = std::sqrt(squares);
  return texts;
}

Result<double> SimilarTexts::similarity(const TermWeights& text) {
  double sum = 0;
  double squares = 0;
  for (const auto& [term, tf] : text) {
    COCITE_TRY(const Known* const known, know(term));
    sum += tf * known->topic * known->idf * known->idf;
    squares += tf * known->idf * (tf * known->idf);
  }
  return norm_ > 0 && squares > 0 ? sum / (norm_ * std::sqrt(squares)) : 0.0;
}

}  // namespace cocite::words
