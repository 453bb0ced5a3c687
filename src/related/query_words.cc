#include "related/query_words.h"

#include "related/words_of.h"
#include "words/page_terms.h"

namespace cocite::related {

Result<QueryWords> QueryWords::of(const Query& query, text::TfKind tf) {
  QueryWords words;
  words.tf_ = tf;
  words.budget_ = query.budget;
  COCITE_TRY(words.index_, needed_words_of(*query.web, query.budget));
  COCITE_TRY(auto maker, words::TermMaker::create(words.index_->stem()));
  store::PageTextColumns::Reader texts(query.web->store().text_columns());
  for (const PageId page : query.pages) {
    words::TermCounts counts;
    COCITE_CHECK(words::add_page_terms(query.web->store(), texts, page, maker, counts));
    words::add_weights(counts, tf, words.weights_);
  }
  return words;
}

}  // namespace cocite::related
