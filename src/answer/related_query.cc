#include "answer/related_query.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "answer/chop.h"
#include "answer/resolve.h"
#include "url/media.h"

namespace cocite::answer {

RelatedRequest request_by(const RelatedRequest& request, std::string_view name) {
  RelatedRequest one = request;
  one.by = std::string(name);
  const auto method = related::method_named(name);
  std::erase_if(one.parameters, [&](const auto& given) {
    return !method || std::ranges::find((*method)->parameters, given.first, &ParameterInfo::name) ==
                          (*method)->parameters.end();
  });
  return one;
}

Result<Asker> Asker::make(const related::Web& web, const Stoplists& stoplists,
                          const RelatedRequest& request, Budget& budget) {
  Asker asker;
  asker.web_ = &web;
  asker.request_ = &request;
  COCITE_TRY(asker.method_, related::method_named(request.by));
  COCITE_TRY(asker.parameters_,
             Parameters::make(asker.method_->name, asker.method_->parameters, request.parameters));
  asker.hosts_on_ = request.hosts == Switch::kAuto ? web.has_hosts() : request.hosts == Switch::kOn;
  COCITE_TRY(asker.stoplist_, stoplists.get(web, asker.hosts_on_, request.stoplist,
                                            {.is_over = [&] { return budget.is_spent(); }}));
  asker.chops_ =
      web.store().names() == store::Names::kUrl &&
      (request.chop == Switch::kAuto ? asker.method_->chops : request.chop == Switch::kOn);
  asker.want(request.top);
  asker.drops_media_ =
      web.store().names() == store::Names::kUrl &&
      (request.media == Media::kAuto ? asker.method_->folds_copies : request.media == Media::kDrop);
  COCITE_TRY(asker.choice_, PageChoice::make(web, request.dead, request.only));
  if (asker.is_choosy()) {
    // The Asker may move: it is not in there.
    asker.takes_ = [store = &web.store(), drops_media = asker.drops_media_,
                    choice = asker.choice_](PageId page) -> Result<bool> {
      COCITE_TRY(const bool is_taken, choice.takes(page));
      if (!is_taken) return false;
      if (!drops_media) return true;
      COCITE_TRY(const std::string key, store->key(page));
      return !url::is_media(key);
    };
  }
  return asker;
}

Result<bool> Asker::takes(PageId page) const {
  if (!takes_) return true;
  return takes_(page);
}

related::Query Asker::query(std::span<const PageId> pages, Budget& budget, uint64_t asked) const {
  return {.web = web_,
          .pages = pages,
          .parameters = &parameters_,
          .hosts_on = hosts_on_,
          .stoplist = related::stoplist_for(pages, stoplist_.get()),
          .given_stoplist = stoplist_.get(),
          .seed = request_->seed,
          .wanted = wanted_ == kAll ? std::numeric_limits<uint64_t>::max() : wanted_ + asked + 1,
          .keeps_gathered = request_->why > 0,
          .takes = takes_ ? &takes_ : nullptr,
          .flagged = request_->flagged == FlaggedAnswers::kLast   ? related::Flagged::kLast
                     : request_->flagged == FlaggedAnswers::kDrop ? related::Flagged::kDrop
                                                                  : related::Flagged::kKeep,
          .related_to_all = request_->together_all,
          .budget = &budget};
}

Result<bool> Asker::chop(std::string_view key, Budget& budget, Chosen& chosen) const {
  std::optional<Chosen> first_known;
  for (const std::string& candidate : chopped_keys(key)) {
    COCITE_TRY(const std::optional<PageId> page, web_->store().find(candidate));
    if (!page) continue;
    chosen.page = *page;
    COCITE_TRY(chosen.answer, method_->find(query({&*page, 1}, budget)));
    if (chosen.answer->is_sufficient) return true;
    if (!first_known) first_known = chosen;
  }
  if (first_known) chosen = *std::move(first_known);
  return first_known.has_value();
}

Result<Chosen> Asker::choose(std::string_view text, Budget& budget) const {
  const store::Store& store = web_->store();
  Chosen chosen{.asked = std::string(text)};
  if (!chops_) {
    COCITE_TRY(chosen.page, resolve(store, text));
    chosen.asked_page = chosen.page;
    return chosen;
  }
  COCITE_TRY(chosen.asked_page, find_any_spelling(store, text));
  COCITE_TRY(const std::string key,
             chosen.asked_page ? store.key(*chosen.asked_page) : key_meant(store, text));
  COCITE_TRY(const bool is_found, chop(key, budget, chosen));
  if (!is_found) {
    COCITE_TRY(chosen.page, resolve(store, text));  // says what is nearest
  }
  return chosen;
}

Result<Chosen> Asker::choose(PageId page, Budget& budget) const {
  Chosen chosen{.page = page, .asked_page = page};
  if (!chops_) return chosen;
  COCITE_TRY(const std::string key, web_->store().key(page));
  COCITE_TRY(const bool is_found, chop(key, budget, chosen));
  if (!is_found) chosen.page = page;
  return chosen;
}

}  // namespace cocite::answer
