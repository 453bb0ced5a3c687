// Related pages of one page, of several, of each of a list (answering.h), and why one is related.
#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "base/parallel.h"
#include "engine/answering.h"
#include "engine/engine_state.h"
#include "engine/present.h"
#include "engine/present_answer.h"
#include "engine/related_query.h"
#include "engine/resolve.h"

namespace cocite {
namespace {

using engine::Answering;
using engine::Asker;
using engine::Chosen;

tl::unexpected<Error> no_evidence(const RelatedRequest& request, const Answering& answering,
                                  const RelatedAnswer& answer) {
  std::string pages;
  for (const RelatedAnswer::Page& page : answer.pages) {
    pages += (pages.empty() ? "" : ", ") + readable(page.url.empty() ? page.key : page.url);
    if (pages.size() > 300) break;
  }
  Error error{.code = ErrorCode::kNoEvidence,
              .message = "no evidence: " + request.by + " finds no page related to " + pages};
  if (!answer.is_complete) {
    error =
        engine::budget_spent(request.budget_ms, request.by + " found a page related to " + pages);
  } else if (request.drop_same_site || request.per_host != 0) {
    error.message += " that the other options let through";
    if (request.drop_same_site) error.remedies = {{.options = {{"same_site", "keep"}}}};
  } else {
    error.message += " (too few links around it)";
    const engine::PageChoice& choice = answering.asker().choice();
    if (choice.only_crawled()) {
      error.message += "; pages that were never fetched are left out";
      error.remedies.push_back({.options = {{"only", "any"}}});
    }
    if (choice.drops_dead()) {
      error.message += "; pages that are gone are left out";
      error.remedies.push_back({.options = {{"dead", "mark"}}});
    }
    for (const char* const other : {"coupling", "companion"}) {
      if (request.by != other) error.remedies.push_back({.options = {{"by", other}}});
    }
    if (answer.hosts_on) error.remedies.push_back({.options = {{"hosts", "off"}}});
  }
  return fail(std::move(error));
}

Result<RelatedAnswer> answer_to(const related::Web& web, const Answering& answering,
                                const RelatedRequest& request, std::span<const std::string> texts,
                                Budget& budget) {
  COCITE_TRY(const engine::Found found, answering.find(texts, budget));
  COCITE_TRY(RelatedAnswer answer, engine::present_answer(web, answering, request, found, budget));
  if (answer.items.empty()) return no_evidence(request, answering, answer);
  return answer;
}

}  // namespace

Result<RelatedAnswer> Engine::related(const RelatedRequest& request) const {
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const Answering answering,
             Answering::make(state_->web, state_->stoplists, request, budget));
  COCITE_TRY(RelatedAnswer answer,
             answer_to(state_->web, answering, request, request.pages, budget));
  for (RelatedItem& item : answer.items) {
    COCITE_TRY(item.mirrors, engine::mirrors_of(state_->unmerged, state_->other_hosts, item.key));
  }
  return answer;
}

Result<void> Engine::related_each(const RelatedRequest& request, const UseRelated& use) const {
  Budget at_first(request.budget_ms, request.stop);
  COCITE_TRY(const Answering answering,
             Answering::make(state_->web, state_->stoplists, request, at_first));
  COCITE_CHECK(state_->web.expect(request.pages.size()));
  const unsigned threads = request.threads == 0 ? hardware_threads() : request.threads;
  // Answers wait here until those before them are used; threads run ahead only a little.
  std::mutex mutex;
  std::condition_variable has_room;
  std::map<size_t, Result<RelatedAnswer>> waiting;
  size_t next = 0;
  bool is_stopped = false;
  const size_t most_ahead = size_t{threads} * 64;
  const auto name_mirrors = [&](Result<RelatedAnswer>& answer) -> Result<void> {
    if (!answer || state_->unmerged == nullptr) return {};
    for (RelatedItem& item : answer->items) {
      COCITE_TRY(item.mirrors, engine::mirrors_of(state_->unmerged, state_->other_hosts, item.key));
    }
    return {};
  };
  parallel_for(request.pages.size(), threads, [&](size_t i) {
    {
      std::unique_lock lock(mutex);
      has_room.wait(lock, [&] { return is_stopped || i < next + most_ahead; });
      if (is_stopped) return;
    }
    Budget budget(request.budget_ms, request.stop);
    Result<RelatedAnswer> answer =
        answer_to(state_->web, answering, request, std::span(request.pages).subspan(i, 1), budget);
    if (const auto named = name_mirrors(answer); !named) {
      answer = tl::unexpected<Error>(named.error());
    }
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
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const Asker asker, Asker::make(state_->web, state_->stoplists, request, budget));
  COCITE_TRY(const PageId page, engine::resolve(store, answer));
  ExplainAnswer shown{.by = request.by};
  COCITE_TRY(shown.answer, engine::present_asked(store, std::string(answer), page));
  std::vector<PageId> pages;
  for (const std::string& text : request.pages) {
    COCITE_TRY(const Chosen chosen, asker.choose(text, budget));
    if (pages.empty()) {
      COCITE_TRY(shown.page, engine::present_asked(store, chosen.asked, chosen.page));
    }
    pages.push_back(chosen.page);
  }
  if (pages.empty()) return fail(ErrorCode::kInvalidArgument, "there is no page to ask about");
  if (std::ranges::find(pages, page) != pages.end()) {
    return fail(ErrorCode::kInvalidArgument, "a page is not among its own relatives");
  }
  const related::Query query = asker.query(pages, budget);
  COCITE_TRY(const related::Explanation why, asker.method().explain_one(query, page));
  if (why.reasons.empty() && budget.was_spent()) {
    return fail(engine::budget_spent(
        request.budget_ms,
        request.by + " found out why " + shown.answer.key + " is related to " + shown.page.key));
  }
  if (why.reasons.empty()) {
    Error error{.code = ErrorCode::kNoEvidence,
                .message = "no evidence: by " + request.by + " " + shown.answer.key +
                           " is not related to " + shown.page.key};
    for (const char* const other : {"blend", "cocitation", "coupling"}) {
      if (request.by != other) error.remedies.push_back({.options = {{"by", other}}});
    }
    return fail(std::move(error));
  }
  shown.score = why.score;
  shown.with = engine::took_part(why);
  shown.tuned = why.tuned;
  for (const related::Reason& reason : why.reasons) {
    COCITE_TRY(ReasonItem one, engine::present_reason(store, reason, pages, page));
    shown.reasons.push_back(std::move(one));
  }
  COCITE_TRY(shown.why, engine::present_sentences(query, page, why));
  return shown;
}

}  // namespace cocite
