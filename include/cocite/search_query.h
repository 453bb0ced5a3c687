// Searches by words: requests and answers as plain data.
//
//   SearchRequest request{.words = "honey bees -wasps site:example.org", .top = 20};
//
// Part of query.h, where everything of this kind is. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <cocite/related_query.h>

namespace cocite {

enum class SearchModel : uint8_t { kBm25, kVector };
// How a word counts in a vector: raw count, or 1 + ln(count).
enum class SearchTf : uint8_t { kCount, kLog };
// What a link counts in the neighbourhood of a search: the same as any other, or more the more of
// the words that were looked for stand in it.
enum class SearchEdges : uint8_t { kPlain, kAnchors };
// Against topic drift: nothing; pages that are less about it than half of what was found go; or
// each page counts as much as it is about it.
enum class SearchContent : uint8_t { kNone, kPrune, kRegulate };

struct SearchRequest {
  // word "a phrase" -word site:example.org lang:en title:word
  std::string words = {};
  SearchModel model = SearchModel::kBm25;
  SearchTf tf = SearchTf::kCount;  // for vectors
  // "text", a rank within the neighbourhood (search_ranks()), or "global:NAME", a saved column.
  std::string rank = "text";
  SearchEdges edges = SearchEdges::kPlain;
  SearchContent content = SearchContent::kNone;
  std::vector<std::string> pages = {};  // start from these instead of what the words find
  Switch hosts = Switch::kAuto;         // off: links within a host count, too
  std::string stoplist = {};            // as of RelatedRequest
  OnlyPages only = OnlyPages::kAuto;
  DeadPages dead = DeadPages::kAuto;
  uint64_t seed = 0;
  uint64_t top = 10;
  uint64_t skip = 0;       // after leaving out these
  bool snippets = true;    // show where the words occur
  uint64_t budget_ms = 0;  // then the best answer so far; 0: as long as it takes
  const std::atomic<bool>* stop = nullptr;
};

// A piece of text: between words that were looked for, or one of these.
struct SnippetItem {
  std::string text = {};
  bool is_match = false;
};

struct SearchItem : PageRef {
  uint64_t rank = 0;
  double score = 0;
  std::string gone = {};  // since when it is not there any more; empty: not known
  bool matched = true;    // false: found by links only
  uint64_t in_links = 0;
  std::vector<SnippetItem> snippet = {};
};

struct SearchAnswer {
  std::string words = {};
  std::string model = {};
  std::string tf = {};  // of vectors; empty for bm25
  std::string rank = {};
  std::string edges = {};
  std::string content = {};
  std::string stem = {};                    // the language whose stems the index has, or "none"
  std::vector<std::string> unmatched = {};  // words that no page has
  bool hosts_on = true;
  bool is_complete = true;  // false: the budget ended it
  // Of the neighbourhood, where the rank is one of links; otherwise 0.
  uint64_t nodes = 0;
  uint64_t edge_count = 0;
  uint64_t start = 0;
  std::vector<SearchItem> items = {};
  std::vector<std::string> notes = {};  // what the user should know
};

// What SearchRequest::rank may be, and a line about it.
struct SearchRankItem {
  std::string name;
  std::string summary;
};

}  // namespace cocite
