// Fields of evaluations and tunings.
#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include <cocite/eval.h>
#include <cocite/tune.h>

#include "api/related_fields.h"

namespace cocite::api {

// Rows of an evaluation's tables: what stands in groups there is one table here.
struct EvalMethodRow {
  const EvalGroup* group = nullptr;
  const EvalRow* row = nullptr;
};
struct EvalPrecisionRow {
  const EvalGroup* group = nullptr;
  const EvalRow* row = nullptr;
  uint64_t r = 0;
};
struct EvalPairRow {
  const EvalGroup* group = nullptr;
  const EvalPair* pair = nullptr;
};
struct EvalQueryRow {
  const EvalQuery* query = nullptr;
  const std::string* by = nullptr;
  const EvalScore* score = nullptr;
};

template <>
struct Describe<EvalMean> {
  using S = EvalMean;
  static constexpr std::string_view name = "Mean";
  static constexpr auto fields =
      table(field("value", &S::value), field("low", &S::low, "of its confidence interval"),
            field("high", &S::high));
};

template <>
struct Describe<EvalRow> {
  using S = EvalRow;
  static constexpr std::string_view name = "EvalRow";
  static constexpr auto fields =
      table(field("by", &S::by), field("queries", &S::queries), field("answered", &S::answered),
            field("coverage", &S::coverage), field("answers", &S::answers), field("good", &S::good),
            field("dead", &S::dead), field("unjudged", &S::unjudged),
            field("average_precision", &S::average_precision).flattened(),
            field("precision", &S::precision).flattened(), field("ndcg", &S::ndcg).flattened(),
            field("recall", &S::recall).flattened(),
            field("average_precision_strict", &S::average_precision_strict).flattened(),
            field("precision_strict", &S::precision_strict).flattened(),
            field("ndcg_strict", &S::ndcg_strict).flattened(),
            field("recall_strict", &S::recall_strict).flattened(), field("mean_ms", &S::mean_ms),
            field("median_ms", &S::median_ms), field("p95_ms", &S::p95_ms),
            hidden(&S::precision_at, &S::unjudged_at));
};

template <>
struct Describe<EvalMethodRow> {
  using S = EvalMethodRow;
  static constexpr std::string_view name = "EvalMethod";
  static constexpr auto fields =
      table(field("group", [](const S& one) -> const std::string& { return one.group->name; }),
            embedded([](const S& one) -> const EvalRow& { return *one.row; }), hidden(&S::group));
};

template <>
struct Describe<EvalPrecisionRow> {
  using S = EvalPrecisionRow;
  static constexpr std::string_view name = "EvalPrecision";
  static constexpr auto fields =
      table(field("group", [](const S& one) -> const std::string& { return one.group->name; }),
            field("by", [](const S& one) -> const std::string& { return one.row->by; }),
            field("r", [](const S& one) { return one.r + 1; }),
            field("precision", [](const S& one) { return one.row->precision_at[one.r]; }),
            field("unjudged", [](const S& one) { return one.row->unjudged_at[one.r]; }),
            hidden(&S::group, &S::row, &S::r));
};

template <>
struct Describe<EvalPair> {
  using S = EvalPair;
  static constexpr std::string_view name = "EvalComparison";
  static constexpr auto fields =
      table(field("measure", &S::measure), field("one", &S::one), field("other", &S::other),
            field("difference", &S::difference).flattened(), field("wins", &S::wins),
            field("losses", &S::losses), field("ties", &S::ties),
            field("sign_p", &S::sign_one_sided), field("sign_p_two_sided", &S::sign_two_sided),
            field("rank_sum_z", &S::rank_sum_z), field("rank_sum_p", &S::rank_sum_one_sided),
            field("rank_sum_p_two_sided", &S::rank_sum_two_sided));
};

template <>
struct Describe<EvalPairRow> {
  using S = EvalPairRow;
  static constexpr std::string_view name = "EvalPair";
  static constexpr auto fields =
      table(field("group", [](const S& one) -> const std::string& { return one.group->name; }),
            embedded([](const S& one) -> const EvalPair& { return *one.pair; }), hidden(&S::group));
};

template <>
struct Describe<EvalOverlap> {
  using S = EvalOverlap;
  static constexpr std::string_view name = "EvalOverlap";
  static constexpr auto fields = table(field("one", &S::one), field("other", &S::other),
                                       field("shared", &S::shared), field("share", &S::share));
};

template <>
struct Describe<EvalAgreement> {
  using S = EvalAgreement;
  static constexpr std::string_view name = "EvalAgreement";
  static constexpr auto fields =
      table(field("one", &S::one), field("other", &S::other), field("answers", &S::answers),
            field("agreement", &S::agreement), field("kappa", &S::kappa));
};

template <>
struct Describe<EvalScore> {
  using S = EvalScore;
  static constexpr std::string_view name = "EvalScore";
  static constexpr auto fields =
      table(field("used", &S::used), field("answers", &S::answers), field("good", &S::good),
            field("dead", &S::dead), field("unjudged", &S::unjudged),
            field("average_precision", &S::average_precision), field("precision", &S::precision),
            field("ndcg", &S::ndcg), field("recall", &S::recall),
            field("average_precision_strict", &S::average_precision_strict),
            field("precision_strict", &S::precision_strict), field("ndcg_strict", &S::ndcg_strict),
            field("recall_strict", &S::recall_strict), field("ms", &S::ms),
            field("why_none", &S::why_none));
};

template <>
struct Describe<EvalQueryRow> {
  using S = EvalQueryRow;
  static constexpr std::string_view name = "EvalQuery";
  static constexpr auto fields = table(
      field("key", [](const S& one) -> const std::string& { return one.query->key; }),
      field("page",
            [](const S& one) -> const std::string& {
              return one.query->url.empty() ? one.query->key : one.query->url;
            }),
      field("title", [](const S& one) -> const std::string& { return one.query->title; }),
      field("called", [](const S& one) -> const std::string& { return one.query->called; }),
      field("by", [](const S& one) -> const std::string& { return *one.by; }),
      embedded([](const S& one) -> const EvalScore& { return *one.score; }),
      field("good_pages", [](const S& one) { return one.query->good_pages; }),
      field("in_links", [](const S& one) { return one.query->in_links; }),
      field(
          "nodes", [](const S& one) { return one.query->nodes; }, "of the page's neighbourhood"),
      field("edges", [](const S& one) { return one.query->edges; }), hidden(&S::query, &S::by));
};

template <>
struct Describe<EvalFact> {
  using S = EvalFact;
  static constexpr std::string_view name = "EvalFact";
  static constexpr auto fields = table(field("name", &S::name), field("value", &S::value),
                                       field("samples", &S::samples).if_any());
};

[[nodiscard]] inline std::vector<EvalMethodRow> eval_rows(const EvalAnswer& answer) {
  std::vector<EvalMethodRow> rows;
  for (const EvalGroup& group : answer.groups) {
    for (const EvalRow& row : group.rows) rows.push_back({&group, &row});
  }
  return rows;
}
[[nodiscard]] inline std::vector<EvalPrecisionRow> eval_precisions(const EvalAnswer& answer) {
  std::vector<EvalPrecisionRow> rows;
  for (const EvalGroup& group : answer.groups) {
    for (const EvalRow& row : group.rows) {
      for (uint64_t r = 0; r < row.precision_at.size(); ++r) rows.push_back({&group, &row, r});
    }
  }
  return rows;
}
[[nodiscard]] inline std::vector<EvalPairRow> eval_pairs(const EvalAnswer& answer) {
  std::vector<EvalPairRow> rows;
  for (const EvalGroup& group : answer.groups) {
    for (const EvalPair& pair : group.pairs) rows.push_back({&group, &pair});
  }
  return rows;
}
[[nodiscard]] inline std::vector<EvalQueryRow> eval_queries(const EvalAnswer& answer) {
  std::vector<EvalQueryRow> rows;
  for (const EvalQuery& query : answer.queries) {
    for (size_t m = 0; m < answer.by.size(); ++m) {
      rows.push_back({&query, &answer.by[m], &query.scores[m]});
    }
  }
  return rows;
}

template <>
struct Describe<EvalAnswer> {
  using S = EvalAnswer;
  static constexpr std::string_view name = "Eval";
  static constexpr auto fields = table(
      field("facts", &S::facts), field("methods", eval_rows), field("precision", eval_precisions),
      field("pairs", eval_pairs), field("overlap", &S::overlaps),
      field("agreement", &S::agreements), field("queries", eval_queries),
      hidden(&S::store, &S::judged_by, &S::file, &S::top, &S::confidence, &S::seed, &S::hosts_on,
             &S::unjudged, &S::by, &S::queries, &S::groups));
};

// Not known if there is nothing to flag, or the method does not flag.
[[nodiscard]] inline double flagged_share(const SpamRow& row) {
  if (!row.flags || row.promoted_answers == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(row.flagged_answers) / static_cast<double>(row.promoted_answers);
}

template <>
struct Describe<SpamRow> {
  using S = SpamRow;
  static constexpr std::string_view name = "SpamRow";
  static constexpr auto fields =
      table(field("farm", &S::farm), field("by", &S::by), field("queries", &S::queries),
            field("answered", &S::answered), field("promoted", &S::promoted), field("own", &S::own),
            field("reached", &S::reached), field("share", &S::share),
            field("promoted_answers", &S::promoted_answers),
            field("flagged_answers", &S::flagged_answers),
            field("flagged", flagged_share, "share of the promoted answers; null: not known"),
            hidden(&S::flags));
};

template <>
struct Describe<SpamAnswer> {
  using S = SpamAnswer;
  static constexpr std::string_view name = "Spam";
  static constexpr auto fields =
      table(field("spam_facts", &S::facts), field("spam", &S::rows),
            hidden(&S::store, &S::top, &S::farm_pages, &S::promoted, &S::hosts_on));
};

template <>
struct Describe<TuneGain> {
  using S = TuneGain;
  static constexpr std::string_view name = "TuneGain";
  static constexpr auto fields =
      table(field("model", &S::model), field("before", &S::before), field("after", &S::after),
            field("gain", &S::gain), field("fold_gains", &S::fold_gains).finite(),
            field("clear", &S::is_clear, "the interval of the gain lies above 0"));
};

template <>
struct Describe<TuneTerm> {
  using S = TuneTerm;
  static constexpr std::string_view name = "TuneTerm";
  static constexpr auto fields = table(
      field("name", &S::name), field("meaning", &S::meaning), field("weight", &S::weight).finite(),
      field("share", &S::share, "how much of the order depends on it; all together 1").finite());
};

template <>
struct Describe<TuneReport> {
  using S = TuneReport;
  static constexpr std::string_view name = "TuneReport";
  static constexpr auto fields =
      table(field("store", &S::store), field("judged_by", &S::judged_by), field("file", &S::file),
            field("judged_pages", &S::judged_pages, "query pages that are judged"),
            field("pages", &S::pages, "of these, drawn to learn from"),
            field("telling_pages", &S::telling_pages, "of these, with good and wrong answers"),
            field("answers", &S::answers), field("good", &S::good), field("folds", &S::folds),
            field("seed", &S::seed), field("confidence", &S::confidence).finite(),
            field("facts", &S::facts),
            field("gains", &S::gains, "nDCG@10 by cross-validation, of each model that was tried"),
            field("model", &S::model), field("terms", &S::terms), field("notes", &S::notes),
            field("kept", &S::is_kept, "false: nothing was changed"), field("verdict", &S::verdict),
            field("about", &S::about, "how answers name the tuning"));
};

}  // namespace cocite::api
