// Personalised PageRank: where a surfer is who follows links at random and sometimes starts
// again at the query pages.
//
//   r(p) = epsilon E(p) + (1 - epsilon) (sum over parents q of r(q)/out(q) + D E(p))
//
// E spreads 1 equally over the query pages; D, what pages without children hold, goes back to them
// too. Paper: L. Page et al., The PageRank Citation Ranking (1998); T. Haveliwala, Topic-Sensitive
// PageRank (2002). Exact: every page that can be reached takes part, stopped ones too, so on a
// large graph most of it is read, once, and gone through about a hundred times in memory. Does
// badly for pages without links of their own.
#include <algorithm>
#include <array>
#include <cmath>

#include "related/hits.h"
#include "related/method.h"
#include "related/order.h"

namespace cocite::related::personalized_pagerank {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"epsilon", ParameterKind::kNumber, "0.15", "how often the surfer starts again",
                  "", 0, 1},
    ParameterInfo{"tolerance", ParameterKind::kNumber, "1e-9", "stops at this change"},
    ParameterInfo{"max_iterations", ParameterKind::kCount, "1000",
                  "stops after this many iterations"},
};

// All that can be reached from the query pages, numbered in the order of being reached.
struct Reached {
  std::vector<PageId> pages;
  std::vector<uint64_t> offsets = {0};
  std::vector<uint32_t> links;  // children of page i: [offsets[i], offsets[i + 1])
};

Result<Reached> reach(const Query& query) {
  constexpr uint32_t kUnknown = ~uint32_t{0};
  Reached reached;
  std::vector<uint32_t> numbers(query.web->pages(), kUnknown);
  const auto number_of = [&](PageId page) {
    uint32_t& number = numbers[index(page)];
    if (number == kUnknown) {
      number = static_cast<uint32_t>(reached.pages.size());
      reached.pages.push_back(page);
    }
    return number;
  };
  for (const PageId page : query.pages) number_of(page);
  for (size_t begin = 0; begin < reached.pages.size();) {
    const std::vector<PageId> ring(reached.pages.begin() + static_cast<ptrdiff_t>(begin),
                                   reached.pages.end());
    begin = reached.pages.size();
    auto batch = query.web->out().batch(ring, query.budget);
    while (batch.next()) {
      for (const PageId child : batch.list()) reached.links.push_back(number_of(child));
      reached.offsets.push_back(reached.links.size());
      if (query.is_spent_after(batch.list().size() + 1)) break;
    }
    COCITE_CHECK(batch.status());
    if (query.is_spent()) break;
  }
  // Where time was up, the outermost ring has no children.
  reached.offsets.resize(reached.pages.size() + 1, reached.links.size());
  return reached;
}

std::vector<double> walk(const Query& query, const Reached& reached) {
  const double epsilon = query.parameters->number("epsilon");
  const double tolerance = query.parameters->number("tolerance");
  const uint64_t most = query.parameters->count("max_iterations");
  const size_t starts = query.pages.size();
  const size_t pages = reached.pages.size();
  std::vector<double> rank(pages);
  std::fill_n(rank.begin(), starts, 1 / static_cast<double>(starts));
  std::vector<double> next(pages);
  for (uint64_t iteration = 0; iteration < most; ++iteration) {
    std::ranges::fill(next, 0);
    double lost = 0;
    for (size_t i = 0; i < pages; ++i) {
      const uint64_t begin = reached.offsets[i];
      const uint64_t end = reached.offsets[i + 1];
      if (begin == end) {
        lost += rank[i];
      } else if (rank[i] > 0) {
        const double share = (1 - epsilon) * rank[i] / static_cast<double>(end - begin);
        for (uint64_t k = begin; k < end; ++k) next[reached.links[k]] += share;
      }
    }
    for (size_t i = 0; i < starts; ++i) {
      next[i] += (epsilon + (1 - epsilon) * lost) / static_cast<double>(starts);
    }
    double change = 0;
    double sum = 0;
    for (size_t i = 0; i < pages; ++i) {
      change += std::abs(next[i] - rank[i]);
      sum += next[i];
    }
    rank.swap(next);
    if (change < tolerance * sum || query.is_spent()) break;
  }
  return rank;
}

class Walked : public Gathered {
 public:
  Walked(const Query& query, Reached reached)
      : Gathered(query), reached_(std::move(reached)), rank_(walk(query, reached_)) {}
  [[nodiscard]] const std::vector<PageId>& pages() const { return reached_.pages; }
  [[nodiscard]] double rank(size_t place) const { return rank_[place]; }

  Result<Explanation> explain(PageId answer) override {
    const auto place =
        static_cast<size_t>(std::ranges::find(reached_.pages, answer) - reached_.pages.begin());
    Explanation explanation;
    if (place == reached_.pages.size()) return explanation;
    double sum = 0;
    for (size_t i = 0; i < reached_.pages.size(); ++i) {
      const uint64_t begin = reached_.offsets[i];
      const uint64_t end = reached_.offsets[i + 1];
      for (uint64_t k = begin; k < end; ++k) {
        if (reached_.links[k] != place) continue;
        const double amount = rank_[i] / static_cast<double>(end - begin);
        explanation.reasons.push_back({reached_.pages[i], amount, "parent"});
        sum += amount;
      }
    }
    explanation.score = rank_[place];
    for (Reason& reason : explanation.reasons) reason.amount *= explanation.score / sum;
    sort_reasons(explanation);
    return explanation;
  }

 private:
  Reached reached_;
  std::vector<double> rank_;
};

Result<Answer> find(const Query& query) {
  COCITE_TRY(Reached reached, reach(query));
  auto walked = std::make_shared<Walked>(query, std::move(reached));
  Answer answer;
  for (size_t i = 0; i < walked->pages().size(); ++i) {
    answer.items.push_back({.page = walked->pages()[i], .score = walked->rank(i)});
  }
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  if (query.keeps_gathered) answer.gathered = std::move(walked);
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  COCITE_TRY(Reached reached, reach(query));
  return Walked(query, std::move(reached)).explain(answer);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "personalized-pagerank",
    .summary = "where a surfer is who keeps starting again at the page",
    .paper = "Page et al. 1998; Haveliwala 2002",
    .parameters = kParameters,
    .together = Together::kAtOnce,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::personalized_pagerank
