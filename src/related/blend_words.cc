#include "related/blend_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "related/words_of.h"
#include "text/scoring.h"
#include "words/term_maker.h"

namespace cocite::related::blend {
namespace {

// A term that one page has alone says nothing of two.
constexpr uint64_t kLeastPages = 2;

std::string about_index(const text::Index& index) {
  return "index " + std::to_string(index.identity());
}

double log_tf(const text::FieldCounts& counts) {
  return text::tf_weight(text::TfKind::kLog, counts.title + counts.text);
}

}  // namespace

Result<std::shared_ptr<const TextLengths>> TextLengths::saved(const Web& web,
                                                              const text::Index& index) {
  const auto notes = web.notes(kNotes, about_index(index));
  if (notes == nullptr) return std::shared_ptr<const TextLengths>();
  COCITE_TRY(const std::span<const float> lengths, notes->part<float>("lengths"));
  if (lengths.size() != index.meta().documents) return std::shared_ptr<const TextLengths>();
  auto found = std::make_shared<TextLengths>();
  found->notes_ = notes;
  found->lengths_ = lengths;
  return std::shared_ptr<const TextLengths>(std::move(found));
}

Result<TextLengths> TextLengths::make(const text::Index& index) {
  std::vector<double> squares(index.meta().documents, 0);
  for (uint64_t number = 0; number < index.meta().terms; ++number) {
    COCITE_TRY(const text::TermList list, index.list(number));
    if (list.content_df < kLeastPages) continue;
    const double idf = text::vector_idf(index.meta().content_pages, list.content_df);
    if (idf <= 0) continue;
    text::Cursor cursor(index, list);
    for (uint32_t block = 0; block < list.blocks(); ++block) {
      if (!cursor.load(block) || !cursor.load_counts()) return index.damage();
      for (uint32_t i = 0; i < cursor.block().size; ++i) {
        const double weight = idf * log_tf(cursor.block().counts(i));
        squares[cursor.block().docs[i]] += weight * weight;
      }
    }
  }
  TextLengths lengths;
  lengths.about_ = about_index(index);
  lengths.made_.reserve(squares.size());
  for (const double sum : squares) lengths.made_.push_back(static_cast<float>(std::sqrt(sum)));
  lengths.lengths_ = lengths.made_;
  return lengths;
}

store::NewNotes TextLengths::to_save() const {
  return {.name = std::string(kNotes),
          .about = about_,
          .parts = {{"lengths", std::as_bytes(lengths_)}}};
}

struct BlendWords::Term {
  text::TermList list;
  double weight = 0;  // of the page's vector, times idf
  std::string word;
};

Result<std::unique_ptr<BlendWords>> BlendWords::of(const Query& query) {
  if (query.parameters->word("with") == "links") return std::unique_ptr<BlendWords>();
  auto words = std::make_unique<BlendWords>();
  words->web_ = query.web;
  COCITE_TRY(words->index_, words_of(*query.web, query.budget));
  if (words->index_ == nullptr) return std::unique_ptr<BlendWords>();
  const auto index = words->index_;
  using Kept = std::shared_ptr<const TextLengths>;
  COCITE_TRY(const std::shared_ptr<const Kept> lengths,
             query.web->keep<Kept>(
                 "text-lengths",
                 [index](const Web& web) -> Result<Kept> {
                   COCITE_TRY(Kept found, TextLengths::saved(web, *index));
                   if (found != nullptr) return found;
                   COCITE_TRY(TextLengths made, TextLengths::make(*index));
                   return std::make_shared<const TextLengths>(std::move(made));
                 },
                 query.budget));
  words->lengths_ = *lengths;
  COCITE_TRY(words->titles_, TitleGrams::of(query));
  return words;
}

Result<std::vector<BlendWords::Term>> BlendWords::terms_of(PageId page) const {
  COCITE_TRY(words::TermMaker maker, words::TermMaker::create(index_->stem()));
  COCITE_TRY(const std::string title, web_->store().title(page));
  COCITE_TRY(const std::string text, web_->store().text_columns().text(page));
  struct Counted {
    uint32_t count = 0;
    std::string word;  // as the page has it first, for people
  };
  std::map<std::string, Counted> counts;
  for (const std::string& field : {title, text}) {
    maker.read_words(field, [&](std::string_view term, const std::string& word) {
      Counted& counted = counts[std::string(term)];
      if (counted.count++ == 0) counted.word = word;
    });
  }
  std::vector<Term> terms;
  for (const auto& [term, counted] : counts) {
    COCITE_TRY(const auto list, index_->find(term));
    if (!list || list->content_df < kLeastPages) continue;
    const double idf = text::vector_idf(index_->meta().content_pages, list->content_df);
    if (idf <= 0) continue;
    terms.push_back(
        {*list, text::tf_weight(text::TfKind::kLog, counted.count) * idf * idf, counted.word});
  }
  return terms;
}

Result<std::vector<double>> BlendWords::add(PageId page, std::span<const PageId> others) const {
  std::vector<double> added(others.size(), 0);
  if (titles_ != nullptr) {
    COCITE_TRY(added, titles_->add(*web_, page, others));
  }
  COCITE_CHECK(add_texts(page, others, added));
  return added;
}

Result<double> BlendWords::by_titles(PageId page, PageId other) const {
  if (titles_ == nullptr) return 0.0;
  COCITE_TRY(const std::vector<double> added, titles_->add(*web_, page, {&other, 1}));
  return added[0];
}

Result<void> BlendWords::add_texts(PageId page, std::span<const PageId> others,
                                   std::vector<double>& added) const {
  COCITE_TRY(const auto own, index_->doc(page));
  if (!own || lengths_->of(*own) <= 0) return {};
  std::vector<std::pair<uint32_t, uint32_t>> docs;  // and the place in `others`
  for (size_t i = 0; i < others.size(); ++i) {
    COCITE_TRY(const auto doc, index_->doc(others[i]));
    if (doc && lengths_->of(*doc) > 0) docs.emplace_back(*doc, static_cast<uint32_t>(i));
  }
  std::ranges::sort(docs);
  COCITE_TRY(const std::vector<Term> terms, terms_of(page));
  std::vector<double> sums(docs.size(), 0);
  for (const Term& term : terms) {
    text::Cursor cursor(*index_, term.list);
    for (size_t i = 0; i < docs.size();) {
      if (!cursor.seek(docs[i].first)) return index_->damage();
      if (cursor.at_end()) break;
      if (cursor.doc() == docs[i].first) {
        text::FieldCounts counts;
        if (!cursor.counts(counts)) return index_->damage();
        sums[i] += term.weight * log_tf(counts);
        ++i;
        continue;
      }
      const auto next = std::pair(cursor.doc(), uint32_t{0});
      i = static_cast<size_t>(
          std::lower_bound(docs.begin() + static_cast<ptrdiff_t>(i), docs.end(), next) -
          docs.begin());
    }
  }
  for (size_t i = 0; i < docs.size(); ++i) {
    added[docs[i].second] +=
        kTextWeight * sums[i] /
        (static_cast<double>(lengths_->of(*own)) * lengths_->of(docs[i].first));
  }
  return {};
}

Result<std::vector<text::TermShare>> BlendWords::explain(PageId page, PageId other) const {
  std::vector<text::TermShare> shares;
  COCITE_TRY(const auto own, index_->doc(page));
  COCITE_TRY(const auto doc, index_->doc(other));
  if (!own || !doc || lengths_->of(*own) <= 0 || lengths_->of(*doc) <= 0) return shares;
  const double lengths = static_cast<double>(lengths_->of(*own)) * lengths_->of(*doc);
  COCITE_TRY(const std::vector<Term> terms, terms_of(page));
  for (const Term& term : terms) {
    text::Cursor cursor(*index_, term.list);
    if (!cursor.seek(*doc)) return index_->damage();
    if (cursor.at_end() || cursor.doc() != *doc) continue;
    text::FieldCounts counts;
    if (!cursor.counts(counts)) return index_->damage();
    const double share = kTextWeight * term.weight * log_tf(counts) / lengths;
    if (share > 0) shares.push_back({term.word, share});
  }
  return shares;
}

}  // namespace cocite::related::blend
