#include "answer/copies.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "answer/host_menus.h"
#include "words/own_texts.h"

namespace cocite::answer {
namespace {

constexpr size_t kLeastRuns = 20;
constexpr double kSame = 0.9;
// Pages beyond these are not compared any more.
constexpr size_t kMostCompared = 2000;

// Whether half of the least runs of the two are the same: of texts that are alike at 0.9, fewer are
// once in a hundred million.
bool may_be_same(const RunsSketch& one, const RunsSketch& other) {
  const size_t smaller = std::min(one.runs, other.runs);
  if (static_cast<double>(smaller) < kSame * static_cast<double>(std::max(one.runs, other.runs)))
    return false;
  size_t same = 0;
  for (size_t i = 0, j = 0, looked = 0; looked < RunsSketch::kLeast; ++looked) {
    if (one.least[i] == other.least[j])
      ++same, ++i, ++j;
    else if (one.least[i] < other.least[j])
      ++i;
    else
      ++j;
  }
  return same * 2 >= RunsSketch::kLeast;
}

RunsSketch sketch_of(const text::Shingles& runs) {
  RunsSketch sketch;
  if (runs.size() < kLeastRuns) return sketch;
  sketch.runs = static_cast<uint32_t>(runs.size());
  std::copy_n(runs.begin(), RunsSketch::kLeast, sketch.least.begin());
  return sketch;
}

}  // namespace

// What pages were found to be, if many questions are to come. Any thread.
class CopyFinder::Sketches {
 public:
  std::optional<RunsSketch> find(PageId page) const {
    Shard& shard = (*shards_)[index(page) % kShards];
    const std::scoped_lock lock(shard.mutex);
    const auto found = shard.known.find(page);
    return found == shard.known.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(PageId page, const RunsSketch& sketch) const {
    constexpr size_t kMost = 400'000 / kShards;  // 60 MB in all
    Shard& shard = (*shards_)[index(page) % kShards];
    const std::scoped_lock lock(shard.mutex);
    if (shard.known.size() < kMost) shard.known.emplace(page, sketch);
  }

 private:
  static constexpr size_t kShards = 64;
  struct Shard {
    std::mutex mutex;
    std::unordered_map<PageId, RunsSketch> known;
  };
  std::unique_ptr<std::array<Shard, kShards>> shards_ =
      std::make_unique<std::array<Shard, kShards>>();
};

Result<text::Shingles> CopyFinder::own_runs(PageId page) {
  const store::Store& store = web_->store();
  if (!store.text_columns().has_texts() || budget_->was_spent()) return text::Shingles();
  COCITE_TRY(const std::string text, store.text_columns().text(page));
  if (budget_->is_spent_after(4 * text.size() + 1)) return text::Shingles();
  text::Shingles runs = reader_.read(text);
  if (runs.size() < kLeastRuns) return text::Shingles();
  COCITE_TRY(const HostId host, store.host_of(page));
  COCITE_TRY(const auto menus, menus_of(*web_, host, budget_));
  return words::without_menus(std::move(runs), *menus);
}

Result<CopyFinder::Known> CopyFinder::know(PageId page) {
  Known known{.page = page};
  if (sketches_ == nullptr && web_->expected() > 1) {
    COCITE_TRY(sketches_,
               web_->keep<Sketches>("copy-sketches", [](const related::Web&) -> Result<Sketches> {
                 return Sketches();
               }));
  }
  if (sketches_ != nullptr) {
    if (const auto found = sketches_->find(page)) {
      known.sketch = *found;
      return known;
    }
  }
  COCITE_TRY(known.runs, own_runs(page));
  known.sketch = sketch_of(known.runs);
  if (sketches_ != nullptr && !budget_->was_spent()) sketches_->keep(page, known.sketch);
  return known;
}

Result<double> CopyFinder::resemblance(Known& one, Known& other) {
  for (Known* const known : {&one, &other}) {
    if (!known->runs.empty()) continue;
    COCITE_TRY(known->runs, own_runs(known->page));
  }
  return text::resemblance(one.runs, other.runs);
}

Result<size_t> CopyFinder::add(PageId page) {
  const size_t number = added_++;
  if (known_.size() == kMostCompared) return number;
  COCITE_TRY(Known own, know(page));
  if (own.sketch.runs == 0) return number;
  if (budget_->is_spent_after(known_.size() * RunsSketch::kLeast)) return number;
  for (Known& known : known_) {
    if (!may_be_same(own.sketch, known.sketch)) continue;
    COCITE_TRY(const double alike, resemblance(own, known));
    if (alike >= kSame) return known.number;
  }
  own.number = number;
  known_.push_back(std::move(own));
  return number;
}

}  // namespace cocite::answer
