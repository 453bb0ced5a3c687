// Long because: bounds and sums of one query page share the lists that they have read.
#include "related/blend/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "related/order.h"
#include "related/page_numbers.h"
#include "related/words_of.h"
#include "text/index_format.h"
#include "text/scoring.h"
#include "words/term_maker.h"

namespace cocite::related::blend {
namespace {

std::string about_index(const text::Index& index) {
  return "index " + std::to_string(index.identity()) + ", f64";
}

constexpr uint32_t kKnownTf = 256;
const std::array<double, kKnownTf>& known_tf() {
  static const std::array<double, kKnownTf> known = [] {
    std::array<double, kKnownTf> weights{};
    for (uint32_t count = 0; count < kKnownTf; ++count) {
      weights[count] = text::tf_weight(text::TfKind::kLog, count);
    }
    return weights;
  }();
  return known;
}

inline double log_tf(const text::FieldCounts& counts) {
  const uint32_t count = counts.content();
  return count < kKnownTf ? known_tf()[count] : text::tf_weight(text::TfKind::kLog, count);
}

// Which candidate a document is, from 1; kept by the thread.
class Places {
 public:
  Places() {
    if (spare().empty()) {
      numbers_ = std::make_unique<PageNumbers>();
    } else {
      numbers_ = std::move(spare().back());
      spare().pop_back();
    }
  }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;
  ~Places() {
    constexpr size_t kMost = 2;
    if (spare().size() < kMost) spare().push_back(std::move(numbers_));
  }
  [[nodiscard]] PageNumbers& numbers() { return *numbers_; }

 private:
  static std::vector<std::unique_ptr<PageNumbers>>& spare() {
    thread_local std::vector<std::unique_ptr<PageNumbers>> kept;
    return kept;
  }
  std::unique_ptr<PageNumbers> numbers_;
};

}  // namespace

Result<std::shared_ptr<const TextLengths>> TextLengths::saved(const Web& web,
                                                              const text::Index& index) {
  const auto notes = web.notes(kNotes, about_index(index));
  if (notes == nullptr) return std::shared_ptr<const TextLengths>();
  COCITE_TRY(const std::span<const double> lengths, notes->part<double>("lengths"));
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
  for (const double sum : squares) lengths.made_.push_back(std::sqrt(sum));
  lengths.lengths_ = lengths.made_;
  return lengths;
}

store::NewNotes TextLengths::to_save() const {
  return {.name = std::string(kNotes),
          .about = about_,
          .parts = {{"lengths", std::as_bytes(lengths_)}}};
}

// Candidates with a text have a document, a sum over terms so far, and what the frequent terms can add.
class BlendWords::Around : public ExtraScore {
 public:
  Around(const BlendWords& words, PageId page, double rho_squared)
      : words_(&words),
        page_(page),
        weight_(words.weights_.text * rho_squared),
        title_weight_(words.weights_.title * rho_squared) {}

  // The terms of the page, the rare ones first.
  Result<void> look() {
    if (words_->titles_ != nullptr) {
      COCITE_TRY(title_, words_->titles_->vector_of(words_->web_->store(), page_));
    }
    COCITE_TRY(const auto own, words_->index_->doc(page_));
    if (!own || weight_ == 0) return {};
    length_ = words_->lengths_->of(*own);
    if (length_ <= 0) return {};
    COCITE_TRY(terms_, words_->terms_of(page_));
    const auto frequent = std::stable_partition(terms_.begin(), terms_.end(), [](const Term& term) {
      return term.idf >= text::kFrequentIdf[kFrequentClass];
    });
    rare_ = static_cast<size_t>(frequent - terms_.begin());
    double squares = 0;
    for (const Term& term : std::span(terms_).subspan(rare_))
      squares += term.weight / term.idf * (term.weight / term.idf);
    frequent_share_ = std::sqrt(squares) / length_;
    return {};
  }

  Result<void> meet(std::span<const PageId> pages) override {
    const text::Index& index = *words_->index_;
    PageNumbers& places = places_.numbers();
    places.reset(index.meta().documents);
    met_.resize(pages.size());
    sums_.assign(pages.size(), 0);
    docs_.clear();
    for (size_t i = 0; i < pages.size(); ++i) {
      met_[i].page = pages[i];
      met_[i].titles = title_.empty() ? 0 : title_weight_;
      if (terms_.empty() || is_spent_after(words_->budget_, kStepsAPage)) continue;
      COCITE_TRY(const auto doc, index.doc(pages[i]));
      if (!doc || words_->lengths_->of(*doc) <= 0) continue;
      met_[i].doc = *doc;
      met_[i].is_summed = true;
      places[page_id(*doc)] = static_cast<uint32_t>(i + 1);
      docs_.push_back(*doc);
    }
    std::ranges::sort(docs_);
    const auto rare = std::span(terms_).first(rare_);
    const auto frequent = std::span(terms_).subspan(rare_);
    for (const Term& term : rare) COCITE_CHECK(sum(term, docs_));
    uint64_t postings = 0;
    for (const Term& term : frequent) postings += term.list.df;
    are_texts_known_ = postings <= kPostingsInPassing * docs_.size();
    if (are_texts_known_) {
      for (const Term& term : frequent) COCITE_CHECK(sum(term, docs_));
      return {};
    }
    for (Met& met : met_) {
      met.is_summed = false;
      if (met.doc == kNone || is_spent_after(words_->budget_, kStepsAPage)) continue;
      const double length = words_->lengths_->of(met.doc);
      double norm = 0;
      const uint8_t* const share = index.frequent(kFrequentClass, met.doc, met.doc + 1);
      if (share == nullptr || !index.norm(met.doc, text::TfKind::kLog, norm)) return index.damage();
      // The share is of the vector with terms that no other page has.
      const double most = share[met.doc] / text::kShareUnit * norm / length * frequent_share_;
      met.frequent = weight_ * most * (1 + kRoundingOfShares);
    }
    return {};
  }

  [[nodiscard]] double most(uint32_t number) const override {
    const Met& met = met_[number];
    return by_texts(number) + met.frequent + met.titles;
  }
  [[nodiscard]] bool is_known(uint32_t number) const override { return met_[number].is_known; }

  Result<void> know(std::span<const uint32_t> numbers) override {
    docs_.clear();
    for (const uint32_t number : numbers) {
      Met& met = met_[number];
      if (met.is_known) continue;
      met.is_known = true;
      met.frequent = 0;
      if (is_spent_after(words_->budget_, kStepsATitle)) {
        met.titles = 0;
        continue;
      }
      if (!title_.empty()) {
        COCITE_TRY(const TitleGrams::Vector* const theirs,
                   words_->titles_->kept_vector_of(words_->web_->store(), met.page));
        met.titles = title_weight_ * TitleGrams::cosine(title_, *theirs);
      }
      if (are_texts_known_ || met.doc == kNone) continue;
      met.is_summed = true;
      docs_.push_back(met.doc);
    }
    std::ranges::sort(docs_);
    for (const Term& term : std::span(terms_).subspan(rare_)) COCITE_CHECK(sum(term, docs_));
    for (const uint32_t number : numbers) met_[number].is_summed = false;
    return {};
  }

 private:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  static constexpr double kRoundingOfShares = 1e-9;  // sums in another order
  // Of the budget.
  static constexpr uint64_t kStepsAPage = 16;
  static constexpr uint64_t kStepsATitle = 256;
  // At most this many postings of frequent terms a document are read in passing: bounds cost as much.
  static constexpr uint64_t kPostingsInPassing = 192;
  // A list is gone through where it has so many postings a document that is looked for, or fewer.
  static constexpr uint64_t kPostingsADocument = 24;
  struct Met {
    PageId page{};
    uint32_t doc = kNone;
    bool is_known = false;
    bool is_summed = false;  // at the moment
    double frequent = 0;     // at most
    double titles = 0;
  };
  [[nodiscard]] double by_texts(uint32_t number) const {
    const uint32_t doc = met_[number].doc;
    if (doc == kNone) return 0;
    return weight_ * sums_[number] / (length_ * words_->lengths_->of(doc));
  }

  // Adds what a term gives to these documents, rising, which are those that are summed.
  Result<void> sum(const Term& term, std::span<const uint32_t> docs) {
    if (docs.empty()) return {};
    const text::Index& index = *words_->index_;
    const PageNumbers& places = places_.numbers();
    text::Cursor cursor(index, term.list);
    if (term.list.df <= kPostingsADocument * docs.size()) {
      const auto& tf = known_tf();
      uint32_t block = cursor.block_of(docs.front());
      for (; block < term.list.blocks(); ++block) {
        if (is_spent_after(words_->budget_, text::kBlockPostings)) return {};
        if (!cursor.load(block)) return index.damage();
        const text::PostingBlock& postings = cursor.block();
        if (postings.docs[0] > docs.back()) break;
        if (!cursor.load_counts()) return index.damage();
        if (!postings.has_title) {
          // As nearly all blocks.
          for (uint32_t i = 0; i < postings.size; ++i) {
            const uint32_t count = postings.text[i];
            const uint32_t place = places.of(page_id(postings.docs[i]));
            if (place == 0 || !met_[place - 1].is_summed) continue;
            sums_[place - 1] +=
                term.weight * (count < kKnownTf ? tf[count] : log_tf({.text = count}));
          }
          continue;
        }
        for (uint32_t i = 0; i < postings.size; ++i) {
          const uint32_t place = places.of(page_id(postings.docs[i]));
          if (place == 0 || !met_[place - 1].is_summed) continue;
          sums_[place - 1] += term.weight * log_tf(postings.counts(i));
        }
      }
      return {};
    }
    for (size_t i = 0; i < docs.size();) {
      if (is_spent_after(words_->budget_, kStepsAPage)) return {};
      if (!cursor.seek(docs[i])) return index.damage();
      if (cursor.at_end()) break;
      if (cursor.doc() == docs[i]) {
        text::FieldCounts counts;
        if (!cursor.counts(counts)) return index.damage();
        sums_[places.of(page_id(docs[i])) - 1] += term.weight * log_tf(counts);
        ++i;
        continue;
      }
      i = static_cast<size_t>(
          std::lower_bound(docs.begin() + static_cast<ptrdiff_t>(i), docs.end(), cursor.doc()) -
          docs.begin());
    }
    return {};
  }

  const BlendWords* words_;
  PageId page_;
  double weight_;
  double title_weight_;
  std::vector<Term> terms_;
  size_t rare_ = 0;  // of the terms
  double length_ = 0;
  double frequent_share_ = 0;  // of the page's vector
  TitleGrams::Vector title_;
  std::vector<Met> met_;
  std::vector<double> sums_;  // over terms so far
  bool are_texts_known_ = false;
  std::vector<uint32_t> docs_;
  Places places_;
};

Result<std::unique_ptr<BlendWords>> BlendWords::of(const Query& query) {
  if (!asks_for_words(query)) return std::unique_ptr<BlendWords>();
  auto words = std::make_unique<BlendWords>();
  words->web_ = query.web;
  words->budget_ = query.budget;
  words->weights_ = query.hosts_on ? kWordsOfManySites : kWordsOfOneSite;
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
  COCITE_TRY(words->all_, AllWords::of(query, words->index_, words->titles_));
  return words;
}

Result<std::vector<BlendWords::Term>> BlendWords::terms_of(PageId page) const {
  COCITE_TRY(words::TermMaker maker, words::TermMaker::create(index_->stem()));
  COCITE_TRY(const std::string title, web_->store().title(page));
  COCITE_TRY(const std::string text, web_->store().text_columns().text(page));
  struct Counted {
    uint32_t count = 0;
    std::string word;
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
        {*list, idf, text::tf_weight(text::TfKind::kLog, counted.count) * idf * idf, counted.word});
  }
  return terms;
}

Result<std::unique_ptr<ExtraScore>> BlendWords::around(PageId page, double rho_squared) const {
  if (all_ != nullptr) {
    return around_all(page, rho_squared);
  }
  auto around = std::make_unique<Around>(*this, page, rho_squared);
  COCITE_CHECK(around->look());
  return std::unique_ptr<ExtraScore>(std::move(around));
}

Result<std::vector<double>> BlendWords::add(PageId page, double rho_squared,
                                            std::span<const PageId> others) const {
  COCITE_TRY(const auto extra, around(page, rho_squared));
  COCITE_CHECK(extra->meet(others));
  std::vector<uint32_t> numbers(others.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  COCITE_CHECK(extra->know(numbers));
  std::vector<double> added;
  added.reserve(others.size());
  for (const uint32_t number : numbers) added.push_back(extra->most(number));
  return added;
}

Result<BlendWords::Likeness> BlendWords::likeness(PageId page,
                                                  std::span<const PageId> others) const {
  constexpr double kAll = 1;  // of what the page is among its own
  Likeness likeness;
  COCITE_TRY(likeness.texts, add(page, kAll, others));
  likeness.titles.assign(others.size(), 0);
  TitleGrams::Vector own;
  if (titles_ != nullptr) {
    COCITE_TRY(own, titles_->vector_of(web_->store(), page));
  }
  for (size_t i = 0; i < others.size(); ++i) {
    if (!own.empty() && !is_spent(budget_)) {
      COCITE_TRY(const TitleGrams::Vector theirs, titles_->vector_of(web_->store(), others[i]));
      likeness.titles[i] = TitleGrams::cosine(own, theirs);
    }
    likeness.texts[i] =
        std::max(0.0, likeness.texts[i] - weights_.title * likeness.titles[i]) / weights_.text;
  }
  return likeness;
}

Result<double> BlendWords::by_titles(PageId page, double rho_squared, PageId other) const {
  if (titles_ == nullptr) return 0.0;
  COCITE_TRY(const TitleGrams::Vector own, titles_->vector_of(web_->store(), page));
  COCITE_TRY(const TitleGrams::Vector theirs, titles_->vector_of(web_->store(), other));
  return weights_.title * rho_squared * TitleGrams::cosine(own, theirs);
}

Result<std::vector<text::TermShare>> BlendWords::explain(PageId page, double weight,
                                                         PageId other) const {
  std::vector<text::TermShare> shares;
  COCITE_TRY(const auto own, index_->doc(page));
  COCITE_TRY(const auto doc, index_->doc(other));
  if (!own || !doc || lengths_->of(*own) <= 0 || lengths_->of(*doc) <= 0) return shares;
  const double lengths = lengths_->of(*own) * lengths_->of(*doc);
  COCITE_TRY(const std::vector<Term> terms, terms_of(page));
  for (const Term& term : terms) {
    text::Cursor cursor(*index_, term.list);
    if (!cursor.seek(*doc)) return index_->damage();
    if (cursor.at_end() || cursor.doc() != *doc) continue;
    text::FieldCounts counts;
    if (!cursor.counts(counts)) return index_->damage();
    const double share = weight * term.weight * log_tf(counts) / lengths;
    if (share > 0) shares.push_back({term.word, share});
  }
  return shares;
}

}  // namespace cocite::related::blend
