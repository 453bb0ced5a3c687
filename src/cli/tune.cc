#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/tune.h>

#include "api/eval_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  TuneRequest request;
  bool forgets = false;
  Format format{};
  bool is_quiet = false;
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

std::string interval(const EvalMean& mean) {
  return number(mean.value) + " [" + number(mean.low) + ", " + number(mean.high) + "]";
}

// For programs: a row a model, or a row a term.
void show_gains(Output& out, Format format, const TuneReport& report) {
  const auto of = [](EvalMean TuneGain::*mean, double EvalMean::*part) {
    return [mean, part](const TuneGain& gain) { return gain.*mean.*part; };
  };
  const Fields<TuneGain> fields = {
      {{.name = "model"}, [](const TuneGain& gain) { return gain.model; }},
      {{.name = "pages"}, [&](const TuneGain&) { return report.pages; }},
      {{.name = "answers"}, [&](const TuneGain&) { return report.answers; }},
      {{.name = "before"}, of(&TuneGain::before, &EvalMean::value)},
      {{.name = "after"}, of(&TuneGain::after, &EvalMean::value)},
      {{.name = "gain"}, of(&TuneGain::gain, &EvalMean::value)},
      {{.name = "gain_low"}, of(&TuneGain::gain, &EvalMean::low)},
      {{.name = "gain_high"}, of(&TuneGain::gain, &EvalMean::high)},
      {{.name = "clear"},
       [](const TuneGain& gain) { return std::string(gain.is_clear ? "yes" : "no"); }},
      {{.name = "kept"},
       [&](const TuneGain& gain) {
         return std::string(report.is_kept && gain.model == report.model ? "yes" : "no");
       }},
      {{.name = "judged_pages"}, [&](const TuneGain&) { return report.judged_pages; }}};
  write_table(out, format, fields, report.gains);
}

void show_terms(Output& out, Format format, const TuneReport& report) {
  const Fields<TuneTerm> fields = {
      {{.name = "term"}, [](const TuneTerm& term) { return term.name; }},
      {{.name = "weight"}, [](const TuneTerm& term) { return term.weight; }},
      {{.name = "share"}, [](const TuneTerm& term) { return term.share; }},
      {{.name = "meaning"}, [](const TuneTerm& term) { return term.meaning; }}};
  write_table(out, format, fields, report.terms);
}

void show_text(Output& out, const TuneReport& report) {
  out.write("learned from " + std::to_string(report.answers) + " answers (" +
            std::to_string(report.good) + " good) to " + std::to_string(report.pages) +
            " query pages (" + std::to_string(report.telling_pages) +
            " of them with good and wrong ones), judged by " + text_of(report.file) + "\n");
  if (report.pages < report.judged_pages) {
    out.write("  drawn from " + std::to_string(report.judged_pages) +
              " judged pages; --pages takes more, or with 0 all\n");
  }
  for (const EvalFact& fact : report.facts) {
    if (fact.value > 0) out.write("  " + fact.name + " " + std::to_string(fact.value) + '\n');
  }
  for (const std::string& note : report.notes) out.write("note: " + note + '\n');
  for (const TuneGain& gain : report.gains) {
    out.write("\n" + gain.model + ": nDCG@10 on pages that it has not seen, " +
              std::to_string(report.folds) + " folds\n  before " + interval(gain.before) +
              "\n  after  " + interval(gain.after) + "\n  gain   " + interval(gain.gain) +
              "\n  by fold");
    for (const double fold : gain.fold_gains) {
      char text[32];
      std::snprintf(text, sizeof text, " %+.3f", fold);
      out.write(text);
    }
    out.write("\n");
  }
  if (!report.terms.empty()) {
    out.write("\nwhat counts, " + report.model + ":\n");
    std::vector<TuneTerm> terms = report.terms;
    std::ranges::stable_sort(
        terms, [](const TuneTerm& a, const TuneTerm& b) { return a.share > b.share; });
    for (const TuneTerm& term : terms) {
      char text[160];
      std::snprintf(text, sizeof text, "  %3.0f %%  %-11s %s%s\n", 100 * term.share,
                    term.name.c_str(), term.meaning.c_str(),
                    term.share == 0   ? " (does not count)"
                    : term.weight < 0 ? " (speaks against)"
                                      : "");
      out.write(text);
    }
  }
  out.write((report.gains.empty() ? "" : "\n") + text_of(report.verdict) + '\n');
}

Result<void> tune(Options& options) {
  Output& out = standard_output();
  if (options.forgets) {
    COCITE_TRY(const bool was_there, forget_tuning(options.request.store));
    if (!options.is_quiet) {
      out.write(was_there ? "forgotten: answers are as before\n" : "the store was not tuned\n");
    }
    return {};
  }
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.eval.progress = [&bar](const Progress& progress) { bar.show(progress); };
  options.request.eval.stop = stop_on_signals();
  const Result<TuneReport> report = tune_store(options.request);
  bar.clear();
  COCITE_CHECK(report);
  if (options.format == Format::kJson) {
    out.write(to_json(*report) + '\n');
  } else if (options.format != Format::kText) {
    show_gains(out, options.format, *report);
    if (!is_flat(options.format)) {
      out.write("# terms of " + report->model + '\n');
      show_terms(out, options.format, *report);
      out.write("# " + tsv_of(report->verdict) + '\n');
    }
  } else if (!options.is_quiet) {
    show_text(out, *report);
  }
  return {};
}

constexpr auto kOptions = api::options(
    api::option("forget", &Options::forgets, "remove what was learned: answers are as before"));

std::optional<std::string> wrong_together(const Options& options) {
  const EvalRequest& eval = options.request.eval;
  const int files =
      (eval.gold.empty() ? 0 : 1) + (eval.labels.empty() ? 0 : 1) + (eval.ratings.empty() ? 0 : 1);
  if (options.forgets) {
    if (files > 0) return "--forget needs no judgements";
    return std::nullopt;
  }
  if (files > 1) return "give only one of --gold, --labels and --ratings";
  if (files == 0) return "which answers are good? Give --gold, --labels or --ratings";
  return std::nullopt;
}

}  // namespace

void add_tune(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add(
      "tune", "learn from judgements what makes pages of this store related",
      "cocite tune web.cocite --ratings mine.tsv\n"
      "cocite tune web.cocite --labels labels.tsv --trial\n"
      "cocite tune web.cocite --gold gold.tsv --model linear --folds 10\n"
      "cocite related web.cocite www.example.com/ --tuned off\n"
      "cocite tune web.cocite --forget\n"
      "\n"
      "Learns how much links, words, visits and addresses count, from pairs of answers of\n"
      "which one is judged good and the other not. What was learned is tried on query pages\n"
      "that it has not seen; it is kept in the store, and used by 'blend' from then on, only\n"
      "if it is better there beyond doubt. Files are those of 'cocite eval'; --ratings takes\n"
      "what a study exports.");
  TuneRequest& request = options->request;
  command.store(request.store);
  add_options(command, api::kJudgementOptions, request.eval);
  add_options(command, api::kTuneOptions, request);
  add_options(command, kOptions, *options);
  add_options(command, api::kEvalSeed, request.eval);
  add_options(command, api::kEvalThreads, request.eval);
  command.format(options->format);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.together([&options = *options] { return wrong_together(options); });
  command.on([options] { return tune(*options); });
}

}  // namespace cocite::cli
