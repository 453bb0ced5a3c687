#include "measure/judge.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace cocite::measure {
namespace {

// A list of judged answers a query page: gold pairs and ratings.
class ListJudge final : public Judge {
 public:
  using List = std::vector<std::pair<PageId, Rating>>;  // by answer

  // In order of query, then answer; each pair once.
  void add(PageId query, PageId answer, Rating rating) {
    lists_[index(query)].emplace_back(answer, rating);
  }
  // A query page of which nothing else may be known.
  void add(PageId query) { lists_[index(query)]; }
  [[nodiscard]] Rating rating(PageId query, PageId answer) const override {
    const List* list = find(query);
    if (list == nullptr) return Rating::kUnjudged;
    const auto found = std::ranges::lower_bound(*list, answer, {}, &List::value_type::first);
    return found != list->end() && found->first == answer ? found->second : Rating::kUnjudged;
  }
  [[nodiscard]] uint64_t good_pages(PageId query) const override {
    const List* list = find(query);
    if (list == nullptr) return 0;
    return static_cast<uint64_t>(
        std::ranges::count(*list, Rating::kGood, &List::value_type::second));
  }
  [[nodiscard]] bool knows(PageId query) const override { return find(query) != nullptr; }
  [[nodiscard]] std::vector<PageId> queries() const override {
    std::vector<PageId> pages;
    for (const auto& [page, list] : lists_) pages.push_back(page_id(page));
    std::ranges::sort(pages);
    return pages;
  }

 private:
  [[nodiscard]] const List* find(PageId query) const {
    const auto found = lists_.find(index(query));
    return found == lists_.end() ? nullptr : &found->second;
  }
  std::unordered_map<uint32_t, List> lists_;
};

class LabelJudge final : public Judge {
 public:
  // Each once, by page.
  explicit LabelJudge(const std::vector<PageLabel>& labels) {
    for (const PageLabel& label : labels) {
      labels_[index(label.page)].push_back(label.label);
      if (label.label >= members_.size()) members_.resize(label.label + 1);
      members_[label.label].push_back(label.page);
    }
  }
  [[nodiscard]] Rating rating(PageId query, PageId answer) const override {
    const auto theirs = labels_.find(index(answer));
    if (theirs == labels_.end()) return Rating::kUnjudged;
    const auto own = labels_.find(index(query));
    if (own == labels_.end()) return Rating::kWrong;
    return std::ranges::find_first_of(own->second, theirs->second) != own->second.end()
               ? Rating::kGood
               : Rating::kWrong;
  }
  [[nodiscard]] uint64_t good_pages(PageId query) const override {
    const auto own = labels_.find(index(query));
    if (own == labels_.end()) return 0;
    if (own->second.size() == 1) return members_[own->second[0]].size() - 1;
    std::vector<PageId> all;
    for (const uint32_t label : own->second) {
      all.insert(all.end(), members_[label].begin(), members_[label].end());
    }
    std::ranges::sort(all);
    return static_cast<uint64_t>(std::unique(all.begin(), all.end()) - all.begin()) - 1;
  }
  [[nodiscard]] bool knows(PageId query) const override { return good_pages(query) > 0; }
  [[nodiscard]] std::vector<PageId> queries() const override {
    std::vector<PageId> pages;
    for (const auto& [page, labels] : labels_) {
      if (knows(page_id(page))) pages.push_back(page_id(page));
    }
    std::ranges::sort(pages);
    return pages;
  }

 private:
  std::unordered_map<uint32_t, std::vector<uint32_t>> labels_;
  std::vector<std::vector<PageId>> members_;
};

}  // namespace

Judged gold_judge(std::vector<GoldPair> pairs) {
  std::erase_if(pairs, [](const GoldPair& pair) { return pair.one == pair.other; });
  for (GoldPair& pair : pairs) {
    if (pair.other < pair.one) std::swap(pair.one, pair.other);
  }
  const auto key = [](const GoldPair& pair) {
    return std::tuple(pair.one, pair.other, !pair.is_good);
  };
  std::ranges::sort(pairs, {}, key);
  Judged judged;
  std::vector<PageRating> both_ways;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const GoldPair& pair = pairs[i];
    if (i > 0 && pairs[i - 1].one == pair.one && pairs[i - 1].other == pair.other) {
      // Good ones come first, so this one changes nothing.
      ++(pairs[i - 1].is_good == pair.is_good ? judged.repeated : judged.contradictions);
      continue;
    }
    const Rating rating = pair.is_good ? Rating::kGood : Rating::kWrong;
    both_ways.push_back({pair.one, pair.other, rating});
    both_ways.push_back({pair.other, pair.one, rating});
    ++judged.judgements;
  }
  std::ranges::sort(both_ways, {},
                    [](const PageRating& one) { return std::tuple(one.query, one.answer); });
  auto judge = std::make_unique<ListJudge>();
  for (const PageRating& one : both_ways) judge->add(one.query, one.answer, one.rating);
  judged.judge = std::move(judge);
  return judged;
}

Judged label_judge(std::vector<PageLabel> labels) {
  std::ranges::sort(labels, {},
                    [](const PageLabel& one) { return std::tuple(one.page, one.label); });
  Judged judged;
  const size_t before = labels.size();
  const auto is_same = [](const PageLabel& a, const PageLabel& b) {
    return a.page == b.page && a.label == b.label;
  };
  labels.erase(std::unique(labels.begin(), labels.end(), is_same), labels.end());
  judged.repeated = before - labels.size();
  judged.judgements = labels.size();
  judged.judge = std::make_unique<LabelJudge>(labels);
  return judged;
}

std::vector<PageRating> last_words(std::vector<PageRating> ratings) {
  const auto key = [](const PageRating& one) {
    return std::tuple(one.query, one.answer, one.rater);
  };
  std::ranges::stable_sort(ratings, {}, key);
  std::vector<PageRating> last;
  for (const PageRating& one : ratings) {
    if (!last.empty() && key(last.back()) == key(one)) last.pop_back();
    last.push_back(one);
  }
  return last;
}

Judged rating_judge(std::vector<PageRating> ratings, const std::vector<PageId>& asked) {
  std::erase_if(ratings, [](const PageRating& one) { return one.query == one.answer; });
  Judged judged;
  {
    const auto key = [](const PageRating& one) {
      return std::tuple(one.query, one.answer, one.rater);
    };
    std::ranges::stable_sort(ratings, {}, key);
    for (size_t i = 1; i < ratings.size(); ++i) {
      if (key(ratings[i - 1]) != key(ratings[i])) continue;
      ++(ratings[i - 1].rating == ratings[i].rating ? judged.repeated : judged.contradictions);
    }
  }
  const std::vector<PageRating> words = last_words(std::move(ratings));
  judged.judgements = words.size();
  auto judge = std::make_unique<ListJudge>();
  for (const PageId query : asked) judge->add(query);
  for (size_t begin = 0; begin < words.size();) {
    uint64_t good = 0;
    uint64_t dead = 0;
    size_t end = begin;
    while (end < words.size() && words[end].query == words[begin].query &&
           words[end].answer == words[begin].answer) {
      good += words[end].rating == Rating::kGood ? 1 : 0;
      dead += words[end].rating == Rating::kDead ? 1 : 0;
      ++end;
    }
    const uint64_t others = end - begin - good;
    const Rating rating = good > others          ? Rating::kGood
                          : dead > others - dead ? Rating::kDead
                                                 : Rating::kWrong;
    judge->add(words[begin].query, words[begin].answer, rating);
    begin = end;
  }
  judged.judge = std::move(judge);
  return judged;
}

}  // namespace cocite::measure
