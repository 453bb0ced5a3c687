// What was learned about a store.
#include "answers/put.h"

namespace cocite {
namespace {

using answers::AnswerWriter;

void put_mean(AnswerWriter& json, std::string_view name, const EvalMean& mean) {
  json.key(name).begin('{').field("value", mean.value);
  json.field("low", mean.low).field("high", mean.high).end('}');
}

}  // namespace

void put(AnswerWriter& json, const TuneReport& report) {
  json.begin('{').field("store", report.store);
  json.line().field("judged_by", report.judged_by).field("file", report.file);
  json.line()
      .field("judged_pages", report.judged_pages)
      .field("pages", report.pages)
      .field("telling_pages", report.telling_pages)
      .field("answers", report.answers);
  json.field("good", report.good).field("folds", report.folds).field("seed", report.seed);
  json.field("confidence", report.confidence);
  json.line().key("facts").begin('[');
  for (const EvalFact& fact : report.facts) {
    json.line().begin('{').field("name", fact.name).field("value", fact.value);
    json.key("samples").begin('[');
    for (const std::string& sample : fact.samples) json.value(std::string_view(sample));
    json.end(']').end('}');
  }
  json.end(']').line().key("gains").begin('[');
  for (const TuneGain& gain : report.gains) {
    json.line().begin('{').field("model", gain.model);
    put_mean(json, "before", gain.before);
    put_mean(json, "after", gain.after);
    put_mean(json, "gain", gain.gain);
    json.key("fold_gains").begin('[');
    for (const double fold : gain.fold_gains) json.value(fold);
    json.end(']').field("clear", gain.is_clear).end('}');
  }
  json.end(']').line().field("model", report.model).key("terms").begin('[');
  for (const TuneTerm& term : report.terms) {
    json.line().begin('{').field("name", term.name).field("meaning", term.meaning);
    json.field("weight", term.weight).field("share", term.share).end('}');
  }
  json.end(']').line().key("notes").begin('[');
  for (const std::string& note : report.notes) json.value(std::string_view(note));
  json.end(']').line().field("kept", report.is_kept).field("verdict", report.verdict);
  json.field("about", report.about).line().end('}');
}

}  // namespace cocite
