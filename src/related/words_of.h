// The index of the words of a web, opened once.
//
//   COCITE_TRY(const auto index, words_of(*query.web, query.budget));
//   if (index != nullptr) …                              // null: the store has none
//
// Any thread.
#pragma once

#include <memory>

#include <cocite/result.h>

#include "base/budget.h"
#include "related/web.h"
#include "text/index.h"
#include "words/make_index.h"

namespace cocite::related {

[[nodiscard]] inline Result<std::shared_ptr<const text::Index>> words_of(const Web& web,
                                                                         Budget* budget) {
  using Opened = std::shared_ptr<const text::Index>;
  COCITE_TRY(const std::shared_ptr<const Opened> opened,
             web.keep<Opened>(
                 "words",
                 [](const Web& own) -> Result<Opened> {
                   COCITE_TRY(auto index, own.store().words());
                   if (!index) return Opened();
                   return std::make_shared<const text::Index>(*std::move(index));
                 },
                 budget));
  return *opened;
}

// The same for those who cannot do without: kUnsupported where the store has none.
[[nodiscard]] inline Result<std::shared_ptr<const text::Index>> needed_words_of(const Web& web,
                                                                                Budget* budget) {
  COCITE_TRY(const auto index, words_of(web, budget));
  if (index != nullptr) return index;
  if (!words::has_words(web.store())) return fail(words::no_words(web.store().path()));
  return fail({.code = ErrorCode::kUnsupported,
               .message = web.store().path() + ": has no index of words",
               .remedies = {{.command = "index", .arguments = {web.store().path()}}}});
}

}  // namespace cocite::related
