#include "api/related_request.h"

#include <algorithm>
#include <utility>

#include "api/from_options.h"
#include "api/parameter_groups.h"
#include "api/related_options.h"

namespace cocite::api {

// Clients must not name files, and each K is cached, so K is bounded.
Result<void> check_stoplist(const std::string& text, const Limits& limits) {
  if (limits.caller == Caller::kHere) return {};
  if (text.empty() || text == "none" || text == "shipped") return {};
  constexpr size_t kLongest = 8;  // auto:100
  const bool is_auto =
      text.starts_with("auto:") && text.size() > 5 && text.size() <= kLongest &&
      std::ranges::all_of(text.substr(5), [](char c) { return c >= '0' && c <= '9'; });
  if (is_auto && std::stoul(text.substr(5)) <= 100) return {};
  return fail({.message = "over HTTP a stoplist is 'shipped', 'none' or 'auto:K' with K up to 100, "
                          "such as auto:21",
               .about = "stoplist"});
}

uint64_t budget_of(const Arguments& arguments, const Limits& limits) {
  const uint64_t own = arguments.count("budget_ms");
  if (own == 0 || limits.budget_ms == 0) return std::max(own, limits.budget_ms);
  return std::min(own, limits.budget_ms);
}

const std::atomic<bool>* stop_of(const Limits& limits) {
  return limits.ending != nullptr || limits.caller == Caller::kClient ? limits.ending : limits.stop;
}

Result<RelatedRequest> neighbourhood(const Arguments& arguments, const Limits& limits) {
  RelatedRequest request;
  read_options(arguments, kNeighbourhoodOptions, request);
  COCITE_CHECK(check_stoplist(request.stoplist, limits));
  request.budget_ms = budget_of(arguments, limits);
  static const ParameterTable kOwn = own_parameters();
  request.parameters = arguments.given_of(kOwn);
  return request;
}

Result<RelatedRequest> related_request(const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, neighbourhood(arguments, limits));
  request.pages = arguments.texts("page");
  request.stop = stop_of(limits);
  return request;
}

Result<RelatedRequest> whole_related_request(const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  read_options(arguments, kRelatedTop, request);
  read_options(arguments, kAnswerOptions, request);
  read_options(arguments, kWhyOption, request);
  read_options(arguments, kChopOption, request);
  return request;
}

std::string shrink(RelatedRequest& request, const std::string& by, uint64_t max_parents) {
  if (max_parents == 0) return "";
  uint64_t parents = 0;
  for (const MethodItem& method : methods()) {
    if (method.name != by) continue;
    for (const MethodParameter& own : method.parameters) {
      if (own.name == "B") parents = std::stoull(own.fallback);
    }
  }
  if (parents == 0) return "";
  for (auto& [name, value] : request.parameters) {
    if (name == "B" && !value.empty() && value.size() <= 7 &&
        std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; })) {
      parents = std::stoull(value);
    }
  }
  if (parents <= max_parents) return "";
  std::erase_if(request.parameters, [](const auto& one) { return one.first == "B"; });
  request.parameters.emplace_back("B", std::to_string(max_parents));
  return "B=" + std::to_string(max_parents);
}

}  // namespace cocite::api
