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

Result<Answer> find(const Query& query) {
  COCITE_TRY(const VisitScores visits, VisitScores::needed(*query.web, query.pages[0]));
  Answer answer;
  answer.by_links = false;
  answer.by_visits = true;
  for (const store::Visits& one : visits.others()) {
    COCITE_TRY(const double score, visits.score(one.page));
    answer.items.push_back({.page = one.page, .score = score});
  }
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  Explanation explanation{.by_links = false, .by_visits = true};
  if (query.is_asked_for(answer) || query.is_stopped(answer)) return explanation;
  COCITE_TRY(const VisitScores visits, VisitScores::needed(*query.web, query.pages[0]));
  COCITE_TRY(explanation.score, visits.score(answer));
  if (explanation.score > 0) {
    explanation.reasons.push_back(visits.reason(answer, explanation.score));
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
