#include "measure/tables.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "measure/average_precision.h"
#include "measure/kappa.h"
#include "measure/ndcg.h"
#include "measure/overlap.h"
#include "measure/precision.h"
#include "measure/rank_sum.h"
#include "measure/recall.h"
#include "measure/sign.h"

namespace cocite::measure {
namespace {

// The first answers, and what they are worth.
struct Seen {
  std::vector<PageId> pages;
  std::vector<Rating> ratings;
};

Seen look_at(PageId query, std::span<const PageId> pages, const Judge& judge, uint64_t top,
             bool skip_unjudged) {
  Seen seen;
  for (const PageId page : pages) {
    if (seen.pages.size() == top) break;
    const Rating rating = judge.rating(query, page);
    if (rating == Rating::kUnjudged && skip_unjudged) continue;
    seen.pages.push_back(page);
    seen.ratings.push_back(rating);
  }
  return seen;
}

EvalScore score(const Seen& seen, uint64_t good_pages, uint64_t top) {
  const auto count = [&](Rating rating) {
    return static_cast<uint64_t>(std::ranges::count(seen.ratings, rating));
  };
  EvalScore score;
  score.answers = seen.pages.size();
  score.good = count(Rating::kGood);
  score.dead = count(Rating::kDead);
  score.unjudged = count(Rating::kUnjudged);
  score.average_precision = average_precision(seen.ratings);
  score.precision = precision_at(seen.ratings, top);
  score.ndcg = ndcg_at(seen.ratings, top, good_pages);
  score.recall = recall_at(seen.ratings, top, good_pages);
  return score;
}

struct Measure {
  const char* name;
  double EvalScore::*of;
  EvalMean EvalRow::*mean;
  bool is_compared;  // between methods
};
constexpr Measure kMeasures[] = {
    {"average_precision", &EvalScore::average_precision, &EvalRow::average_precision, true},
    {"precision", &EvalScore::precision, &EvalRow::precision, true},
    {"ndcg", &EvalScore::ndcg, &EvalRow::ndcg, true},
    {"recall", &EvalScore::recall, &EvalRow::recall, false},
    {"average_precision_strict", &EvalScore::average_precision_strict,
     &EvalRow::average_precision_strict, false},
    {"precision_strict", &EvalScore::precision_strict, &EvalRow::precision_strict, false},
    {"ndcg_strict", &EvalScore::ndcg_strict, &EvalRow::ndcg_strict, false},
    {"recall_strict", &EvalScore::recall_strict, &EvalRow::recall_strict, false},
};

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The value that a share of all are not above.
double percentile(std::span<const double> sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
}

// Everything about one group of query pages.
class GroupTables {
 public:
  GroupTables(const EvalAnswer& answer, EvalGroup& group, const TableOptions& options)
      : answer_(&answer),
        group_(&group),
        bootstrap_(static_cast<uint32_t>(group.queries.size()), options.bootstrap) {}

  void fill(std::span<const std::vector<Seen>> seen, std::span<const std::vector<Seen>> shown) {
    const size_t methods = answer_->by.size();
    for (size_t m = 0; m < methods; ++m) group_->rows.push_back(row(m, seen[m], shown[m]));
    for (const Measure& measure : kMeasures) {
      std::vector<std::vector<double>> values;
      std::vector<std::vector<double>> resampled;
      for (size_t m = 0; m < methods; ++m) {
        values.push_back(values_of(m, measure.of));
        resampled.push_back(bootstrap_.means(values[m]));
        const Interval interval = bootstrap_.interval(resampled[m]);
        group_->rows[m].*measure.mean = {mean(values[m]), interval.low, interval.high};
      }
      if (!measure.is_compared) continue;
      for (size_t one = 0; one < methods; ++one) {
        for (size_t other = one + 1; other < methods; ++other) {
          EvalPair pair = compare(values[one], values[other], resampled[one], resampled[other]);
          pair.measure = measure.name;
          pair.one = answer_->by[one];
          pair.other = answer_->by[other];
          group_->pairs.push_back(std::move(pair));
        }
      }
    }
  }

 private:
  [[nodiscard]] const EvalScore& at(uint64_t query, size_t method) const {
    return answer_->queries[query].scores[method];
  }
  [[nodiscard]] std::vector<double> values_of(size_t method, double EvalScore::*of) const {
    std::vector<double> values;
    for (const uint64_t query : group_->queries) values.push_back(at(query, method).*of);
    return values;
  }
  [[nodiscard]] EvalRow row(size_t method, std::span<const Seen> seen,
                            std::span<const Seen> shown) const {
    EvalRow row{.by = answer_->by[method], .queries = group_->queries.size()};
    row.precision_at.assign(answer_->top, 0);
    row.unjudged_at.assign(answer_->top, 0);
    std::vector<double> times;
    for (const uint64_t query : group_->queries) {
      const EvalScore& one = at(query, method);
      row.answered += one.answers > 0 ? 1 : 0;
      row.answers += one.answers;
      row.good += one.good;
      row.dead += one.dead;
      row.unjudged += one.unjudged;
      times.push_back(one.ms);
      for (uint64_t r = 0; r < answer_->top; ++r) {
        row.precision_at[r] += precision_at(seen[query].ratings, r + 1);
        row.unjudged_at[r] += unjudged_at(shown[query].ratings, r + 1);
      }
    }
    const auto queries = static_cast<double>(std::max<uint64_t>(1, row.queries));
    for (double& precision : row.precision_at) precision /= queries;
    for (double& unjudged : row.unjudged_at) unjudged /= queries;
    row.coverage = static_cast<double>(row.answered) / queries;
    std::ranges::sort(times);
    row.mean_ms = mean(times);
    row.median_ms = percentile(times, 0.5);
    row.p95_ms = percentile(times, 0.95);
    return row;
  }
  [[nodiscard]] EvalPair compare(std::span<const double> one, std::span<const double> other,
                                 std::span<const double> resampled_one,
                                 std::span<const double> resampled_other) const {
    EvalPair pair;
    std::vector<double> differences;
    for (size_t i = 0; i < resampled_one.size(); ++i) {
      differences.push_back(resampled_one[i] - resampled_other[i]);
    }
    const Interval interval = bootstrap_.interval(std::move(differences));
    pair.difference = {mean(one) - mean(other), interval.low, interval.high};
    const SignTest sign = sign_test(one, other);
    pair.wins = sign.wins;
    pair.losses = sign.losses;
    pair.ties = sign.ties;
    pair.sign_one_sided = sign.p.one_sided;
    pair.sign_two_sided = sign.p.two_sided;
    const RankSumTest ranks = rank_sum_test(one, other);
    pair.rank_sum_z = ranks.z;
    pair.rank_sum_one_sided = ranks.p.one_sided;
    pair.rank_sum_two_sided = ranks.p.two_sided;
    return pair;
  }

  const EvalAnswer* answer_;
  EvalGroup* group_;
  Bootstrap bootstrap_;
};

// All; those that every method answered; those that one did not, for each where there are some.
std::vector<EvalGroup> make_groups(const EvalAnswer& answer) {
  const auto group = [&](std::string name, const auto& takes) {
    EvalGroup made{.name = std::move(name)};
    for (size_t q = 0; q < answer.queries.size(); ++q) {
      if (takes(answer.queries[q].scores)) made.queries.push_back(q);
    }
    return made;
  };
  using Scores = std::vector<EvalScore>;
  const auto is_answered = [](const EvalScore& score) { return score.answers > 0; };
  std::vector<EvalGroup> groups;
  groups.push_back(group("all", [](const Scores&) { return true; }));
  groups.push_back(group("answered-by-all", [&](const Scores& scores) {
    return std::ranges::all_of(scores, is_answered);
  }));
  for (size_t m = 0; m < answer.by.size(); ++m) {
    EvalGroup without = group("without-" + answer.by[m],
                              [&](const Scores& scores) { return !is_answered(scores[m]); });
    if (!without.queries.empty()) groups.push_back(std::move(without));
  }
  return groups;
}

std::vector<EvalOverlap> overlaps(const EvalAnswer& answer,
                                  std::span<const std::vector<Seen>> seen) {
  std::vector<EvalOverlap> all;
  for (size_t one = 0; one < answer.by.size(); ++one) {
    uint64_t answers = 0;
    for (const Seen& some : seen[one]) answers += some.pages.size();
    for (size_t other = 0; other < answer.by.size(); ++other) {
      if (one == other) continue;
      EvalOverlap overlap{.one = answer.by[one], .other = answer.by[other]};
      for (size_t q = 0; q < answer.queries.size(); ++q) {
        overlap.shared += shared_answers(seen[one][q].pages, seen[other][q].pages);
      }
      if (answers > 0) {
        overlap.share = static_cast<double>(overlap.shared) / static_cast<double>(answers);
      }
      all.push_back(std::move(overlap));
    }
  }
  return all;
}

}  // namespace

EvalAnswer make_tables(const Run& run, const Judge& judge, const TableOptions& options) {
  EvalAnswer answer{.top = options.top,
                    .confidence = options.bootstrap.confidence,
                    .seed = options.bootstrap.seed,
                    .unjudged = options.skip_unjudged ? Unjudged::kSkip : Unjudged::kWrong,
                    .by = run.by};
  std::vector<std::vector<Seen>> seen(run.by.size());
  std::vector<std::vector<Seen>> shown(run.by.size());
  for (size_t q = 0; q < run.queries.size(); ++q) {
    EvalQuery query;
    query.good_pages = judge.good_pages(run.queries[q]);
    for (size_t m = 0; m < run.by.size(); ++m) {
      const Answered& answered = run.answers[m][q];
      const std::vector<PageId>& first = answered.shown.empty() ? answered.pages : answered.shown;
      seen[m].push_back(
          look_at(run.queries[q], answered.pages, judge, options.top, options.skip_unjudged));
      shown[m].push_back(look_at(run.queries[q], first, judge, options.top, false));
      EvalScore one = score(seen[m][q], query.good_pages, options.top);
      const EvalScore strict = score(shown[m][q], query.good_pages, options.top);
      one.unjudged = strict.unjudged;
      one.average_precision_strict = strict.average_precision;
      one.precision_strict = strict.precision;
      one.ndcg_strict = strict.ndcg;
      one.recall_strict = strict.recall;
      one.ms = answered.ms;
      one.used = answered.used;
      one.why_none = answered.why_none;
      if (one.answers == 0 && one.why_none.empty()) one.why_none = "no answer that is judged";
      query.scores.push_back(std::move(one));
    }
    answer.queries.push_back(std::move(query));
  }
  answer.groups = make_groups(answer);
  for (EvalGroup& group : answer.groups) GroupTables(answer, group, options).fill(seen, shown);
  answer.overlaps = overlaps(answer, seen);
  return answer;
}

std::vector<EvalAgreement> agreements(std::span<const PageRating> ratings,
                                      std::span<const std::string> raters) {
  using Answer = std::pair<PageId, PageId>;
  std::map<Answer, std::map<uint32_t, bool>> by_answer;
  for (const PageRating& one : ratings) {
    by_answer[{one.query, one.answer}][one.rater] = is_good(one.rating);
  }
  std::vector<EvalAgreement> all;
  if (raters.size() < 2) return all;
  for (uint32_t one = 0; one < raters.size(); ++one) {
    for (uint32_t other = one + 1; other < raters.size(); ++other) {
      std::vector<uint8_t> ones;
      std::vector<uint8_t> others;
      uint64_t same = 0;
      for (const auto& [answer, said] : by_answer) {
        const auto a = said.find(one);
        const auto b = said.find(other);
        if (a == said.end() || b == said.end()) continue;
        ones.push_back(a->second ? 1 : 0);
        others.push_back(b->second ? 1 : 0);
        same += a->second == b->second ? 1 : 0;
      }
      if (ones.empty()) continue;
      all.push_back({.one = raters[one],
                     .other = raters[other],
                     .answers = ones.size(),
                     .agreement = static_cast<double>(same) / static_cast<double>(ones.size()),
                     .kappa = cohen_kappa(ones, others)});
    }
  }
  std::vector<std::pair<uint64_t, uint64_t>> votes;
  EvalAgreement together{.one = "all raters"};
  double same = 0;
  for (const auto& [answer, said] : by_answer) {
    if (said.size() < 2) continue;
    const auto good = static_cast<uint64_t>(
        std::ranges::count_if(said, [](const auto& word) { return word.second; }));
    votes.emplace_back(good, said.size() - good);
    same += good == 0 || good == said.size() ? 1 : 0;
  }
  if (votes.empty()) return all;
  together.answers = votes.size();
  together.agreement = same / static_cast<double>(votes.size());
  together.kappa = fleiss_kappa(votes);
  all.push_back(std::move(together));
  return all;
}

}  // namespace cocite::measure
