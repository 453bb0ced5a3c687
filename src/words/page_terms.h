// The terms of a page's title and text together.
//
//   TermCounts counts;
//   store::PageTextColumns::Reader texts(store.text_columns());
//   COCITE_CHECK(add_page_terms(store, texts, page, maker, counts));
//
// One thread at a time, as the maker.
#pragma once

#include <string>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"
#include "words/similarity.h"
#include "words/term_maker.h"

namespace cocite::words {

[[nodiscard]] inline Result<void> add_page_terms(const store::Store& store,
                                                 store::PageTextColumns::Reader& texts, PageId page,
                                                 TermMaker& maker, TermCounts& counts) {
  COCITE_TRY(const std::string title, store.title(page));
  COCITE_TRY(const std::string_view text, texts.text(page));
  counts.add(maker.of(title));
  counts.add(maker.of(text));
  return {};
}

}  // namespace cocite::words
