// HubFinder: hubs near a page, found by widening circles that are trimmed as they grow.
//
// Kleinberg's extension again and again: of the n pages that the i-th of these finds and that were
// not there before, the best
//
//   floor((100 - 10 log10 n) / (1 + alpha (D - 1)) * n / 100),  D = i
//
// are kept and extended next. "Best" is by any rank of all pages, HubRank unless the user says
// otherwise, or by how much a page has the same words as the query pages. Papers: P. A. Chirita, D. Olmedilla and W. Nejdl, Finding Related Pages Using the Link
// Structure of the WWW (WI 2004), and Chirita's poster Finding Related Hubs and Authorities (2003),
// whose Table 1 gives alpha = 0.6. The last trim orders by extension, then by criterion (final
// "paper": by criterion alone, which with a rank of all pages gives nearly the same answer for
// every query). Does badly where the criterion knows nothing of the topic.
//
// In a large web the sixth extension finds millions of pages. But where the last trim goes by
// extension, what a later one finds stands behind what an earlier one found; so a query for the
// first ten ends with the extension that has them, mostly the first, and touches as many links as
// there are around the page. A trace, and `final` "paper", go all the way: the links of all pages
// that are kept.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "related/extension.h"
#include "related/hits.h"
#include "related/hub_finder.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/query_words.h"
#include "related/visited_pages.h"

namespace cocite::related {

uint64_t hub_finder_keeps(uint64_t n, uint64_t distance, double alpha) {
  if (n == 0) return 0;
  const auto pages = static_cast<double>(n);
  const double share = (100 - 10 * std::log10(pages)) /
                       (1 + alpha * (static_cast<double>(distance) - 1)) * pages / 100;
  return share <= 0 ? 0 : std::min(n, static_cast<uint64_t>(std::floor(share + 1e-9)));
}

namespace {

// Pages with too few links are no hubs; the further away, the more are asked for.
Result<void> keep_rich(const Query& query, uint64_t distance, std::vector<Item>& items) {
  std::vector<PageId> pages;
  for (const Item& item : items) pages.push_back(item.page);
  std::vector<uint32_t> degrees(pages.size());
  COCITE_CHECK(query.web->out().degrees(pages, degrees));
  const uint64_t least = std::min<uint64_t>(2 + distance, 10);
  size_t kept = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (degrees[i] >= least) items[kept++] = items[i];
  }
  items.resize(kept);
  return {};
}

text::TfKind tf_of(const Query& query) {
  return query.parameters->word("tf") == "log" ? text::TfKind::kLog : text::TfKind::kCount;
}

// What decides which pages are best: a rank of all pages, how much they are about the same as the
// query pages, or how many of their links are with the set.
class Criterion {
 public:
  static Result<Criterion> of(const Query& query) {
    Criterion criterion;
    std::string name = query.parameters->word("criterion");
    if (name == "content") {
      COCITE_TRY(criterion.words_, QueryWords::of(query, tf_of(query)));
      criterion.largest_ = 1;  // a cosine
      return criterion;
    }
    if (name == "local") {
      const bool of_hubs = query.parameters->word("want") == "hubs";
      criterion.links_ = of_hubs ? &query.web->out() : &query.web->in();
      criterion.largest_ = static_cast<double>(query.web->pages());
      return criterion;
    }
    if (name == "default") {
      name = query.parameters->word("want") == "hubs" ? "hubrank" : "hubrank-authority";
    }
    COCITE_TRY(const std::span<const double> all, query.web->rank(name, query.budget));
    COCITE_TRY(const auto largest, query.web->keep<double>(
                                       "largest " + name,
                                       [all](const Web&) -> Result<double> {
                                         double most = 0;
                                         for (const double number : all) {
                                           if (number > most) most = number;
                                         }
                                         return most;
                                       },
                                       query.budget));
    criterion.numbers_ = all;
    criterion.largest_ = *largest;
    return criterion;
  }
  // No page has more.
  [[nodiscard]] double largest() const { return largest_; }
  // Sets their scores. `set`: what was found before.
  Result<void> judge(const VisitedPages& set, std::vector<Item>& items) const {
    if (links_ != nullptr) {
      const std::vector<PageId> pages = pages_of(items);
      auto lists = links_->batch(pages);
      for (size_t i = 0; lists.next(); ++i) {
        items[i].score = static_cast<double>(
            std::ranges::count_if(lists.list(), [&](PageId page) { return set.contains(page); }));
      }
      return lists.status();
    }
    if (!words_) {
      for (Item& item : items) {
        const double number = numbers_[index(item.page)];
        item.score = std::isnan(number) ? 0 : number;  // a column may have no number for a page
      }
      return {};
    }
    COCITE_TRY(const auto like, words_->similarities(pages_of(items)));
    for (size_t i = 0; i < items.size(); ++i) items[i].score = like[i].value_or(0);
    return {};
  }

  static std::vector<PageId> pages_of(std::span<const Item> items) {
    std::vector<PageId> pages;
    pages.reserve(items.size());
    for (const Item& item : items) pages.push_back(item.page);
    return pages;
  }

 private:
  std::span<const double> numbers_;
  std::optional<QueryWords> words_;
  const graph::PackedLinks* links_ = nullptr;  // by links with the set
  double largest_ = 0;
};

// Which of the pages that were found may be answers, by what they are about.
class ContentFilter {
 public:
  static Result<ContentFilter> of(const Query& query) {
    ContentFilter filter;
    filter.least_ = query.parameters->number("content_filter");
    filter.drops_unknown_ = query.parameters->word("content_unknown") == "drop";
    if (filter.least_ > 0) {
      COCITE_TRY(filter.words_, QueryWords::of(query, tf_of(query)));
    }
    return filter;
  }
  [[nodiscard]] bool is_on() const { return words_.has_value(); }
  // Takes out those that may not; marks those that cannot be judged.
  Result<void> keep_alike(std::vector<Item>& items) const {
    if (!is_on()) return {};
    COCITE_TRY(const auto like, words_->similarities(Criterion::pages_of(items)));
    size_t kept = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      if (like[i] ? *like[i] < least_ : drops_unknown_) continue;
      items[i].is_unjudged = !like[i];
      items[kept++] = items[i];
    }
    items.resize(kept);
    return {};
  }

 private:
  std::optional<QueryWords> words_;
  double least_ = 0;
  bool drops_unknown_ = false;
};

// Are the first `wanted` answers known, whatever the steps to come find?
class Enough {
 public:
  Enough(const Query& query, const Criterion& criterion)
      : wanted_(query.wanted), least_(kZero * criterion.largest()) {}
  // After each step, with what it found.
  bool is_reached(std::span<const Item> found) {
    uint64_t doubtful = 0;
    for (const Item& item : found) {
      // So small a score is zero, or not, by what else there is in the answer.
      if (item.score >= least_ && item.score > 0) {
        ++sure_;
      } else if (item.score > 0) {
        ++doubtful;
      }
    }
    const bool is_reached = doubtful_ == 0 && sure_ >= wanted_;
    doubtful_ += doubtful;  // they stand behind the others of their step, but before later ones
    return is_reached;
  }

 private:
  uint64_t wanted_;
  double least_;
  uint64_t sure_ = 0;
  uint64_t doubtful_ = 0;
};

}  // namespace

Result<HubFinderRun> run_hub_finder(const Query& query, HubFinderEnd end) {
  const Parameters& parameters = *query.parameters;
  COCITE_TRY(const Criterion criterion, Criterion::of(query));
  const bool only_rich = parameters.word("out_degree_filter") == "on";
  const uint64_t extensions = parameters.count("sigma");
  const uint64_t d = parameters.count("d");
  const double alpha = parameters.number("alpha");
  const bool trims = parameters.word("untrimmed") == "off";

  HubFinderRun run;
  VisitedPages all(query.web->pages());  // what is in the set
  COCITE_TRY(const ContentFilter filter, ContentFilter::of(query));
  Enough enough(query, criterion);
  Extension extension;
  std::vector<PageId> front(query.pages.begin(), query.pages.end());
  std::vector<Item> own;
  for (const PageId page : query.pages) own.push_back({.page = page});
  COCITE_CHECK(criterion.judge(all, own));
  for (const Item& item : own) {
    all.add(item.page);
    run.pages.push_back({.page = item.page, .step = 0, .criterion = item.score});
  }
  for (uint32_t step = 1; step <= extensions; ++step) {
    VisitedPages seen(query.web->pages());
    std::vector<Item> fresh;
    for (const PageId page : front) seen.add(page);
    COCITE_CHECK(extension.extend(query, front, d, [&](PageId page) {
      if (seen.add(page) && !all.contains(page)) {
        fresh.push_back({.page = page});
      }
    }));
    if (step == 1) {
      run.first = Criterion::pages_of(fresh);
      std::ranges::sort(run.first);
    }
    COCITE_CHECK(criterion.judge(all, fresh));
    HubFinderStep told{.discovered = seen.size() - (step == 1 ? front.size() : 0),
                       .fresh = fresh.size()};
    // The first extension is kept as a whole; the i-th after it is trimmed with D = i.
    if (step > 1 && trims) {
      constexpr double kTie = 1e-9;  // iterated ranks are no more exact
      const uint64_t keeps = hub_finder_keeps(fresh.size(), step - 1, alpha);
      COCITE_TRY(fresh, best(*query.web, query.hosts_on, std::move(fresh), keeps, kTie));
    }
    if (only_rich) COCITE_CHECK(keep_rich(query, step, fresh));
    front.assign(query.pages.begin(), step == 1 ? query.pages.end() : query.pages.begin());
    for (const Item& item : fresh) {
      all.add(item.page);
      front.push_back(item.page);
      run.pages.push_back({.page = item.page, .step = step, .criterion = item.score});
    }
    told.kept = fresh.size();
    told.total = all.size();
    run.steps.push_back(told);
    // What is about something else leads to other pages, but is no answer.
    const size_t first = run.pages.size() - fresh.size();
    COCITE_CHECK(filter.keep_alike(fresh));
    if (filter.is_on()) {
      PageMap<bool> alike;
      for (const Item& item : fresh) alike[item.page] = item.is_unjudged;
      for (size_t i = first; i < run.pages.size(); ++i) {
        const bool* const is_unjudged = alike.find(run.pages[i].page);
        run.pages[i].is_answer = is_unjudged != nullptr;
        run.pages[i].is_unjudged = is_unjudged != nullptr && *is_unjudged;
      }
    }
    if (query.is_spent()) break;
    if (end.when_wanted_are_found && enough.is_reached(fresh)) break;
    if (end.until != nullptr && all.contains(*end.until)) break;
  }
  return run;
}

namespace hubfinder {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"sigma", ParameterKind::kCount, "6", "number of extensions of the set of pages",
                  "", 1, 1000},
    ParameterInfo{"alpha", ParameterKind::kNumber, "0.6",
                  "how much more is trimmed the further away pages are"},
    ParameterInfo{"d", ParameterKind::kCount, "50",
                  "sampled parents of each page of the start set"},
    ParameterInfo{"want", ParameterKind::kWord, "hubs", "what to answer with", "authorities|hubs"},
    ParameterInfo{"criterion", ParameterKind::kWord, "default",
                  "what decides which pages are best: content (the same words as the page), local "
                  "(links with "
                  "pages found before), the name of a rank, a saved column, or a file of pages and "
                  "numbers (default: hubrank, or "
                  "hubrank-authority)"},
    ParameterInfo{
        "final", ParameterKind::kWord, "nearest",
        "the last trim: by extension first, by criterion alone, or by the share of its links "
        "that lead to the first extension, times the criterion's root",
        "nearest|paper|lift"},
    ParameterInfo{"untrimmed", ParameterKind::kWord, "off",
                  "on: keep all new pages of each extension, to see what trimming leaves out",
                  "on|off"},
    ParameterInfo{"out_degree_filter", ParameterKind::kWord, "off",
                  "on: drop pages with few links; further away, pages need more of them", "on|off"},
    ParameterInfo{"content_filter", ParameterKind::kNumber, "0",
                  "drop answers whose words are less like the page's than this: cosine, 0 to 1; 0: "
                  "drop none",
                  "", 0, 1},
    ParameterInfo{"content_unknown", ParameterKind::kWord, "keep",
                  "pages without title and text, which cannot be judged", "keep|drop"},
    ParameterInfo{"tf", ParameterKind::kWord, "count",
                  "weight of a word by content: raw count, or 1 + ln(count)", "count|log"},
};

bool is_by_lift(const Query& query) {
  return query.parameters->word("final") == "lift";
}

// lift = n / (d + 4): n of the d links of a page (of a hub to others, of an authority from others)
// are with pages of the first extension. Pages with fewer than two such links are no answers.
Result<void> measure_lift(const Query& query, HubFinderRun& run) {
  constexpr uint64_t kLeast = 2;
  constexpr double kPrior = 4;
  const bool of_hubs = query.parameters->word("want") == "hubs";
  std::vector<PageId> pages;
  for (const HubFinderRun::Page& page : run.pages) pages.push_back(page.page);
  auto lists = (of_hubs ? query.web->out() : query.web->in()).batch(pages, query.budget);
  size_t at = 0;
  for (; lists.next(); ++at) {
    const auto list = lists.list();
    const auto shared = static_cast<uint64_t>(std::ranges::count_if(
        list, [&](PageId page) { return std::ranges::binary_search(run.first, page); }));
    HubFinderRun::Page& page = run.pages[at];
    page.lift = static_cast<double>(shared) / (static_cast<double>(list.size()) + kPrior);
    if (shared < kLeast) page.is_answer = false;
    if (query.is_spent_after(list.size() + 1)) break;
  }
  COCITE_CHECK(lists.status());
  // What the budget did not reach.
  for (++at; at < run.pages.size(); ++at) run.pages[at].is_answer = false;
  return {};
}

// Sets the places of items by lift times the root of the criterion: those that tie have the same.
void order_by_lift(const HubFinderRun& run, std::vector<Item>& items) {
  PageMap<double> lifts;
  for (const HubFinderRun::Page& page : run.pages) {
    lifts[page.page] = page.lift * std::sqrt(std::max(0.0, page.criterion));
  }
  const auto value = [&](const Item& item) { return *lifts.find(item.page); };
  std::ranges::sort(items, std::ranges::greater{}, value);
  const auto count = static_cast<uint32_t>(items.size());
  double least = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const bool is_tie = i > 0 && value(items[i]) >= least;
    if (!is_tie) least = value(items[i]) * (1 - kZero);
    items[i].tier = is_tie ? items[i - 1].tier : count - i;
  }
}

bool uses_words(const Query& query) {
  return query.parameters->word("criterion") == "content" ||
         query.parameters->number("content_filter") > 0;
}

class Kept : public Gathered {
 public:
  Kept(const Query& query, HubFinderRun run) : Gathered(query), run_(std::move(run)) {}
  [[nodiscard]] const HubFinderRun& run() const { return run_; }

  // The pages of earlier circles that it was found from.
  Result<Explanation> explain(PageId answer) override {
    Explanation explanation{.are_parts = false, .by_words = uses_words(query())};
    const auto own = std::ranges::find(run_.pages, answer, &HubFinderRun::Page::page);
    if (own == run_.pages.end()) return explanation;
    if (!own->is_answer) return explanation;
    explanation.score = own->criterion;
    PageSet children;
    graph::ListBuffer buffer;
    COCITE_TRY(const std::span<const PageId> list, query().web->out().list(answer, buffer));
    for (const PageId child : list) children[child];
    PageSet parents;
    COCITE_TRY(const std::span<const PageId> back, query().web->in().list(answer, buffer));
    for (const PageId parent : back) parents[parent];
    for (const HubFinderRun::Page& page : run_.pages) {
      if (page.step >= own->step) continue;
      if (children.contains(page.page)) explanation.reasons.push_back({page.page, 0, "child"});
      if (parents.contains(page.page)) explanation.reasons.push_back({page.page, 0, "parent"});
    }
    return explanation;
  }

 private:
  HubFinderRun run_;
};

Result<Answer> find(const Query& query) {
  const bool nearest = query.parameters->word("final") == "nearest";
  COCITE_TRY(HubFinderRun found, run_hub_finder(query, {.when_wanted_are_found = nearest}));
  if (is_by_lift(query)) COCITE_CHECK(measure_lift(query, found));
  auto kept = std::make_shared<Kept>(query, std::move(found));
  const HubFinderRun& run = kept->run();
  Answer answer;
  for (const HubFinderRun::Page& page : run.pages) {
    if (!page.is_answer) continue;
    const auto nearness = static_cast<uint32_t>(run.steps.size() + 1) - page.step;
    answer.items.push_back({.page = page.page,
                            .score = page.criterion,
                            .tier = nearest ? nearness : 1,
                            .is_unjudged = page.is_unjudged});
  }
  drop_zeros(query, answer.items);
  if (is_by_lift(query)) order_by_lift(run, answer.items);
  answer.is_sufficient = !answer.items.empty();
  answer.by_words = uses_words(query);
  if (query.keeps_gathered) answer.gathered = std::move(kept);
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  COCITE_TRY(HubFinderRun run, run_hub_finder(query, {.until = &answer}));
  if (is_by_lift(query)) COCITE_CHECK(measure_lift(query, run));
  return Kept(query, std::move(run)).explain(answer);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "hubfinder",
    .summary = "hubs (or authorities) in widening circles, trimmed by a rank of all pages",
    .paper = "Chirita, Olmedilla & Nejdl 2003, 2004",
    .parameters = kParameters,
    .together = Together::kAtOnce,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace hubfinder
}  // namespace cocite::related
