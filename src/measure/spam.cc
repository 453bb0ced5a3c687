// Link farms on copies of a store: how often does a promoted page get among the answers?
//
// One copy holds many farms, because making one takes as long as an import; but their links are at
// most a tenth of its links, or the graph would no longer be the one that was
// asked about.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>
#include <cocite/text_file.h>

#include "answer/present.h"
#include "answer/related.h"
#include "answer/related_query.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "file/scratch_folder.h"
#include "measure/evaluate.h"
#include "measure/farm.h"
#include "measure/judgement_files.h"
#include "measure/judgements.h"
#include "prepare/import.h"

namespace cocite::measure {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLargestShare = 10;  // farms are at most one link in ten
constexpr uint64_t kHonestPages = 1000;

Result<FarmPage> farm_page(const store::Store& store, PageId page) {
  COCITE_TRY(std::string key, store.key(page));
  std::string name = store.address(key);
  return FarmPage{std::move(name), std::move(key)};
}

// Pages drawn at random, the same ones for the same seed; with `linked`, only those with parents.
Result<std::vector<PageId>> draw_pages(const store::Store& store, uint64_t count, uint64_t seed,
                                       bool linked) {
  std::vector<PageId> drawn;
  std::vector<bool> is_drawn(store.pages());
  uint64_t state = mix(seed);
  // Where nearly all pages have no parents it ends with fewer.
  for (uint64_t tries = 0; drawn.size() < count && tries < 100 * count + 1000; ++tries) {
    state = mix(state);
    const uint64_t page = state % store.pages();
    if (is_drawn[page]) continue;
    if (linked) {
      COCITE_TRY(const uint64_t parents, store.in().degree(page_id(page)));
      if (parents == 0) continue;
    }
    is_drawn[page] = true;
    drawn.push_back(page_id(page));
  }
  return drawn;
}

Result<std::vector<PageId>> choose_queries(const store::Store& store, const SpamRequest& request,
                                           SpamAnswer& answer) {
  if (request.queries.empty()) {
    return draw_pages(store, request.sample == 0 ? 100 : request.sample, request.seed, true);
  }
  COCITE_TRY(const std::string text, read_text_file(request.queries, {.stop = request.stop}));
  COCITE_TRY(const auto lines, read_pages(text, request.queries));
  const PageNumbers numbers(store);
  Tally unknown("unknown_query_pages");
  std::vector<std::pair<uint64_t, PageId>> hashed;
  for (const PageLine& line : lines) {
    COCITE_TRY(const std::optional<PageId> page, numbers.find(line.page));
    if (page) {
      hashed.emplace_back(mix(mix(request.seed) ^ index(*page)), *page);
    } else {
      unknown.add(request.queries, line.line, line.page);
    }
  }
  answer.facts.push_back(unknown.fact());
  std::ranges::sort(hashed);
  hashed.erase(std::unique(hashed.begin(), hashed.end()), hashed.end());
  if (request.sample != 0 && hashed.size() > request.sample) hashed.resize(request.sample);
  std::vector<PageId> queries;
  for (const auto& [hash, page] : hashed) queries.push_back(page);
  return queries;
}

Result<void> copy_folder(const std::string& from, const std::string& to,
                         const std::atomic<bool>* stop) {
  std::error_code error;
  fs::remove_all(to, error);
  fs::create_directory(to, error);
  for (fs::recursive_directory_iterator at(from, error), end; !error && at != end;
       at.increment(error)) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped");
    }
    fs::copy(at->path(), fs::path(to) / at->path().lexically_relative(from), error);
  }
  if (error) return fail(ErrorCode::kIo, to + ": cannot copy the store: " + error.message());
  return {};
}

// The store with these farms in it.
Result<std::unique_ptr<const answer::Opened>> copy_with(const std::string& store,
                                                        const std::vector<Farm>& farms,
                                                        const file::Scratch& scratch,
                                                        const SpamRequest& request) {
  const std::string copy = scratch.file("copy.cocite");
  const std::string lines = scratch.file("farms.tsv");
  COCITE_CHECK(copy_folder(store, copy, request.stop));
  std::ofstream out(lines, std::ios::binary);
  for (const Farm& farm : farms) out << farm.lines;
  out.close();
  if (!out) return fail(ErrorCode::kIo, lines + ": cannot be written; is the disk full?");
  COCITE_CHECK(prepare::add_to_store({.store = copy,
                                      .inputs = {lines},
                                      .from = "links",
                                      .threads = request.threads,
                                      .stop = request.stop}));
  return answer::Opened::open(copy, {});
}

// Each method about each query page; adds to `rows`, one a method.
Result<void> ask(const answer::Opened& copy, const std::vector<FarmPage>& queries,
                 const std::vector<Farm>& farms, const RelatedRequest& how, unsigned threads,
                 std::vector<SpamRow>& rows) {
  std::mutex mutex;
  std::optional<Error> failed;
  parallel_for(queries.size() * rows.size(), threads, [&](size_t i) {
    const size_t q = i % queries.size();
    SpamRow& row = rows[i / queries.size()];
    RelatedRequest one = answer::request_by(how, row.by);
    one.pages = {queries[q].key};
    const Result<RelatedAnswer> found = answer::related(copy, one);
    const std::scoped_lock lock(mutex);
    ++row.queries;
    if (!found) {
      const ErrorCode code = found.error().code;
      if (code != ErrorCode::kNoEvidence && code != ErrorCode::kNotFound &&
          code != ErrorCode::kUnsupported) {
        failed = found.error();
      }
      return;
    }
    ++row.answered;
    const auto has_one_of = [&](const std::vector<std::string>& keys) {
      return std::ranges::any_of(found->items, [&](const RelatedItem& item) {
        return std::ranges::find(keys, item.key) != keys.end();
      });
    };
    const bool is_promoted = has_one_of(farms[q].promoted);
    const bool is_own = has_one_of(farms[q].own);
    for (const RelatedItem& item : found->items) {
      if (std::ranges::find(farms[q].promoted, item.key) == farms[q].promoted.end()) continue;
      ++row.promoted_answers;
      row.flagged_answers += item.flagged ? 1 : 0;
    }
    row.promoted += is_promoted ? 1 : 0;
    row.own += is_own ? 1 : 0;
    row.reached += is_promoted || is_own ? 1 : 0;
  });
  if (failed) return tl::unexpected<Error>(*failed);
  return {};
}

}  // namespace

Result<SpamAnswer> spam(const answer::Opened& opened, const SpamRequest& request) {
  const store::Store& store = opened.store;
  if (request.farm_pages == 0 || request.promoted == 0 || request.top == 0) {
    return fail(ErrorCode::kInvalidArgument, "a farm needs pages, and pages to promote");
  }
  if (store.pages() == 0) return fail(ErrorCode::kNotFound, opened.store.path() + ": has no pages");
  SpamAnswer answer{.store = opened.store.path(),
                    .top = request.top,
                    .farm_pages = request.farm_pages,
                    .promoted = request.promoted};
  RelatedRequest how = request.related;
  how.top = request.top;
  how.stop = request.stop;
  // As for the store itself: the farms' links must not decide it.
  if (how.hosts == Switch::kAuto) {
    how.hosts = opened.web.has_hosts() ? Switch::kOn : Switch::kOff;
  }
  answer.hosts_on = how.hosts == Switch::kOn;
  COCITE_TRY(const std::vector<PageId> queries, choose_queries(store, request, answer));
  if (queries.empty()) {
    return fail(ErrorCode::kNotFound, "none of the query pages is in this graph");
  }
  answer.facts.push_back({.name = "query_pages", .value = queries.size()});
  std::vector<std::string> by = request.by;
  if (by.empty()) {
    for (const related::MethodInfo* info : related::methods()) by.emplace_back(info->name);
  }
  for (const std::string& name : by) COCITE_CHECK(related::method_named(name));
  std::vector<FarmPage> honest;
  COCITE_TRY(const std::vector<PageId> some,
             draw_pages(store, kHonestPages, request.seed + 1, false));
  for (const PageId page : some) {
    COCITE_TRY(FarmPage one, farm_page(store, page));
    honest.push_back(std::move(one));
  }
  COCITE_TRY(const file::Scratch scratch, file::Scratch::make(request.scratch));
  const uint64_t links = request.farm_pages * (1 + request.promoted);
  const uint64_t at_once = std::max<uint64_t>(1, store.links() / kLargestShare / links);
  const uint64_t rounds = (queries.size() + at_once - 1) / at_once;
  uint64_t done = 0;
  const unsigned threads = request.threads == 0 ? hardware_threads() : request.threads;
  for (const FarmKind kind : kFarmKinds) {
    std::vector<SpamRow> rows;
    for (const std::string& name : by) {
      COCITE_TRY(const related::MethodInfo* method, related::method_named(name));
      rows.push_back({.farm = farm_name(kind), .by = name, .flags = method->flags});
    }
    for (size_t first = 0; first < queries.size(); first += at_once) {
      if (request.progress) {
        request.progress({.stage = std::string("farms on ") + farm_name(kind),
                          .done = done++,
                          .total = rounds * std::size(kFarmKinds),
                          .unit = "copies"});
      }
      std::vector<FarmPage> pages;
      std::vector<Farm> farms;
      for (size_t q = first; q < std::min<size_t>(first + at_once, queries.size()); ++q) {
        COCITE_TRY(FarmPage page, farm_page(store, queries[q]));
        farms.push_back(make_farm(page, q,
                                  {.kind = kind,
                                   .pages = request.farm_pages,
                                   .promoted = request.promoted,
                                   .has_urls = store.names() == store::Names::kUrl,
                                   .has_link_order = store.has_link_order(),
                                   .seed = request.seed,
                                   .honest = honest}));
        pages.push_back(std::move(page));
      }
      COCITE_TRY(const auto copy, copy_with(opened.store.path(), farms, scratch, request));
      COCITE_CHECK(ask(*copy, pages, farms, how, threads, rows));
    }
    for (SpamRow& row : rows) {
      row.share = static_cast<double>(row.reached) / static_cast<double>(row.queries);
      answer.rows.push_back(std::move(row));
    }
  }
  return answer;
}

}  // namespace cocite::measure
