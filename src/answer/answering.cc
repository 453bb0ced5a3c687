#include "answer/answering.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "answer/copies.h"
#include "answer/resolve.h"
#include "related/menus.h"
#include "related/order.h"
#include "related/together.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::answer {
namespace {

using related::Item;
using related::Query;

// Answers by the user's own wishes: not of these sites, not too many of one host.
class Filter {
 public:
  static Result<Filter> make(const store::Store& store, const RelatedRequest& request,
                             std::span<const PageId> pages) {
    Filter filter(store, request);
    if (request.drop_same_site) {
      for (const PageId page : pages) {
        COCITE_TRY(std::string site, filter.site_of(page));
        filter.sites_.push_back(std::move(site));
      }
    }
    return filter;
  }
  Result<bool> takes(PageId page) {
    if (request_->drop_same_site) {
      COCITE_TRY(const std::string site, site_of(page));
      if (std::ranges::find(sites_, site) != sites_.end()) return false;
    }
    if (request_->per_host != 0) {
      COCITE_TRY(const HostId host, store_->host_of(page));
      uint64_t& count = hosts_[host];
      if (count == request_->per_host) return false;
      ++count;
    }
    return true;
  }

 private:
  Filter(const store::Store& store, const RelatedRequest& request)
      : store_(&store), request_(&request) {}
  Result<std::string> site_of(PageId page) const {
    COCITE_TRY(std::string key, store_->key(page));
    if (store_->names() != store::Names::kUrl) return key;
    return site_list_.site_of_host(url::host_of_key(key));
  }

  const store::Store* store_;
  const RelatedRequest* request_;
  url::SiteList site_list_;
  std::vector<std::string> sites_;
  related::HostMap<uint64_t> hosts_;
};

// The links that stand on most pages of these pages' hosts, rising.
Result<std::vector<PageId>> menus_of(const store::Store& store, std::span<const PageId> pages) {
  std::vector<PageId> menus;
  for (const PageId page : pages) {
    COCITE_TRY(const HostId host, store.host_of(page));
    COCITE_TRY(const std::vector<PageId> own, related::menu_of(store, host));
    menus.insert(menus.end(), own.begin(), own.end());
  }
  std::ranges::sort(menus);
  return menus;
}

constexpr uint64_t kAll = std::numeric_limits<uint64_t>::max();

}  // namespace

Result<Answering> Answering::make(const related::Web& web, const Stoplists& stoplists,
                                  const RelatedRequest& request, Budget& budget, bool needs_all) {
  Answering answering;
  answering.web_ = &web;
  answering.request_ = &request;
  COCITE_TRY(answering.asker_, Asker::make(web, stoplists, request, budget));
  for (const std::string& text : request.not_pages) {
    COCITE_TRY(const PageId page, resolve(web.store(), text));
    answering.negative_.push_back(page);
  }
  // Pages asked for may yet be taken out of the answer; who chooses among answers needs all.
  const bool is_left_out = answering.asker_.is_choosy() && !answering.asker_.method().folds_copies;
  if (request.unlinked) {
    constexpr uint64_t kLinked = 40;  // most answers of a page are linked; find() asks for more
    answering.asker_.want(request.top + kLinked);
  }
  if (needs_all || request.drop_same_site || request.per_host != 0 || is_left_out ||
      !answering.negative_.empty()) {
    answering.asker_.want_all();
  } else if (answering.folds() && !request.unlinked) {
    answering.asker_.want(request.top + 4);  // copies make room
  }
  if (answering.asker_.method().take_off == nullptr) {
    COCITE_CHECK(answering.look_at_negatives(budget));
  }
  return answering;
}

// Of several query pages each is asked about on its own, and so is each negative one.
Result<void> Answering::look_at_negatives(Budget& budget) {
  const related::MethodInfo& method = asker_.method();
  const bool by_shares =
      request_->pages.size() > 1 && method.together == related::Together::kShares;
  for (const PageId& page : negative_) {
    COCITE_TRY(const related::Answer unlike, method.find(asker_.query({&page, 1}, budget)));
    double most = 0;
    for (const Item& item : unlike.items) most = std::max(most, item.score);
    for (const Item& item : unlike.items) {
      double& score = unlike_[item.page];
      score = std::max(score, by_shares ? item.score / most : item.score);
    }
  }
  return {};
}

bool Answering::folds() const {
  return request_->copies == Copies::kAuto ? asker_.method().folds_copies
                                           : request_->copies == Copies::kFold;
}

void Answering::sink(std::vector<Item>& items) const {
  if (unlike_.size() == 0) return;
  for (Item& item : items) {
    const double* score = unlike_.find(item.page);
    if (score != nullptr && *score > item.score) item.tier = 0;
  }
}

Result<void> Answering::keep_menus_down(const Found& found, std::vector<Item> before,
                                        std::vector<Item>& items) const {
  COCITE_TRY(const std::vector<PageId> menus, menus_of(web_->store(), found.pages));
  const auto is_menu = [&](const Item& item) {
    return std::ranges::binary_search(menus, item.page);
  };
  if (std::ranges::none_of(items, is_menu)) return {};
  COCITE_TRY(before, related::best(*web_, asker_.hosts_on(), std::move(before)));
  COCITE_TRY(const std::vector<Item> after,
             related::best(*web_, asker_.hosts_on(), std::move(items)));
  related::PageMap<uint64_t> places;
  for (size_t i = 0; i < before.size(); ++i) places[before[i].page] = i;
  std::vector<Item> waiting;  // menu pages that would stand higher than before, the best last
  items.clear();
  const auto place_waiting = [&] {
    while (!waiting.empty()) {
      const uint64_t* const place = places.find(waiting.back().page);
      if (place != nullptr && *place > items.size()) break;
      Item& item = waiting.back();
      if (!items.empty()) {
        constexpr double kJustBelow = 1 - 1e-9;  // not a tie, in which links would decide
        item.score = std::min(item.score, items.back().score * kJustBelow);
        item.tier = items.back().tier;
      }
      items.push_back(item);
      waiting.pop_back();
    }
  };
  for (const Item& item : after) {
    const uint64_t* const place = is_menu(item) ? places.find(item.page) : nullptr;
    if (place != nullptr && *place > items.size()) {
      const auto is_before = [&](const Item& a, const Item& b) {
        return *places.find(a.page) > *places.find(b.page);
      };
      waiting.insert(std::ranges::upper_bound(waiting, item, is_before), item);
    } else {
      items.push_back(item);
    }
    place_waiting();
  }
  return {};
}

Query Answering::query(const Found& found, Budget& budget) const {
  Query query = asker_.query(found.pages, budget, found.chosen.size());
  query.asked = found.replaced;
  if (asker_.method().take_off != nullptr) query.not_pages = negative_;
  query.keeps_gathered = query.keeps_gathered || folds();  // copies may take the room of others
  return query;
}

Result<void> Answering::take_first(std::vector<Item> items, Found& found, Budget& budget) const {
  found.items.clear();
  found.copies.clear();
  found.own_copies.assign(found.pages.size(), {});
  if (folds() || request_->drop_same_site || request_->per_host != 0 || asker_.is_choosy()) {
    return limit(items, found, budget);
  }
  COCITE_TRY(found.items, related::best(*web_, asker_.hosts_on(), std::move(items), request_->top));
  found.copies.resize(found.items.size());
  return {};
}

Result<void> Answering::limit(const std::vector<Item>& items, Found& found, Budget& budget) const {
  COCITE_TRY(Filter filter, Filter::make(web_->store(), *request_, found.pages));
  const size_t own = found.pages.size();
  std::vector<size_t> shown_as;  // by number of the finder: which item; none: left out
  constexpr size_t kNone = std::numeric_limits<size_t>::max();
  const bool is_folding = folds();
  CopyFinder finder(*web_, budget);
  for (size_t i = 0; is_folding && i < own; ++i) COCITE_CHECK(finder.add(found.pages[i]));
  // Putting ties in order takes long where there are many, and most often the first few answers do.
  std::vector<Item> ordered;
  constexpr size_t kFirst = 100;
  constexpr size_t kMoreEachTime = 8;
  size_t wanted = std::min(request_->top, items.size() / kMoreEachTime) + kFirst;
  for (size_t i = 0; i < items.size() && found.items.size() < request_->top; ++i) {
    if (i == ordered.size()) {
      if (i != 0) wanted *= kMoreEachTime;
      COCITE_TRY(ordered, related::best(*web_, asker_.hosts_on(), items, wanted));
      if (i == ordered.size()) break;
    }
    const size_t number = own + i;
    shown_as.resize(number + 1, kNone);
    size_t copy_of = number;
    if (is_folding) {
      COCITE_TRY(copy_of, finder.add(ordered[i].page));
    }
    if (copy_of < own) {
      found.own_copies[copy_of].push_back(ordered[i].page);
      continue;
    }
    if (copy_of != number) {
      if (shown_as[copy_of] != kNone) found.copies[shown_as[copy_of]].push_back(ordered[i].page);
      continue;
    }
    COCITE_TRY(const bool may_be_one, asker_.takes(ordered[i].page));
    if (!may_be_one) continue;
    COCITE_TRY(const bool is_taken, filter.takes(ordered[i].page));
    if (!is_taken) continue;
    shown_as[number] = found.items.size();
    found.items.push_back(ordered[i]);
    found.copies.emplace_back();
  }
  return {};
}

Result<std::vector<Item>> Answering::items_without_negatives(Query query) const {
  query.not_pages = {};
  COCITE_TRY(related::Answer answer, related::find_together(asker_.method(), query));
  return std::move(answer.items);
}

Result<Found> Answering::find(std::span<const std::string> texts, Budget& budget,
                              const LeavesOut& leaves_out) const {
  if (texts.empty()) return fail(ErrorCode::kInvalidArgument, "there is no page to ask about");
  std::vector<Chosen> chosen;
  for (const std::string& text : texts) {
    COCITE_TRY(Chosen one, asker_.choose(text, budget));
    chosen.push_back(std::move(one));
  }
  return find(std::move(chosen), budget, leaves_out);
}

Result<Found> Answering::find(PageId page, Budget& budget, const LeavesOut& leaves_out) const {
  std::vector<Chosen> chosen(1);
  COCITE_TRY(chosen[0], asker_.choose(page, budget));
  return find(std::move(chosen), budget, leaves_out);
}

Result<Found> Answering::find(std::vector<Chosen> chosen, Budget& budget,
                              const LeavesOut& leaves_out) const {
  Found found{.chosen = std::move(chosen)};
  std::vector<PageId> excluded = negative_;
  for (const Chosen& one : found.chosen) {
    if (one.asked_page && *one.asked_page != one.page) {
      excluded.push_back(*one.asked_page);
      found.replaced.push_back(*one.asked_page);
    }
    if (std::ranges::find(found.pages, one.page) == found.pages.end()) {
      found.pages.push_back(one.page);
    }
  }
  // Choosing may have looked for answers already: the same ones, where nothing else is asked.
  std::optional<related::Answer>& early = found.chosen[0].answer;
  Query query = this->query(found, budget);
  const bool takes_off = !negative_.empty() && asker_.method().take_off != nullptr;
  if (early && found.chosen.size() == 1 && !takes_off) {
    found.answer = *std::move(early);
  } else {
    COCITE_TRY(found.answer, related::find_together(asker_.method(), query));
  }
  if (request_->unlinked) {
    graph::ListBuffer buffer;
    for (const PageId page : found.pages) {
      for (const auto* const links : {&web_->out(), &web_->in()}) {
        COCITE_TRY(const auto list, links->list(page, buffer));
        excluded.insert(excluded.end(), list.begin(), list.end());
      }
    }
  }
  std::ranges::sort(excluded);
  const auto is_excluded = [&](const Item& item) {
    return std::ranges::binary_search(excluded, item.page) || (leaves_out && leaves_out(item.page));
  };
  for (;;) {
    std::vector<Item> items = std::move(found.answer.items);
    const size_t known = items.size();
    if (!excluded.empty() || leaves_out) std::erase_if(items, is_excluded);
    std::vector<Item> before;
    if (!negative_.empty()) {
      before = items;
      if (takes_off) {
        COCITE_TRY(before, items_without_negatives(query));
        std::erase_if(before, is_excluded);
      }
    }
    sink(items);
    if (!negative_.empty()) COCITE_CHECK(keep_menus_down(found, std::move(before), items));
    COCITE_CHECK(take_first(std::move(items), found, budget));
    // Where copies took the room of others, those are looked for as well.
    if (found.items.size() >= request_->top || known < query.wanted || budget.is_spent()) break;
    constexpr uint64_t kMoreEachTime = 3;  // all of them at once may be a hundred times as many
    query.wanted = query.wanted > kAll / kMoreEachTime ? kAll : query.wanted * kMoreEachTime;
    std::optional<std::vector<Item>> more;
    if (found.answer.gathered) {
      COCITE_TRY(more, found.answer.gathered->more(query.wanted));
    }
    if (more) {
      found.answer.items = *std::move(more);
    } else {
      COCITE_TRY(found.answer, related::find_together(asker_.method(), query));
    }
  }
  if (request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped");
  }
  found.is_complete = !budget.was_spent();
  return found;
}

Result<std::vector<related::Explanation>> Answering::explain(const Found& found,
                                                             Budget& budget) const {
  if (budget.is_spent()) return std::vector<related::Explanation>(found.items.size());
  std::vector<PageId> pages;
  for (const Item& item : found.items) pages.push_back(item.page);
  return related::explain(asker_.method(), query(found, budget), found.answer, pages);
}

}  // namespace cocite::answer
