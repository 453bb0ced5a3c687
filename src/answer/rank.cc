// Engine's methods about ranks: what is printed, saved and compared. What a rank is: src/rank/.
#include "answer/rank.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <queue>
#include <utility>

#include <cocite/engine.h>

#include "answer/page_choice.h"
#include "answer/percentiles.h"
#include "answer/present.h"
#include "answer/rank_job.h"
#include "base/parallel.h"
#include "rank/agreement.h"
#include "rank/order.h"
#include "rank/rank.h"
#include "store/save_columns.h"

namespace cocite::answer {
namespace {

Result<RankItem> present(const store::Store& store, uint64_t place, PageId page, double score) {
  COCITE_TRY(LinkItem link, present_link(store, place, page));
  RankItem item{std::move(link.ref())};
  item.rank = place;
  item.score = score;
  item.gone = std::move(link.gone);
  return item;
}

Result<PageChoice> choice_of(const related::Web& web, const RankRequest& request) {
  return PageChoice::make(web, request.dead, request.only,
                          request.all ? PageChoice::Of::kEverything : PageChoice::Of::kAnswers);
}

// Where the wanted part of the list ends.
uint64_t end_of(const store::Store& store, const RankRequest& request) {
  return std::min(store.pages(), request.skip) + std::min(store.pages(), request.top);
}

// The best pages of those that are listed, and one more where there is one.
Result<std::vector<PageId>> listed_pages(const store::Store& store, const PageChoice& choice,
                                         std::span<const double> values,
                                         const RankRequest& request) {
  const uint64_t top = request.all ? store.pages() : end_of(store, request) + 1;
  const auto zeros = request.all ? rank::Zeros::kKeep : rank::Zeros::kDrop;
  if (!choice.is_choosy()) return rank::best_pages(store, values, top, zeros);
  // Where pages fell out, more are looked at: eight times as many each time.
  for (uint64_t looked_at = top;;) {
    COCITE_TRY(const std::vector<PageId> best, rank::best_pages(store, values, looked_at, zeros));
    std::vector<PageId> pages;
    for (const PageId page : best) {
      if (pages.size() == top) break;
      COCITE_TRY(const bool is_listed, choice.takes(page));
      if (is_listed) pages.push_back(page);
    }
    if (pages.size() == top || best.size() < looked_at || looked_at >= store.pages()) return pages;
    looked_at = std::min(store.pages(), 8 * looked_at);
  }
}

// False: the reader has enough.
Result<bool> hand_over(const Opened& opened, const PageChoice& choice,
                       std::span<const double> values, const RankRequest& request,
                       const Engine::UseRanked& use, RankAnswer& answer) {
  const store::Store& store = opened.store;
  COCITE_TRY(std::vector<PageId> pages, listed_pages(store, choice, values, request));
  answer.has_more = !request.all && pages.size() > end_of(store, request);
  if (answer.has_more) pages.pop_back();
  for (size_t i = request.all ? 0 : request.skip; i < pages.size(); ++i) {
    COCITE_TRY(RankItem item, present(store, i + 1, pages[i], values[index(pages[i])]));
    if (!choice.marks_dead()) item.gone.clear();
    COCITE_TRY(item.mirrors, opened.mirrors_of(item.key));
    if (!use) {
      answer.items.push_back(std::move(item));
    } else if (!use(answer, item)) {
      return false;
    }
  }
  return true;
}

Result<void> save(const store::Store& store, const RankJob& job,
                  const std::vector<std::pair<RankAnswer*, rank::Numbers>>& kept,
                  const RankRequest& request) {
  std::vector<store::NewColumn> columns;
  for (const auto& [answer, values] : kept) {
    columns.push_back({.name = job.column_name(answer->name),
                       .values = values.view(),
                       .about = job.about(answer->name, answer->run)});
  }
  const auto goes_on = [&] {
    if (request.progress) request.progress({.stage = "saving columns"});
    return !job.is_stopped();
  };
  COCITE_CHECK(store::save_columns(store, columns, goes_on));
  // Percentiles are computed from the column where their table is missing, but slowly.
  COCITE_TRY(const store::Store saved, store::Store::open(store.path()));
  for (const store::NewColumn& column : columns) {
    if (PercentileTable::saved(saved, column.name)) continue;
    const unsigned threads = request.threads != 0 ? request.threads : hardware_threads();
    const PercentileTable table(column.values, threads);
    const auto done = store::save_notes(saved, table.notes(saved, column.name), goes_on);
    if (done || done.error().code != ErrorCode::kIo) continue;
    return fail({.code = ErrorCode::kIo,
                 .message = "the column " + column.name +
                            " is saved; its table of percentiles could not be saved, or left "
                            "something behind: " +
                            done.error().message,
                 .remedies = {{.command = "prepare", .arguments = {store.path()}}}});
  }
  return {};
}

}  // namespace

Result<std::vector<RankAnswer>> rank(const Opened& opened, const RankRequest& request,
                                     const Engine::UseRanked& use) {
  const store::Store& store = opened.store;
  COCITE_TRY(RankJob job, RankJob::make(store, request));
  if (request.save && !opened.is_kept) {
    return fail(ErrorCode::kIo, "nothing can be saved: " + opened.notes.front());
  }
  if (request.save) COCITE_CHECK(store::can_save_columns(store));
  COCITE_TRY(const auto choice, choice_of(opened.web, request));
  std::vector<RankAnswer> answers(request.by.size());
  std::vector<std::pair<RankAnswer*, rank::Numbers>> kept;
  bool is_read = true;
  for (size_t i = 0; i < request.by.size(); ++i) {
    RankAnswer& answer = answers[i];
    answer.name = request.by[i];
    const std::string column = job.column_name(answer.name);
    if (request.from_columns && request.pages.empty() && opened.web.has_column(column)) {
      answer.column = column;
      COCITE_TRY(answer.about, store.about_column(column));
      COCITE_TRY(const store::NumberColumn numbers, store.column(column));
      COCITE_TRY(is_read, hand_over(opened, choice, numbers.values(), request, use, answer));
      if (!is_read) break;
      continue;
    }
    COCITE_CHECK(may_compute(store, answer.name, request.max_links));
    COCITE_TRY(RankJob::Ranked ranked, job.compute(answer.name));
    answer.run = ranked.run;
    if (request.save) answer.column = job.column_name(answer.name);
    if (is_read) {
      COCITE_TRY(is_read, hand_over(opened, choice, ranked.values.view(), request, use, answer));
    }
    if (!is_read && !request.save) break;
    if (request.save) kept.emplace_back(&answer, std::move(ranked.values));
  }
  // All at the end and in one step: there are all new columns or none.
  if (request.save) COCITE_CHECK(save(store, job, kept, request));
  return answers;
}

Result<RankComparison> compare_ranks(const Opened& opened, const RankRequest& request) {
  const store::Store& store = opened.store;
  if (request.by.size() < 2) {
    return fail(ErrorCode::kInvalidArgument, "to compare takes two ranks or more");
  }
  COCITE_TRY(RankJob job, RankJob::make(store, request));
  // Between steps that take seconds on the largest stores.
  const auto check_stop = [&]() -> Result<void> {
    if (job.is_stopped()) return fail(ErrorCode::kCancelled, "stopped");
    return {};
  };
  RankComparison comparison;
  std::vector<rank::Standing> standings;
  for (const std::string& name : request.by) {
    COCITE_TRY(const RankJob::Ranked ranked, job.compute(name));
    COCITE_CHECK(check_stop());
    comparison.names.push_back(name);
    comparison.runs.push_back(ranked.run);
    standings.push_back(rank::standing_of(ranked.values.view()));
  }
  for (size_t a = 0; a < standings.size(); ++a) {
    for (size_t b = a + 1; b < standings.size(); ++b) {
      COCITE_CHECK(check_stop());
      if (request.progress) request.progress({.stage = "comparing"});
      const double kendall = rank::kendall(standings[a], standings[b]);
      COCITE_CHECK(check_stop());
      comparison.pairs.push_back({.a = request.by[a],
                                  .b = request.by[b],
                                  .kendall = kendall,
                                  .spearman = rank::spearman(standings[a], standings[b])});
    }
  }
  // By how many times a page's places differ: from 3 to 3,000 says more than from 50,000 to 60,000.
  using Difference = std::pair<double, uint64_t>;  // and how far the page is from the end
  std::priority_queue<Difference, std::vector<Difference>, std::greater<>> largest;
  COCITE_TRY(const auto choice, choice_of(opened.web, request));
  constexpr uint64_t kPagesALook = 4096;
  for (uint64_t page = 0; page < store.pages() && request.top > 0; ++page) {
    if (page % kPagesALook == 0) COCITE_CHECK(check_stop());
    COCITE_TRY(const bool is_listed, choice.takes(page_id(page)));
    if (!is_listed) continue;
    uint64_t best = store.pages();
    uint64_t worst = 1;
    for (const rank::Standing& standing : standings) {
      best = std::min(best, standing.place(page));
      worst = std::max(worst, standing.place(page));
    }
    if (best == worst) continue;
    largest.emplace(static_cast<double>(worst) / static_cast<double>(best), store.pages() - page);
    if (largest.size() > request.top) largest.pop();
  }
  for (; !largest.empty(); largest.pop()) {
    const PageId page = page_id(store.pages() - largest.top().second);
    COCITE_TRY(LinkItem link, present_link(store, 0, page));
    RankDifference difference{std::move(link.ref())};
    for (const rank::Standing& standing : standings) {
      difference.places.push_back(standing.place(index(page)));
    }
    comparison.pages.push_back(std::move(difference));
  }
  std::ranges::reverse(comparison.pages);
  return comparison;
}

}  // namespace cocite::answer

namespace cocite {

std::vector<RankKind> rank_kinds() {
  std::vector<RankKind> kinds;
  for (const rank::Kind* kind : rank::kinds()) {
    for (const rank::RankName& name : kind->ranks) {
      kinds.push_back({.name = std::string(name.name),
                       .summary = std::string(name.summary),
                       .paper = std::string(kind->paper),
                       .is_iterated = kind->is_iterated,
                       .has_epsilon = kind->has_epsilon,
                       .needs_pages = kind->needs_seeds});
    }
  }
  return kinds;
}

std::string run_text(const RankRun& run) {
  std::array<char, 128> numbers{};
  if (run.ended == RankEnded::kExact) {
    std::snprintf(numbers.data(), numbers.size(), "exact, %.2f s", run.seconds);
    return numbers.data();
  }
  std::snprintf(numbers.data(), numbers.size(), " after %llu iterations, residual %.2g, %.2f s",
                static_cast<unsigned long long>(run.iterations), run.residual, run.seconds);
  std::string text = run.ended == RankEnded::kConverged        ? "converged"
                     : run.ended == RankEnded::kIterationLimit ? "stopped at the iteration limit"
                                                               : "as close as doubles get";
  text += numbers.data();
  if (run.is_streamed) text += ", links streamed";
  return text;
}

}  // namespace cocite
