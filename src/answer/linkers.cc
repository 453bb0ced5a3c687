// Lists of the set are read from the shortest on. A page that has n - k of the lists against it cannot be in k of n, so
// only the n - k + 1 shortest lists bring candidates; longer ones are only looked up in. Once the candidates' own links
// are fewer than those of the lists still to be read, the candidates are read instead, and the long lists never are.
#include "answer/linkers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "answer/many_links.h"
#include "answer/present.h"
#include "answer/resolve.h"
#include "base/budget.h"
#include "graph/packed_links.h"
#include "related/page_map.h"

namespace cocite::answer {
namespace {

// Reading a list costs as much as this many of its links.
constexpr uint64_t kListCost = 30;
// Where nothing is found: lists with together this many links are counted again, to say what nearly is.
constexpr uint64_t kMostRecounted = 2'000'000;
// When the budget is spent: candidates that are looked at one by one, and how many links each may have.
constexpr size_t kLastLooks = 100;
constexpr uint32_t kLastLinks = 5'000;

// Pages that are handled between two looks at the budget.
constexpr size_t kChunk = 16'384;

constexpr uint32_t kRefused = ~uint32_t{0};  // the place of a page of the other set

struct Candidate {
  PageId page{};
  uint32_t count = 0;
  uint32_t links = 0;
  double rank = 0;
};

class Search {
 public:
  Search(const Opened& opened, const LinkersRequest& request)
      : opened_(opened),
        request_(request),
        near_(request.out ? opened.web.out() : opened.web.in()),
        far_(request.out ? opened.web.in() : opened.web.out()),
        budget_(request.budget_ms, request.stop) {
    buffer_.budget = &budget_;
  }

  Result<LinkersAnswer> answer() {
    COCITE_CHECK(resolve_sets());
    COCITE_CHECK(find());
    if (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped");
    }
    COCITE_CHECK(order());
    COCITE_CHECK(present());
    COCITE_CHECK(hint());
    return std::move(answer_);
  }

 private:
  struct List {
    PageId page{};
    uint32_t degree = 0;
  };

  Result<void> resolve_sets() {
    if (request_.pages.empty()) {
      return fail({.message = "there is no page to ask about", .about = "page"});
    }
    for (const std::string& text : request_.pages) {
      COCITE_TRY(const PageId page, resolve(opened_.store, text));
      COCITE_TRY(LinkItem named, present_link(opened_.store, 0, page));
      if (places_.contains(page)) {
        answer_.notes.push_back(opened_.store.address(named.key) +
                                " is in the set more than once and counts once");
        continue;
      }
      places_[page] = static_cast<uint32_t>(set_.size());
      COCITE_TRY(const uint32_t degree, near_.degree(page));
      set_.push_back({page, degree});
      answer_.pages.push_back(std::move(named.ref()));
    }
    for (const std::string& text : request_.not_pages) {
      COCITE_TRY(const PageId page, resolve(opened_.store, text));
      const uint32_t* const place = places_.find(page);
      if (place != nullptr && *place == kRefused) continue;
      COCITE_TRY(LinkItem named, present_link(opened_.store, 0, page));
      if (place != nullptr) {
        return fail({.message = opened_.store.address(named.key) +
                                " is in both sets: no page can link to it and not link to it",
                     .about = "not"});
      }
      places_[page] = kRefused;
      COCITE_TRY(const uint32_t degree, near_.degree(page));
      refused_.push_back({page, degree});
      answer_.not_pages.push_back(std::move(named.ref()));
    }
    need_ = request_.at_least == 0 ? set_.size() : request_.at_least;
    if (need_ > set_.size()) {
      return fail({.message = "the set has fewer pages: " + std::to_string(set_.size()),
                   .about = "at_least"});
    }
    answer_.at_least = need_;
    return {};
  }

  // Ends early, with alive_ not yet decided, once the budget is spent.
  Result<void> find() {
    std::vector<List> lists = set_;
    std::ranges::stable_sort(lists, {}, &List::degree);
    const size_t generating = lists.size() - need_ + 1;
    for (size_t i = 0; i < generating; ++i) {
      COCITE_TRY(const bool is_read, each_of(lists[i].page, [&](PageId page) { ++counts_[page]; }));
      if (!is_read) break;
    }
    alive_.assign(counts_.pages().begin(), counts_.pages().end());
    if (!answer_.is_complete) return decide_few();
    std::vector<List> rest(lists.begin() + static_cast<ptrdiff_t>(generating), lists.end());
    const size_t counted = rest.size();
    rest.insert(rest.end(), refused_.begin(), refused_.end());
    uint64_t left = 0;
    for (const List& list : rest) left += list.degree + kListCost;
    for (size_t i = 0; i < rest.size() && !alive_.empty(); ++i) {
      COCITE_TRY(const bool is_cheaper, is_cheaper_one_by_one(left));
      if (is_cheaper) return decide_all();
      const auto count = [&](PageId page) {
        uint32_t* const found = counts_.find(page);
        if (found != nullptr && *found != kRefused) ++*found;
      };
      const auto refuse = [&](PageId page) {
        if (uint32_t* const found = counts_.find(page)) *found = kRefused;
      };
      Result<bool> is_read =
          i < counted ? each_of(rest[i].page, count) : each_of(rest[i].page, refuse);
      COCITE_CHECK(is_read);
      if (!*is_read) return decide_few();
      const size_t to_come = i + 1 < counted ? counted - i - 1 : 0;
      std::erase_if(alive_, [&](PageId page) {
        const uint32_t have = *counts_.find(page);
        return have == kRefused || have + to_come < need_;
      });
      left -= rest[i].degree + kListCost;
    }
    return {};
  }

  // False: the budget is spent.
  template <class Use>
  Result<bool> each_of(PageId page, const Use& use) {
    const auto list = budget_.is_spent() ? fail(ErrorCode::kBusy, "") : near_.list(page, buffer_);
    if (!list && list.error().code == ErrorCode::kBusy) {
      answer_.is_complete = false;
      return false;
    }
    COCITE_CHECK(list);
    for (size_t begin = 0; begin < list->size(); begin += kChunk) {
      if (budget_.is_spent()) {
        answer_.is_complete = false;
        return false;
      }
      for (const PageId one : list->subspan(begin, std::min(kChunk, list->size() - begin)))
        use(one);
    }
    return true;
  }

  // Whether the candidates' own lists are shorter than what is left to read.
  Result<bool> is_cheaper_one_by_one(uint64_t left) {
    if (alive_.size() * kListCost >= left) return false;
    degrees_.resize(alive_.size());
    COCITE_CHECK(far_.degrees(alive_, degrees_));
    uint64_t own = alive_.size() * kListCost;
    for (const uint32_t degree : degrees_) own += degree;
    return own < left;
  }

  // Whether a page is an answer, from its own links.
  Result<bool> decide(PageId page, graph::ListBuffer& buffer) {
    COCITE_TRY(const auto list, far_.list(page, buffer));
    uint32_t count = 0;
    for (const PageId one : list) {
      const uint32_t* const place = places_.find(one);
      if (place == nullptr) continue;
      if (*place == kRefused) return false;
      ++count;
    }
    counts_[page] = count;
    return count >= need_;
  }

  Result<void> decide_all() {
    std::vector<PageId> kept;
    for (const PageId page : alive_) {
      if (budget_.is_spent_after(kListCost)) {
        answer_.is_complete = false;
        break;
      }
      COCITE_TRY(const bool is_answer, decide(page, buffer_));
      if (is_answer) kept.push_back(page);
    }
    alive_ = std::move(kept);
    return {};
  }

  // The time is up: a few of the most likely ones are decided, so that what is answered is true.
  Result<void> decide_few() {
    const auto more = [&](PageId a, PageId b) {
      const uint32_t of_a = *counts_.find(a);
      const uint32_t of_b = *counts_.find(b);
      return of_a != of_b ? of_a > of_b : a < b;
    };
    const size_t looks = std::min(kLastLooks, alive_.size());
    std::partial_sort(alive_.begin(), alive_.begin() + static_cast<ptrdiff_t>(looks), alive_.end(),
                      more);
    alive_.resize(looks);
    graph::ListBuffer buffer;
    std::vector<PageId> kept;
    for (const PageId page : alive_) {
      COCITE_TRY(const uint32_t degree, far_.degree(page));
      if (degree > kLastLinks || *counts_.find(page) == kRefused) continue;
      COCITE_TRY(const bool is_answer, decide(page, buffer));
      if (is_answer) kept.push_back(page);
    }
    alive_ = std::move(kept);
    return {};
  }

  Result<void> order() {
    COCITE_CHECK(read_degrees(far_));
    std::vector<Candidate> all;
    for (size_t i = 0; i < alive_.size(); ++i) {
      all.push_back({.page = alive_[i], .count = *counts_.find(alive_[i]), .links = degrees_[i]});
    }
    COCITE_CHECK(add_ranks(all));
    fold_platforms(all);
    answer_.total = all.size();
    sort(all, found_);
    return {};
  }

  Result<void> add_ranks(std::vector<Candidate>& all) {
    if (opened_.web.has_column("pagerank")) {
      answer_.by = "pagerank";
      COCITE_TRY(const auto ranks, opened_.web.rank("pagerank"));
      for (Candidate& one : all) {
        const double rank = ranks[index(one.page)];
        one.rank = std::isnan(rank) ? 0 : rank;
      }
      return {};
    }
    answer_.by = "indegree";
    COCITE_CHECK(read_degrees(opened_.web.in()));
    all.resize(alive_.size());
    for (size_t i = 0; i < all.size(); ++i) all[i].rank = degrees_[i];
    return {};
  }

  // Of all candidates, or of those that there is time for: the others are left out.
  Result<void> read_degrees(const graph::PackedLinks& links) {
    degrees_.resize(alive_.size());
    const std::span<const PageId> pages = alive_;
    for (size_t begin = 0; begin < pages.size(); begin += kChunk) {
      if (begin > 0 && budget_.is_spent()) {
        answer_.is_complete = false;
        alive_.resize(begin);
        degrees_.resize(begin);
        return {};
      }
      const size_t size = std::min(kChunk, pages.size() - begin);
      COCITE_CHECK(
          links.degrees(pages.subspan(begin, size), std::span(degrees_).subspan(begin, size)));
    }
    return {};
  }

  void fold_platforms(std::vector<Candidate>& all) {
    if (!request_.fold_platforms) return;
    const store::Facts& facts = opened_.store.facts();
    // With `out` the links to a page count, which nearly every page has.
    const uint64_t linking = request_.out ? facts.pages : facts.pages - facts.childless;
    answer_.platform_links = many_links(facts.links, linking);
    const auto platforms = std::stable_partition(all.begin(), all.end(), [&](const Candidate& one) {
      return one.links < answer_.platform_links;
    });
    std::vector<Candidate> folded(platforms, all.end());
    all.erase(platforms, all.end());
    answer_.platforms_total = folded.size();
    sort(folded, folded_);
  }

  [[nodiscard]] double score_of(const Candidate& one) const {
    switch (request_.order) {
      case LinkersOrder::kCount:
        return one.count;
      case LinkersOrder::kRank:
        return one.rank;
      case LinkersOrder::kFew:
        return 1.0 / std::max(1U, one.links);
    }
    return 0;
  }

  void sort(std::vector<Candidate>& all, std::vector<Candidate>& best) const {
    const auto is_before = [&](const Candidate& a, const Candidate& b) {
      const double a_score = score_of(a);
      const double b_score = score_of(b);
      if (a_score != b_score) return a_score > b_score;
      if (a.rank != b.rank) return a.rank > b.rank;
      return a.page < b.page;
    };
    const size_t top = request_.top == 0 ? all.size() : std::min<size_t>(request_.top, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(top), all.end(), is_before);
    best.assign(all.begin(), all.begin() + static_cast<ptrdiff_t>(top));
  }

  Result<void> present() {
    constexpr std::string_view kOrders[] = {"count", "rank", "few"};
    answer_.order = kOrders[static_cast<size_t>(request_.order)];
    COCITE_CHECK(present(found_, answer_.items));
    COCITE_CHECK(present(folded_, answer_.platforms));
    return {};
  }

  Result<void> present(std::span<const Candidate> candidates, std::vector<LinkersItem>& items) {
    related::PageMap<uint32_t> shown;
    for (const Candidate& one : candidates) {
      COCITE_TRY(LinkItem named, present_link(opened_.store, 0, one.page));
      shown[one.page] = static_cast<uint32_t>(items.size());
      LinkersItem item;
      item.rank = items.size() + 1;
      item.score = score_of(one);
      item.count = one.count;
      item.links = one.links;
      item.gone = std::move(named.gone);
      item.ref() = std::move(named.ref());
      items.push_back(std::move(item));
    }
    graph::ListBuffer buffer;
    if (!request_.out) {
      for (size_t i = 0; i < items.size(); ++i) {
        COCITE_CHECK(add_links(candidates[i].page, buffer, [&](PageId to, LinkersLink&& link) {
          const uint32_t* const place = places_.find(to);
          if (place == nullptr) return;
          link.ref() = answer_.pages[*place];
          items[i].to.push_back(std::move(link));
        }));
        std::ranges::sort(items[i].to, {}, [&](const LinkersLink& link) {
          return std::ranges::find(answer_.pages, link.key, &PageRef::key) - answer_.pages.begin();
        });
      }
      return {};
    }
    for (size_t place = 0; place < set_.size(); ++place) {
      COCITE_CHECK(add_links(set_[place].page, buffer, [&](PageId to, LinkersLink&& link) {
        const uint32_t* const at = shown.find(to);
        if (at == nullptr) return;
        link.ref() = answer_.pages[place];
        items[*at].to.push_back(std::move(link));
      }));
    }
    return {};
  }

  // use(child, link) for the links of a page.
  template <class Use>
  Result<void> add_links(PageId page, graph::ListBuffer& buffer, const Use& use) {
    const store::Store& store = opened_.store;
    COCITE_TRY(const auto children, store.children(page, buffer));
    COCITE_TRY(const auto anchors, store.text_columns().anchors(page));
    for (size_t i = 0; i < children.size(); ++i) {
      LinkersLink link;
      link.place = store.has_link_order() ? i + 1 : 0;
      if (i < anchors.size()) link.anchor = anchors[i];
      use(children[i], std::move(link));
    }
    return {};
  }

  // Where nothing links to all: how many of them something links to.
  Result<void> hint() {
    if (!answer_.is_complete) {
      answer_.notes.push_back("the time budget ended the search: there may be more answers");
      return {};
    }
    if (answer_.total + answer_.platforms_total > 0) return {};
    const std::string links = request_.out ? "no page is linked from " : "no page links to ";
    const std::string set = need_ == set_.size()
                                ? (need_ == 1 ? "this page" : "all " + std::to_string(need_))
                                : std::to_string(need_) + " of these";
    std::string note = links + set + (refused_.empty() ? "" : " and none of the others");
    uint64_t sum = 0;
    for (const List& list : set_) sum += list.degree;
    if (need_ > 1 && sum <= kMostRecounted) {
      counts_.clear();
      for (const List& list : set_) {
        COCITE_TRY(const bool is_read, each_of(list.page, [&](PageId page) { ++counts_[page]; }));
        if (!is_read) break;
      }
      uint32_t most = 0;
      uint64_t pages = 0;
      counts_.for_each([&](PageId, uint32_t count) {
        if (count > most) pages = 0;
        most = std::max(most, count);
        pages += count == most ? 1 : 0;
      });
      if (most > 0 && most < need_) {
        note += "; the most is " + std::to_string(most) + ", by " + std::to_string(pages) +
                (pages == 1 ? " page" : " pages") + " (at_least " + std::to_string(most) + ")";
      }
    }
    answer_.notes.push_back(std::move(note));
    answer_.is_complete = true;
    return {};
  }

  const Opened& opened_;
  const LinkersRequest& request_;
  const graph::PackedLinks& near_;  // the lists of the set
  const graph::PackedLinks& far_;   // the lists of candidates
  Budget budget_;
  graph::ListBuffer buffer_;
  LinkersAnswer answer_;
  std::vector<List> set_;
  std::vector<List> refused_;
  related::PageMap<uint32_t> places_;  // of the pages of both sets
  related::PageMap<uint32_t> counts_;  // of the set, that a candidate links to; kRefused
  std::vector<PageId> alive_;          // candidates that may still be answers
  std::vector<uint32_t> degrees_;
  std::vector<Candidate> found_;
  std::vector<Candidate> folded_;
  uint64_t need_ = 0;
};

}  // namespace

Result<LinkersAnswer> linkers(const Opened& opened, const LinkersRequest& request) {
  return Search(opened, request).answer();
}

}  // namespace cocite::answer
