// Related pages and their reasons: requests and answers as plain data.
//
//   RelatedRequest request{.pages = {"www.example.com/a"}, .by = "cocitation", .why = 3};
//
// Part of query.h, where everything of this kind is. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/page_ref.h>
#include <cocite/progress.h>
#include <cocite/which_pages.h>

namespace cocite {

enum class Switch : uint8_t { kAuto, kOn, kOff };
// What becomes of near-copies among the answers. kAuto: blend folds them, the others keep them.
enum class Copies : uint8_t { kAuto, kFold, kKeep };
// What becomes of images, audio, video, archives, styles and scripts among the answers. kAuto: blend
// drops them, the others keep them.
enum class Media : uint8_t { kAuto, kKeep, kDrop };
// How to treat answers that are easily forged: those linked only by pages without parents.
enum class FlaggedAnswers : uint8_t { kKeep, kLast, kDrop };

struct RelatedRequest {
  std::vector<std::string> pages = {};      // the pages asked about; one or many
  std::vector<std::string> not_pages = {};  // answers that are more like these sink
  std::string by = "blend";                 // the name of a method
  uint64_t top = 10;
  Switch chop = Switch::kAuto;   // a page without evidence gives way to one nearer the root
  Switch hosts = Switch::kAuto;  // off: every page counts as its own host
  std::string stoplist = {};  // "shipped", "auto:K", "none", a file; empty: shipped if hosts are on
  uint64_t seed = 0;          // of samples
  // Of the method, by name: {"B", "500"}. methods() lists them.
  std::vector<std::pair<std::string, std::string>> parameters = {};
  bool together_all = false;    // no answers that are not related to all of several pages
  bool drop_same_site = false;  // no answers on the site of a query page
  bool unlinked = false;        // no answers that a query page links to, or that link to one
  uint64_t per_host = 0;        // answers of one host, at most; 0: any number
  // Fold: a near-copy of a page asked about, or of a better answer, is named there and is no
  // answer.
  Copies copies = Copies::kAuto;
  Media media = Media::kAuto;
  OnlyPages only = OnlyPages::kAuto;
  DeadPages dead = DeadPages::kAuto;
  FlaggedAnswers flagged = FlaggedAnswers::kKeep;
  uint64_t why = 0;        // reasons shown with each answer, at most
  uint64_t budget_ms = 0;  // then the best answer so far; 0: as long as it takes
  unsigned threads = 0;    // where several answers are made; 0: all

  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

// A piece of evidence.
struct ReasonItem : PageRef {
  std::string kind = {};  // "parent" (links to both), "child" (both link to it), "hub", ...
  double amount = 0;      // what it adds to the score
  std::string word = {};  // kind "word": that both pages have; the page is then the answer itself
  uint64_t distance = 0;  // places between the two links on the page; 0: not known
  // The anchor text of its link to the answer, or for a child in the answer's link to it; empty: not
  // known. And in the one to, or of, the page asked about.
  std::string anchor = {};
  std::string page_anchor = {};
  std::string about = {};  // with several pages asked about: the key of the one that is meant
  // Kind "visits": how often people went from the page asked about to the answer, and back.
  uint64_t clicks_to = 0;
  uint64_t clicks_from = 0;
};

struct RelatedItem : PageRef {
  uint64_t rank = 0;
  double score = 0;
  std::string gone = {};             // since when it is not there any more; empty: not known
  std::string date = {};             // the day when it was fetched; empty: not known
  std::string language = {};         // as it declares it; empty: not known
  std::vector<PageRef> copies = {};  // near-copies folded into it
  // The same page on mirrored hosts.
  std::vector<std::string> mirrors = {};
  bool flagged = false;   // easily forged: see FlaggedAnswers
  bool unjudged = false;  // a filter by content could not judge it: it has no words
  std::vector<ReasonItem> reasons = {};
  std::vector<std::string> why = {};  // the reasons in sentences, the most telling first
};

struct RelatedAnswer {
  struct Page : PageRef {              // the page that was used
    std::string asked = {};            // as the request has it
    std::vector<PageRef> copies = {};  // near-copies, which are no answers
  };
  std::string by = {};
  std::vector<Page> pages = {};
  std::vector<std::string> with = {};  // what took part: "links", "text", "visits"
  // What was learned about the store and counts in this answer (tune.h); empty: nothing.
  std::string tuned = {};
  bool hosts_on = true;
  bool only_crawled = false;  // answers that were never fetched are left out
  bool has_flags = false;     // whether the method looks for answers that are easily forged
  bool is_complete = true;    // false: the budget ended it
  std::vector<RelatedItem> items = {};
  std::vector<std::string> notes = {};  // what the user should know
};

struct ExplainAnswer {
  RelatedAnswer::Page page = {};                // the first that was asked about
  std::vector<RelatedAnswer::Page> pages = {};  // if there are several: all of them
  RelatedAnswer::Page answer = {};
  std::string by = {};
  double score = 0;                    // what the reasons sum to; 0: the page is no answer
  std::vector<std::string> with = {};  // as RelatedAnswer::with
  std::string tuned = {};  // as RelatedAnswer::tuned; the reasons then sum to something else
  std::vector<ReasonItem> reasons = {};
  std::vector<std::string> why = {};  // in sentences, the most telling first
  std::string next = {};  // cursor of the next part of the list; empty: this is the last
};

// HubFinder, extension by extension.
struct TraceStep {
  uint64_t step = 0;
  uint64_t discovered = 0;  // the first step leaves out the query pages
  uint64_t fresh = 0;       // of these, not known before ("new" in tables)
  uint64_t kept = 0;        // of these, after the trim
  uint64_t total = 0;       // pages known after it
};

struct TraceAnswer {
  std::vector<RelatedAnswer::Page> pages = {};
  std::vector<TraceStep> steps = {};
};

// The vicinity graph of Companion.
struct VicinityAnswer {
  struct Node : PageRef {
    uint64_t id = 0;        // its place in `nodes`
    uint64_t shown_as = 0;  // the node that it was merged into; itself where it was not
  };
  std::vector<RelatedAnswer::Page> pages = {};
  bool hosts_on = true;
  uint64_t merged = 0;  // nodes that disappeared by merging
  std::vector<Node> nodes = {};
  std::vector<std::pair<uint64_t, uint64_t>> edges = {};  // between nodes, before merging
};

// The numbers behind LLI, as in its paper's Table 8.
struct LliAnswer {
  struct Neighbour : PageRef {
    std::string side = {};  // "back": parents of the page; "forward": its children
    uint64_t members = 0;   // how many pages were merged into it
    double bd = 0;          // share of the side's pages that it has
  };
  struct Item : PageRef {
    std::string side = {};
    uint64_t count = 0;     // merged neighbours that have it
    double bcp = 0;         // share of the merged neighbours that have it
    double dd = 0;          // 1 minus its neighbours' share of all bd
    double similarity = 0;  // its LLI score on this side
  };
  // The singular values of a side's matrix.
  struct Side {
    uint64_t rank = 0;               // values above 1e-10 of the largest
    uint64_t k = 0;                  // of these, how many are kept
    std::vector<double> sigma = {};  // these, falling
  };
  RelatedAnswer::Page page = {};
  bool hosts_on = true;
  Side back = {};
  Side forward = {};
  std::vector<std::string> notes = {};  // where nothing is left out
  std::vector<Neighbour> neighbours = {};
  std::vector<Item> items = {};  // by similarity
  std::string next = {};         // cursor of the next part of the list; empty: this is the last
};

// Methods side by side.
struct CompareAnswer {
  struct Method {
    std::string by = {};
    std::string error = {};  // why it has no answer
    double ms = 0;
    bool is_complete = true;             // false: the budget ended it
    std::vector<std::string> with = {};  // as RelatedAnswer::with
    std::string tuned = {};              // as RelatedAnswer::tuned
    std::vector<RelatedItem> items = {};
  };
  struct Pair {
    std::string one = {};
    std::string other = {};
    uint64_t shared = 0;  // answers that both have
    double overlap = 0;   // shared, as a share of the answers asked for
    // Kendall's tau-b of the two lists; answers that one of them does not have tie there, behind
    // those that it has. NaN where there is no order to compare: one answer each, and the same.
    double tau = 0;
  };
  struct Agreed {
    RelatedItem item = {};
    std::vector<std::string> methods = {};
    double mean_rank = 0;
  };
  std::vector<RelatedAnswer::Page> pages = {};
  bool hosts_on = true;
  std::vector<Method> methods = {};
  std::vector<Pair> pairs = {};
  std::vector<Agreed> agreed = {};  // by number of methods, then by mean rank
};

// An answer for every page of the store, as a file.
struct RelatedAllRequest {
  RelatedRequest related = {};  // its pages do not count
  std::string output = {};
  bool force = false;  // replace what is there
  // In the file: `head` ("[": a JSON array), then what `write` adds for each page; several threads.
  // The items have rank, score, key, gone, flagged and copies; where reasons are asked for, all that
  // an answer has.
  // Without it, TSV: page, rank, score, key.
  std::string head = "page\trank\tscore\tkey\n";
  std::function<void(std::string_view page, const std::vector<RelatedItem>& items,
                     std::string& text)>
      write = {};
};

struct RelatedAllReport {
  uint64_t pages = 0;
  uint64_t answered = 0;
  uint64_t resumed_at = 0;  // pages that an earlier run had done
  uint64_t bytes = 0;
  double seconds = 0;
};

// The largest number that a parameter may be, unless the parameter says otherwise.
inline constexpr double kMostOfParameter = 1'000'000;

enum class ParameterKind : uint8_t { kCount, kNumber, kWord };

// What a user may change about a method, and what it may be: every edge checks by this.
struct MethodParameter {
  std::string name = {};
  std::string fallback = {};  // what it is unless given
  std::string summary = {};
  std::string choices = {};  // kWord: "paper|exact"; empty: any text
  ParameterKind kind = ParameterKind::kNumber;
  double least = 0;  // kCount, kNumber
  double most = kMostOfParameter;
  bool is_flag = false;   // kWord "on|off": typed without a value
  bool is_local = false;  // names a file: not for requests from outside
};

struct MethodItem {
  std::string name = {};
  std::string summary = {};
  std::string paper = {};
  bool chops = false;
  bool flags = false;  // marks answers that are easily forged
  std::vector<MethodParameter> parameters = {};
};

}  // namespace cocite
