// What is in one store and not in the other?
//
//   COCITE_TRY(const DiffAnswer answer, diff_stores(old_engine, {.other = "new.cocite"}));
//   answer.links.only_new[0].to          // the key of a page that a link leads to only there
//
// Never says that something was deleted: what is absent may not have been fetched, which differs from what was
// looked for and not found. Answers are values: each thread its own. The function: any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/page_ref.h>
#include <cocite/progress.h>
#include <cocite/result.h>

namespace cocite {

// What is known about something that the other store does not have.
enum class Absence : uint8_t {
  kAbsent,      // the page that had the link was fetched there too, and does not have it
  kNotFetched,  // that page was not fetched there: nothing is known
};

struct DiffRequest {
  std::string other = {};  // path of the newer store; not looked at where that is open
  std::string page = {};   // only its links; empty: all
  uint64_t top = 0;        // entries of each list, at most; 0: all
  // Only what pages say that the newer store fetched on this day or later: "2026-05-01"; empty: all.
  std::string since = {};
  uint64_t moved = 20;  // pages whose place by rank moved most; 0: none
  uint64_t related =
      0;  // pages whose related pages are compared, those with most changed links first
  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

struct DiffAnswer {
  struct Page : PageRef {
    // A page is absent if all pages that link to it were fetched in the other store.
    Absence state = Absence::kAbsent;
  };
  struct Link {
    std::string from = {};  // keys
    std::string to = {};
    std::string anchor = {};  // empty: not known
    Absence state = Absence::kAbsent;
  };
  struct Pages {
    std::vector<Page> only_old = {};  // by key
    std::vector<Page> only_new = {};
    uint64_t only_old_total = 0;
    uint64_t only_new_total = 0;
    uint64_t in_both = 0;
    std::vector<PageRef> gone = {};  // in both, and the new store says that they are gone
    uint64_t gone_total = 0;
  };
  struct Links {
    std::vector<Link> only_old = {};  // by the page that they are on
    std::vector<Link> only_new = {};
    uint64_t only_old_total = 0;
    uint64_t only_new_total = 0;
    uint64_t in_both = 0;
  };
  struct Hosts {
    std::vector<std::string> only_old = {};  // names, by key
    std::vector<std::string> only_new = {};
    uint64_t only_old_total = 0;
    uint64_t only_new_total = 0;
    uint64_t in_both = 0;
  };
  // A link that both have, with another text.
  struct Anchor {
    std::string from = {};  // keys
    std::string to = {};
    std::string old_anchor = {};
    std::string new_anchor = {};
  };
  // Places among the pages that both have, best first.
  struct Moved {
    std::string key = {};
    uint64_t old_place = 0;
    uint64_t new_place = 0;
    double old_score = 0;
    double new_score = 0;
  };
  // Of saved communities: one of the old store that is several in the new one, or the other way round. A part has at
  // least a fifth of the pages that both stores have.
  struct Regrouped {
    std::string what = {};             // "split" or "merged"
    uint64_t community = 0;            // that was split, or came of others
    std::vector<uint64_t> parts = {};  // communities of the other store, the largest first
    std::vector<uint64_t> pages = {};  // of each part
  };
  struct Related {
    std::string key = {};
    std::vector<std::string> only_old = {};  // keys of answers
    std::vector<std::string> only_new = {};
    std::vector<std::string> through = {};  // keys of pages that explain these answers
  };
  struct Title {
    std::string key = {};
    std::string old_title = {};
    std::string new_title = {};
  };
  Pages pages = {};
  Links links = {};
  std::vector<Title> titles = {};  // of pages in both, that differ
  uint64_t titles_total = 0;
  Hosts hosts = {};  // of stores with addresses
  std::vector<Anchor> anchors = {};
  uint64_t anchors_total = 0;
  std::string ranked_by = {};     // the column, or "indegree"
  std::vector<Moved> ranks = {};  // the farthest first
  std::vector<Regrouped> communities = {};
  std::vector<Related> related = {};
  std::vector<std::string> notes = {};  // what could not be compared
};

[[nodiscard]] Result<DiffAnswer> diff_stores(const Engine& old_engine, const DiffRequest& request);
// Both ask about the same: pages, hosts or sites.
[[nodiscard]] Result<DiffAnswer> diff_stores(const Engine& old_engine, const Engine& new_engine,
                                             const DiffRequest& request);

// A page with all of it, for people; `old_name` and `new_name` are what it calls the stores.
[[nodiscard]] std::string diff_html(const DiffAnswer& answer, const std::string& old_name,
                                    const std::string& new_name);

}  // namespace cocite
