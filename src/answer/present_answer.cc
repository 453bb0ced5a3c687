#include "answer/present_answer.h"

#include <algorithm>
#include <utility>

#include "answer/evidence.h"
#include "answer/present.h"
#include "related/window.h"

namespace cocite::answer {
namespace {

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

// Which of the pages asked about a reason is about: the first that it links to, or that links to
// it.
Result<PageId> page_meant(const store::Store& store, const related::Reason& reason,
                          std::span<const PageId> pages) {
  if (pages.size() == 1) return pages[0];
  if (reason.about) return *reason.about;
  graph::ListBuffer buffer;
  if (reason.kind == "child") {
    for (const PageId page : pages) {
      COCITE_TRY(const auto list, store.children(page, buffer));
      if (related::place_of(list, reason.page) != list.size()) return page;
    }
    return pages[0];
  }
  COCITE_TRY(const auto list, store.children(reason.page, buffer));
  for (const PageId page : pages) {
    if (related::place_of(list, page) != list.size()) return page;
  }
  return pages[0];
}

// The method's reasons, menus last: of the first ones, which are all that anybody sees.
Result<void> put_menus_last(MenuLinks& menus, PageId answer, uint64_t shown,
                            std::vector<related::Reason>& reasons) {
  const size_t looks = std::min<uint64_t>(reasons.size(), 4 * shown + 8);
  std::vector<related::Reason> last;
  size_t kept = 0;
  for (size_t i = 0; i < looks; ++i) {
    bool is_menu = false;
    if (reasons[i].kind == "parent" || reasons[i].kind == "hub") {
      COCITE_TRY(is_menu, menus.has(reasons[i].page, answer));
    } else if (reasons[i].kind == "child") {
      COCITE_TRY(is_menu, menus.has(answer, reasons[i].page));
    }
    if (is_menu) {
      last.push_back(reasons[i]);
    } else {
      reasons[kept++] = reasons[i];
    }
  }
  std::ranges::copy(last, reasons.begin() + static_cast<ptrdiff_t>(kept));
  return {};
}

}  // namespace

Result<std::vector<PageRef>> present_copies(const store::Store& store,
                                            std::span<const PageId> copies) {
  std::vector<PageRef> shown;
  for (const PageId copy : copies) {
    COCITE_TRY(LinkItem item, present_link(store, 0, copy));
    shown.push_back(std::move(item.ref()));
  }
  return shown;
}

Result<RelatedAnswer::Page> present_asked(const store::Store& store, const std::string& asked,
                                          PageId page) {
  RelatedAnswer::Page shown;
  shown.asked = asked;
  COCITE_TRY(LinkItem item, present_link(store, 0, page));
  shown.ref() = std::move(item.ref());
  return shown;
}

Result<ReasonItem> present_reason(const store::Store& store, const related::Reason& reason,
                                  std::span<const PageId> pages, PageId answer) {
  ReasonItem shown;
  shown.kind = reason.kind;
  shown.amount = reason.amount;
  shown.word = reason.word;
  shown.clicks_to = reason.clicks_to;
  shown.clicks_from = reason.clicks_from;
  COCITE_TRY(LinkItem item, present_link(store, 0, reason.page));
  shown.ref() = std::move(item.ref());
  COCITE_TRY(const PageId page, page_meant(store, reason, pages));
  if (pages.size() > 1) {
    COCITE_TRY(shown.about, store.key(page));
  }
  if (!reason.word.empty()) return shown;
  COCITE_TRY(shown.distance, distance_on(store, reason.page, page, answer));
  if (store.text_columns().has_anchors()) {
    const bool is_child = reason.kind == "child";
    COCITE_TRY(shown.anchor, is_child ? anchor_of(store, answer, reason.page)
                                      : anchor_of(store, reason.page, answer));
    COCITE_TRY(shown.page_anchor, is_child ? anchor_of(store, page, reason.page)
                                           : anchor_of(store, reason.page, page));
  }
  return shown;
}

Result<std::vector<std::string>> present_sentences(const related::Query& query, PageId answer,
                                                   const related::Explanation& why) {
  MenuLinks menus(*query.web);
  COCITE_TRY(const auto evidence, gather_evidence(query, {&answer, 1}));
  return sentences(query.web->store(), query.pages, answer, evidence[0], why, menus);
}

Result<RelatedAnswer> present_answer(const related::Web& web, const Answering& answering,
                                     const RelatedRequest& request, const Found& found,
                                     Budget& budget,
                                     const std::vector<std::vector<Evidence>>* known) {
  const store::Store& store = web.store();
  RelatedAnswer answer{.by = request.by,
                       .hosts_on = answering.asker().hosts_on(),
                       .only_crawled = answering.asker().choice().only_crawled(),
                       .has_flags = answering.asker().method().flags,
                       .is_complete = found.is_complete};
  answer.with = took_part(found.answer);
  if (!found.answer.note.empty()) answer.notes.push_back(found.answer.note);
  answer.tuned = found.answer.tuned;
  for (const Chosen& chosen : found.chosen) {
    COCITE_TRY(RelatedAnswer::Page shown, present_asked(store, chosen.asked, chosen.page));
    const auto place =
        static_cast<size_t>(std::ranges::find(found.pages, chosen.page) - found.pages.begin());
    COCITE_TRY(shown.copies, present_copies(store, found.own_copies[place]));
    answer.pages.push_back(std::move(shown));
  }
  const std::string spent = spent_note(request.budget_ms);
  if (!answer.is_complete) answer.notes.push_back(spent + "the best answer so far");
  std::vector<related::Explanation> reasons(found.items.size());
  std::vector<std::vector<Evidence>> evidence;
  if (request.why > 0 && !budget.is_spent()) {
    COCITE_TRY(reasons, answering.explain(found, budget));
    if (known != nullptr) {
      evidence = *known;
    } else if (!budget.is_spent()) {
      std::vector<PageId> pages;
      for (const related::Item& item : found.items) pages.push_back(item.page);
      COCITE_TRY(evidence, gather_evidence(answering.asker().query(found.pages, budget), pages));
    }
  }
  MenuLinks menus(web);
  for (const related::Item& item : found.items) {
    const size_t place = answer.items.size();
    COCITE_TRY(LinkItem link, present_link(store, 0, item.page));
    RelatedItem shown{std::move(link.ref())};
    shown.rank = place + 1;
    shown.score = item.score;
    if (answering.asker().choice().marks_dead()) shown.gone = std::move(link.gone);
    shown.date = fetched_on(store, item.page);
    COCITE_TRY(shown.language, store.text_columns().language(item.page));
    shown.flagged = item.is_flagged;
    shown.unjudged = item.is_unjudged;
    COCITE_TRY(shown.copies, present_copies(store, found.copies[place]));
    std::vector<related::Reason>& own = reasons[place].reasons;
    if (!own.empty()) COCITE_CHECK(put_menus_last(menus, item.page, request.why, own));
    for (const related::Reason& reason : own) {
      if (shown.reasons.size() == request.why) break;
      COCITE_TRY(ReasonItem one, present_reason(store, reason, found.pages, item.page));
      shown.reasons.push_back(std::move(one));
    }
    if (!evidence.empty()) {
      COCITE_TRY(shown.why,
                 sentences(store, found.pages, item.page, evidence[place], reasons[place], menus));
      if (shown.why.size() > request.why) shown.why.resize(request.why);
    }
    answer.items.push_back(std::move(shown));
  }
  if (answer.is_complete && budget.was_spent()) {
    answer.is_complete = false;
    answer.notes.push_back(spent + "some answers go without reasons");
  }
  return answer;
}

std::string spent_note(uint64_t budget_ms) {
  return budget_ms == 0 ? "it was stopped: "
                        : "the budget of " + std::to_string(budget_ms) + " ms was spent: ";
}

Error budget_spent(uint64_t budget_ms, const std::string& before) {
  if (budget_ms == 0) {
    return {.code = ErrorCode::kCancelled, .message = "it was stopped before " + before};
  }
  return {
      .code = ErrorCode::kBusy,
      .message = "the budget of " + std::to_string(budget_ms) + " ms was spent before " + before,
      .remedies = {{.options = {{"budget_ms", std::to_string(10 * budget_ms)}}}}};
}

}  // namespace cocite::answer
