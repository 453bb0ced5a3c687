// Related pages: resolve, choose, find, order, present.
#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "base/parallel.h"
#include "engine/engine_state.h"
#include "engine/present.h"
#include "engine/related_query.h"
#include "engine/resolve.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/window.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite {
namespace {

using engine::Asker;
using engine::Chosen;
using related::Item;
using related::Query;

Result<RelatedAnswer::Page> present(const store::Store& store, const std::string& asked,
                                    PageId page) {
  RelatedAnswer::Page shown{.asked = asked};
  COCITE_TRY(LinkItem item, engine::present_link(store, 0, page));
  shown.key = std::move(item.key);
  shown.url = std::move(item.url);
  shown.title = std::move(item.title);
  return shown;
}

// Places between the links to two pages on a page that links to both; 0 where order is not known.
Result<uint64_t> distance_on(const store::Store& store, PageId parent, PageId a, PageId b) {
  if (!store.has_link_order()) return 0;
  graph::ListBuffer buffer;
  COCITE_TRY(const std::span<const PageId> list, store.children(parent, buffer));
  const size_t place_a = related::place_of(list, a);
  const size_t place_b = related::place_of(list, b);
  if (place_a == list.size() || place_b == list.size()) return 0;
  return place_a < place_b ? place_b - place_a : place_a - place_b;
}

Result<ReasonItem> present(const store::Store& store, const related::Reason& reason, PageId page,
                           PageId answer) {
  ReasonItem shown{.kind = std::string(reason.kind), .amount = reason.amount};
  COCITE_TRY(LinkItem item, engine::present_link(store, 0, reason.page));
  shown.key = std::move(item.key);
  shown.url = std::move(item.url);
  shown.title = std::move(item.title);
  COCITE_TRY(shown.distance, distance_on(store, reason.page, page, answer));
  if (store.said().has_anchors()) {
    COCITE_TRY(shown.anchor, reason.kind == "child"
                                 ? engine::anchor_of(store, answer, reason.page)
                                 : engine::anchor_of(store, reason.page, answer));
  }
  return shown;
}

// What is more like the negative pages than like the query pages goes behind all others.
Result<void> sink(const Asker& asker, std::span<const PageId> negative, related::Budget& budget,
                  std::vector<Item>& items) {
  if (negative.empty() || asker.method().takes_not) return {};
  COCITE_TRY(const related::Answer unlike, asker.method().find(asker.query(negative, budget)));
  related::PageMap<double> scores;
  for (const Item& item : unlike.items) scores[item.page] = item.score;
  for (Item& item : items) {
    const double* score = scores.find(item.page);
    if (score != nullptr && *score > item.score) item.related_to = 0;
  }
  return {};
}

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
  [[nodiscard]] bool is_on() const { return request_->drop_same_site || request_->per_host != 0; }
  Result<bool> takes(PageId page) {
    if (request_->drop_same_site) {
      COCITE_TRY(const std::string site, site_of(page));
      if (std::ranges::find(sites_, site) != sites_.end()) return false;
    }
    if (request_->per_host != 0) {
      COCITE_TRY(const HostId host, store_->host_of(page));
      uint64_t& count = hosts_[page_id(index(host))];
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
  related::PageMap<uint64_t> hosts_;
};

Result<std::vector<Item>> order(const related::Web& web, const RelatedRequest& request,
                                std::span<const PageId> pages, std::vector<Item> items) {
  COCITE_TRY(Filter filter, Filter::make(web.store(), request, pages));
  if (!filter.is_on()) return related::best(web, std::move(items), request.top);
  COCITE_TRY(const std::vector<Item> all, related::best(web, std::move(items)));
  std::vector<Item> kept;
  for (const Item& item : all) {
    if (kept.size() == request.top) break;
    COCITE_TRY(const bool is_taken, filter.takes(item.page));
    if (is_taken) kept.push_back(item);
  }
  return kept;
}

tl::unexpected<Error> no_evidence(const RelatedRequest& request, const RelatedAnswer& answer) {
  std::string pages;
  for (const RelatedAnswer::Page& page : answer.pages) {
    pages += (pages.empty() ? "" : ", ") + engine::readable(page.url.empty() ? page.key : page.url);
    if (pages.size() > 300) break;
  }
  std::string message = "no evidence: " + request.by + " finds no page related to " + pages;
  if (!answer.is_complete) {
    message += " within the budget; try a larger --budget-ms";
  } else if (request.drop_same_site || request.per_host != 0) {
    message += " that the other options let through";
  } else {
    message += " (too few links around it); try another --by, such as coupling or companion" +
               std::string(answer.hosts_on ? ", or --hosts off" : "");
  }
  return fail(ErrorCode::kNotFound, message);
}

Result<RelatedAnswer> answer_to(const related::Web& web, const Asker& asker,
                                const RelatedRequest& request, std::span<const std::string> texts) {
  const store::Store& store = web.store();
  related::Budget budget(request.budget_ms, request.stop);
  if (texts.empty()) return fail(ErrorCode::kInvalidArgument, "there is no page to ask about");
  std::vector<PageId> pages;
  std::vector<PageId> excluded;
  RelatedAnswer answer{.by = request.by, .hosts_on = asker.hosts_on()};
  std::optional<related::Answer> found;
  for (const std::string& text : texts) {
    COCITE_TRY(Chosen chosen, asker.choose(text, budget));
    COCITE_TRY(RelatedAnswer::Page shown, present(store, chosen.asked, chosen.page));
    answer.pages.push_back(std::move(shown));
    if (chosen.asked_page && *chosen.asked_page != chosen.page) {
      excluded.push_back(*chosen.asked_page);
    }
    if (std::ranges::find(pages, chosen.page) == pages.end()) pages.push_back(chosen.page);
    if (texts.size() == 1 && (request.not_pages.empty() || !asker.method().takes_not)) {
      found = std::move(chosen.answer);
    }
  }
  std::vector<PageId> negative;
  for (const std::string& text : request.not_pages) {
    COCITE_TRY(const PageId page, engine::resolve(store, text));
    negative.push_back(page);
    excluded.push_back(page);
  }
  Query query = asker.query(pages, budget);
  if (asker.method().takes_not) query.not_pages = negative;
  if (!found) {
    COCITE_TRY(found, asker.method().find(query));
  }
  std::vector<Item> items = std::move(found->items);
  if (!excluded.empty()) {
    std::erase_if(items, [&](const Item& item) {
      return std::ranges::find(excluded, item.page) != excluded.end();
    });
  }
  COCITE_CHECK(sink(asker, negative, budget, items));
  COCITE_TRY(items, order(web, request, pages, std::move(items)));
  if (request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped");
  }
  answer.is_complete = !budget.was_spent();
  if (!answer.is_complete) {
    answer.notes.push_back("the budget of " + std::to_string(request.budget_ms) +
                           " ms was spent: the best answer so far");
  }
  if (items.empty()) return no_evidence(request, answer);
  // Where the budget is spent, answers go without.
  std::vector<related::Explanation> reasons(items.size());
  if (request.why > 0 && !budget.is_spent()) {
    std::vector<PageId> answers;
    for (const Item& item : items) answers.push_back(item.page);
    COCITE_TRY(reasons, asker.method().explain(query, answers));
  }
  for (const Item& item : items) {
    COCITE_TRY(LinkItem link, engine::present_link(store, 0, item.page));
    RelatedItem shown{.rank = answer.items.size() + 1,
                      .score = item.score,
                      .key = std::move(link.key),
                      .url = std::move(link.url),
                      .title = std::move(link.title)};
    for (const related::Reason& reason : reasons[answer.items.size()].reasons) {
      if (shown.reasons.size() == request.why) break;
      COCITE_TRY(ReasonItem one, present(store, reason, pages[0], item.page));
      shown.reasons.push_back(std::move(one));
    }
    answer.items.push_back(std::move(shown));
  }
  if (answer.is_complete && budget.was_spent()) {
    answer.is_complete = false;
    answer.notes.push_back("the budget of " + std::to_string(request.budget_ms) +
                           " ms was spent: some answers go without reasons");
  }
  return answer;
}

}  // namespace

Result<RelatedAnswer> Engine::related(const RelatedRequest& request) const {
  COCITE_TRY(const Asker asker, Asker::make(state_->web, state_->stoplists, request));
  return answer_to(state_->web, asker, request, request.pages);
}

Result<void> Engine::related_each(const RelatedRequest& request, const UseRelated& use) const {
  COCITE_TRY(const Asker asker, Asker::make(state_->web, state_->stoplists, request));
  const unsigned threads = request.threads == 0 ? hardware_threads() : request.threads;
  // Answers wait here until those before them are used; nobody runs ahead by more than a little.
  std::mutex mutex;
  std::condition_variable has_room;
  std::map<size_t, Result<RelatedAnswer>> waiting;
  size_t next = 0;
  bool is_stopped = false;
  const size_t most_ahead = size_t{threads} * 64;
  parallel_for(request.pages.size(), threads, [&](size_t i) {
    {
      std::unique_lock lock(mutex);
      has_room.wait(lock, [&] { return is_stopped || i < next + most_ahead; });
      if (is_stopped) return;
    }
    Result<RelatedAnswer> answer =
        answer_to(state_->web, asker, request, std::span(request.pages).subspan(i, 1));
    const std::scoped_lock lock(mutex);
    waiting.emplace(i, std::move(answer));
    while (!is_stopped && !waiting.empty() && waiting.begin()->first == next) {
      is_stopped = !use(request.pages[next], waiting.begin()->second);
      waiting.erase(waiting.begin());
      ++next;
    }
    has_room.notify_all();
  });
  if (request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped");
  }
  return {};
}

Result<ExplainAnswer> Engine::explain(const RelatedRequest& request,
                                      std::string_view answer) const {
  const store::Store& store = state_->store;
  COCITE_TRY(const Asker asker, Asker::make(state_->web, state_->stoplists, request));
  related::Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const PageId page, engine::resolve(store, answer));
  ExplainAnswer shown{.by = request.by};
  COCITE_TRY(shown.answer, present(store, std::string(answer), page));
  std::vector<PageId> pages;
  for (const std::string& text : request.pages) {
    COCITE_TRY(const Chosen chosen, asker.choose(text, budget));
    if (pages.empty()) {
      COCITE_TRY(shown.page, present(store, chosen.asked, chosen.page));
    }
    pages.push_back(chosen.page);
  }
  if (pages.empty()) return fail(ErrorCode::kInvalidArgument, "there is no page to ask about");
  if (std::ranges::find(pages, page) != pages.end()) {
    return fail(ErrorCode::kInvalidArgument, "a page is not among its own relatives");
  }
  COCITE_TRY(const std::vector<related::Explanation> all,
             asker.method().explain(asker.query(pages, budget), {&page, 1}));
  const related::Explanation& why = all[0];
  if (why.reasons.empty()) {
    return fail(ErrorCode::kNotFound, "no evidence: by " + request.by + " " + shown.answer.key +
                                          " is not related to " + shown.page.key +
                                          "; try another --by");
  }
  shown.score = why.score;
  for (const related::Reason& reason : why.reasons) {
    COCITE_TRY(ReasonItem one, present(store, reason, pages[0], page));
    shown.reasons.push_back(std::move(one));
  }
  return shown;
}

std::vector<MethodItem> methods() {
  std::vector<MethodItem> items;
  for (const related::MethodInfo* info : related::methods()) {
    MethodItem item{.name = std::string(info->name),
                    .summary = std::string(info->summary),
                    .paper = std::string(info->paper),
                    .chops = info->chops};
    for (const related::ParameterInfo& parameter : info->parameters) {
      item.parameters.push_back({std::string(parameter.name), std::string(parameter.fallback),
                                 std::string(parameter.summary), std::string(parameter.choices)});
    }
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace cocite
