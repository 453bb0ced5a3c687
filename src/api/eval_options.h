// Options of evaluations and of tuning.
#pragma once

#include <cocite/eval.h>
#include <cocite/tune.h>

#include "api/option.h"
#include "api/store_options.h"
#include "api/words.h"

namespace cocite::api {

// What is good, and about which pages.
inline constexpr auto kJudgementOptions = options(
    option("gold", &EvalRequest::gold, "pairs of related pages: page<TAB>page[<TAB>1|0]")
        .stands("FILE")
        .here(),
    option("labels", &EvalRequest::labels, "page<TAB>label: pages with the same label are related")
        .stands("FILE")
        .here(),
    option("ratings", &EvalRequest::ratings,
           "what people said: query<TAB>answer<TAB>1|0|-[<TAB>rater]")
        .stands("FILE")
        .here(),
    option("queries", &EvalRequest::queries, "ask about these pages only")
        .stands("FILE")
        .otherwise("all that are judged")
        .here());

inline constexpr auto kEvalOptions = options(
    option("unjudged", &EvalRequest::unjudged,
           "unjudged answers: wrong, or skip as if they were not there; auto: skip with labels, "
           "else wrong")
        .words(kUnjudged)
        .expert(),
    option("resamples", &EvalRequest::resamples,
           "of the bootstrap behind confidence intervals; 0: none")
        .expert());

inline constexpr auto kEvalThreads =
    options(option("threads", &EvalRequest::threads, kThreadsHelp).here());
inline constexpr auto kEvalSeed =
    options(option("seed", &EvalRequest::seed, "of folds, sample and intervals"));

inline constexpr auto kSpamQueries = options(
    option("queries", &SpamRequest::queries, "ask about these pages")
        .stands("FILE")
        .otherwise("any that are linked to")
        .here(),
    option("sample", &SpamRequest::sample, "only this many of them, drawn at random; 0: all"));

inline constexpr auto kFarmOptions =
    options(option("farm_pages", &SpamRequest::farm_pages, "pages of each farm").expert(),
            option("promoted", &SpamRequest::promoted, "pages that a farm promotes").expert());

inline constexpr auto kScratchOption =
    options(option("scratch", &SpamRequest::scratch, "where temporary copies go")
                .stands("FOLDER")
                .otherwise("the system's")
                .here()
                .expert());

inline constexpr auto kTuneOptions = options(
    option("pages", &TuneRequest::pages,
           "at most N of these, drawn at random; 0: all, which may take minutes and gigabytes"),
    option("folds", &TuneRequest::folds, "of the cross-validation").from(2),
    option("model", &TuneRequest::model,
           "linear: a weight for each kind of evidence; trees: boosted trees; auto: linear, and "
           "from 500 judged pages on trees, if they gain more")
        .words(kTuneModel),
    option("trial", &TuneRequest::is_trial, "tell what would be done, and change nothing"),
    option("save_terms", &TuneRequest::terms_file,
           "also write all judged answers and their terms as TSV, to learn with other tools")
        .stands("OUTPUT"),
    option("force", &TuneRequest::force, "replace an existing file of save-terms"));

}  // namespace cocite::api
