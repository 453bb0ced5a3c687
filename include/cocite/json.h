// Answers as JSON: the command line and the service give the same text.
//
//   std::cout << to_json(*engine->related(request));   // {"by": "blend", "pages": [...], ...}
//
// Names of fields are those of query.h, and stay. What is not UTF-8 becomes U+FFFD, because JSON
// has no other way to hold it; infinity and NaN become null. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>
#include <cocite/query.h>
#include <cocite/tune.h>

namespace cocite {

[[nodiscard]] std::string to_json(const RelatedAnswer& answer);
[[nodiscard]] std::string to_json(const ExplainAnswer& answer);
[[nodiscard]] std::string to_json(const SimilarSitesAnswer& answer);
[[nodiscard]] std::string to_json(const WhatsRelatedAnswer& answer);
[[nodiscard]] std::string to_json(const SearchAnswer& answer);
[[nodiscard]] std::string to_json(const CompareAnswer& answer);
[[nodiscard]] std::string to_json(const TraceAnswer& answer);
[[nodiscard]] std::string to_json(const VicinityAnswer& answer);
[[nodiscard]] std::string to_json(const LliAnswer& answer);
[[nodiscard]] std::string to_json(const PageInfo& page);
[[nodiscard]] std::string to_json(const LinksAnswer& answer);
[[nodiscard]] std::string to_json(const CompletionAnswer& answer);
[[nodiscard]] std::string to_json(const RankAnswer& answer);
[[nodiscard]] std::string to_json(const std::vector<InfoItem>& items);
[[nodiscard]] std::string to_json(const std::vector<MethodItem>& methods,
                                  const std::vector<RankKind>& ranks,
                                  const std::vector<InsightItem>& insights);
[[nodiscard]] std::string to_json(const ImportReport& report);
[[nodiscard]] std::string to_json(const EvalAnswer& answer);
[[nodiscard]] std::string to_json(const InsightAnswer& answer);
[[nodiscard]] std::string to_json(const TuneReport& report);

// A text in quotes.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace cocite
