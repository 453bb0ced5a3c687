// Links that are missing: which page should link to which, why, and where on the page.
//
//   Result<SuggestAnswer> answer = suggest_links(engine, {.page = "www.example.com/a"});
//   for (const SuggestItem& item : answer->items) item.sentence;
//
// Never pages that are linked already, in either direction. `apply` writes into files only where they are
// as they were when they were imported, each in one step. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <cocite/page_ref.h>
#include <cocite/progress.h>
#include <cocite/result.h>

namespace cocite {

class Engine;

// A page, or all pages; with `to`, only links to that page.
struct SuggestRequest {
  std::string page = {};  // that gets links
  bool all = false;       // in place of one page: all pages
  std::string to = {};    // that links lead to; empty: any page
  uint64_t top = 0;       // links in all; 0: no limit
  uint64_t max_per_page = 10;
  // Pages that get no links and that no links lead to; "https://www.example.com/tags/*" for all
  // whose address begins so.
  std::vector<std::string> exclude = {};
  bool apply = false;      // write the links into the Markdown files that were imported
  bool dry_run = false;    // with `apply`: only say what would change
  uint64_t budget_ms = 0;  // then the best so far; 0: as long as it takes
  unsigned threads = 0;    // 0: all
  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

inline constexpr const char* kPlaceSentence = "sentence";
inline constexpr const char* kPlaceSeeAlso = "See also";

// A link that is missing: from `page` to the page that this is.
struct SuggestItem : PageRef {
  PageRef page = {};
  uint64_t rank = 0;
  double score = 0;
  std::string reason = {};    // in a sentence
  std::string place = {};     // kPlaceSentence, kPlaceSeeAlso
  std::string sentence = {};  // of the page, in which the words stand; empty: see also
  std::string words = {};     // of the sentence, that should be the link
};

struct SuggestAnswer {
  uint64_t pages = 0;                   // that were looked at
  std::vector<SuggestItem> items = {};  // best first; of all pages, by page
  bool is_complete = true;              // false: the time budget ended it
  std::string patch = {};               // with `apply`: what changes, for `patch -p1`
  std::vector<std::string> files = {};  // that were written; FILE.bak is what they were
  std::vector<std::string> notes = {};
};

// kNotFound if a page is not in the store.
[[nodiscard]] Result<SuggestAnswer> suggest_links(const Engine& engine,
                                                  const SuggestRequest& request);

}  // namespace cocite
