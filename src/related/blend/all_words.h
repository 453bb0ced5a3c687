// The words and titles of all pages in memory, for questions about many of them.
//
//   COCITE_TRY(const auto all, AllWords::of(query, *index, titles.get()));   // null: not worth it
//   const AllWords::Likeness like = all->to(page);
//   like.texts[all->doc(other)]       // as much as both say, before it is divided by their lengths
//   like.titles[index(other)]         // the cosine of their titles (titles.h)
//
// A question about one page reads lists of the index, and skips most of them. To know a page's likeness
// to all others costs an addition for each posting of its words, which takes less where no list has to
// be found and unpacked: 0.4 ms among 10,000 pages. Sums are made in the same order, so they have the
// same bits. Used after Web::expect() with many questions, up to 100,000 documents (12 bytes a
// posting). Any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/blend/titles.h"
#include "related/method.h"
#include "text/index.h"

namespace cocite::related::blend {

class AllWords {
 public:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  // Kept by the web. Null: few questions are to come, or the words are too many. `titles` may be null.
  [[nodiscard]] static Result<std::shared_ptr<const AllWords>> of(
      const Query& query, std::shared_ptr<const text::Index> index,
      std::shared_ptr<const TitleGrams> titles);

  struct Likeness {
    PageId page{};
    std::vector<double> texts = {};   // by document; empty: the page has no words
    std::vector<double> titles = {};  // by page; empty: it has no title
  };
  [[nodiscard]] Likeness to(PageId page) const;
  // kNone: the page has no words.
  [[nodiscard]] uint32_t doc(PageId page) const { return docs_[index(page)]; }
  // Of each document: its page, and the length of its vector as the method `content` has it.
  [[nodiscard]] std::span<const PageId> pages() const { return pages_; }
  [[nodiscard]] double norm(uint32_t doc) const { return norms_[doc]; }

 private:
  // Lists of numbers, each with an amount.
  template <class Amount>
  struct Lists {
    std::vector<uint64_t> offsets = {0};
    std::vector<uint32_t> numbers = {};
    std::vector<Amount> amounts = {};
    void end() { offsets.push_back(numbers.size()); }
    // By number what was by list; both rise.
    [[nodiscard]] Lists turned(size_t lists) const;
  };
  [[nodiscard]] static Result<std::shared_ptr<const AllWords>> make(const Web& web,
                                                                    const text::Index& index,
                                                                    const TitleGrams* titles);
  [[nodiscard]] Result<bool> read_words(const text::Index& index);
  [[nodiscard]] Result<void> read_titles(const store::Store& store, const TitleGrams& titles);

  std::vector<uint32_t> docs_;  // by page
  std::vector<PageId> pages_;   // by document
  std::vector<double> norms_;
  std::vector<double> idf_;  // by term, of those that two pages have
  std::vector<double> tf_;   // by count
  Lists<uint16_t> by_term_;  // documents with counts
  Lists<uint16_t> by_doc_;   // terms with counts
  Lists<double> by_gram_;    // pages with weights of their titles
  Lists<double> by_page_;    // grams with weights
};

}  // namespace cocite::related::blend
