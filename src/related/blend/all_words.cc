#include "related/blend/all_words.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "related/blend/words.h"
#include "text/index_format.h"
#include "text/scoring.h"

namespace cocite::related::blend {
namespace {

constexpr uint64_t kLeastQuestions = 32;
constexpr uint64_t kMostDocuments = 100'000;
constexpr uint64_t kMostPostings = 24'000'000;
constexpr uint64_t kMostPages = 1'000'000;
constexpr uint32_t kMostCount = std::numeric_limits<uint16_t>::max();

bool is_worth_it(const Web& web, const text::Index& index) {
  return web.expected() >= kLeastQuestions && index.meta().documents <= kMostDocuments &&
         index.meta().postings <= kMostPostings && web.pages() <= kMostPages;
}

}  // namespace

template <class Amount>
AllWords::Lists<Amount> AllWords::Lists<Amount>::turned(size_t lists) const {
  Lists turned;
  turned.offsets.assign(lists + 1, 0);
  for (const uint32_t number : numbers) ++turned.offsets[number + 1];
  for (size_t i = 1; i <= lists; ++i) turned.offsets[i] += turned.offsets[i - 1];
  std::vector<uint64_t> next(turned.offsets.begin(), turned.offsets.end() - 1);
  turned.numbers.resize(numbers.size());
  turned.amounts.resize(numbers.size());
  for (size_t list = 0; list + 1 < offsets.size(); ++list) {
    for (uint64_t i = offsets[list]; i < offsets[list + 1]; ++i) {
      const uint64_t at = next[numbers[i]]++;
      turned.numbers[at] = static_cast<uint32_t>(list);
      turned.amounts[at] = amounts[i];
    }
  }
  return turned;
}

Result<std::shared_ptr<const AllWords>> AllWords::of(const Query& query,
                                                     std::shared_ptr<const text::Index> index,
                                                     std::shared_ptr<const TitleGrams> titles) {
  using Kept = std::shared_ptr<const AllWords>;
  if (!is_worth_it(*query.web, *index)) return Kept();
  COCITE_TRY(const std::shared_ptr<const Kept> kept,
             query.web->keep<Kept>(
                 "all-words",
                 [index = std::move(index), titles = std::move(titles)](const Web& web) {
                   return make(web, *index, titles.get());
                 },
                 query.budget));
  return *kept;
}

Result<std::shared_ptr<const AllWords>> AllWords::make(const Web& web, const text::Index& index,
                                                       const TitleGrams* titles) {
  auto all = std::make_shared<AllWords>();
  COCITE_TRY(const bool fits, all->read_words(index));
  if (!fits) return std::shared_ptr<const AllWords>();
  all->docs_.assign(web.pages(), kNone);
  for (uint32_t doc = 0; doc < index.meta().documents; ++doc) {
    COCITE_TRY(const PageId page, index.page(doc));
    double norm = 0;
    if (!index.norm(doc, text::TfKind::kLog, norm)) return index.damage();
    all->pages_.push_back(page);
    all->norms_.push_back(norm);
    all->docs_[cocite::index(page)] = doc;
  }
  if (titles != nullptr) COCITE_CHECK(all->read_titles(web.store(), *titles));
  return std::shared_ptr<const AllWords>(std::move(all));
}

// False: a page has a word more often than there is room for.
Result<bool> AllWords::read_words(const text::Index& index) {
  uint32_t most = 0;
  for (uint64_t number = 0; number < index.meta().terms; ++number) {
    COCITE_TRY(const text::TermList list, index.list(number));
    if (list.content_df < kLeastPages) continue;
    const double idf = text::vector_idf(index.meta().content_pages, list.content_df);
    if (idf <= 0) continue;
    text::Cursor cursor(index, list);
    for (uint32_t block = 0; block < list.blocks(); ++block) {
      if (!cursor.load(block) || !cursor.load_counts()) return index.damage();
      const text::PostingBlock& postings = cursor.block();
      for (uint32_t i = 0; i < postings.size; ++i) {
        const uint32_t count = postings.counts(i).content();
        if (count == 0) continue;
        if (count > kMostCount) return false;
        most = std::max(most, count);
        by_term_.numbers.push_back(postings.docs[i]);
        by_term_.amounts.push_back(static_cast<uint16_t>(count));
      }
    }
    by_term_.end();
    idf_.push_back(idf);
  }
  for (uint32_t count = 0; count <= most; ++count) {
    tf_.push_back(text::tf_weight(text::TfKind::kLog, count));
  }
  by_doc_ = by_term_.turned(index.meta().documents);
  return true;
}

Result<void> AllWords::read_titles(const store::Store& store, const TitleGrams& titles) {
  std::map<TitleGrams::Gram, uint32_t> numbers;
  std::vector<TitleGrams::Vector> vectors;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    COCITE_TRY(TitleGrams::Vector vector, titles.vector_of(store, page_id(i)));
    for (const auto& [gram, weight] : vector) numbers.emplace(gram, 0);
    vectors.push_back(std::move(vector));
  }
  uint32_t next = 0;
  for (auto& [gram, number] : numbers) number = next++;
  for (const TitleGrams::Vector& vector : vectors) {
    for (const auto& [gram, weight] : vector) {
      by_page_.numbers.push_back(numbers.at(gram));
      by_page_.amounts.push_back(weight);
    }
    by_page_.end();
  }
  by_gram_ = by_page_.turned(numbers.size());
  return {};
}

AllWords::Likeness AllWords::to(PageId page) const {
  Likeness like{.page = page};
  const auto add = [](const auto& lists, uint32_t list, double weight, const auto& amount_of,
                      std::vector<double>& sums) {
    const uint64_t end = lists.offsets[list + 1];
    for (uint64_t i = lists.offsets[list]; i < end; ++i) {
      sums[lists.numbers[i]] += weight * amount_of(lists.amounts[i]);
    }
  };
  const uint32_t own = doc(page);
  if (own != kNone && by_doc_.offsets[own] != by_doc_.offsets[own + 1]) {
    like.texts.assign(pages_.size(), 0);
    // Rare words first, as BlendWords adds them.
    for (const bool is_frequent : {false, true}) {
      for (uint64_t i = by_doc_.offsets[own]; i < by_doc_.offsets[own + 1]; ++i) {
        const uint32_t term = by_doc_.numbers[i];
        const double idf = idf_[term];
        if ((idf < text::kFrequentIdf[kFrequentClass]) != is_frequent) continue;
        add(
            by_term_, term, tf_[by_doc_.amounts[i]] * idf * idf,
            [&](uint16_t count) { return tf_[count]; }, like.texts);
      }
    }
  }
  const uint64_t title = index(page);
  if (title + 1 < by_page_.offsets.size() &&
      by_page_.offsets[title] != by_page_.offsets[title + 1]) {
    like.titles.assign(docs_.size(), 0);
    for (uint64_t i = by_page_.offsets[title]; i < by_page_.offsets[title + 1]; ++i) {
      add(
          by_gram_, by_page_.numbers[i], by_page_.amounts[i], [](double weight) { return weight; },
          like.titles);
    }
  }
  return like;
}

}  // namespace cocite::related::blend
