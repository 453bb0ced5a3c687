// Which pages are like this one, and why? The interface that every method has.
//
//   COCITE_TRY(const MethodInfo* method, method_named("cocitation"));
//   COCITE_TRY(auto parameters, Parameters::make(method->name, method->parameters, {}));
//   Query query{.web = &web, .pages = pages, .parameters = &parameters};
//   COCITE_TRY(Answer answer, find_together(*method, query));        // together.h
//   COCITE_TRY(auto items, best(web, query.hosts_on, std::move(answer.items), 10));
//   COCITE_TRY(auto reasons, explain(*method, query, answer, pages));
//
// A new method is one file in a namespace of its own that defines kInfo, and one line in
// methods.def. Methods keep nothing between queries but room to work in; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "base/parameters.h"
#include "related/stoplist.h"
#include "related/web.h"

namespace cocite::related {

// How several query pages are asked about (together.h): scores are summed as they are; each page's
// as shares of its best; or the method takes all of them.
enum class Together : uint8_t { kSum, kShares, kAtOnce };

// How to treat answers that are linked only by pages without parents.
enum class Flagged : uint8_t { kKeep, kLast, kDrop };

struct Query {
  // Whether a page may be an answer: what the user wants to see, not what the method finds.
  using Takes = std::function<Result<bool>(PageId page)>;

  const Web* web = nullptr;
  std::span<const PageId> pages = {};  // distinct, at least one
  std::span<const PageId> asked = {};  // others that are no answers: in place of which these stand
  std::span<const PageId> not_pages = {};  // negative examples, for methods that take them
  const Parameters* parameters = nullptr;
  bool hosts_on = true;                // off: every page counts as its own host
  const Stoplist* stoplist = nullptr;  // null: empty. Without effect where a query page is on it.
  const Stoplist* given_stoplist = nullptr;  // for query pages that are not on it
  uint64_t seed = 0;
  // The first so many answers are all that anybody looks at; a method may spare itself the others.
  uint64_t wanted = std::numeric_limits<uint64_t>::max();
  // Reasons, or more answers, may be asked for: what was gathered to find the answers is kept
  // (Answer::gathered).
  bool keeps_gathered = false;
  // Null: all. Methods that prune must call this before dropping a candidate; others may leave it to
  // the caller.
  const Takes* takes = nullptr;
  Flagged flagged = Flagged::kKeep;  // for methods that flag answers
  bool fills = true;                 // false: no filler, however few answers there are
  bool related_to_all = false;       // no answers that are not related to all query pages
  Budget* budget = nullptr;          // null: none

  [[nodiscard]] bool is_stopped(PageId page) const {
    return stoplist != nullptr && stoplist->contains(page);
  }
  [[nodiscard]] bool is_asked_for(PageId page) const;
  // The page's host, or the page itself where hosts are off. REQUIRES: a page of the web.
  [[nodiscard]] Result<uint32_t> host(PageId page) const {
    if (!hosts_on) return index(page);
    COCITE_TRY(const HostId found, web->store().host_of(page));
    return index(found);
  }
  [[nodiscard]] bool is_spent() const { return cocite::is_spent(budget); }
  [[nodiscard]] bool is_spent_after(uint64_t steps) const {
    return cocite::is_spent_after(budget, steps);
  }
  // The same query about one of its pages.
  [[nodiscard]] Query about(const PageId& page) const {
    Query one = *this;
    one.pages = {&page, 1};
    return one;
  }
};

// A stoplist that has a query page on it counts for nothing in that query.
[[nodiscard]] const Stoplist* stoplist_for(std::span<const PageId> pages, const Stoplist* stoplist);

struct Item {
  PageId page{};
  double score = 0;
  uint32_t tier = 1;         // more comes first, whatever the scores
  uint32_t related_to = 1;   // of how many query pages
  uint32_t tie = 0;          // between equal scores, before in-degree: more comes first
  bool is_flagged = false;   // linked only by pages without parents: easily forged
  bool is_filler = false;    // only a short walk reaches it: behind all others
  bool is_unjudged = false;  // has no words that a filter by content could judge
};

// One piece of evidence for an answer.
struct Reason {
  PageId page{};          // a page that links to both, or that both link to, or a hub
  double amount = 0;      // what it adds to the score
  std::string_view kind;  // "parent", "child", "hub", "link", "word", …
  std::string word{};     // that both pages have, where that is the evidence
  // Where clicks are: from the query page to the answer, and back.
  uint64_t clicks_to = 0;
  uint64_t clicks_from = 0;
  std::optional<PageId> about = {};  // of several query pages: the one that is meant
};

struct Explanation {
  double score = 0;
  bool are_parts = true;          // the amounts sum to the score
  std::string tuned{};            // as Answer::tuned
  std::vector<Reason> reasons{};  // strongest first
  // What took part, as in Answer.
  bool by_links = true;
  bool by_words = false;
  bool by_visits = false;
};

// What a method found out around the query pages, from which it explains any of its answers, or
// finds more of them, without looking again. It has its own copy of the query; what that points to (web, parameters, stoplist,
// budget) stays while this lives. One thread at a time.
class Gathered {
 public:
  explicit Gathered(const Query& query)
      : pages_(query.pages.begin(), query.pages.end()),
        not_pages_(query.not_pages.begin(), query.not_pages.end()),
        asked_(query.asked.begin(), query.asked.end()),
        query_(query) {
    query_.pages = pages_;
    query_.asked = asked_;
    query_.not_pages = not_pages_;
  }
  Gathered(const Gathered&) = delete;
  Gathered& operator=(const Gathered&) = delete;
  virtual ~Gathered() = default;

  // No reasons where it is no answer.
  [[nodiscard]] virtual Result<Explanation> explain(PageId answer) = 0;
  // The result of find() for this many answers, from what is known already; empty if find() must
  // be called.
  [[nodiscard]] virtual Result<std::optional<std::vector<Item>>> more(uint64_t /*wanted*/) {
    return std::nullopt;
  }

 protected:
  [[nodiscard]] const Query& query() const { return query_; }

 private:
  std::vector<PageId> pages_;
  std::vector<PageId> not_pages_;
  std::vector<PageId> asked_;
  Query query_;
};

struct Answer {
  std::vector<Item> items{};   // in any order; query pages, stopped ones and zeros are gone
  bool is_sufficient = false;  // enough evidence, by the method's own rule
  // What took part.
  bool by_links = true;
  bool by_words = false;
  bool by_visits = false;
  std::string note{};   // what the user should know of it; empty: nothing
  std::string tuned{};  // what was learned about the store and counts here; empty: nothing
  // Where the query asks to keep it and the method has something to keep; else null.
  std::shared_ptr<Gathered> gathered = nullptr;
};

struct MethodInfo {
  std::string_view name;
  std::string_view summary;  // a line
  std::string_view paper;
  std::span<const ParameterInfo> parameters = {};
  bool chops = false;         // whether a page without evidence gives way to one nearer the root
  bool needs_words = false;   // kUnsupported where the store has no index of words
  bool needs_visits = false;  // likewise where it has no visits
  Together together = Together::kShares;
  bool fills = false;         // has pages to put behind its answers if these are few
  bool folds_copies = false;  // near-copies are folded into one answer by default
  bool flags = false;         // marks answers that are easily forged
  // About one query page, unless `together` is kAtOnce.
  Result<Answer> (*find)(const Query& query) = nullptr;
  // Takes off what negative pages have of these scores; null: the caller handles them.
  Result<void> (*take_off)(const Query& query, std::vector<Item>& items) = nullptr;
  // Without a find() before; no reasons if it is no answer. The data that find() gathered gives the
  // same result, to the last bit.
  Result<Explanation> (*explain_one)(const Query& query, PageId answer) = nullptr;
};

// Why these are answers, in their order; from what `answer` has gathered, if anything. Those that
// the budget does not reach have no reasons.
[[nodiscard]] Result<std::vector<Explanation>> explain(const MethodInfo& method, const Query& query,
                                                       const Answer& answer,
                                                       std::span<const PageId> pages);

[[nodiscard]] std::span<const MethodInfo* const> methods();
// kInvalidArgument for an unknown name; the message lists the known ones.
[[nodiscard]] Result<const MethodInfo*> method_named(std::string_view name);

}  // namespace cocite::related
