// Every answer as JSON.
#include <cocite/json.h>

#include "answers/json_writer.h"
#include "answers/put.h"

namespace cocite {
namespace {

template <class Answer>
std::string text_of(const Answer& answer) {
  answers::JsonWriter json;
  put(json, answer);
  return json.take();
}

}  // namespace

std::string json_string(std::string_view text) {
  return answers::JsonWriter().value(text).take();
}

std::string to_json(const RelatedAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const ExplainAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const SimilarSitesAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const WhatsRelatedAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const SearchAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const CompareAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const TraceAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const VicinityAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const LliAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const PageInfo& answer) {
  return text_of(answer);
}
std::string to_json(const LinksAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const CompletionAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const RankAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const std::vector<InfoItem>& answer) {
  return text_of(answer);
}
std::string to_json(const TuneReport& report) {
  return text_of(report);
}
std::string to_json(const ImportReport& answer) {
  return text_of(answer) + "\n";
}
std::string to_json(const EvalAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const InsightAnswer& answer) {
  return text_of(answer);
}
std::string to_json(const std::vector<MethodItem>& methods, const std::vector<RankKind>& ranks,
                    const std::vector<InsightItem>& insights) {
  return text_of(MethodsAnswer{.methods = methods, .ranks = ranks, .insights = insights});
}

}  // namespace cocite
