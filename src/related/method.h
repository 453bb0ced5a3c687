// Which pages are like this one, and why? The interface that every method has.
//
//   COCITE_TRY(const MethodInfo* method, method_named("cocitation"));
//   COCITE_TRY(auto parameters, Parameters::make(method->name, method->parameters, {}));
//   Query query{.web = &web, .pages = pages, .parameters = &parameters};
//   COCITE_TRY(Answer answer, method->find(query));
//   COCITE_TRY(auto items, best(query, std::move(answer.items), 10));
//
// A new method is one file in a namespace of its own that defines kInfo, and one line in
// methods.def. Methods keep nothing between queries but room to work in; any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/budget.h"
#include "related/parameters.h"
#include "related/stoplist.h"
#include "related/web.h"

namespace cocite::related {

struct Query {
  const Web* web = nullptr;
  std::span<const PageId> pages = {};      // distinct, at least one
  std::span<const PageId> not_pages = {};  // negative examples, for methods that take them
  const Parameters* parameters = nullptr;
  bool hosts_on = true;                // off: every page counts as its own host
  const Stoplist* stoplist = nullptr;  // null: empty. Without effect where a query page is on it.
  uint64_t seed = 0;
  // The first so many answers are all that anybody looks at; a method may spare itself the others.
  uint64_t wanted = std::numeric_limits<uint64_t>::max();
  Budget* budget = nullptr;  // null: none

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
  [[nodiscard]] bool is_spent() const { return budget != nullptr && budget->is_spent(); }
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
  uint32_t related_to = 1;  // of how many query pages; more comes first
  uint32_t tie = 0;         // between equal scores, before in-degree: more comes first
};

struct Answer {
  std::vector<Item> items;     // in any order; query pages, stopped ones and zeros are gone
  bool is_sufficient = false;  // enough evidence, by the method's own rule
};

// One piece of evidence for an answer.
struct Reason {
  PageId page{};          // a page that links to both, or that both link to, or a hub
  double amount = 0;      // what it adds to the score
  std::string_view kind;  // "parent", "child", "hub", "link", …
};

struct Explanation {
  double score = 0;
  bool are_parts = true;        // the amounts sum to the score
  std::vector<Reason> reasons;  // strongest first
};

// One by one, for methods that find little out about the query page that serves all its answers.
template <class ExplainOne>  // (query, answer) -> Result<Explanation>
[[nodiscard]] Result<std::vector<Explanation>> explain_each(const Query& query,
                                                            std::span<const PageId> answers,
                                                            const ExplainOne& explain_one) {
  std::vector<Explanation> all;
  for (const PageId answer : answers) {
    if (!all.empty() && query.is_spent()) break;
    COCITE_TRY(Explanation explanation, explain_one(query, answer));
    all.push_back(std::move(explanation));
  }
  all.resize(answers.size());
  return all;
}

struct MethodInfo {
  std::string_view name;
  std::string_view summary;  // a line
  std::string_view paper;
  std::span<const ParameterInfo> parameters = {};
  bool chops = false;      // whether a page without evidence gives way to one nearer the root
  bool takes_not = false;  // knows what to do with negative pages
  Result<Answer> (*find)(const Query& query) = nullptr;
  // For each of these, in their order; no reasons where it is no answer.
  Result<std::vector<Explanation>> (*explain)(const Query& query,
                                              std::span<const PageId> answers) = nullptr;
};

[[nodiscard]] std::span<const MethodInfo* const> methods();
// kInvalidArgument for a name that is none; it lists those there are.
[[nodiscard]] Result<const MethodInfo*> method_named(std::string_view name);

}  // namespace cocite::related
