#include "answer/rank_job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <cocite/engine.h>

#include "answer/present.h"
#include "answer/rank_file.h"
#include "answer/resolve.h"
#include "base/machine.h"
#include "base/parallel.h"
#include "store/save_columns.h"

namespace cocite::answer {
namespace {

std::string short_number(double value) {
  std::array<char, 32> room{};
  std::snprintf(room.data(), room.size(), "%.6g", value);
  return room.data();
}

}  // namespace

Result<RankJob> RankJob::make(const store::Store& store, const RankRequest& request) {
  RankJob job(store, request);
  if (request.by.empty()) {
    return fail({.message = "which rank? Name one, such as pagerank", .about = "by"});
  }
  bool needs_pages = false;
  for (size_t i = 0; i < request.by.size(); ++i) {
    COCITE_TRY(const rank::Kind* const kind, rank::find_kind(request.by[i]));
    needs_pages = needs_pages || kind->needs_seeds;
    if (std::find(request.by.begin(), request.by.begin() + static_cast<ptrdiff_t>(i),
                  request.by[i]) != request.by.begin() + static_cast<ptrdiff_t>(i)) {
      return fail({.message = "the rank '" + request.by[i] + "' is named twice", .about = "by"});
    }
  }
  if (!request.pages.empty() && !needs_pages) {
    return fail({.message = "pages are chosen, but only personalized-pagerank, trustrank and "
                            "anti-trustrank are about chosen pages",
                 .about = "page"});
  }
  job.options_.epsilon = request.epsilon;
  job.options_.tolerance = request.tolerance;
  job.options_.max_iterations = request.max_iterations;
  job.options_.reversed = request.reversed;
  job.options_.weights = request.weights;
  job.options_.memory_bytes =
      request.memory_bytes != 0 ? request.memory_bytes : machine_memory() / 2;
  job.options_.threads = request.threads != 0 ? request.threads : hardware_threads();
  job.options_.progress = request.progress;
  job.options_.stop = request.stop;
  COCITE_CHECK(rank::check(job.options_));
  if (request.weights != LinkWeights::kOnce && store.link_counts() == nullptr) {
    return fail({.message = "weights are for graphs of hosts or sites: between pages every link "
                            "counts once",
                 .about = "weights",
                 .remedies = {{.options = {{"on", "hosts"}}}, {.options = {{"on", "sites"}}}}});
  }
  COCITE_CHECK(job.look_up_pages());
  return job;
}

Result<void> RankJob::look_up_pages() {
  std::map<PageId, double> weights;
  for (const SeedPage& seed : request_->pages) {
    COCITE_TRY(const PageId page, resolve(*store_, seed.page));
    if (seed.weight && (!std::isfinite(*seed.weight) || *seed.weight < 0)) {
      return fail(ErrorCode::kInvalidArgument,
                  "the weight of " + readable(seed.page) + " is not a number that is 0 or more");
    }
    double& weight = weights[page];
    weight = seed.weight ? weight + *seed.weight : std::max(weight, 1.0);
  }
  options_.seeds.assign(weights.begin(), weights.end());
  return {};
}

Result<RankJob::Ranked> RankJob::compute(const std::string& name) {
  if (const auto found = ready_.find(name); found != ready_.end()) {
    Ranked ranked = std::move(found->second);
    ready_.erase(found);
    return ranked;
  }
  COCITE_TRY(const rank::Kind* const kind, rank::find_kind(name));
  COCITE_TRY(rank::Scores scores, kind->compute(*store_, options_));
  Ranked wanted;
  for (auto& [rank, values] : scores.columns) {
    if (rank == name) {
      wanted = {std::move(values), scores.run};
    } else if (std::ranges::find(request_->by, rank) != request_->by.end()) {
      ready_[std::string(rank)] = {std::move(values), scores.run};
    }
  }
  return wanted;
}

std::string RankJob::column_name(const std::string& rank) const {
  const char* const weights = request_->weights == LinkWeights::kLinks   ? "-by-links"
                              : request_->weights == LinkWeights::kPages ? "-by-pages"
                                                                         : "";
  return rank + weights + (request_->reversed ? "-reversed" : "");
}

std::string RankJob::about(const std::string& rank, const RankRun& run) const {
  const auto kind = rank::find_kind(rank);
  std::string text = rank;
  if (request_->reversed) text += " of the reversed graph";
  if (request_->weights == LinkWeights::kLinks) text += ", links counted by links of pages";
  if (request_->weights == LinkWeights::kPages) text += ", links counted by linking pages";
  if (kind && (*kind)->has_epsilon) text += ", epsilon " + short_number(options_.epsilon);
  if (kind && (*kind)->is_iterated) {
    text += ", tolerance " + short_number(options_.tolerance) + ", " + run_text(run);
  }
  if (kind && (*kind)->needs_seeds) {
    constexpr size_t kShown = 5;
    text += ", about";
    for (size_t i = 0; i < std::min(kShown, request_->pages.size()); ++i) {
      const SeedPage& seed = request_->pages[i];
      text += (i == 0 ? " " : ", ") + readable(seed.page);
      if (seed.weight) text += " (" + short_number(*seed.weight) + ")";
    }
    if (request_->pages.size() > kShown) {
      text += " and " + std::to_string(request_->pages.size() - kShown) + " more";
    }
  }
  return text + "; cocite " + version();
}

bool RankJob::is_stopped() const {
  return request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed);
}

Result<void> may_compute(const store::Store& store, const std::string& name, uint64_t max_links) {
  if (max_links == 0 || store.links() <= max_links) return {};
  return fail({.code = ErrorCode::kUnsupported,
               .message = store.path() + ": has no column '" + name + "', and " +
                          std::to_string(store.links()) +
                          " links are too many to compute it for a request; save it first",
               .remedies = {{.options = {{"by", name}, {"save", ""}, {"top", "0"}},
                             .command = "rank",
                             .arguments = {store.path()}}}});
}

Result<related::Web::Ranked> make_rank(const store::Store& store, const std::string& name,
                                       const OpenOptions& options) {
  std::error_code error;
  if (options.reads_files && !rank::find_kind(name) &&
      std::filesystem::is_regular_file(name, error)) {
    COCITE_TRY(std::vector<double> values, read_rank_file(store, name));
    return related::Web::Ranked{std::move(values), "the file " + name};
  }
  COCITE_TRY(const rank::Kind* const kind, rank::find_kind(name));
  if (kind->is_iterated && name != "pagerank") {
    COCITE_CHECK(may_compute(store, name, options.max_rank_links));
  }
  RankRequest request;
  request.by = {name};
  request.progress = options.progress;
  request.stop = options.stop;
  COCITE_TRY(RankJob job, RankJob::make(store, request));
  COCITE_TRY(const RankJob::Ranked ranked, job.compute(name));
  if (options.progress) options.progress({});
  const std::span<const double> values(ranked.values);
  return related::Web::Ranked{{values.begin(), values.end()}, job.about(name, ranked.run)};
}

void keep_rank(const store::Store& store, const std::string& name,
               const related::Web::Ranked& ranked, const OpenOptions& options) {
  if (store.links() < options.save_from_links || !rank::find_kind(name)) return;
  const store::NewColumn column{.name = name, .values = ranked.values, .about = ranked.about};
  // Who may not write there, or not now, computes it again next time.
  static_cast<void>(store::save_columns(store, {&column, 1}, {}));
}

void keep_notes(const store::Store& store, const store::NewNotes& notes,
                const OpenOptions& options) {
  if (store.links() < options.save_from_links) return;
  static_cast<void>(store::save_notes(store, notes, {}));
}

}  // namespace cocite::answer
