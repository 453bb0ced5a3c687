#include "text/search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "text/conditions.h"
#include "text/follow.h"
#include "text/judge.h"
#include "text/lanes.h"
#include "text/scorers.h"
#include "text/weighted_terms.h"

namespace cocite::text {

namespace {

// Frequent terms are left out where they bring no more than one document in eight this near to what
// it takes.
constexpr float kNear = 0.75F;
constexpr uint32_t kFewNear = 8;
constexpr uint64_t kWarmUpPostings = 4096;
// Lists whose next block is on its way from memory while one is read.
constexpr size_t kAhead = 4;

Result<std::vector<Range>> ranges_of(const Index& index, const Request& request) {
  const auto all = static_cast<uint32_t>(index.meta().documents);
  if (request.ranges.empty()) return std::vector<Range>{{0, all}};
  std::vector<Range> ranges;
  for (const auto& [first, last] : request.ranges) {
    COCITE_TRY(const uint32_t begin, index.first_doc(first));
    COCITE_TRY(const uint32_t end, index.first_doc(last));
    if (begin < end) ranges.emplace_back(begin, end);
  }
  return ranges;
}

// Where any of the terms will do: window by window, the documents that could be among the best.
template <class Scorer>
class Race {
 public:
  Race(const Index& index, const Request& request, WeightedTerms& terms,
       std::span<const Range> ranges, Judge& judge)
      : index_(index),
        request_(request),
        terms_(terms),
        ranges_(ranges),
        judge_(judge),
        scorer_(index, request) {}

  [[nodiscard]] Result<void> run() {
    COCITE_CHECK(prepare());
    for (const auto& [first, last] : ranges_) {
      for (Runner& runner : runners_) runner.next_block = 0;
      for (uint64_t begin = first; begin < last; begin += kWindow) {
        if (is_spent_after(request_.budget, kStepsABound * runners_.size())) return {};
        COCITE_CHECK(window(static_cast<uint32_t>(begin),
                            static_cast<uint32_t>(std::min<uint64_t>(last, begin + kWindow))));
      }
    }
    return {};
  }

 private:
  // A term of the query. bm25: in the order of what its list can give at most, the least first;
  // vectors: the most frequent first.
  struct Runner {
    Cursor* cursor = nullptr;
    float weight = 0;
    float most = 0;  // of the whole list
    double idf = 0;
    double square = 0;        // of the term's part of the query's vector
    float here = 0;           // in this window
    uint32_t next_block = 0;  // no block before it reaches into this window or a later one
  };
  struct Candidate {
    uint32_t doc = 0;
    float sum = 0;
    float factor = 1;
    float share = 1;  // at least: of its vector, what the terms are that were left out
  };

  [[nodiscard]] Result<void> prepare() {
    for (WeightedTerms::Term& term : terms_.terms()) {
      Runner runner;
      runner.cursor = &term.cursor;
      runner.weight = static_cast<float>(term.weight);
      runner.idf = term.idf;
      runner.square = (term.weight / term.idf) * (term.weight / term.idf);
      const auto skips = term.cursor.list().skips;
      if (is_spent_after(request_.budget, kStepsABound + skips.size())) return {};
      if (skips.empty()) {
        if (!term.cursor.load(0)) return index_.damage();
        runner.most = scorer_.bound(runner.weight, term.idf);
      } else {
        for (const SkipEntry& skip : skips) {
          runner.most = std::max(runner.most, scorer_.bound(runner.weight, skip));
        }
      }
      runners_.push_back(runner);
    }
    std::ranges::stable_sort(runners_, {}, [](const Runner& runner) {
      return Scorer::kOrderByIdf ? runner.idf : static_cast<double>(runner.most);
    });
    below_.resize(runners_.size() + 1);
    together_.resize(runners_.size() + 1);
    for (size_t part = 0; part < kFrequentIdf.size(); ++part) {
      frequent_[part] = static_cast<size_t>(
          std::ranges::lower_bound(runners_, kFrequentIdf[part], {}, &Runner::idf) -
          runners_.begin());
    }
    return warm_up();
  }

  // Looks at the documents of the weightiest lists first, as far as they are short, so that it is
  // known early what it takes to be among the best.
  [[nodiscard]] Result<void> warm_up() {
    if (runners_.size() < 2) return {};
    std::vector<Candidate> found;
    for (size_t i = runners_.size(); i-- > 0;) {
      Cursor& cursor = *runners_[i].cursor;
      if (found.size() + cursor.list().df > kWarmUpPostings) continue;
      for (uint32_t number = 0; number < cursor.list().blocks(); ++number) {
        if (!cursor.load(number) || !cursor.load_counts()) return index_.damage();
        const PostingBlock& block = cursor.block();
        if (!scorer_.look_at(block.docs[0], block.docs[block.size - 1] + 1)) return index_.damage();
        scorer_.for_each(block, 0, block.size, runners_[i].weight, [&](uint32_t doc, float share) {
          found.push_back({doc, share});
        });
      }
    }
    std::ranges::sort(found, {}, &Candidate::doc);
    size_t kept = 0;
    for (size_t i = 0; i < found.size();) {
      Candidate sum = found[i];
      for (++i; i < found.size() && found[i].doc == sum.doc; ++i) sum.sum += found[i].sum;
      if (!scorer_.factor(sum.doc, sum.factor)) return index_.damage();
      sum.sum *= sum.factor;
      found[kept++] = sum;
    }
    found.resize(kept);
    const size_t few = std::min(found.size(), 2 * request_.top + 8);
    std::ranges::partial_sort(found, found.begin() + static_cast<ptrdiff_t>(few),
                              std::ranges::greater{}, &Candidate::sum);
    for (const Candidate& candidate : std::span(found).first(few)) {
      if (!is_in_range(candidate.doc)) continue;
      COCITE_CHECK(judge_.look_at(candidate.doc));
      if (judge_.is_over()) return {};
      judged_.push_back(candidate.doc);
    }
    std::ranges::sort(judged_);
    return {};
  }

  [[nodiscard]] bool is_in_range(uint32_t doc) const {
    return std::ranges::any_of(
        ranges_, [&](const Range& range) { return range.first <= doc && doc < range.second; });
  }

  // What the list can give at most in [begin, end).
  [[nodiscard]] float bound(Runner& runner, uint32_t begin, uint32_t end) const {
    const TermList& list = runner.cursor->list();
    if (list.skips.empty()) {
      const uint32_t place = runner.cursor->place_in_block(begin);
      const PostingBlock& block = runner.cursor->block();
      return place < block.size && block.docs[place] < end ? runner.most : 0;
    }
    const auto& skips = list.skips;
    uint32_t block = runner.next_block;
    while (block < skips.size() && skips[block].last_doc < begin) ++block;
    runner.next_block = block;
    float most = 0;
    for (; block < skips.size(); ++block) {
      most = std::max(most, scorer_.bound(runner.weight, skips[block]));
      if (skips[block].last_doc >= end - 1) break;
    }
    return most;
  }

  // A sum of floats that can still win is at least this.
  [[nodiscard]] float needed() const {
    return static_cast<float>(judge_.threshold() * (1 - kFloatError));
  }

  [[nodiscard]] Result<void> window(uint32_t begin, uint32_t end) {
    const float need = needed();
    // The first `optional` lists together cannot make a winner.
    size_t optional = 0;
    float sum = 0;
    double squares = 0;
    below_[0] = 0;
    together_[0] = 0;
    for (size_t i = 0; i < runners_.size(); ++i) {
      runners_[i].here = bound(runners_[i], begin, end);
      sum += runners_[i].here;
      if (runners_[i].here > 0) squares += runners_[i].square;
      together_[i + 1] = Scorer::together(squares);
      below_[i + 1] = std::min(sum, together_[i + 1]);
      if (optional == i && below_[i + 1] < need) optional = i + 1;
    }
    if (optional == runners_.size()) return {};
    const uint8_t* shares = nullptr;
    if (scorer_.has_shares() && need > 0 &&
        !leave_out_frequent(begin, end, need, optional, shares)) {
      return index_.damage();
    }
    if (!scorer_.begin(begin, end)) return index_.damage();
    const size_t must = runners_.size() - optional;
    for (size_t i = optional; i < runners_.size(); ++i) {
      if (i + kAhead < runners_.size() && runners_[i + kAhead].here > 0) {
        runners_[i + kAhead].cursor->expect(runners_[i + kAhead].next_block);
      }
      if (runners_[i].here > 0 && !gather(runners_[i], begin, end, must == 1, below_[optional])) {
        return index_.damage();
      }
      if (is_spent_after(request_.budget, kWindow / kStepsABound)) break;
    }
    collect(begin, end, need, optional, shares);
    for (size_t i = optional; i-- > 0 && !candidates_.empty();) {
      if (is_spent_after(request_.budget, candidates_.size())) break;
      if (runners_[i].here > 0 && !add_to_candidates(runners_[i], need, i)) {
        return index_.damage();
      }
    }
    return judge_candidates();
  }

  // The largest class of frequent terms without which most documents are out of the race unless
  // they have some of the others: these lists need not be gone through. A document that could win
  // by frequent terms alone becomes a candidate in any case, by its share.
  [[nodiscard]] bool leave_out_frequent(uint32_t begin, uint32_t end, float need, size_t& optional,
                                        const uint8_t*& shares) {
    constexpr float kUnit = static_cast<float>(kShareUnit);
    for (size_t part = kFrequentIdf.size(); part-- > 0;) {
      const size_t count = frequent_[part];
      if (count == 0) return true;
      const uint8_t* const all = index_.frequent(part, begin, end);
      if (all == nullptr) return false;
      const float together = together_[count] / kUnit;
      const auto limit = static_cast<uint8_t>(std::min(kNear * need / together, kUnit));
      uint32_t near = 0;
      for (uint32_t doc = begin; doc < end; ++doc) near += all[doc] > limit ? 1 : 0;
      if (near > (end - begin) / kFewNear) continue;
      optional = count;
      shares = all;
      return true;
    }
    return true;
  }

  // What lists before number `count` can give a candidate at most.
  [[nodiscard]] float others(size_t count, float share) const {
    return std::min(below_[count], together_[count] * share);
  }

  // Adds what the list gives to the sums of the window.
  [[nodiscard]] bool gather(Runner& runner, uint32_t begin, uint32_t end, bool is_only,
                            float others) {
    Cursor& cursor = *runner.cursor;
    const auto& skips = cursor.list().skips;
    const float need = needed();
    for (uint32_t number = runner.next_block; number < cursor.list().blocks(); ++number) {
      if (is_only && !skips.empty() &&
          scorer_.bound(runner.weight, skips[number]) + others < need) {
        if (skips[number].last_doc >= end - 1) return true;
        continue;
      }
      if (!cursor.load(number) || !cursor.load_counts()) return false;
      const PostingBlock& block = cursor.block();
      const uint32_t from = block.docs[0] >= begin ? 0 : cursor.place_in_block(begin);
      const bool goes_on = block.docs[block.size - 1] < end;
      const uint32_t to = goes_on ? block.size : cursor.place_in_block(end);
      scorer_.for_each(block, from, to, runner.weight,
                       [&](uint32_t doc, float share) { sums_[doc - begin] += share; });
      if (!goes_on) return true;
    }
    return true;
  }

  // The sums of the window become candidates, and zero again.
  void collect(uint32_t begin, uint32_t end, float need, size_t optional, const uint8_t* shares) {
    candidates_.clear();
    const uint32_t count = end - begin;
    // Pages with none of the words are never answers, even if there is room.
    const float least = std::max(need, std::numeric_limits<float>::min());
    const float* const factors = scorer_.factors();
    const float others = below_[optional];
    const auto select = [&](auto&& is_in) {
      for_each_place(count, is_in, [&](uint32_t place) { candidates_.push_back({place}); });
    };
    if (factors == nullptr) {
      select([&](auto at) { return at(sums_.data()) + others >= least; });
    } else if (shares == nullptr) {
      select([&](auto at) { return at(sums_.data()) * at(factors) + others >= least; });
    } else {
      const float together = together_[optional] / static_cast<float>(kShareUnit);
      const uint8_t* const mine = shares + begin;
      select(
          [&](auto at) { return at(sums_.data()) * at(factors) + at(mine) * together >= least; });
    }
    for (Candidate& candidate : candidates_) {
      const uint32_t place = candidate.doc;
      candidate.doc += begin;
      candidate.sum = sums_[place];
      if (factors != nullptr) candidate.factor = factors[place];
      if (shares != nullptr) {
        candidate.share =
            static_cast<float>(shares[candidate.doc]) / static_cast<float>(kShareUnit);
      }
    }
    std::fill_n(sums_.begin(), count, 0.0F);
  }

  // Adds what the list gives to those still in the race, and drops who can no longer win.
  [[nodiscard]] bool add_to_candidates(Runner& runner, float need, size_t before) {
    size_t kept = 0;
    Cursor& cursor = *runner.cursor;
    for (Candidate candidate : candidates_) {
      if (!cursor.seek(candidate.doc)) return false;
      if (!cursor.at_end() && cursor.doc() == candidate.doc) {
        if (!cursor.load_counts()) return false;
        const uint32_t place = cursor.place();
        scorer_.for_each(cursor.block(), place, place + 1, runner.weight,
                         [&](uint32_t /*doc*/, float share) { candidate.sum += share; });
      }
      if (candidate.sum * candidate.factor + others(before, candidate.share) >= need) {
        candidates_[kept++] = candidate;
      }
    }
    candidates_.resize(kept);
    return true;
  }

  // Exact scores for the remaining pages, the most promising first, so that the rest can be skipped.
  [[nodiscard]] Result<void> judge_candidates() {
    for (Candidate& candidate : candidates_) candidate.sum *= candidate.factor;
    const auto is_worse = [](const Candidate& a, const Candidate& b) {
      return a.sum != b.sum ? a.sum < b.sum : a.doc > b.doc;
    };
    std::make_heap(candidates_.begin(), candidates_.end(), is_worse);
    while (!candidates_.empty()) {
      std::pop_heap(candidates_.begin(), candidates_.end(), is_worse);
      const Candidate candidate = candidates_.back();
      candidates_.pop_back();
      if (candidate.sum < needed()) break;
      if (std::ranges::binary_search(judged_, candidate.doc)) continue;
      COCITE_CHECK(judge_.look_at(candidate.doc));
      if (judge_.is_over()) break;
    }
    return {};
  }

  const Index& index_;
  const Request& request_;
  WeightedTerms& terms_;
  std::span<const Range> ranges_;
  Judge& judge_;
  Scorer scorer_;
  std::vector<Runner> runners_;
  std::vector<float> below_;     // what the lists before number i can give together
  std::vector<float> together_;  // and how long that part of the query's vector is
  std::array<size_t, kFrequentIdf.size()> frequent_{};  // how many terms are in each class
  std::array<float, kWindow> sums_{};
  std::vector<Candidate> candidates_;
  std::vector<uint32_t> judged_;  // before the first window; rising
};

}  // namespace

Result<std::vector<Hit>> search(const Index& index, const Request& request) {
  COCITE_TRY(WeightedTerms terms, WeightedTerms::find(index, request));
  COCITE_TRY(Conditions conditions, Conditions::find(index, request));
  if (request.top == 0 || terms.terms().empty() || conditions.are_impossible()) {
    return std::vector<Hit>{};
  }
  COCITE_TRY(const std::vector<Range> ranges, ranges_of(index, request));
  Judge judge(index, request, terms, conditions);
  const bool is_bm25 = request.model == Model::kBm25;
  if (conditions.have_lead()) {
    COCITE_CHECK(is_bm25 ? follow<Bm25>(index, request, terms, conditions, ranges, judge)
                         : follow<Cosine>(index, request, terms, conditions, ranges, judge));
  } else if (is_bm25) {
    COCITE_CHECK(Race<Bm25>(index, request, terms, ranges, judge).run());
  } else {
    COCITE_CHECK(Race<Cosine>(index, request, terms, ranges, judge).run());
  }
  return judge.take();
}

Result<std::vector<TermShare>> explain(const Index& index, const Request& request, PageId page) {
  COCITE_TRY(WeightedTerms terms, WeightedTerms::find(index, request));
  COCITE_TRY(const auto doc, index.doc(page));
  std::vector<TermShare> shares;
  if (!doc) return shares;
  for (size_t i = 0; i < terms.terms().size(); ++i) {
    double share = 0;
    if (!terms.share(i, *doc, share)) return index.damage();
    if (share > 0) shares.push_back({terms.terms()[i].text, share});
  }
  return shares;
}

}  // namespace cocite::text
