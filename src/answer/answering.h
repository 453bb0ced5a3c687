// From a request to its answers, for all callers: chooses pages, finds answers, orders and limits
// them, and explains them.
//
//   COCITE_TRY(const Answering answering, Answering::make(web, stoplists, request, budget));
//   COCITE_TRY(const Found found, answering.find({&text, 1}, budget));
//   COCITE_TRY(const auto reasons, answering.explain(found, budget));
//
// `related` for one page, a list or all pages, `compare`, `eval` and the service differ only in
// what they do with what was found. Any thread; one Answering per request.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/related_query.h"
#include "answer/stoplists.h"
#include "base/ids.h"
#include "related/method.h"
#include "related/page_map.h"

namespace cocite::answer {

struct Found {
  std::vector<Chosen> chosen = {};               // for each page asked for, in that order
  std::vector<PageId> pages = {};                // that were used, each once
  std::vector<PageId> replaced = {};             // asked for, with others used in their place
  std::vector<related::Item> items = {};         // in order, no more than asked for; may be empty
  std::vector<std::vector<PageId>> copies = {};  // of each item: near-copies folded into it
  std::vector<std::vector<PageId>> own_copies = {};  // of each of `pages`, likewise
  related::Answer answer = {};                       // what was gathered; its items are above
  bool is_complete = true;                           // false: the budget ended it
};

class Answering {
 public:
  // Answers that the caller leaves out.
  using LeavesOut = std::function<bool(PageId answer)>;

  // `request` stays while this is used, `budget` need not. `needs_all`: answers will be left out.
  [[nodiscard]] static Result<Answering> make(const related::Web& web, const Stoplists& stoplists,
                                              const RelatedRequest& request, Budget& budget,
                                              bool needs_all = false);

  [[nodiscard]] const Asker& asker() const { return asker_; }

  // About these together, as a user writes them.
  [[nodiscard]] Result<Found> find(std::span<const std::string> texts, Budget& budget,
                                   const LeavesOut& leaves_out = {}) const;
  // About one that is in the graph.
  [[nodiscard]] Result<Found> find(PageId page, Budget& budget,
                                   const LeavesOut& leaves_out = {}) const;
  // About these together, once they were chosen. REQUIRES: there are any.
  [[nodiscard]] Result<Found> find(std::vector<Chosen> chosen, Budget& budget,
                                   const LeavesOut& leaves_out = {}) const;
  // Reasons for each item. Those that the budget does not reach have none.
  [[nodiscard]] Result<std::vector<related::Explanation>> explain(const Found& found,
                                                                  Budget& budget) const;

 private:
  [[nodiscard]] Result<void> look_at_negatives(Budget& budget);
  [[nodiscard]] related::Query query(const Found& found, Budget& budget) const;
  // What is more like the negative pages than like the query pages goes behind all others.
  void sink(std::vector<related::Item>& items) const;
  // Negative pages bring up what everybody links to, since that is like nothing in particular. So a
  // link that stands on most pages of a query page's host never gets a better place than it had
  // `before`, without negative pages; where there are too few others to stand behind, it is no
  // answer. Puts `items` in order.
  [[nodiscard]] Result<void> keep_menus_down(const Found& found, std::vector<related::Item> before,
                                             std::vector<related::Item>& items) const;
  [[nodiscard]] Result<std::vector<related::Item>> items_without_negatives(
      related::Query query) const;
  // Puts the first into found.items, in order.
  [[nodiscard]] Result<void> take_first(std::vector<related::Item> items, Found& found,
                                        Budget& budget) const;
  // Without what the user does not want to see, and with copies folded.
  [[nodiscard]] Result<void> limit(const std::vector<related::Item>& items, Found& found,
                                   Budget& budget) const;
  [[nodiscard]] bool folds() const;

  const related::Web* web_ = nullptr;
  const RelatedRequest* request_ = nullptr;
  Asker asker_;
  std::vector<PageId> negative_;
  related::PageMap<double> unlike_;  // scores around the negative pages
};

}  // namespace cocite::answer
