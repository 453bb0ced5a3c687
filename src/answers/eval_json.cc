// The tables of an evaluation: the same names and numbers as `cocite eval` prints as JSON.
#include <cocite/eval.h>

#include "answers/put.h"

namespace cocite {
namespace {

using answers::AnswerWriter;

void put_mean(AnswerWriter& json, const std::string& name, const EvalMean& mean) {
  json.field(name, mean.value).field(name + "_low", mean.low).field(name + "_high", mean.high);
}

void put_row(AnswerWriter& json, const std::string& group, const EvalRow& row) {
  json.line().begin('{').field("group", group).field("by", row.by).field("queries", row.queries);
  json.field("answered", row.answered).field("coverage", row.coverage);
  json.field("answers", row.answers).field("good", row.good).field("dead", row.dead);
  json.field("unjudged", row.unjudged);
  put_mean(json, "average_precision", row.average_precision);
  put_mean(json, "precision", row.precision);
  put_mean(json, "ndcg", row.ndcg);
  put_mean(json, "recall", row.recall);
  put_mean(json, "average_precision_strict", row.average_precision_strict);
  put_mean(json, "precision_strict", row.precision_strict);
  put_mean(json, "ndcg_strict", row.ndcg_strict);
  put_mean(json, "recall_strict", row.recall_strict);
  json.field("mean_ms", row.mean_ms).field("median_ms", row.median_ms);
  json.field("p95_ms", row.p95_ms).end('}');
}

void put_precisions(AnswerWriter& json, const std::string& group, const EvalRow& row) {
  for (uint64_t r = 0; r < row.precision_at.size(); ++r) {
    json.line().begin('{').field("group", group).field("by", row.by).field("r", r + 1);
    json.field("precision", row.precision_at[r]).field("unjudged", row.unjudged_at[r]).end('}');
  }
}

void put_pair(AnswerWriter& json, const std::string& group, const EvalPair& pair) {
  json.line().begin('{').field("group", group).field("measure", pair.measure);
  json.field("one", pair.one).field("other", pair.other);
  put_mean(json, "difference", pair.difference);
  json.field("wins", pair.wins).field("losses", pair.losses).field("ties", pair.ties);
  json.field("sign_p", pair.sign_one_sided).field("sign_p_two_sided", pair.sign_two_sided);
  json.field("rank_sum_z", pair.rank_sum_z).field("rank_sum_p", pair.rank_sum_one_sided);
  json.field("rank_sum_p_two_sided", pair.rank_sum_two_sided).end('}');
}

void put_query(AnswerWriter& json, const EvalQuery& query, const std::string& by,
               const EvalScore& score) {
  json.line().begin('{').field("key", query.key);
  json.field("page", query.url.empty() ? query.key : query.url).field("title", query.title);
  json.field("called", query.called);
  json.field("by", by).field("used", score.used).field("answers", score.answers);
  json.field("good", score.good).field("dead", score.dead).field("unjudged", score.unjudged);
  json.field("average_precision", score.average_precision).field("precision", score.precision);
  json.field("ndcg", score.ndcg).field("recall", score.recall);
  json.field("average_precision_strict", score.average_precision_strict);
  json.field("precision_strict", score.precision_strict).field("ndcg_strict", score.ndcg_strict);
  json.field("recall_strict", score.recall_strict);
  json.field("good_pages", query.good_pages).field("ms", score.ms);
  json.field("why_none", score.why_none).end('}');
}

}  // namespace

void put(AnswerWriter& json, const EvalAnswer& answer) {
  json.begin('{').key("facts").begin('[');
  for (const EvalFact& fact : answer.facts) {
    json.line().begin('{').field("name", fact.name).field("value", fact.value).end('}');
  }
  json.end(']').line().key("methods").begin('[');
  for (const EvalGroup& group : answer.groups) {
    for (const EvalRow& row : group.rows) put_row(json, group.name, row);
  }
  json.end(']').line().key("precision").begin('[');
  for (const EvalGroup& group : answer.groups) {
    for (const EvalRow& row : group.rows) put_precisions(json, group.name, row);
  }
  json.end(']').line().key("pairs").begin('[');
  for (const EvalGroup& group : answer.groups) {
    for (const EvalPair& pair : group.pairs) put_pair(json, group.name, pair);
  }
  json.end(']').line().key("overlap").begin('[');
  for (const EvalOverlap& one : answer.overlaps) {
    json.line().begin('{').field("one", one.one).field("other", one.other);
    json.field("shared", one.shared).field("share", one.share).end('}');
  }
  json.end(']').line().key("agreement").begin('[');
  for (const EvalAgreement& one : answer.agreements) {
    json.line().begin('{').field("one", one.one).field("other", one.other);
    json.field("answers", one.answers).field("agreement", one.agreement);
    json.field("kappa", one.kappa).end('}');
  }
  json.end(']').line().key("queries").begin('[');
  for (const EvalQuery& query : answer.queries) {
    for (size_t m = 0; m < answer.by.size(); ++m) {
      put_query(json, query, answer.by[m], query.scores[m]);
    }
  }
  json.end(']').end('}');
}

void put(AnswerWriter& json, const SpamAnswer& answer) {
  json.begin('{').key("spam_facts").begin('[');
  for (const EvalFact& fact : answer.facts) {
    json.line().begin('{').field("name", fact.name).field("value", fact.value).end('}');
  }
  json.end(']').line().key("spam").begin('[');
  for (const SpamRow& row : answer.rows) {
    json.line().begin('{').field("farm", row.farm).field("by", row.by);
    json.field("queries", row.queries).field("answered", row.answered);
    json.field("promoted", row.promoted).field("own", row.own).field("reached", row.reached);
    json.field("share", row.share).field("promoted_answers", row.promoted_answers);
    json.field("flagged_answers", row.flagged_answers).end('}');
  }
  json.end(']').end('}');
}

}  // namespace cocite
