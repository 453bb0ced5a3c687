// How good are the answers? Judgements are read, every method is asked about every query page, and
// src/eval makes tables of it.
#include "measure/evaluate.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>

#include "answer/answering.h"
#include "answer/present.h"
#include "answer/related_query.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "measure/each_piece.h"
#include "measure/judgement_files.h"
#include "measure/judgements.h"
#include "measure/tables.h"
#include "related/vicinity_graph.h"

namespace cocite::measure {
namespace {

using answer::Answering;
using answer::Asker;

using Clock = std::chrono::steady_clock;

// A method and how to ask it.
struct Method {
  RelatedRequest request;
  std::optional<answer::Answering> answering;  // refers to `request`
};

// The methods asked about the query pages, on all cores.
class Asking {
 public:
  Asking(const related::Web& web, const PageNumbers& numbers, const Judge& judge,
         const EvalRequest& request, bool skip_unjudged)
      : web_(&web),
        numbers_(&numbers),
        judge_(&judge),
        request_(&request),
        skip_unjudged_(skip_unjudged) {}

  Result<Answered> ask(const Method& method, PageId query) const {
    Budget budget(method.request.budget_ms, request_->stop);
    Answered answered;
    const auto begin = Clock::now();
    Result<std::vector<PageId>> pages = find(*method.answering, query, budget, answered);
    answered.ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    if (pages) {
      answered.pages = *std::move(pages);
    } else if (pages.error().code == ErrorCode::kNotFound ||
               pages.error().code == ErrorCode::kNoEvidence ||
               pages.error().code == ErrorCode::kUnsupported) {
      answered.why_none = pages.error().message;
    } else {
      return tl::unexpected<Error>(pages.error());
    }
    if (answered.pages.empty() && answered.why_none.empty()) answered.why_none = "no evidence";
    // Not part of the measured time: plain requests do not do this.
    if (skip_unjudged_ && answered.why_none.empty() && numbers_->is_known(query)) {
      COCITE_TRY(const answer::Found shown, method.answering->find(query, budget, {}));
      for (const related::Item& item : shown.items) {
        if (answered.shown.size() < request_->top) answered.shown.push_back(item.page);
      }
    }
    return answered;
  }

 private:
  Result<std::vector<PageId>> find(const answer::Answering& answering, PageId query, Budget& budget,
                                   Answered& answered) const {
    Answering::LeavesOut leaves_out;
    if (skip_unjudged_) {
      leaves_out = [&](PageId page) { return judge_->rating(query, page) == Rating::kUnjudged; };
    }
    answer::Found found;
    if (numbers_->is_known(query)) {
      COCITE_TRY(found, answering.find(query, budget, leaves_out));
    } else {
      COCITE_TRY(const std::string key, numbers_->key(query));
      COCITE_TRY(found, answering.find(std::span(&key, 1), budget, leaves_out));
    }
    if (found.pages[0] != query) {
      COCITE_TRY(answered.used, web_->store().key(found.pages[0]));
    }
    std::vector<PageId> pages;
    for (const related::Item& item : found.items) pages.push_back(item.page);
    return pages;
  }

  const related::Web* web_;
  const PageNumbers* numbers_;
  const Judge* judge_;
  const EvalRequest* request_;
  bool skip_unjudged_;
};

// Name, parents and vicinity of a query page.
Result<void> describe(const related::Web& web, const PageNumbers& numbers,
                      const answer::Asker& companion, PageId page, EvalQuery& query) {
  COCITE_TRY(query.key, numbers.key(page));
  if (!numbers.is_known(page)) {
    query.url = web.store().address(query.key);
    return {};
  }
  COCITE_TRY(LinkItem shown, answer::present_link(web.store(), 0, page));
  query.ref() = std::move(shown.ref());
  COCITE_TRY(query.in_links, web.in().degree(page));
  Budget budget;
  COCITE_TRY(const related::VicinityGraph vicinity,
             related::vicinity_graph(companion.query({&page, 1}, budget)));
  query.nodes = vicinity.graph.size();
  query.edges = vicinity.graph.edges();
  return {};
}

}  // namespace

Result<EvalAnswer> evaluate(const answer::Opened& opened, const EvalRequest& request) {
  const related::Web& web = opened.web;
  if (request.top == 0) return fail(ErrorCode::kInvalidArgument, "at least one answer is needed");
  if (!(request.confidence > 0 && request.confidence < 1)) {
    return fail(ErrorCode::kInvalidArgument, "a confidence lies between 0 and 1, such as 0.95");
  }
  Run run{.by = request.by};
  if (run.by.empty()) {
    for (const related::MethodInfo* info : related::methods()) run.by.emplace_back(info->name);
  }
  for (size_t m = 0; m < run.by.size(); ++m) {
    if (std::ranges::find(run.by.begin(), run.by.begin() + static_cast<ptrdiff_t>(m), run.by[m]) !=
        run.by.begin() + static_cast<ptrdiff_t>(m)) {
      return fail(ErrorCode::kInvalidArgument, "'" + run.by[m] + "' is asked for twice");
    }
  }
  PageNumbers numbers(opened.store);
  COCITE_TRY(Judgements judgements, Judgements::read(numbers, request));
  std::vector<EvalFact> facts;
  COCITE_TRY(run.queries, choose_queries(numbers, judgements, request, facts));
  const Judge& judge = *judgements.judged.judge;
  const bool skip = request.unjudged == Unjudged::kAuto ? judgements.kind == "labels"
                                                        : request.unjudged == Unjudged::kSkip;
  std::vector<Method> methods(run.by.size() + 1);  // the last one knows the vicinity
  for (size_t m = 0; m < methods.size(); ++m) {
    const bool is_last = m == run.by.size();
    methods[m].request = answer::request_by(request.related, is_last ? "companion" : run.by[m]);
    methods[m].request.top = request.top;
    // Answers that do not count make room for later ones: then all of them are needed.
    Budget at_first(methods[m].request.budget_ms, request.stop);
    COCITE_TRY(methods[m].answering,
               Answering::make(web, opened.stoplists, methods[m].request, at_first, skip));
  }

  const Asking asking(web, numbers, judge, request, skip);
  // Warm up: data made on first use is not part of the time.
  for (size_t m = 0; m < run.by.size(); ++m) COCITE_CHECK(asking.ask(methods[m], run.queries[0]));
  run.answers.assign(run.by.size(), std::vector<Answered>(run.queries.size()));
  COCITE_CHECK(for_each_piece(
      run.queries.size() * run.by.size(), request, "asking", [&](size_t i) -> Result<void> {
        const size_t m = i / run.queries.size();
        const size_t q = i % run.queries.size();
        COCITE_TRY(run.answers[m][q], asking.ask(methods[m], run.queries[q]));
        return {};
      }));

  EvalAnswer answer = make_tables(run, judge,
                                  {.top = request.top,
                                   .skip_unjudged = skip,
                                   .bootstrap = {.resamples = request.resamples,
                                                 .seed = request.seed,
                                                 .confidence = request.confidence}});
  COCITE_CHECK(for_each_piece(answer.queries.size(), request, "measuring", [&](size_t q) {
    return describe(web, numbers, methods.back().answering->asker(), run.queries[q],
                    answer.queries[q]);
  }));
  answer.store = opened.store.path();
  answer.judged_by = judgements.kind;
  answer.file = judgements.file;
  answer.hosts_on = methods.back().answering->asker().hosts_on();
  answer.agreements = agreements(judgements.ratings, judgements.raters);
  const auto unanswered = std::ranges::count_if(answer.queries, [](const EvalQuery& query) {
    return std::ranges::all_of(query.scores, [](const EvalScore& one) { return one.answers == 0; });
  });
  answer.facts.push_back({.name = "query_pages", .value = run.queries.size()});
  answer.facts.push_back(
      {.name = "query_pages_that_no_method_answered", .value = static_cast<uint64_t>(unanswered)});
  for (std::vector<EvalFact>* some : {&facts, &judgements.facts}) {
    answer.facts.insert(answer.facts.end(), some->begin(), some->end());
  }
  return answer;
}

}  // namespace cocite::measure
