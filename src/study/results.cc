#include "study/results.h"

#include <algorithm>
#include <map>
#include <utility>

#include "measure/judge.h"
#include "measure/judgement_files.h"
#include "measure/tables.h"

namespace cocite::study {
namespace {

// Pages of a study as numbers, as src/eval takes them.
class Numbers {
 public:
  PageId operator()(const std::string& page) {
    const auto next = static_cast<uint64_t>(numbers_.size());
    return page_id(numbers_.try_emplace(page, next).first->second);
  }

 private:
  std::map<std::string, uint64_t> numbers_;
};

}  // namespace

EvalAnswer results_of(const KeptStudy& study) {
  Numbers number;
  measure::Run run{.by = study.state.by};
  run.answers.resize(run.by.size());
  // By page, as `cocite eval` has them: resamples go by the place of a query page, and both are to
  // draw the same ones.
  std::vector<const QueryPage*> queries;
  for (const QueryPage& query : study.queries) queries.push_back(&query);
  std::ranges::sort(queries, {}, [](const QueryPage* query) { return query->page.page; });
  for (const QueryPage* one : queries) {
    const QueryPage& query = *one;
    run.queries.push_back(number(query.page.page));
    for (size_t m = 0; m < run.by.size(); ++m) {
      const MethodAnswer& given = query.answers[m];
      measure::Answered answered{.ms = given.ms, .why_none = given.why_none};
      for (const ShownPage& page : given.pages) answered.pages.push_back(number(page.page));
      run.answers[m].push_back(std::move(answered));
    }
  }
  std::vector<std::string> raters;  // who said anything
  std::vector<measure::PageRating> ratings;
  for (const KeptRating& one : study.ratings) {
    auto rater = std::ranges::find(raters, one.rater);
    if (rater == raters.end()) rater = raters.insert(rater, one.rater);
    const PageId query = number(study.queries[one.query].page.page);
    ratings.push_back(
        {query, number(one.page), one.rating, static_cast<uint32_t>(rater - raters.begin())});
  }
  const measure::Judged judged = measure::rating_judge(ratings, run.queries);
  EvalAnswer answer = measure::make_tables(run, *judged.judge, {.top = study.state.top});
  answer.store = study.state.store;
  answer.judged_by = "ratings";
  answer.agreements = measure::agreements(measure::last_words(std::move(ratings)), raters);
  for (size_t q = 0; q < queries.size(); ++q) {
    answer.queries[q].key = queries[q]->page.page;
    answer.queries[q].url = queries[q]->page.url;
    answer.queries[q].title = queries[q]->page.title;
  }
  answer.facts = {
      {.name = "query_pages", .value = study.queries.size()},
      {.name = "query_pages_that_no_method_answered", .value = study.state.unanswered},
      {.name = "unknown_query_pages", .value = study.state.unknown},
      {.name = "repeated_query_pages", .value = study.state.repeated},
      {.name = "answers_to_rate", .value = study.state.items},
      {.name = "raters", .value = raters.size()},
      {.name = "judgements", .value = judged.judgements},
  };
  return answer;
}

std::string ratings_text(const KeptStudy& study) {
  std::string text;
  for (const QueryPage& query : study.queries) text += measure::query_line(query.page.page);
  for (const KeptRating& one : study.ratings) {
    text +=
        measure::rating_line(study.queries[one.query].page.page, one.page, one.rating, one.rater);
  }
  return text;
}

}  // namespace cocite::study
