// How good are the answers? Requests and answers of an evaluation, as plain data.
//
//   COCITE_TRY(EvalAnswer answer, engine.evaluate({.by = {"blend", "lli"}, .gold = "gold.tsv"}));
//   answer.groups[0].rows[0].ndcg.value                    // of blend, over all query pages
//   std::ofstream("report.html") << eval_report(&answer);
//
// Measures as in Dean & Henzinger, "Finding related pages in the World Wide Web", section 4, and
// some that came later; docs/guide/eval.md explains each. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <cocite/query.h>

namespace cocite {

// How unjudged answers count.
enum class Unjudged : uint8_t {
  kAuto,   // kSkip for labels, kWrong for gold pairs and ratings
  kWrong,  // it is wrong
  kSkip,   // it is left out, and those behind it move up
};

struct EvalRequest {
  RelatedRequest related = {};       // how to ask; its pages, by and top do not count
  std::vector<std::string> by = {};  // methods; none: all. Each takes the parameters that it has.
  // One of these, a file (docs/formats/judgements.md):
  std::string gold = {};
  std::string labels = {};
  std::string ratings = {};
  std::string queries = {};  // a file of pages to ask about; empty: all that are judged
  uint64_t sample = 0;       // how many of them, drawn at random; 0: all
  uint64_t seed = 0;         // of the sample and of the bootstrap
  uint64_t top = 10;
  Unjudged unjudged = Unjudged::kAuto;
  uint64_t resamples = 1000;  // of the bootstrap; 0: no intervals
  double confidence = 0.95;
  unsigned threads = 0;  // 0: all

  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

// Which method suits this crawl? Half of the sites that link to others are hidden; what the rest of
// the crawl has is asked about, and pages are related if hidden sites link to both, side by side.
struct HiddenRequest {
  EvalRequest eval = {};       // how to ask; no judgements. Its seed also chooses what is hidden.
  uint64_t least_sites = 2;    // hidden ones that have to link to both pages of a pair
  uint64_t places = 5;         // between the two links, at most; without link order: on short lists
  uint64_t least_parents = 3;  // visible pages that link to a query page
  std::string scratch = {};  // where the visible half goes for a while; empty: the system's folder
  // kSites: the sites of the visible half are asked about, and sites are related if hidden ones link
  // to pages of both.
  On on = On::kPages;
  // Instead of sites, a tenth of the links within texts is hidden, and suggestions of missing links are
  // asked for them, beside Adamic-Adar, personalized PageRank and a search for the title.
  bool links = false;
};

// A mean over query pages, with its bootstrap confidence interval.
struct EvalMean {
  double value = 0;
  double low = 0;
  double high = 0;
};

// One method on one query page.
struct EvalScore {
  uint64_t answers = 0;  // 0: none, and `why_none` says why
  uint64_t good = 0;
  uint64_t dead = 0;
  uint64_t unjudged = 0;  // of the first `top` answers as people see them
  double average_precision = 0;
  double precision = 0;  // at `top`
  double ndcg = 0;       // at `top`
  double recall = 0;     // at `top`
  // The same with unjudged answers as wrong: equal to the above with Unjudged::kWrong.
  double average_precision_strict = 0;
  double precision_strict = 0;
  double ndcg_strict = 0;
  double recall_strict = 0;
  double ms = 0;
  std::string used = {};  // key of the page that was asked about instead; empty: the page itself
  std::string why_none = {};
};

struct EvalQuery : PageRef {
  uint64_t good_pages = 0;  // that could be found
  uint64_t in_links = 0;
  uint64_t nodes = 0;  // of its vicinity graph
  uint64_t edges = 0;
  std::vector<EvalScore> scores = {};  // in the order of EvalAnswer::by
};

// One method on a group of query pages.
struct EvalRow {
  std::string by = {};
  uint64_t queries = 0;
  uint64_t answered = 0;  // query pages with at least one answer
  uint64_t answers = 0;
  uint64_t good = 0;
  uint64_t dead = 0;
  uint64_t unjudged = 0;
  double coverage = 0;  // answered / queries
  EvalMean average_precision = {};
  EvalMean precision = {};  // at `top`
  EvalMean ndcg = {};
  EvalMean recall = {};
  EvalMean average_precision_strict = {};  // with unjudged answers as wrong
  EvalMean precision_strict = {};
  EvalMean ndcg_strict = {};
  EvalMean recall_strict = {};
  std::vector<double> precision_at = {};  // at 1, 2, …, top
  std::vector<double> unjudged_at = {};   // share of unjudged ones in the first 1, 2, …, top
  double mean_ms = 0;
  double median_ms = 0;
  double p95_ms = 0;
};

// Is one method better than another? Exact sign test and Wilcoxon's sum of ranks.
struct EvalPair {
  std::string measure = {};  // "average_precision", "precision", "ndcg"
  std::string one = {};
  std::string other = {};
  EvalMean difference = {};  // one minus other
  uint64_t wins = 0;         // query pages on which one is better
  uint64_t losses = 0;
  uint64_t ties = 0;
  double sign_one_sided = 1;  // chance of as many wins
  double sign_two_sided = 1;
  double rank_sum_z = 0;
  double rank_sum_one_sided = 1;
  double rank_sum_two_sided = 1;
};

struct EvalGroup {
  std::string name = {};  // "all", "answered-by-all", "without-NAME"
  std::vector<uint64_t> queries = {};
  std::vector<EvalRow> rows = {};
  std::vector<EvalPair> pairs = {};
};

// Answers that two methods have in common, over all query pages.
struct EvalOverlap {
  std::string one = {};
  std::string other = {};
  uint64_t shared = 0;
  double share = 0;  // of one's answers
};

// Do the raters agree? Cohen's kappa of two; Fleiss' of all, with `other` empty.
struct EvalAgreement {
  std::string one = {};
  std::string other = {};
  uint64_t answers = 0;  // that both, or at least two, have rated
  double agreement = 0;  // the share on which they say the same
  double kappa = 0;      // NaN: cannot be told
};

// A number worth knowing: "query_pages", 1500.
struct EvalFact {
  std::string name = {};
  uint64_t value = 0;
  std::vector<std::string> samples = {};  // "gold.tsv:17: no.such.example/"
};

struct EvalAnswer {
  std::string store = {};
  std::string judged_by = {};  // "gold", "labels", "ratings", "hidden"
  std::string file = {};
  uint64_t top = 10;
  double confidence = 0.95;
  uint64_t seed = 0;
  bool hosts_on = true;
  Unjudged unjudged = Unjudged::kWrong;
  std::vector<std::string> by = {};
  std::vector<EvalFact> facts = {};
  std::vector<EvalQuery> queries = {};
  std::vector<EvalGroup> groups = {};
  std::vector<EvalOverlap> overlaps = {};
  std::vector<EvalAgreement> agreements = {};  // of raters; empty with fewer than two
};

// Can an answer be bought? For each query page a farm of pages that link to it and to pages to be
// promoted, on a copy of the store's graph.
struct SpamRequest {
  RelatedRequest related = {};  // how to ask; its pages and by do not count
  std::vector<std::string> by = {};
  std::string queries = {};  // a file of pages; empty: any pages with parents
  uint64_t sample = 100;     // how many of them, drawn at random; 0: all
  uint64_t seed = 0;
  uint64_t top = 10;
  uint64_t farm_pages = 200;
  uint64_t promoted = 5;
  std::string scratch = {};  // where the copies go for a while; empty: the system's folder for that
  unsigned threads = 0;

  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

struct SpamRow {
  std::string farm =
      {};  // "one-page", "one-host", "one-site", "20-sites", "200-sites", "camouflage"
  std::string by = {};
  uint64_t queries = 0;
  uint64_t answered = 0;
  uint64_t promoted = 0;          // query pages with a promoted page among the first `top`
  uint64_t own = 0;               // … with a page of the farm itself
  uint64_t reached = 0;           // … with either
  uint64_t promoted_answers = 0;  // promoted pages among the first `top`, of all query pages
  uint64_t flagged_answers = 0;   // of these, marked as easily forged
  bool flags = false;             // whether the method marks answers at all
  double share = 0;               // reached / queries
};

struct SpamAnswer {
  std::string store = {};
  uint64_t top = 10;
  uint64_t farm_pages = 200;
  uint64_t promoted = 5;
  bool hosts_on = true;
  std::vector<EvalFact> facts = {};
  std::vector<SpamRow> rows = {};
};

// All of it as one HTML file with charts that needs nothing else; either may be missing.
[[nodiscard]] std::string eval_report(const EvalAnswer* answer, const SpamAnswer* spam = nullptr);

}  // namespace cocite
