// Visits: pages that people go to from the query page, or come from.
//
//   score(v) = (n(u→v) + n(v→u)) / sqrt((t(u) + 1) (t(v) + 1))
//
// n(u→v) is the number of clicks from u to v, t(u) all such clicks at u, in and out.
// Pages with many clicks count less. As What's Related (Netscape 1998) used the paths
// of its users beside links and words; the measure is the cosine of counts, damped by one click.
//
// Cost: the list of u, and one number of each page in it. Says nothing about pages where too few
// people were seen (ImportRequest::visits_at_least), and mostly repeats the links of u, in the order in
// which people like them. Several query pages: related to more of them first, then by sum.
#include <cmath>

#include "related/method.h"
#include "related/order.h"
#include "related/visit_scores.h"

namespace cocite::related::visits {
namespace {

Result<Answer> find_one(const Query& query, PageId page) {
  COCITE_TRY(const VisitScores visits, VisitScores::needed(*query.web, page));
  Answer answer;
  for (const store::Visits& one : visits.others()) {
    COCITE_TRY(const double score, visits.score(one.page));
    answer.items.push_back({.page = one.page, .score = score});
  }
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

Result<Answer> find(const Query& query) {
  COCITE_TRY(Answer answer, sum_over_pages(query, find_one));
  answer.by_links = false;
  answer.by_visits = true;
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  Explanation explanation{.by_links = false, .by_visits = true};
  if (query.is_asked_for(answer) || query.is_stopped(answer)) return explanation;
  for (const PageId page : query.pages) {
    COCITE_TRY(const VisitScores visits, VisitScores::needed(*query.web, page));
    COCITE_TRY(const double score, visits.score(answer));
    if (score == 0) continue;
    explanation.score += score;
    explanation.reasons.push_back(visits.reason(answer, score));
  }
  return explanation;
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "visits",
    .summary = "how often people went from one page to the other, against all their clicks there",
    .paper = "this project; What's Related (Netscape 1998) used visits, too",
    .needs_visits = true,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::visits
