// What people who study a web ask: who links to these, how two pages are connected, what differs between two stores.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <cocite/diff.h>
#include <cocite/linkers.h>
#include <cocite/path.h>

#include "answer/diff.h"
#include "answer/linkers.h"
#include "answer/path.h"
#include "engine/engine_state.h"
#include "store/store.h"

namespace cocite {

Result<LinkersAnswer> linkers(const Engine& engine, const LinkersRequest& request) {
  return answer::linkers(EngineGraph::state(engine), request);
}

Result<PathAnswer> find_paths(const Engine& engine, const PathRequest& request) {
  return answer::find_paths(EngineGraph::state(engine), request);
}

namespace {

constexpr uint64_t kAnswersCompared = 10;
constexpr uint64_t kReasonsRead = 2;

Result<RelatedAnswer> related_to(const Engine& engine, const std::string& key,
                                 const DiffRequest& request) {
  return engine.related({.pages = {key},
                         .top = kAnswersCompared,
                         .chop = Switch::kOff,
                         .why = kReasonsRead,
                         .stop = request.stop});
}

// What one has and the other has not, and what explains it.
void add_only(const RelatedAnswer& own, const RelatedAnswer& other, std::vector<std::string>& only,
              std::vector<std::string>& through) {
  for (const RelatedItem& item : own.items) {
    if (std::ranges::find(other.items, item.key, &RelatedItem::key) != other.items.end()) continue;
    only.push_back(item.key);
    for (const ReasonItem& reason : item.reasons) {
      if (!reason.word.empty() || std::ranges::find(through, reason.key) != through.end()) continue;
      through.push_back(reason.key);
    }
  }
}

// The pages that most changed links lead to or come from, which both stores have.
std::vector<std::string> most_changed(const DiffAnswer& answer, const DiffRequest& request) {
  if (!request.page.empty()) return {request.page};
  std::unordered_map<std::string, uint64_t> changes;
  for (const auto* const list : {&answer.links.only_old, &answer.links.only_new}) {
    for (const DiffAnswer::Link& link : *list) {
      if (link.state != Absence::kAbsent) continue;
      ++changes[link.from];
      ++changes[link.to];
    }
  }
  for (const auto* const list : {&answer.pages.only_old, &answer.pages.only_new}) {
    for (const DiffAnswer::Page& page : *list) changes.erase(page.key);
  }
  std::vector<std::pair<uint64_t, std::string>> order;
  for (const auto& [key, count] : changes) order.emplace_back(count, key);
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string> keys;
  for (size_t i = 0; i < std::min<size_t>(order.size(), request.related); ++i) {
    keys.push_back(order[i].second);
  }
  return keys;
}

Result<void> compare_related(const Engine& old_engine, const Engine& new_engine,
                             const DiffRequest& request, DiffAnswer& answer) {
  for (const std::string& key : most_changed(answer, request)) {
    const Result<RelatedAnswer> before = related_to(old_engine, key, request);
    const Result<RelatedAnswer> after = related_to(new_engine, key, request);
    // A page without answers in one store has lost or gained all of them.
    for (const auto* const one : {&before, &after}) {
      if (*one || one->error().code == ErrorCode::kNoEvidence ||
          one->error().code == ErrorCode::kNotFound) {
        continue;
      }
      return tl::unexpected<Error>(one->error());
    }
    const RelatedAnswer none;
    DiffAnswer::Related changed{.key = key};
    add_only(before ? *before : none, after ? *after : none, changed.only_old, changed.through);
    add_only(after ? *after : none, before ? *before : none, changed.only_new, changed.through);
    if (!changed.only_old.empty() || !changed.only_new.empty()) {
      answer.related.push_back(std::move(changed));
    }
  }
  return {};
}

}  // namespace

Result<DiffAnswer> diff_stores(const Engine& old_engine, const DiffRequest& request) {
  COCITE_TRY(const Engine other,
             Engine::open(request.other, {.progress = request.progress, .stop = request.stop}));
  const On on = EngineGraph::store(old_engine).facts().on;
  if (on == EngineGraph::store(other).facts().on) return diff_stores(old_engine, other, request);
  // The old one is asked about its hosts or sites.
  COCITE_TRY(const Engine* const graph,
             other.on(on, {.progress = request.progress, .stop = request.stop}));
  return diff_stores(old_engine, *graph, request);
}

Result<DiffAnswer> diff_stores(const Engine& old_engine, const Engine& new_engine,
                               const DiffRequest& request) {
  COCITE_TRY(DiffAnswer answer,
             answer::diff(EngineGraph::store(old_engine), EngineGraph::store(new_engine), request));
  if (request.related > 0) {
    COCITE_CHECK(compare_related(old_engine, new_engine, request, answer));
  }
  return answer;
}

}  // namespace cocite
