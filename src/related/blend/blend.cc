// Blend, the default: pages that link to both, pages that both link to, and direct links.
//
// formula.cc has the score of two pages and what it means. search.h finds the first pages by it.
// Words (words.h) add to the scores of pages that links found, and find some pages themselves. If
// there are fewer pages than are
// wanted, pages that a short walk reaches (walk.cc) stand behind all others.
//
// Cost: the lists of u's parents, of some of its children's parents, and of some twenty candidates.
// Bounds: B sampled parents and the first F children of a page, and F/2 places around u on a parent
// with more than F links in a known order. Negative pages w: minus half the largest S(w,v). Does badly
// where only one page links to u.
// Found by measurement on graphs with human ground truth; see docs/methods/blend.md and
// docs/decisions. Needs PageRank, for flags only.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "related/blend/formula.h"
#include "related/blend/notes.h"
#include "related/blend/search.h"
#include "related/blend/tuned.h"
#include "related/blend/words.h"
#include "related/hits.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/pair_terms.h"
#include "related/together.h"
#include "related/tuned.h"

namespace cocite::related::blend {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "2000", "parents of a page that are looked at"},
    ParameterInfo{"F", ParameterKind::kCount, "2000", "children of a page that are looked at"},
    ParameterInfo{"with", ParameterKind::kWord, "all",
                  "what counts: links, and the words of pages, where the store has them",
                  "all|links|links,text"},
    ParameterInfo{"tuned", ParameterKind::kWord, "on",
                  "off: without what 'cocite tune' learned about the store", "on|off"},
};

constexpr double kNegative = 0.5;
// Of s3, as the score of a page that only a walk reaches: below what links score.
constexpr double kFiller = 1e-9;

// Found in the store, or made, which takes as long as reading all links a few times, and saved.
Result<std::shared_ptr<const PageNotes>> notes_of(const Query& query) {
  return query.web->keep<PageNotes>(
      "blend",
      [](const Web& web) -> Result<PageNotes> {
        if (const auto saved = PageNotes::saved(web, web.folder_hosts())) return *saved;
        const auto progress = [&web](uint64_t done, uint64_t of) {
          web.tell({.stage = "preparing blend", .done = done, .total = of, .unit = "pages"});
        };
        progress(0, 0);
        Result<PageNotes> made = PageNotes::make(
            web, {.stop = web.stop(), .progress = progress, .folders = &web.folder_hosts()});
        web.tell({});
        return made;
      },
      query.budget,
      [](const Web& web, const PageNotes& notes) {
        if (!notes.are_saved()) web.save(notes.to_save());
      });
}

std::vector<Item> items_of(const Query& query, std::span<const Scored> scored) {
  std::vector<Item> items;
  items.reserve(scored.size());
  for (const Scored& one : scored) {
    items.push_back({.page = one.page, .score = one.score, .is_flagged = one.is_flagged});
  }
  drop_zeros(query, items);
  return items;
}

// Adds pages that a walk from the query page reaches, if there are too few answers. `items` are then
// all that links found.
Result<void> add_filler(const Query& query, uint64_t wanted, std::vector<Item>& items) {
  if (!query.fills) return {};
  const auto counts = [&](const Item& item) {
    return query.flagged == Flagged::kKeep || !item.is_flagged;
  };
  if (static_cast<uint64_t>(std::ranges::count_if(items, counts)) >= wanted) return {};
  COCITE_TRY(const auto notes, notes_of(query));
  PageMap<double> found;  // 0: by links
  for (const Item& item : items) found[item.page] = 0;
  const size_t by_links = found.size();
  COCITE_TRY(const auto reached, walk_from(query, *notes, query.pages[0]));
  for (const Scored& one : reached) {
    if (!query.is_stopped(one.page) && !query.is_asked_for(one.page)) found[one.page] += one.score;
  }
  for (const PageId page : found.pages().subspan(by_links)) {
    items.push_back(
        {.page = page, .score = kFiller * *found.find(page), .tier = 0, .is_filler = true});
  }
  return {};
}

// What was seen around the query page.
class Kept : public Gathered {
 public:
  using Gathered::Gathered;
  Result<Explanation> explain(PageId answer) override;
  Result<std::optional<std::vector<Item>>> more(uint64_t wanted) override;
  Result<Search*> look() {
    const PageId page = query().pages[0];
    COCITE_TRY(notes_, notes_of(query()));
    COCITE_TRY(const BlendWords* const words, this->words());
    search_ = std::make_unique<Search>(query(), *notes_);
    COCITE_CHECK(search_->look(page));
    if (words != nullptr && search_->balance().rho_squared > 0) {
      COCITE_TRY(auto extra, words->around(page, search_->balance().rho_squared));
      search_->add_extra(std::move(extra));
    }
    return search_.get();
  }
  // The first `wanted`, perhaps more, without filler.
  Result<std::vector<Item>> items(uint64_t wanted);
  // Pages that words find and links do not, with their scores.
  Result<const std::vector<Scored>*> found_by_words();
  // Null: there are none, or the query does not ask for them.
  Result<const BlendWords*> words() {
    if (!has_words_) {
      COCITE_TRY(words_, BlendWords::of(query()));
      has_words_ = true;
    }
    return words_.get();
  }

 private:
  Result<void> explain_links(PageId answer, Explanation& explanation);
  Result<void> explain_words(PageId answer, double weight, Explanation& explanation);
  Result<void> explain_walk(PageId answer, Explanation& explanation);
  // The reasons stay as they are; what they are worth together was learned.
  Result<void> tune(PageId answer, Explanation& explanation);

  std::shared_ptr<const PageNotes> notes_;
  bool has_words_ = false;  // whether it is known if there are any
  std::unique_ptr<BlendWords> words_;
  std::unique_ptr<Search> search_;
  std::unique_ptr<Formula> formula_;
  std::optional<std::vector<Scored>> walk_;
  std::optional<std::vector<Scored>> by_words_;
};

Result<const std::vector<Scored>*> Kept::found_by_words() {
  if (by_words_) return &*by_words_;
  by_words_.emplace();
  COCITE_TRY(const BlendWords* const words, this->words());
  if (words == nullptr || query().is_spent()) return &*by_words_;
  COCITE_TRY(const std::vector<PageId> likest, words->likest(query()));
  COCITE_TRY(const std::vector<Terms> links, search_->terms(likest));
  std::vector<PageId> pages;
  std::vector<double> linked;
  for (size_t i = 0; i < likest.size(); ++i) {
    if (links[i].sum() > 0) {
      COCITE_TRY(const bool is_candidate, search_->is_candidate(likest[i]));
      if (is_candidate) continue;
    }
    if (query().takes != nullptr) {
      COCITE_TRY(const bool is_taken, (*query().takes)(likest[i]));
      if (!is_taken) continue;
    }
    pages.push_back(likest[i]);
    linked.push_back(links[i].sum());
  }
  const PageId page = query().pages[0];
  if (words->weights().alone == 0) {
    COCITE_TRY(const auto added, words->add(page, search_->balance().rho_squared, pages));
    for (size_t i = 0; i < pages.size(); ++i) {
      by_words_->push_back({.page = pages[i], .score = linked[i] + added[i]});
    }
  } else {
    COCITE_TRY(const BlendWords::Likeness alike, words->likeness(page, pages));
    for (size_t i = 0; i < pages.size(); ++i) {
      by_words_->push_back({.page = pages[i], .score = words->weights().alone * alike.texts[i]});
    }
  }
  return &*by_words_;
}

Result<Explanation> Kept::explain(PageId answer) {
  Explanation explanation;
  COCITE_TRY(const BlendWords* const words, this->words());
  explanation.by_words = words != nullptr;
  COCITE_TRY(const bool is_candidate, search_->is_candidate(answer));
  COCITE_TRY(const std::vector<Terms> links, search_->terms({&answer, 1}));
  if (is_candidate && links[0].sum() > 0) {
    COCITE_CHECK(explain_links(answer, explanation));
    if (words != nullptr) {
      const double rho_squared = search_->balance().rho_squared;
      COCITE_CHECK(explain_words(answer, words->weights().text * rho_squared, explanation));
    }
  } else if (words != nullptr) {
    COCITE_TRY(const std::vector<Scored>* const found, found_by_words());
    if (std::ranges::find(*found, answer, &Scored::page) != found->end()) {
      const double alone = words->weights().alone;
      if (alone == 0) COCITE_CHECK(explain_links(answer, explanation));
      COCITE_CHECK(explain_words(answer, alone == 0 ? words->weights().text : alone, explanation));
    }
  }
  if (explanation.score > 0) {
    COCITE_CHECK(tune(answer, explanation));
  } else {
    COCITE_CHECK(explain_walk(answer, explanation));
  }
  sort_reasons(explanation);
  return explanation;
}

Result<void> Kept::explain_links(PageId answer, Explanation& explanation) {
  if (formula_ == nullptr) {
    COCITE_TRY(Formula made, Formula::about(query(), notes_->sites(), query().pages[0]));
    formula_ = std::make_unique<Formula>(std::move(made));
  }
  COCITE_TRY(const Terms terms, formula_->terms(answer, &explanation.reasons));
  explanation.score += terms.sum();
  return {};
}

Result<void> Kept::explain_words(PageId answer, double weight, Explanation& explanation) {
  const PageId page = query().pages[0];
  const double rho_squared = search_->balance().rho_squared;
  COCITE_TRY(const auto shares, words_->explain(page, weight, answer));
  for (const text::TermShare& share : shares) {
    explanation.score += share.share;
    explanation.reasons.push_back(
        {.page = answer, .amount = share.share, .kind = "word", .word = share.term});
  }
  if (weight == words_->weights().alone) return {};
  COCITE_TRY(const double titles, words_->by_titles(page, rho_squared, answer));
  if (titles > 0) {
    explanation.score += titles;
    explanation.reasons.push_back({.page = answer, .amount = titles, .kind = "title"});
  }
  return {};
}

Result<void> Kept::explain_walk(PageId answer, Explanation& explanation) {
  if (!walk_) {
    COCITE_TRY(walk_, walk_from(query(), *notes_, query().pages[0]));
  }
  const auto found = std::ranges::find(*walk_, answer, &Scored::page);
  if (found == walk_->end() || found->score == 0) return {};
  explanation.score = kFiller * found->score;
  explanation.reasons.push_back({answer, explanation.score, "walk"});
  return {};
}

Result<void> Kept::tune(PageId answer, Explanation& explanation) {
  COCITE_TRY(const auto tuned, Tuned::of(query()));
  if (tuned == nullptr) return {};
  explanation.are_parts = false;
  explanation.tuned = tuned->about();
  explanation.by_visits = query().web->store().visits() != nullptr;
  COCITE_TRY(const auto scores,
             tuned_scores(query(), *tuned, words_.get(), query().pages[0], *search_, {&answer, 1}));
  explanation.score = scores[0];
  return {};
}

Result<std::vector<Item>> Kept::items(uint64_t wanted) {
  COCITE_TRY(std::vector<Scored> scored, search_->best(wanted));
  COCITE_TRY(const std::vector<Scored>* const others, found_by_words());
  scored.insert(scored.end(), others->begin(), others->end());
  return items_of(query(), scored);
}

Result<std::optional<std::vector<Item>>> Kept::more(uint64_t wanted) {
  if (!query().not_pages.empty()) return std::nullopt;
  COCITE_TRY(const auto tuned, Tuned::of(query()));
  if (tuned != nullptr) return std::nullopt;  // find() orders them
  COCITE_TRY(std::vector<Item> items, this->items(wanted));
  COCITE_CHECK(add_filler(query(), wanted, items));
  use_flags(query(), items);
  return std::optional(std::move(items));
}

// The first `wanted`, with the scores that were learned.
Result<void> rescore(const Query& query, const Tuned& tuned, const BlendWords* words, PageId page,
                     Search& search, uint64_t wanted, std::vector<Item>& items) {
  COCITE_TRY(items, related::best(*query.web, query.hosts_on, std::move(items), wanted));
  std::vector<PageId> pages;
  for (const Item& item : items) pages.push_back(item.page);
  COCITE_TRY(const auto scores, tuned_scores(query, tuned, words, page, search, pages));
  for (size_t i = 0; i < items.size(); ++i) items[i].score = scores[i];
  return {};
}

// S, or what was learned, of a negative page and others.
Result<std::vector<double>> scores_with(const Query& query, PageId negative,
                                        const BlendWords* words, std::span<const PageId> pages) {
  COCITE_TRY(const auto notes, notes_of(query));
  COCITE_TRY(const auto tuned, Tuned::of(query));
  Search search(query, *notes);
  COCITE_CHECK(search.look(negative));
  if (tuned != nullptr) return tuned_scores(query, *tuned, words, negative, search, pages);
  COCITE_TRY(const std::vector<Terms> terms, search.terms(pages));
  std::vector<double> scores;
  for (const Terms& one : terms) scores.push_back(one.sum());
  if (words == nullptr) return scores;
  COCITE_TRY(const auto added, words->add(negative, search.balance().rho_squared, pages));
  for (size_t i = 0; i < scores.size(); ++i) scores[i] += added[i];
  return scores;
}

// Takes off half of the largest score with a negative page.
Result<void> take_off(const Query& query, std::vector<Item>& items) {
  std::erase_if(items, [&](const Item& item) {
    return std::ranges::find(query.not_pages, item.page) != query.not_pages.end();
  });
  COCITE_TRY(const auto words, BlendWords::of(query));
  std::vector<PageId> pages;
  for (const Item& item : items) pages.push_back(item.page);
  std::vector<double> most(items.size());
  for (const PageId negative : query.not_pages) {
    if (query.is_spent()) break;
    COCITE_TRY(const auto scores, scores_with(query, negative, words.get(), pages));
    for (size_t i = 0; i < items.size(); ++i) most[i] = std::max(most[i], scores[i]);
  }
  double best = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    items[i].score -= kNegative * most[i];
    best = std::max(best, items[i].score);
  }
  std::erase_if(
      items, [&](const Item& item) { return item.score <= (item.is_filler ? 0 : kZero * best); });
  return {};
}

Result<Answer> find(const Query& query) {
  const auto kept = std::make_shared<Kept>(query);
  COCITE_TRY(Search* const search, kept->look());
  COCITE_TRY(const BlendWords* const words, kept->words());
  COCITE_TRY(const auto tuned, Tuned::of(query));
  // Every candidate, if something is taken off.
  uint64_t wanted = query.not_pages.empty() ? query.wanted : std::numeric_limits<uint64_t>::max();
  if (tuned != nullptr) wanted = std::max(wanted, kRescored);
  Answer answer{.by_words = words != nullptr};
  COCITE_TRY(answer.items, kept->items(wanted));
  if (tuned != nullptr) {
    COCITE_CHECK(rescore(query, *tuned, words, query.pages[0], *search, wanted, answer.items));
    answer.tuned = tuned->about();
    answer.by_visits = query.web->store().visits() != nullptr;
  }
  COCITE_CHECK(add_filler(query, query.wanted, answer.items));
  answer.is_sufficient = !answer.items.empty();
  if (!query.not_pages.empty()) COCITE_CHECK(take_off(query, answer.items));
  use_flags(query, answer.items);
  if (query.keeps_gathered) answer.gathered = kept;
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  Kept kept(query);
  COCITE_CHECK(kept.look());
  return kept.explain(answer);
}

}  // namespace

Result<std::vector<PairTerms>> first_pairs(const Query& query, PageId page, uint64_t most) {
  const Query about = query.about(page);
  Kept kept(about);
  COCITE_TRY(Search* const search, kept.look());
  COCITE_TRY(const BlendWords* const words, kept.words());
  COCITE_TRY(std::vector<Item> items, kept.items(most));
  COCITE_TRY(const std::vector<Item> first,
             related::best(*query.web, query.hosts_on, std::move(items), most));
  std::vector<PageId> pages;
  for (const Item& item : first) pages.push_back(item.page);
  COCITE_TRY(const auto terms, terms_of(about, words, page, *search, pages));
  std::vector<PairTerms> pairs;
  for (size_t i = 0; i < first.size(); ++i) {
    pairs.push_back({.page = pages[i], .score = first[i].score, .terms = terms[i]});
  }
  return pairs;
}

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "blend",
    .summary = "shared parents near each other, shared children, direct links",
    .paper = "this project; see docs/methods/blend.md",
    .parameters = kParameters,
    .together = Together::kSum,
    .fills = true,
    .folds_copies = true,
    .flags = true,
    .find = find,
    .take_off = take_off,
    .explain_one = explain_one,
};

}  // namespace cocite::related::blend
