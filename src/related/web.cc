#include "related/web.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "related/stoplist.h"

namespace cocite::related {

Result<void> Web::in_degrees(std::span<const PageId> pages, std::vector<uint32_t>& degrees) const {
  degrees.resize(pages.size());
  if (!has_in_degrees_.load(std::memory_order_acquire)) {
    // Reading all of them in order costs about as much as an eighth of them at random.
    constexpr uint64_t kInOrder = 8;
    const uint64_t asked = degrees_asked_.fetch_add(pages.size(), std::memory_order_relaxed);
    if (asked + pages.size() <= store_->pages() / kInOrder) return in().degrees(pages, degrees);
    COCITE_TRY(const bool are_read, read_in_degrees());
    if (!are_read) return in().degrees(pages, degrees);
  }
  for (size_t i = 0; i < pages.size(); ++i) degrees[i] = in_degrees_[index(pages[i])];
  return {};
}

Result<bool> Web::read_in_degrees() const {
  const std::unique_lock lock(degrees_mutex_, std::try_to_lock);
  if (!lock) return false;
  if (has_in_degrees_.load(std::memory_order_relaxed)) return true;
  std::vector<uint32_t> all(store_->pages());
  constexpr uint64_t kPiece = uint64_t{1} << 16;
  const uint64_t pieces = (all.size() + kPiece - 1) / kPiece;
  std::atomic<bool> is_good = true;
  parallel_for(pieces, hardware_threads(), [&](size_t piece) {
    const uint64_t first = piece * kPiece;
    std::vector<PageId> some(std::min<uint64_t>(kPiece, all.size() - first));
    for (uint64_t i = 0; i < some.size(); ++i) some[i] = page_id(first + i);
    if (!in().degrees(some, std::span(all).subspan(first, some.size()))) is_good = false;
  });
  if (!is_good) {
    return fail(ErrorCode::kCorrupt, store_->path() + "/in: is damaged; 'cocite check' says where");
  }
  in_degrees_ = std::move(all);
  has_in_degrees_.store(true, std::memory_order_release);
  return true;
}

Result<uint64_t> Web::in_degree_in_hosts(PageId page, uint64_t in_degree) const {
  if (in_degree == 0 || store_->hosts() == store_->pages()) return in_degree;
  constexpr uint64_t kLong = 256;
  if (in_degree >= kLong) {
    const std::scoped_lock lock(hosts_mutex_);
    const auto known = hosts_known_.find(index(page));
    if (known != hosts_known_.end()) return known->second;
  }
  graph::LongListBuffer buffer;
  COCITE_TRY(const std::span<const PageId> parents, this->parents(page, in_degree, buffer));
  COCITE_TRY(const uint64_t hosts, related::in_degree_in_hosts(*store_, page, parents));
  if (in_degree >= kLong) {
    const std::scoped_lock lock(hosts_mutex_);
    hosts_known_[index(page)] = hosts;
  }
  return hosts;
}

Result<bool> Web::is_crawl_of_one_site() const {
  COCITE_TRY(const auto kept, keep<bool>("crawl of one site", [](const Web& web) {
               return web.store().is_crawl_of_one_site();
             }));
  return *kept;
}

Result<void> Web::expect(uint64_t queries) const {
  uint64_t most = expected_.load(std::memory_order_relaxed);
  while (most < queries && !expected_.compare_exchange_weak(most, queries)) {
  }
  constexpr uint64_t kMostBytes = uint64_t{256} << 20;
  // Decoding everything once takes at most as long as one query per this many links.
  constexpr uint64_t kLinksAQuery = 10'000;
  const uint64_t bytes =
      2 * (store_->links() * sizeof(PageId) + store_->pages() * sizeof(uint64_t));
  if (bytes > kMostBytes || queries * kLinksAQuery < store_->links()) return {};
  COCITE_TRY(const auto kept,
             keep<Unpacked>("unpacked links", [](const Web& web) -> Result<Unpacked> {
               const auto is_stopped = [&web](uint64_t) -> Result<void> {
                 if (web.stop() == nullptr || !web.stop()->load(std::memory_order_relaxed))
                   return {};
                 return fail(ErrorCode::kCancelled, "stopped");
               };
               Unpacked unpacked;
               COCITE_TRY(unpacked.out, web.store().out().unpacked(is_stopped));
               COCITE_TRY(unpacked.in, web.store().in().unpacked(is_stopped));
               return unpacked;
             }));
  unpacked_.store(kept.get(), std::memory_order_release);
  return {};
}

bool Web::has_column(std::string_view name) const {
  const std::vector<std::string> columns = store_->column_names();
  return std::ranges::find(columns, name) != columns.end();
}

std::shared_ptr<const store::Notes> Web::notes(std::string_view name,
                                               std::string_view about) const {
  Result<std::optional<store::Notes>> found = store_->notes(name);
  // Damaged ones are like none: they are made again.
  if (!found || !*found || (*found)->about() != about) return nullptr;
  return std::make_shared<const store::Notes>(std::move(**found));
}

Result<std::string> Web::about_rank(const std::string& name) const {
  if (has_column(name)) return store_->about_column(name);
  COCITE_TRY(const std::shared_ptr<const Computed> found, computed(name, nullptr));
  return found->ranked.about;
}

Patience Web::patience_of(Budget* budget) const {
  if (budget == nullptr) return {};
  return {.is_over = [budget] { return budget->is_spent(); }, .makes_aside = makes_aside_};
}

Result<std::shared_ptr<const Web::Computed>> Web::computed(const std::string& name,
                                                           Budget* budget) const {
  return computed_.get(
      name,
      [this, name]() -> Result<Computed> {
        Computed made;
        if (has_column(name)) {
          COCITE_TRY(made.column, store_->column(name));
          made.numbers = made.column.values();
        } else if (make_rank_) {
          COCITE_TRY(made.ranked, make_rank_(name));
          made.numbers = made.ranked.values;
        } else {
          return fail({.code = ErrorCode::kNotFound,
                       .message = store_->path() + ": has no column '" + name + "'",
                       .remedies = {{.options = {{"by", name}, {"save", ""}},
                                     .command = "rank",
                                     .arguments = {store_->path()}}}});
        }
        return made;
      },
      patience_of(budget),
      [this, name](const Computed& made) {
        if (save_rank_ && !made.ranked.values.empty()) save_rank_(name, made.ranked);
      });
}

Result<Web::Numbers> Web::rank(const std::string& name, Budget* budget) const {
  COCITE_TRY(const std::shared_ptr<const Computed> found, computed(name, budget));
  return found->numbers;  // the web keeps it
}

}  // namespace cocite::related
