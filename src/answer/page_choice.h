// Which pages may be answers: not those that are gone, and of a crawl of one site only those that
// were fetched, unless a request says otherwise (cocite/which_pages.h).
//
//   COCITE_TRY(const PageChoice choice, PageChoice::make(web, request.dead, request.only));
//   COCITE_TRY(const bool may_be_one, choice.takes(page));
//
// The one place that knows the defaults. Any thread.
#pragma once

#include <cstdint>
#include <string>

#include <cocite/result.h>
#include <cocite/which_pages.h>

#include "base/ids.h"
#include "related/web.h"

namespace cocite::answer {

class PageChoice {
 public:
  // Answers to a question, or everything that there is.
  enum class Of : uint8_t { kAnswers, kEverything };

  PageChoice() = default;
  // `web` stays while this is used.
  [[nodiscard]] static Result<PageChoice> make(const related::Web& web, DeadPages dead,
                                               OnlyPages only, Of of = Of::kAnswers);

  // What becomes of pages that are gone: never kAuto.
  [[nodiscard]] static DeadPages dead_of(DeadPages dead, Of of = Of::kAnswers) {
    if (dead != DeadPages::kAuto) return dead;
    return of == Of::kEverything ? DeadPages::kMark : DeadPages::kDrop;
  }

  // Whether any page is left out.
  [[nodiscard]] bool is_choosy() const { return drops_dead_ || only_crawled_; }
  [[nodiscard]] bool drops_dead() const { return drops_dead_; }
  [[nodiscard]] bool only_crawled() const { return only_crawled_; }
  [[nodiscard]] bool marks_dead() const { return marks_dead_; }
  [[nodiscard]] Result<bool> takes(PageId page) const;

 private:
  const store::Store* store_ = nullptr;
  bool drops_dead_ = false;
  bool marks_dead_ = false;
  bool only_crawled_ = false;
};

}  // namespace cocite::answer
