// What an answer looks like: its fields, their names and their order, one function an answer.
//
//   JsonWriter json;
//   put(json, *engine.related(request));
//
// Names of fields are those of query.h, and stay; the schemas of src/questions/ say the same. Pure
// functions; any thread.
#pragma once

#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>
#include <cocite/query.h>
#include <cocite/tune.h>

#include "answers/answer_writer.h"

namespace cocite {

void put(answers::AnswerWriter& out, const RelatedAnswer& answer);
void put(answers::AnswerWriter& out, const ExplainAnswer& answer);
void put(answers::AnswerWriter& out, const SimilarSitesAnswer& answer);
void put(answers::AnswerWriter& out, const WhatsRelatedAnswer& answer);
void put(answers::AnswerWriter& out, const SearchAnswer& answer);
void put(answers::AnswerWriter& out, const CompareAnswer& answer);
void put(answers::AnswerWriter& out, const TraceAnswer& answer);
void put(answers::AnswerWriter& out, const VicinityAnswer& answer);
void put(answers::AnswerWriter& out, const LliAnswer& answer);
void put(answers::AnswerWriter& out, const PageInfo& page);
void put(answers::AnswerWriter& out, const LinksAnswer& answer);
void put(answers::AnswerWriter& out, const CompletionAnswer& answer);
void put(answers::AnswerWriter& out, const RankAnswer& answer);
void put(answers::AnswerWriter& out, const RankComparison& comparison);
void put(answers::AnswerWriter& out, const std::vector<InfoItem>& items);
// What can be asked by: methods of related pages, ranks and insights.
struct MethodsAnswer {
  std::vector<MethodItem> methods = {};
  std::vector<RankKind> ranks = {};
  std::vector<InsightItem> insights = {};
};
void put(answers::AnswerWriter& out, const InsightAnswer& answer);
void put(answers::AnswerWriter& out, const MethodsAnswer& answer);
void put(answers::AnswerWriter& out, const EvalAnswer& answer);
void put(answers::AnswerWriter& out, const SpamAnswer& answer);
void put(answers::AnswerWriter& out, const ImportReport& report);
void put(answers::AnswerWriter& out, const PrepareReport& report);
void put(answers::AnswerWriter& out, const IndexReport& report);
void put(answers::AnswerWriter& out, const TuneReport& report);
void put(answers::AnswerWriter& out, const ExportReport& report);

}  // namespace cocite
