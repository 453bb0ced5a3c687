#include "related/together.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "related/hits.h"
#include "related/order.h"
#include "related/page_map.h"

namespace cocite::related {
namespace {

constexpr double kRelated = 0.05;  // of the largest score

// What the method said of each query page.
class Runs : public Gathered {
 public:
  Runs(const MethodInfo& method, const Query& query) : Gathered(query), method_(&method) {}

  Result<void> find(Answer& all) {
    for (const PageId& page : query().pages) {
      COCITE_TRY(Answer one, method_->find(about(page)));
      all.is_sufficient = all.is_sufficient || one.is_sufficient;
      all.by_links = one.by_links;
      all.by_words = all.by_words || one.by_words;
      all.by_visits = all.by_visits || one.by_visits;
      if (all.tuned.empty()) all.tuned = one.tuned;
      if (all.note.find(one.note) == std::string::npos) {
        all.note += (all.note.empty() ? "" : "; ") + one.note;
      }
      add(std::move(one));
      if (query().is_spent()) break;
    }
    return {};
  }

  // Pages that only walks reach, for those that nothing else found.
  Result<void> fill() {
    for (const PageId& page : query().pages) {
      if (query().is_spent()) break;
      Query run = about(page);
      run.fills = true;
      COCITE_TRY(const Answer one, method_->find(run));
      for (const Item& item : one.items) {
        if (!item.is_filler || places_.contains(item.page)) continue;
        Item& sum = fillers_[item.page];
        const double score = sum.score + item.score;
        sum = item;
        sum.score = score;
        sum.related_to = 0;
      }
    }
    return {};
  }

  [[nodiscard]] std::vector<Item> items() const {
    std::vector<Item> found = items_;
    Query whole = query();
    whole.stoplist = nullptr;  // each run had its own
    drop_zeros(whole, found);
    fillers_.for_each([&](PageId, const Item& item) { found.push_back(item); });
    if (query().related_to_all) {
      std::erase_if(found,
                    [&](const Item& item) { return item.related_to < query().pages.size(); });
    }
    return found;
  }

  Result<Explanation> explain(PageId answer) override {
    Explanation all;
    all.by_links = false;
    const bool is_filler = fillers_.contains(answer);
    for (size_t i = 0; i < runs_.size(); ++i) {
      const Run& run = runs_[i];
      if (!is_filler && !run.scores.contains(answer)) continue;
      const Query query = about(this->query().pages[i]);
      COCITE_TRY(Explanation one, run.gathered ? run.gathered->explain(answer)
                                               : method_->explain_one(query, answer));
      all.score += one.score / run.scale;
      all.are_parts = all.are_parts && one.are_parts;
      if (all.tuned.empty()) all.tuned = one.tuned;
      all.by_links = all.by_links || one.by_links;
      all.by_words = all.by_words || one.by_words;
      all.by_visits = all.by_visits || one.by_visits;
      for (Reason& reason : one.reasons) {
        reason.amount /= run.scale;
        reason.about = query.pages[0];
        all.reasons.push_back(std::move(reason));
      }
    }
    sort_reasons(all);
    return all;
  }

 private:
  struct Run {
    double scale = 1;                         // z
    PageMap<double> scores = {};              // of all its answers
    std::shared_ptr<Gathered> gathered = {};  // null: nothing was kept
  };

  // The run about a page of query().pages: all its answers, whatever the user wants to see of them.
  [[nodiscard]] Query about(const PageId& page) const {
    Query one = query().about(page);
    one.stoplist = stoplist_for(one.pages, query().given_stoplist);
    one.asked = all_asked_;
    one.not_pages = {};
    one.wanted = std::numeric_limits<uint64_t>::max();
    one.takes = nullptr;
    one.flagged = Flagged::kKeep;
    one.fills = false;
    return one;
  }

  void add(Answer one) {
    double most = 0;
    for (const Item& item : one.items) most = std::max(most, item.score);
    Run& run = runs_.emplace_back();
    run.gathered = std::move(one.gathered);
    if (method_->together == Together::kShares && most > 0) run.scale = most;
    for (const Item& item : one.items) {
      run.scores[item.page] = item.score;
      uint32_t& place = places_[item.page];
      if (place == 0) {
        items_.push_back({.page = item.page, .related_to = 0});
        place = static_cast<uint32_t>(items_.size());
      }
      Item& sum = items_[place - 1];
      sum.score += item.score / run.scale;
      sum.related_to += item.score >= kRelated * most ? 1 : 0;
      sum.tie += item.tie;
      sum.is_flagged = sum.is_flagged || item.is_flagged;
      sum.is_unjudged = sum.is_unjudged || item.is_unjudged;
    }
  }

  const MethodInfo* method_;
  std::vector<PageId> all_asked_ = asked_of(query());
  std::vector<Run> runs_;  // of query().pages, in that order; fewer if the budget was spent
  std::vector<Item> items_;
  PageMap<uint32_t> places_;  // in items_, from 1
  PageMap<Item> fillers_;

  static std::vector<PageId> asked_of(const Query& query) {
    std::vector<PageId> all(query.pages.begin(), query.pages.end());
    all.insert(all.end(), query.asked.begin(), query.asked.end());
    return all;
  }
};

bool is_asked_once(const MethodInfo& method, const Query& query) {
  return query.pages.size() == 1 || method.together == Together::kAtOnce;
}

}  // namespace

void use_flags(const Query& query, std::vector<Item>& items) {
  if (query.flagged == Flagged::kDrop) {
    std::erase_if(items, [](const Item& item) { return item.is_flagged; });
  } else if (query.flagged == Flagged::kLast) {
    for (Item& item : items) {  // behind the filler, too
      item.tier = item.is_flagged ? 0 : std::max(item.tier, 1U);
    }
  }
}

Result<Answer> find_together(const MethodInfo& method, const Query& query) {
  if (is_asked_once(method, query)) return method.find(query);
  const auto runs = std::make_shared<Runs>(method, query);
  Answer answer;
  COCITE_CHECK(runs->find(answer));
  answer.items = runs->items();
  const auto counts = [&](const Item& item) {
    return query.flagged == Flagged::kKeep || !item.is_flagged;
  };
  if (method.fills && query.fills && !query.related_to_all &&
      static_cast<uint64_t>(std::ranges::count_if(answer.items, counts)) < query.wanted) {
    COCITE_CHECK(runs->fill());
    answer.items = runs->items();
  }
  if (!query.not_pages.empty() && method.take_off != nullptr) {
    COCITE_CHECK(method.take_off(query, answer.items));
  }
  use_flags(query, answer.items);
  if (query.keeps_gathered) answer.gathered = runs;
  return answer;
}

Result<Explanation> explain_together(const MethodInfo& method, const Query& query, PageId answer) {
  if (is_asked_once(method, query)) return method.explain_one(query, answer);
  Query whole = query;
  whole.keeps_gathered = true;
  Runs runs(method, whole);
  Answer found;
  COCITE_CHECK(runs.find(found));
  COCITE_TRY(Explanation why, runs.explain(answer));
  if (!why.reasons.empty() || !method.fills) return why;
  COCITE_CHECK(runs.fill());
  return runs.explain(answer);
}

}  // namespace cocite::related
