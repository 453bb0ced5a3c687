// Related pages of one page, of several, of each of a list (answering.h), and why one is related.
#include "answer/related.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "answer/answering.h"
#include "answer/present.h"
#include "answer/present_answer.h"
#include "answer/related_query.h"
#include "answer/resolve.h"
#include "base/parallel.h"
#include "related/together.h"

namespace cocite::answer {
namespace {

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
    error = budget_spent(request.budget_ms, request.by + " found a page related to " + pages);
  } else if (request.drop_same_site || request.per_host != 0 || request.unlinked) {
    error.message += " that the other options let through";
    if (request.unlinked) error.message += "; linked pages are left out";
    if (request.drop_same_site) error.remedies = {{.options = {{"same_site", "keep"}}}};
  } else {
    error.message += " (too few links around it)";
    const PageChoice& choice = answering.asker().choice();
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
  COCITE_TRY(const Found found, answering.find(texts, budget));
  COCITE_TRY(RelatedAnswer answer, present_answer(web, answering, request, found, budget));
  if (answer.items.empty()) return no_evidence(request, answering, answer);
  return answer;
}

}  // namespace

Result<RelatedAnswer> related(const Opened& opened, const RelatedRequest& request) {
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const Answering answering,
             Answering::make(opened.web, opened.stoplists, request, budget));
  COCITE_TRY(RelatedAnswer answer,
             answer_to(opened.web, answering, request, request.pages, budget));
  for (RelatedItem& item : answer.items) {
    COCITE_TRY(item.mirrors, opened.mirrors_of(item.key));
  }
  return answer;
}

Result<void> related_each(const Opened& opened, const RelatedRequest& request,
                          const Engine::UseRelated& use) {
  Budget at_first(request.budget_ms, request.stop);
  COCITE_TRY(const Answering answering,
             Answering::make(opened.web, opened.stoplists, request, at_first));
  COCITE_CHECK(opened.web.expect(request.pages.size()));
  const unsigned threads = request.threads == 0 ? hardware_threads() : request.threads;
  // Answers wait here until those before them are used; threads run ahead only a little.
  std::mutex mutex;
  std::condition_variable has_room;
  std::map<size_t, Result<RelatedAnswer>> waiting;
  size_t next = 0;
  bool is_stopped = false;
  const size_t most_ahead = size_t{threads} * 64;
  const auto name_mirrors = [&](Result<RelatedAnswer>& answer) -> Result<void> {
    if (!answer || opened.unmerged == nullptr) return {};
    for (RelatedItem& item : answer->items) {
      COCITE_TRY(item.mirrors, opened.mirrors_of(item.key));
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
        answer_to(opened.web, answering, request, std::span(request.pages).subspan(i, 1), budget);
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

Result<ExplainAnswer> explain(const Opened& opened, const RelatedRequest& request,
                              std::string_view answer) {
  const store::Store& store = opened.store;
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const Asker asker, Asker::make(opened.web, opened.stoplists, request, budget));
  COCITE_TRY(const PageId page, resolve(store, answer));
  ExplainAnswer shown{.by = request.by};
  COCITE_TRY(shown.answer, present_asked(store, std::string(answer), page));
  std::vector<PageId> pages;
  std::vector<PageId> replaced;
  for (const std::string& text : request.pages) {
    COCITE_TRY(const Chosen chosen, asker.choose(text, budget));
    if (std::ranges::find(pages, chosen.page) == pages.end()) {
      COCITE_TRY(RelatedAnswer::Page one, present_asked(store, chosen.asked, chosen.page));
      shown.pages.push_back(std::move(one));
      pages.push_back(chosen.page);
    }
    if (chosen.asked_page && *chosen.asked_page != chosen.page) {
      replaced.push_back(*chosen.asked_page);
    }
  }
  if (pages.empty()) return fail(ErrorCode::kInvalidArgument, "there is no page to ask about");
  shown.page = shown.pages[0];
  if (shown.pages.size() == 1) shown.pages.clear();
  if (std::ranges::find(pages, page) != pages.end()) {
    return fail(ErrorCode::kInvalidArgument, "a page is not among its own relatives");
  }
  related::Query query = asker.query(pages, budget);
  query.asked = replaced;
  COCITE_TRY(const related::Explanation why,
             related::explain_together(asker.method(), query, page));
  if (why.reasons.empty() && budget.was_spent()) {
    return fail(budget_spent(request.budget_ms, request.by + " found out why " + shown.answer.key +
                                                    " is related to " + shown.page.key));
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
  shown.with = took_part(why);
  shown.tuned = why.tuned;
  for (const related::Reason& reason : why.reasons) {
    COCITE_TRY(ReasonItem one, present_reason(store, reason, pages, page));
    shown.reasons.push_back(std::move(one));
  }
  COCITE_TRY(shown.why, present_sentences(query, page, why));
  return shown;
}

}  // namespace cocite::answer
