#include "engine/related_query.h"

#include <algorithm>
#include <utility>

#include "engine/chop.h"
#include "engine/resolve.h"

namespace cocite::engine {

RelatedRequest request_by(const RelatedRequest& request, std::string_view name) {
  RelatedRequest one = request;
  one.by = std::string(name);
  const auto method = related::method_named(name);
  std::erase_if(one.parameters, [&](const auto& given) {
    return !method ||
           std::ranges::find((*method)->parameters, given.first, &related::ParameterInfo::name) ==
               (*method)->parameters.end();
  });
  return one;
}

Result<Asker> Asker::make(const related::Web& web, const Stoplists& stoplists,
                          const RelatedRequest& request) {
  Asker asker;
  asker.web_ = &web;
  asker.request_ = &request;
  COCITE_TRY(asker.method_, related::method_named(request.by));
  COCITE_TRY(asker.parameters_,
             related::Parameters::make(asker.method_->name, asker.method_->parameters,
                                       request.parameters));
  COCITE_TRY(asker.stoplist_, stoplists.get(web, request.stoplist));
  asker.hosts_on_ =
      request.hosts == Switch::kAuto ? !web.is_one_site() : request.hosts == Switch::kOn;
  asker.chops_ =
      web.store().names() == store::Names::kUrl &&
      (request.chop == Switch::kAuto ? asker.method_->chops : request.chop == Switch::kOn);
  // Pages asked for may yet be taken out of the answer; who chooses among answers needs all.
  if (!request.drop_same_site && request.per_host == 0 && request.not_pages.empty()) {
    asker.wanted_ = std::min<uint64_t>(request.top, uint64_t{1} << 60) + request.pages.size() + 1;
  }
  return asker;
}

related::Query Asker::query(std::span<const PageId> pages, related::Budget& budget) const {
  return {.web = web_,
          .pages = pages,
          .parameters = &parameters_,
          .hosts_on = hosts_on_,
          .stoplist = related::stoplist_for(pages, stoplist_.get()),
          .seed = request_->seed,
          .wanted = wanted_,
          .budget = &budget};
}

Result<bool> Asker::chop(std::string_view key, related::Budget& budget, Chosen& chosen) const {
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

Result<Chosen> Asker::choose(std::string_view text, related::Budget& budget) const {
  const store::Store& store = web_->store();
  Chosen chosen{.asked = std::string(text)};
  if (!chops_) {
    COCITE_TRY(chosen.page, resolve(store, text));
    chosen.asked_page = chosen.page;
    return chosen;
  }
  COCITE_TRY(chosen.asked_page, find_page(store, text));
  COCITE_TRY(const std::string key, key_meant(store, text));
  COCITE_TRY(const bool is_found, chop(key, budget, chosen));
  if (!is_found) {
    COCITE_TRY(chosen.page, resolve(store, text));  // says what is nearest
  }
  return chosen;
}

Result<Chosen> Asker::choose(PageId page, related::Budget& budget) const {
  Chosen chosen{.page = page, .asked_page = page};
  if (!chops_) return chosen;
  COCITE_TRY(const std::string key, web_->store().key(page));
  COCITE_TRY(const bool is_found, chop(key, budget, chosen));
  if (!is_found) chosen.page = page;
  return chosen;
}

}  // namespace cocite::engine
