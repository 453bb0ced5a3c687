// What a store's owner calls related, learned: judged answers and their terms are gathered, src/learn
// finds a balance, and what helps is kept in the store.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/output.h>
#include <cocite/tune.h>

#include "answer/rank_job.h"
#include "answer/related_query.h"
#include "base/parallel.h"
#include "measure/cross_validation.h"
#include "measure/each_piece.h"
#include "measure/judgements.h"
#include "measure/logistic.h"
#include "measure/table.h"
#include "measure/trees.h"
#include "related/pair_terms.h"
#include "related/tuned.h"
#include "store/save_columns.h"

namespace cocite {
namespace {

using answer::Asker;
using measure::Judgements;
using measure::PageNumbers;

// Of one query page: its first answers, those that are judged.
struct Answers {
  std::vector<related::PairTerms> pairs;
  std::vector<bool> is_good;
};

bool is_stopped(const EvalRequest& request) {
  return request.stop != nullptr && request.stop->load(std::memory_order_relaxed);
}

Result<Answers> answers_to(const Asker& asker, const Judgements& judgements, PageId query,
                           const EvalRequest& request) {
  Budget budget(0, request.stop);
  const related::Query asked = asker.query({&query, 1}, budget);
  COCITE_TRY(std::vector<related::PairTerms> pairs, related::blend::first_pairs(asked, query));
  Answers answers;
  const bool skips = judgements.kind != "gold";
  for (related::PairTerms& pair : pairs) {
    const measure::Rating rating = judgements.judged.judge->rating(query, pair.page);
    if (skips && rating == measure::Rating::kUnjudged) continue;
    answers.is_good.push_back(measure::is_good(rating));
    answers.pairs.push_back(pair);
  }
  return answers;
}

OutputRules rules_for_terms(const TuneRequest& request) {
  const EvalRequest& eval = request.eval;
  return {.force = request.force, .inputs = {eval.gold, eval.labels, eval.ratings, eval.queries}};
}

Result<void> write_terms(const TuneRequest& request, const measure::Table& table,
                         const std::vector<std::string>& names) {
  std::ostringstream out;
  out.precision(9);
  out << "page\tanswer\tgood_pages\tgood\tscore";
  for (const related::TermInfo& term : related::term_table()) out << '\t' << term.name;
  out << '\n';
  for (const measure::Page& page : table.pages()) {
    for (size_t i = page.begin; i < page.end; ++i) {
      out << page.name << '\t' << names[i] << '\t' << page.good_pages << '\t' << table.is_good(i)
          << '\t' << table.untuned(i);
      for (const double value : table.row(i)) out << '\t' << value;
      out << '\n';
    }
  }
  return write_output(request.terms_file, out.view(), rules_for_terms(request));
}

EvalMean mean_of(const measure::Mean& mean) {
  return {.value = mean.value, .low = mean.interval.low, .high = mean.interval.high};
}

TuneGain gain_of(related::Model::Kind kind, const measure::Validation& tried) {
  return {.model = std::string(related::name_of(kind)),
          .before = mean_of(tried.before),
          .after = mean_of(tried.after),
          .gain = mean_of(tried.gain),
          .fold_gains = tried.fold_gains,
          .is_clear = tried.is_clear()};
}

std::string signed_number(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.3f", number);
  return text;
}

std::string interval_text(const EvalMean& mean) {
  return signed_number(mean.value) + " [" + signed_number(mean.low) + ", " +
         signed_number(mean.high) + "]";
}

// Judged answers with their terms, of query pages that can teach something.
class Gatherer {
 public:
  Gatherer(const TuneRequest& request, const store::Store& store)
      : request_(&request), store_(&store), numbers_(store) {}

  Result<measure::Table> gather(const related::Web& web, TuneReport& report) {
    const EvalRequest& eval = request_->eval;
    COCITE_TRY(const Judgements judgements, Judgements::read(numbers_, eval));
    report.judged_by = judgements.kind;
    report.file = judgements.file;
    COCITE_TRY(std::vector<PageId> queries,
               measure::choose_queries(numbers_, judgements, eval, report.facts));
    report.judged_pages = queries.size();
    COCITE_TRY(queries,
               measure::sample_of(numbers_, std::move(queries), request_->pages, eval.seed));
    for (const EvalFact& fact : judgements.facts) report.facts.push_back(fact);
    RelatedRequest related = answer::request_by(eval.related, "blend");
    // Everything that the store has takes part, and answers are as they are without tuning.
    std::erase_if(related.parameters, [](const auto& given) {
      return given.first == "with" || given.first == "tuned";
    });
    related.parameters.emplace_back("tuned", "off");
    const answer::Stoplists stoplists;
    Budget at_first(0, eval.stop);
    COCITE_TRY(const Asker asker, Asker::make(web, stoplists, related, at_first));
    COCITE_CHECK(web.expect(queries.size()));
    std::vector<Answers> answers(queries.size());
    COCITE_CHECK(measure::for_each_piece(
        queries.size(), eval, "gathering terms", [&](size_t i) -> Result<void> {
          if (!numbers_.is_known(queries[i])) return {};
          COCITE_TRY(answers[i], answers_to(asker, judgements, queries[i], eval));
          return {};
        }));
    return make_table(queries, judgements, answers, report);
  }

 private:
  Result<measure::Table> make_table(std::span<const PageId> queries, const Judgements& judgements,
                                    std::vector<Answers>& answers, TuneReport& report) {
    measure::Table table(related::kTermCount);
    std::vector<std::string> names;
    uint64_t without = 0;
    for (size_t q = 0; q < queries.size(); ++q) {
      const Answers own = std::exchange(answers[q], {});
      const auto good = static_cast<uint64_t>(std::ranges::count(own.is_good, true));
      // Whatever order these had, the measure would be the same: they count in means, and teach
      // nothing.
      if (good == 0 || good == own.is_good.size()) ++without;
      COCITE_TRY(std::string key, numbers_.key(queries[q]));
      table.begin_page(std::move(key), judgements.judged.judge->good_pages(queries[q]));
      for (size_t i = 0; i < own.pairs.size(); ++i) {
        table.add(own.pairs[i].terms, own.pairs[i].score, own.is_good[i]);
        if (!request_->terms_file.empty()) {
          COCITE_TRY(std::string name, store_->key(own.pairs[i].page));
          names.push_back(std::move(name));
        }
      }
      report.good += good;
    }
    report.pages = table.pages().size();
    report.telling_pages = report.pages - without;
    report.answers = table.rows();
    if (!request_->terms_file.empty()) COCITE_CHECK(write_terms(*request_, table, names));
    return table;
  }

  const TuneRequest* request_;
  const store::Store* store_;
  PageNumbers numbers_;
};

std::vector<std::string> term_names() {
  std::vector<std::string> names;
  for (const related::TermInfo& term : related::term_table()) names.emplace_back(term.name);
  return names;
}

// Counts the steps of learning, reports progress and when to stop. Any thread.
class Steps {
 public:
  Steps(related::Model::Kind kind, uint64_t fits, const EvalRequest& request)
      : stage_("learning, " + std::string(related::name_of(kind))),
        total_(kind == related::Model::Kind::kTrees ? fits * measure::kTreeRounds : 0),
        request_(&request) {
    tell();
  }
  // False: stop.
  [[nodiscard]] bool next() {
    const std::scoped_lock lock(mutex_);
    ++done_;
    constexpr auto kBetween = std::chrono::milliseconds(200);
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ >= kBetween) {
      told_ = now;
      tell();
    }
    return !is_stopped(*request_);
  }

 private:
  void tell() const {
    if (!request_->progress) return;
    // The number of steps of Newton's method is unknown.
    request_->progress(
        {.stage = stage_, .done = total_ == 0 ? 0 : done_, .total = total_, .unit = "trees"});
  }

  std::mutex mutex_;
  std::string stage_;
  uint64_t done_ = 0;
  uint64_t total_ = 0;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
  const EvalRequest* request_;
};

// From the answers to some query pages of the table to a model.
measure::Fit fit_of(related::Model::Kind kind, const measure::Table& table, Steps& steps) {
  return [kind, &table, &steps](std::span<const size_t> pages) -> Result<related::Model> {
    const std::vector<std::string> names = term_names();
    const auto goes_on = [&steps] { return steps.next(); };
    if (kind == related::Model::Kind::kTrees)
      return measure::grow_trees(table, pages, names, goes_on);
    return measure::fit_linear(table, pages, measure::Pairs(table, pages), names, goes_on);
  };
}

// Tries models by cross-validation; the best one learns from everything.
Result<std::optional<related::Model>> learn_from(const measure::Table& table,
                                                 const TuneRequest& request, TuneReport& report) {
  using Kind = related::Model::Kind;
  const EvalRequest& eval = request.eval;
  const measure::ValidationOptions options{
      .folds = std::min<size_t>(request.folds, table.pages().size()),
      .seed = eval.seed,
      .resamples = eval.resamples,
      .confidence = eval.confidence,
      .threads = eval.threads == 0 ? hardware_threads() : eval.threads,
      .goes_on = [&] { return !is_stopped(eval); }};
  report.folds = options.folds;
  std::vector<Kind> kinds;
  if (request.model != TuneModel::kTrees) kinds.push_back(Kind::kLinear);
  const bool has_enough = report.telling_pages >= measure::kPagesForTrees;
  if (request.model == TuneModel::kTrees || (request.model == TuneModel::kAuto && has_enough)) {
    const std::string why_not = measure::why_no_trees();
    if (!why_not.empty() && request.model == TuneModel::kTrees) {
      return fail(ErrorCode::kUnsupported, "cannot train trees: " + why_not);
    }
    if (why_not.empty()) {
      kinds.push_back(Kind::kTrees);
    } else {
      report.notes.push_back("trees were not tried: " + why_not);
    }
  }
  std::optional<Kind> best;
  double most = 0;
  for (const Kind kind : kinds) {
    Steps steps(kind, options.folds, eval);
    COCITE_TRY(const measure::Validation tried,
               measure::cross_validate(table, fit_of(kind, table, steps), options));
    report.gains.push_back(gain_of(kind, tried));
    if (best && tried.gain.value <= most) continue;
    best = kind;
    most = tried.gain.value;
  }
  report.model = std::string(related::name_of(*best));
  const TuneGain& gain = *std::ranges::find(report.gains, report.model, &TuneGain::model);
  std::vector<size_t> all(table.pages().size());
  std::iota(all.begin(), all.end(), size_t{0});
  Steps steps(*best, 1, eval);
  COCITE_TRY(related::Model model, fit_of(*best, table, steps)(all));
  for (size_t t = 0; t < model.terms.size(); ++t) {
    report.terms.push_back({.name = model.terms[t].name,
                            .meaning = std::string(related::term_table()[t].meaning),
                            .weight = model.terms[t].weight,
                            .share = model.terms[t].share});
  }
  const std::string at = "nDCG@10 " + interval_text(gain.gain);
  model.about = report.model + ", " + std::to_string(report.pages) + " judged pages of " +
                std::filesystem::path(report.file).filename().string() + ", " + at;
  std::ranges::replace_if(
      model.about, [](char c) { return c >= 0 && c < ' '; }, ' ');
  report.about = model.about;
  if (!gain.is_clear) {
    report.verdict = "not kept: on pages that it has not seen the gain is " + at +
                     ", which is not clear of zero; nothing was changed";
    return std::optional<related::Model>();
  }
  return std::optional(std::move(model));
}

// Intervals of fewer pages are too narrow: with ten, two of six draws of wkx would have been kept,
// which lose.
constexpr uint64_t kLeastPages = 20;

}  // namespace

Result<TuneReport> tune_store(const TuneRequest& request) {
  const EvalRequest& eval = request.eval;
  if (request.folds < 2) return fail(ErrorCode::kInvalidArgument, "at least two folds are needed");
  if (eval.resamples == 0 || !(eval.confidence > 0 && eval.confidence < 1)) {
    return fail(ErrorCode::kInvalidArgument,
                "a confidence lies between 0 and 1, such as 0.95, and needs resamples");
  }
  if (!request.terms_file.empty()) {
    COCITE_CHECK(check_output(request.terms_file, rules_for_terms(request)));
  }
  COCITE_TRY(const store::Store store, store::Store::open(request.store));
  if (!request.is_trial) COCITE_CHECK(store::can_save_columns(store));
  const OpenOptions options{.progress = eval.progress, .stop = eval.stop};
  related::Web web(
      store, [&](const std::string& name) { return answer::make_rank(store, name, options); });
  web.set_progress(eval.progress, eval.stop);
  TuneReport report{.store = request.store, .seed = eval.seed, .confidence = eval.confidence};
  Gatherer gatherer(request, store);
  COCITE_TRY(const measure::Table table, gatherer.gather(web, report));
  if (report.telling_pages < kLeastPages) {
    report.verdict = "not kept: " + std::to_string(report.telling_pages) +
                     " query pages have both good and wrong answers, and at least " +
                     std::to_string(kLeastPages) + " are needed; nothing was changed";
    return report;
  }
  COCITE_TRY(const std::optional<related::Model> model, learn_from(table, request, report));
  if (is_stopped(eval)) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  if (!model) return report;
  if (request.is_trial) {
    report.verdict = "would be kept: " + report.about + "; a trial changes nothing";
    return report;
  }
  const std::string text = related::model_text(*model);
  const store::NewPart part{
      .part = store::Part::kTuned,
      .write = [&](file::ContainerWriter file, const std::string& /*scratch*/) -> Result<void> {
        COCITE_CHECK(file.begin(related::Tuned::kSection));
        COCITE_CHECK(file.write(std::as_bytes(std::span(text))));
        return file.finish();
      }};
  COCITE_CHECK(store::save_parts(store, {.others = {&part, 1}}, [&] { return !is_stopped(eval); }));
  report.is_kept = true;
  report.verdict = "kept: " + report.about;
  return report;
}

Result<bool> forget_tuning(const std::string& path) {
  COCITE_TRY(const store::Store store, store::Store::open(path));
  COCITE_CHECK(store::can_save_columns(store));
  if (store.manifest().find(store::file_of(store::Part::kTuned)) == nullptr) return false;
  constexpr store::Part kTuned = store::Part::kTuned;
  COCITE_CHECK(store::save_parts(store, {.removes = {&kTuned, 1}}, [] { return true; }));
  return true;
}

}  // namespace cocite
