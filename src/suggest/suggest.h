// Links that are missing, best first.
//
//   Suggester suggester(opened, names);
//   COCITE_TRY(const std::vector<Missing> missing, suggester.from(page, 10));
//   COCITE_TRY(const SuggestAnswer answer, suggest(opened, names, request));      // in words
//
// score = chance + share + √(chance · share): how surely a name that stands in the page's text without a
// link means a link (names.h), and the share of the pages like this one that link there (alike.h). If there
// are too few of these, related pages follow. One Suggester a thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <cocite/result.h>
#include <cocite/suggest.h>

#include "answer/answering.h"
#include "answer/opened.h"
#include "base/ids.h"
#include "suggest/alike.h"
#include "suggest/names.h"
#include "suggest/places.h"

namespace cocite::suggest {

struct Missing {
  PageId page{};
  double score = 0;
  double chance = 0;  // 0: its name does not stand in the text
  std::optional<FreeName> name = {};
  double share = 0;  // of the pages that are alike, which link there
  uint32_t alike_pages = 0;
  PageId most_alike{};
  bool is_related = false;  // a related page, and nothing else
};

class Suggester {
 public:
  using LeavesOut = std::function<bool(PageId page)>;
  // All stay while this lives. With hidden links, related pages are not asked for: they know them.
  Suggester(const answer::Opened& opened, const Names& names, const HiddenLinks* hidden = nullptr);

  // Pages that this one should link to, best first, at most `most`. `only`: nothing but this page.
  // Once the budget is spent, those found so far.
  [[nodiscard]] Result<std::vector<Missing>> from(PageId page, uint64_t most,
                                                  const LeavesOut& leaves_out = {},
                                                  std::optional<PageId> only = {},
                                                  Budget* budget = nullptr);
  // Of the page that was asked about last.
  [[nodiscard]] const PageText& text() const { return text_; }
  [[nodiscard]] uint32_t alike() const { return alike_count_; }

 private:
  [[nodiscard]] Result<void> add_related(PageId page, uint64_t most,
                                         const std::function<bool(PageId)>& takes, Budget* budget,
                                         std::vector<Missing>& missing);

  const answer::Opened* opened_;
  const Names* names_;
  const HiddenLinks* hidden_;
  Alike alike_;
  PageText text_;
  uint32_t alike_count_ = 0;
  RelatedRequest related_;
  std::optional<answer::Answering> answering_;
};

[[nodiscard]] Result<SuggestAnswer> suggest(const answer::Opened& opened, const Names& names,
                                            const SuggestRequest& request);

}  // namespace cocite::suggest
