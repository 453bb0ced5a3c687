// Who links to these pages and not to those?
//
//   COCITE_TRY(const LinkersAnswer answer,
//              linkers(engine, {.pages = {"a.example", "b.example"}, .not_pages = {"c.example"}}));
//   answer.items[0].to[0].anchor         // the text of its link to a.example
//
// Ask Engine::on() for hosts or sites. Answers are values: each thread its own. The function: any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/page_ref.h>
#include <cocite/result.h>

namespace cocite {

// Where pages have the same number of links to the set, and kCount: after that number.
enum class LinkersOrder : uint8_t {
  kCount,  // those that link to the most of the set, then by rank
  kRank,   // the most important first
  kFew,    // those that link to the fewest others
};

struct LinkersRequest {
  std::vector<std::string> pages = {};      // the set: one or many
  std::vector<std::string> not_pages = {};  // no answer links to one of these
  uint64_t at_least = 0;                    // links to this many of the set; 0: to all
  bool out = false;                         // the other direction: what do these link to?
  // Pages with very many links, which link to nearly everything, are listed apart.
  bool fold_platforms = false;
  LinkersOrder order = LinkersOrder::kCount;
  uint64_t top = 10;       // 0: all
  uint64_t budget_ms = 0;  // then what is known so far; 0: as long as it takes
  const std::atomic<bool>* stop = nullptr;
};

// A link between an answer and a page of the set.
struct LinkersLink : PageRef {  // the page of the set
  uint64_t place = 0;           // of the link on its page, from 1; 0: the order is not known
  std::string anchor = {};      // empty: not known
};

struct LinkersItem : PageRef {
  uint64_t rank = 0;
  double score = 0;                  // what it is ordered by
  uint64_t count = 0;                // how many of the set it links to
  uint64_t links = 0;                // all its links (with `out`, all links to it)
  std::string gone = {};             // since when it is not there any more; empty: not known
  std::vector<LinkersLink> to = {};  // those of the set, in the order of the request
};

struct LinkersAnswer {
  std::vector<PageRef> pages = {};  // the set, each page once
  std::vector<PageRef> not_pages = {};
  uint64_t at_least = 0;
  std::string order = {};  // "count", "rank", "few"
  std::string by = {};     // the rank: "pagerank", or "indegree" where that is not saved
  uint64_t total = 0;      // answers that there are, without platforms
  std::vector<LinkersItem> items = {};
  uint64_t platform_links = 0;  // with fold_platforms: pages with at least this many links
  uint64_t platforms_total = 0;
  std::vector<LinkersItem> platforms = {};  // those, folded, as many as items are asked for
  bool is_complete = true;                  // false: the budget ended it
  std::vector<std::string> notes = {};
};

[[nodiscard]] Result<LinkersAnswer> linkers(const Engine& engine, const LinkersRequest& request);

}  // namespace cocite
