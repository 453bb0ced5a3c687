#include "questions/related_request.h"

#include <algorithm>
#include <utility>

#include "questions/parameter_groups.h"

namespace cocite::questions {

Switch switch_of(const std::string& word) {
  return word == "on" ? Switch::kOn : word == "off" ? Switch::kOff : Switch::kAuto;
}

// Files of the machine are nobody's business, and each K is kept once it was asked for.
Result<void> check_stoplist(const std::string& text, const Limits& limits) {
  if (limits.caller == Caller::kHere) return {};
  if (text.empty() || text == "none") return {};
  constexpr size_t kLongest = 8;  // auto:100
  const bool is_auto =
      text.starts_with("auto:") && text.size() > 5 && text.size() <= kLongest &&
      std::ranges::all_of(text.substr(5), [](char c) { return c >= '0' && c <= '9'; });
  if (is_auto && std::stoul(text.substr(5)) <= 100) return {};
  return fail(
      {.message = "over HTTP a stoplist is 'none' or 'auto:K' with K up to 100, such as auto:21",
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
  request.hosts = switch_of(arguments.text("hosts"));
  request.stoplist = arguments.text("stoplist");
  COCITE_CHECK(check_stoplist(request.stoplist, limits));
  request.seed = arguments.count("seed");
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

DeadPages dead_pages(const Arguments& arguments) {
  const std::string word = arguments.text("dead");
  return word == "keep"   ? DeadPages::kKeep
         : word == "mark" ? DeadPages::kMark
         : word == "drop" ? DeadPages::kDrop
                          : DeadPages::kAuto;
}

OnlyPages only_pages(const Arguments& arguments) {
  const std::string word = arguments.text("only");
  return word == "any"       ? OnlyPages::kAny
         : word == "crawled" ? OnlyPages::kCrawled
                             : OnlyPages::kAuto;
}

Copies copies_wanted(const Arguments& arguments) {
  const std::string word = arguments.text("copies");
  return word == "fold" ? Copies::kFold : word == "keep" ? Copies::kKeep : Copies::kAuto;
}

FlaggedAnswers flagged_answers(const Arguments& arguments) {
  const std::string word = arguments.text("flagged");
  return word == "last"   ? FlaggedAnswers::kLast
         : word == "drop" ? FlaggedAnswers::kDrop
                          : FlaggedAnswers::kKeep;
}

// Which of the answers are wanted.
void read_wishes(const Arguments& arguments, RelatedRequest& request) {
  request.not_pages = arguments.texts("not");
  request.drop_same_site = arguments.text("same_site") == "drop";
  request.per_host = arguments.count("per_host");
  request.copies = copies_wanted(arguments);
  const std::string media = arguments.text("media");
  request.media = media == "keep" ? Media::kKeep : media == "drop" ? Media::kDrop : Media::kAuto;
  request.only = only_pages(arguments);
  request.dead = dead_pages(arguments);
  request.flagged = flagged_answers(arguments);
}

Result<RelatedRequest> whole_related_request(const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  request.top = arguments.count("top");
  read_wishes(arguments, request);
  request.why = arguments.count("why");
  request.chop = switch_of(arguments.text("chop"));
  return request;
}

}  // namespace cocite::questions
