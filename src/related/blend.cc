// Blend: cocitation, coupling, direct links and common neighbours together. The default.
//
//   S(u,v) = I + rho^2 (0.8 O + w D + 0.1 U) + 0.001 s3       w = 2 with hosts off, 0.5 with hosts
//   on
//
// rho is the share of u's links, in and out, that stay on u's site; delta = 1 - rho. A page that
// lives among others of its site is judged by all terms, one on the open web by who links to it.
//
// I, pages link to both:
//   I = V c/(c+1) n(v)/(n(v) + 4 delta) / (n(u)^(1-beta) ((n(v) + delta n(u))/(1 + delta))^beta),
//   beta = 0.25 + 0.5 delta. n: how many sites link to a page; c: sites with a page that links to
//   both. A site speaks with one voice, V = sum of p_max (2 - 1/m): p_max is the largest p among
//   its m pages that link to both; p(d) = 0.3 + 0.7/(1 + (d-1)/2) for links d places apart; without
//   order (2/out(x))^0.3, or 1 with hosts off. A lone stranger, the only site that links to both
//   and not u's own, with no page that is endorsed for both, says only 0.2 p_max / max(1, m/8). x
//   is endorsed for v if some page outside P(v) and other than v links to x, and its PageRank is at
//   least 1.2 times the smallest.
// O, both link to the same pages x: rare ones, and links at the top of a page, count more:
//   O = sum of in(x)^-0.3 e_u e_v / sqrt((m(u)+1)(m(v)+1)),  e = 1/(1 + place/10), 1 without order.
// D, a link between the two, on different hosts, against how many links there are.
// U, the cosine of the closed undirected neighbourhoods.
// s3, what a walk of three steps from u brings to v: mostly to have answers where all else is 0.
//
// Hosts off: rho = 1 and every page is a site. Candidates are all pages with any term above 0, in
// these bounds: B sampled parents and the first F children of a page, and within F/2 places of u on
// a parent with more than F links, where there is an order. They come in stages (blend_page.h), and
// what each can score at most is known from six bytes a page (blend_notes.h): a stage that can
// bring nobody in is left out, and only who may be among the first answers is read.
//
// Cost: the lists of u's parents, of some twenty candidates, and of u's neighbours once more for
// s3. Does badly where nothing but one page links to u. Several query pages: related to more of
// them first, then by sum. Negative pages w: minus half the largest S(w,v). Words, and visits where
// they have a weight, come on top of S, as further terms of candidates that links have found. Found by measurement on graphs with human
// ground truth; see docs/methods/blend.md and docs/decisions. Needs PageRank.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "related/blend_notes.h"
#include "related/blend_page.h"
#include "related/blend_tuned.h"
#include "related/blend_visits.h"
#include "related/blend_words.h"
#include "related/hits.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/pair_terms.h"
#include "related/tuned.h"

namespace cocite::related::blend {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "2000", "parents of a page that are looked at"},
    ParameterInfo{"F", ParameterKind::kCount, "2000", "children of a page that are looked at"},
    ParameterInfo{
        "with", ParameterKind::kWord, "all",
        "what counts: links, the words of pages and visits, where the store has them",
        "all|links|links,text|links,visits|links,text,visits|links,usage|links,text,usage"},
    ParameterInfo{"visits-weight", ParameterKind::kNumber, "0", "what visits count"},
    ParameterInfo{"tuned", ParameterKind::kWord, "on",
                  "off: without what 'cocite tune' learned about the store", "on|off"},
};

constexpr double kNegative = 0.5;

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

// What was seen around each query page.
class Kept : public Gathered {
 public:
  using Gathered::Gathered;
  Result<Explanation> explain(PageId answer) override {
    Explanation explanation;
    for (const auto& around : around_) COCITE_CHECK(around->explain(answer, explanation));
    COCITE_TRY(const BlendWords* const words, this->words());
    for (size_t i = 0; words != nullptr && i < around_.size(); ++i) {
      const PageId page = query().pages[i];
      COCITE_TRY(const auto shares, words->explain(page, around_[i]->rho_squared(), answer));
      for (const text::TermShare& share : shares) {
        explanation.score += share.share;
        explanation.reasons.push_back(
            {.page = answer, .amount = share.share, .kind = "word", .word = share.term});
      }
      COCITE_TRY(const double titles, words->by_titles(page, answer));
      if (titles > 0) {
        explanation.score += titles;
        explanation.reasons.push_back({.page = answer, .amount = titles, .kind = "title"});
      }
    }
    if (const auto visits = BlendVisits::of(query())) {
      for (const PageId page : query().pages) {
        COCITE_CHECK(visits->explain(page, answer, explanation));
      }
      explanation.by_visits = true;
    }
    explanation.by_words = words != nullptr;
    COCITE_CHECK(tune(answer, words, explanation));
    sort_reasons(explanation);
    return explanation;
  }
  Result<std::optional<std::vector<Item>>> more(uint64_t wanted) override;
  Result<QueryPage*> look(PageId page) {
    if (!notes_) {
      COCITE_TRY(notes_, notes_of(query()));
    }
    COCITE_TRY(const BlendWords* const words, this->words());
    around_.push_back(std::make_unique<QueryPage>(query(), *notes_));
    QueryPage& around = *around_.back();
    COCITE_CHECK(around.look(page));
    if (words != nullptr) {
      COCITE_TRY(auto beside, words->around(page, around.rho_squared()));
      around.add_beside(std::move(beside));
    }
    return &around;
  }
  // Null: there are none, or nobody wants them.
  Result<const BlendWords*> words() {
    if (!has_words_) {
      COCITE_TRY(words_, BlendWords::of(query()));
      has_words_ = true;
    }
    return words_.get();
  }

 private:
  // The reasons stay as they are; what they are worth together was learned.
  Result<void> tune(PageId answer, const BlendWords* words, Explanation& explanation) {
    COCITE_TRY(const auto tuned, Tuned::of(query()));
    if (tuned == nullptr || explanation.score <= 0) return {};
    explanation.are_parts = false;
    explanation.tuned = tuned->about();
    explanation.by_visits = query().web->store().visits() != nullptr;
    explanation.score = 0;
    for (size_t i = 0; i < around_.size(); ++i) {
      COCITE_TRY(const auto scores,
                 tuned_scores(query(), *tuned, words, query().pages[i], *around_[i], {&answer, 1}));
      explanation.score += scores[0];
    }
    return {};
  }

  std::shared_ptr<const PageNotes> notes_;
  bool has_words_ = false;  // whether it is known if there are any
  std::unique_ptr<BlendWords> words_;
  std::vector<std::unique_ptr<QueryPage>> around_;
};

std::vector<Item> items_of(const Query& query, std::span<const Scored> scored) {
  std::vector<Item> items;
  items.reserve(scored.size());
  for (const Scored& one : scored) {
    items.push_back({.page = one.page, .score = one.score, .is_flagged = one.is_flagged});
  }
  drop_zeros(query, items);
  return items;
}

void use_flags(const Query& query, std::vector<Item>& items) {
  if (query.flagged == Flagged::kDrop) {
    std::erase_if(items, [](const Item& item) { return item.is_flagged; });
  } else if (query.flagged == Flagged::kLast) {
    for (Item& item : items) item.related_to = item.is_flagged ? 0 : item.related_to;
  }
}

Result<std::optional<std::vector<Item>>> Kept::more(uint64_t wanted) {
  if (around_.size() != 1 || !query().not_pages.empty()) return std::nullopt;
  if (BlendVisits::of(query()) != nullptr) return std::nullopt;  // all were answers already
  COCITE_TRY(const auto tuned, Tuned::of(query()));
  if (tuned != nullptr) return std::nullopt;  // find() orders them
  COCITE_TRY(const std::vector<Scored> scored, around_[0]->best(wanted));
  std::vector<Item> items = items_of(query(), scored);
  use_flags(query(), items);
  return std::optional(std::move(items));
}

// To candidates that links have found.
Result<void> add_visits(const BlendVisits& visits, PageId page, std::vector<Scored>& scored) {
  std::vector<PageId> pages;
  for (const Scored& one : scored) pages.push_back(one.page);
  COCITE_TRY(const std::vector<double> added, visits.add(page, pages));
  for (size_t i = 0; i < scored.size(); ++i) scored[i].score += added[i];
  return {};
}

// Every candidate, or so many of the first.
Result<std::vector<Scored>> score(const Query& query, PageId page, uint64_t wanted,
                                  QueryPage& around) {
  // Where scores are summed or taken off, all count.
  const bool is_alone = query.pages.size() == 1 && query.not_pages.empty();
  const auto visits = BlendVisits::of(query);
  COCITE_TRY(std::vector<Scored> scored,
             is_alone && visits == nullptr ? around.best(wanted) : around.all());
  if (visits != nullptr) COCITE_CHECK(add_visits(*visits, page, scored));
  return scored;
}

// The first so many, with the scores that were learned.
Result<void> rescore(const Query& query, const Tuned& tuned, const BlendWords* words, PageId page,
                     QueryPage& around, uint64_t wanted, std::vector<Item>& items) {
  COCITE_TRY(items, related::best(*query.web, std::move(items), wanted));
  std::vector<PageId> pages;
  for (const Item& item : items) pages.push_back(item.page);
  COCITE_TRY(const auto scores, tuned_scores(query, tuned, words, page, around, pages));
  for (size_t i = 0; i < items.size(); ++i) items[i].score = scores[i];
  return {};
}

Result<Answer> find_one(const Query& query, PageId page, Kept* kept) {
  Kept own(query);
  Kept& used = kept == nullptr ? own : *kept;
  COCITE_TRY(QueryPage * around, used.look(page));
  COCITE_TRY(const auto tuned, Tuned::of(query));
  const uint64_t wanted = tuned == nullptr ? query.wanted : std::max(query.wanted, kRescored);
  COCITE_TRY(const std::vector<Scored> scored, score(query, page, wanted, *around));
  Answer answer;
  answer.items = items_of(query, scored);
  if (tuned != nullptr) {
    COCITE_TRY(const BlendWords* const words, used.words());
    COCITE_CHECK(rescore(query, *tuned, words, page, *around, wanted, answer.items));
  }
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

// Takes off half of the largest score with a negative page, from as many as may matter.
Result<void> take_off(const Query& query, std::vector<Item>& items) {
  std::erase_if(items, [&](const Item& item) {
    return std::ranges::find(query.not_pages, item.page) != query.not_pages.end();
  });
  COCITE_TRY(const auto notes, notes_of(query));
  COCITE_TRY(const auto words, BlendWords::of(query));
  const auto visits = BlendVisits::of(query);
  COCITE_TRY(const auto tuned, Tuned::of(query));
  std::vector<PageId> pages;
  for (const Item& item : items) pages.push_back(item.page);
  std::vector<double> most(items.size());
  for (const PageId negative : query.not_pages) {
    if (query.is_spent()) break;
    QueryPage around(query, *notes);
    COCITE_CHECK(around.look(negative));
    std::vector<double> scores;
    if (tuned != nullptr) {
      COCITE_TRY(scores, tuned_scores(query, *tuned, words.get(), negative, around, pages));
    } else {
      COCITE_TRY(scores, around.scores(pages));
    }
    if (words != nullptr && tuned == nullptr) {
      COCITE_TRY(const std::vector<double> added,
                 words->add(negative, around.rho_squared(), pages));
      for (size_t i = 0; i < scores.size(); ++i) scores[i] += added[i];
    }
    if (visits != nullptr && tuned == nullptr) {
      COCITE_TRY(const std::vector<double> added, visits->add(negative, pages));
      for (size_t i = 0; i < scores.size(); ++i) scores[i] += added[i];
    }
    for (size_t i = 0; i < items.size(); ++i) most[i] = std::max(most[i], scores[i]);
  }
  for (size_t i = 0; i < items.size(); ++i) items[i].score -= kNegative * most[i];
  drop_zeros(query, items);
  return {};
}

Result<Answer> find(const Query& query) {
  COCITE_TRY(Answer answer, sum_and_keep<Kept>(query, find_one));
  if (!query.not_pages.empty()) COCITE_CHECK(take_off(query, answer.items));
  use_flags(query, answer.items);
  COCITE_TRY(const auto words, BlendWords::of(query));
  answer.by_words = words != nullptr;
  answer.by_visits = BlendVisits::of(query) != nullptr;
  answer.note = BlendVisits::note(query);
  COCITE_TRY(const auto tuned, Tuned::of(query));
  if (tuned != nullptr) {
    answer.tuned = tuned->about();
    answer.by_visits = query.web->store().visits() != nullptr;
  }
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  Kept kept(query);
  for (const PageId page : query.pages) COCITE_CHECK(kept.look(page));
  return kept.explain(answer);
}

}  // namespace

Result<std::vector<PairTerms>> first_pairs(const Query& query, PageId page, uint64_t most) {
  const Query about = query.about(page);
  Kept kept(about);
  COCITE_TRY(QueryPage * around, kept.look(page));
  COCITE_TRY(const BlendWords* const words, kept.words());
  COCITE_TRY(const std::vector<Scored> scored, score(about, page, most, *around));
  COCITE_TRY(const std::vector<Item> first,
             related::best(*query.web, items_of(about, scored), most));
  std::vector<PageId> pages;
  for (const Item& item : first) pages.push_back(item.page);
  COCITE_TRY(const auto terms, terms_of(about, words, page, *around, pages));
  std::vector<PairTerms> pairs;
  for (size_t i = 0; i < first.size(); ++i) {
    pairs.push_back({.page = pages[i], .score = first[i].score, .terms = terms[i]});
  }
  return pairs;
}

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "blend",
    .summary = "shared parents near each other, shared children, direct links, common neighbours",
    .paper = "this project; see docs/methods/blend.md",
    .parameters = kParameters,
    .takes_not = true,
    .folds_copies = true,
    .flags = true,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::blend
