#include "answer/page_choice.h"

namespace cocite::answer {

Result<PageChoice> PageChoice::make(const related::Web& web, DeadPages dead, OnlyPages only,
                                    Of of) {
  dead = dead_of(dead, of);
  PageChoice choice;
  choice.store_ = &web.store();
  choice.drops_dead_ = dead == DeadPages::kDrop && web.store().has_statuses();
  choice.marks_dead_ = dead == DeadPages::kMark;
  choice.only_crawled_ = only == OnlyPages::kCrawled;
  if (only == OnlyPages::kAuto && of == Of::kAnswers) {
    COCITE_TRY(choice.only_crawled_, web.is_crawl_of_one_site());
  }
  return choice;
}

Result<bool> PageChoice::takes(PageId page) const {
  if (drops_dead_ && store_->status(page).is_gone()) return false;
  if (only_crawled_) return store_->is_crawled(page);
  return true;
}

}  // namespace cocite::answer
