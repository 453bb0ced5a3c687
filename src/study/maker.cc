#include "study/maker.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "base/ascii.h"

namespace cocite::study {
namespace {

using Clock = std::chrono::steady_clock;

// The longest time that making a study may take.
constexpr auto kLongest = std::chrono::minutes(10);

bool is_missing(const Error& error) {
  return error.code == ErrorCode::kNoEvidence || error.code == ErrorCode::kNotFound ||
         error.code == ErrorCode::kInvalidArgument;
}

// Raters see a title, or what others call the page, said to be that.
template <class Page>
ShownPage shown_page(const Page& page) {
  const std::string called =
      page.called.empty() ? "" : "\"" + page.called + "\" (what others call it)";
  return {.page = page.key, .url = page.url, .title = page.title.empty() ? called : page.title};
}

// The answers of all methods; empty if there are none.
Result<std::vector<MethodAnswer>> ask(const Engine& engine, const StudyPlan& plan,
                                      const std::string& page, const std::atomic<bool>& stop) {
  const RelatedRequest request{.pages = {page}, .top = plan.top, .threads = 1, .stop = &stop};
  const Result<CompareAnswer> compared = engine.compare(request, plan.by);
  std::vector<MethodAnswer> answers(plan.by.size());
  if (!compared) {
    if (!is_missing(compared.error())) return tl::unexpected<Error>(compared.error());
    for (MethodAnswer& one : answers) one.why_none = compared.error().message;
    return answers;
  }
  for (size_t m = 0; m < answers.size(); ++m) {
    const CompareAnswer::Method& method = compared->methods[m];
    answers[m].ms = method.ms;
    answers[m].why_none = method.error;
    for (const RelatedItem& item : method.items) {
      answers[m].pages.push_back(shown_page(item));
    }
  }
  return answers;
}

}  // namespace

Result<void> check_name(std::string_view option, std::string_view name) {
  const bool has_control = std::ranges::any_of(name, is_control);
  if (!name.empty() && name.size() <= kLongestName && !has_control) return {};
  return fail({.message = "a name has 1 to " + std::to_string(kLongestName) +
                          " bytes, on one line and without tabs",
               .about = std::string(option)});
}

Result<NewStudy> ask_methods(const Engine& engine, const StudyPlan& plan,
                             const std::atomic<bool>& stop, StudyDesk::Progress& progress) {
  NewStudy study{.title = plan.title,
                 .store = plan.store,
                 .by = plan.by,
                 .top = plan.top,
                 .raters = plan.raters};
  const auto begin = Clock::now();
  std::set<std::string> seen;
  progress.pages = plan.pages.size();
  for (const std::string& text : plan.pages) {
    progress.asked = study.queries.size() + study.repeated + study.unknown;
    if (Clock::now() - begin > kLongest) {
      return fail(ErrorCode::kUnsupported,
                  "asking takes longer than 10 minutes; name fewer pages, or fewer methods");
    }
    const Result<PageInfo> known = engine.page(text);
    if (!known && !is_missing(known.error())) return tl::unexpected<Error>(known.error());
    QueryPage query{.page = known ? shown_page(*known) : ShownPage{.page = text, .url = text}};
    if (!seen.insert(query.page.page).second) {
      ++study.repeated;
      continue;
    }
    COCITE_TRY(query.answers, ask(engine, plan, text, stop));
    const bool is_answered = std::ranges::any_of(
        query.answers, [](const MethodAnswer& one) { return !one.pages.empty(); });
    if (!known && !is_answered) {
      ++study.unknown;
      continue;
    }
    study.queries.push_back(std::move(query));
  }
  if (study.queries.empty()) {
    return fail(ErrorCode::kNotFound,
                "none of these pages is in this graph; are they names of this store's pages?");
  }
  return study;
}

}  // namespace cocite::study
