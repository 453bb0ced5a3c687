// The balance of blend's terms, learned for one store from what its owner calls related.
//
//   COCITE_TRY(TuneReport report, tune_store({.store = "web.cocite", .eval = {.gold = "gold.tsv"}}));
//   report.is_kept                                     // answers of the store are tuned from now on
//   COCITE_TRY(bool was_there, forget_tuning("web.cocite"));
//
// What it does and when it refuses: docs/guide/tune.md. Values: each thread its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cocite/eval.h>
#include <cocite/result.h>

namespace cocite {

enum class TuneModel : uint8_t {
  kAuto,    // linear, and trees where there are enough judged pages and they gain more
  kLinear,  // a weight a term
  kTrees,   // boosted trees
};

struct TuneRequest {
  std::string store = {};
  // Judgements, query pages, seed, confidence, resamples, threads, and how to ask (hosts, with,
  // stoplist); its methods, sample and top do not count.
  EvalRequest eval = {};
  // At most this many of the judged query pages, drawn by the seed: more take longer and teach
  // hardly more (docs/guide/tune.md). 0: all.
  uint64_t pages = 540;
  uint64_t folds = 5;  // of the cross-validation
  TuneModel model = TuneModel::kAuto;
  bool is_trial = false;        // reports what it would do and changes nothing
  std::string terms_file = {};  // where the table of terms goes; empty: nowhere
  bool force = false;           // that file is replaced if it is there
};

// What a term has to say after learning.
struct TuneTerm {
  std::string name = {};
  std::string meaning = {};
  double weight = 0;  // linear; of trees 0
  double share = 0;   // how much of the order depends on it; all together 1
};

// nDCG@10 of a model by cross-validation.
struct TuneGain {
  std::string model = {};  // "linear", "trees"
  EvalMean before = {};
  EvalMean after = {};
  EvalMean gain = {};
  std::vector<double> fold_gains = {};
  bool is_clear = false;  // the interval of the gain lies above 0
};

struct TuneReport {
  std::string store = {};
  std::string judged_by = {};
  std::string file = {};
  uint64_t judged_pages = 0;   // query pages that are judged
  uint64_t pages = 0;          // of these, drawn to learn from; all unless there are too many
  uint64_t telling_pages = 0;  // with good and wrong answers: those that can be learned from
  uint64_t answers = 0;        // judged answers to them
  uint64_t good = 0;
  uint64_t folds = 0;
  uint64_t seed = 0;
  double confidence = 0.95;
  std::vector<EvalFact> facts = {};
  std::vector<TuneGain> gains = {};  // of each model that was tried
  std::string model = {};            // the one that is best
  std::vector<TuneTerm> terms = {};  // of that
  std::vector<std::string> notes = {};
  bool is_kept = false;
  std::string verdict = {};  // why, or why not, in a sentence
  std::string about = {};    // how the tuning is named in answers
};

// Learns, and keeps what was learned where it helps. kCancelled changes nothing.
[[nodiscard]] Result<TuneReport> tune_store(const TuneRequest& request);
// Answers are as before. False: the store was not tuned.
[[nodiscard]] Result<bool> forget_tuning(const std::string& store);

}  // namespace cocite
