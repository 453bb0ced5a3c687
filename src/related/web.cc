#include "related/web.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"

namespace cocite::related {

bool Web::is_one_site() const {
  const uint64_t same = store_->manifest().number("same_host_links");
  return same > 0 && same * 10 > store_->links() * 9;
}

Result<void> Web::in_degrees(std::span<const PageId> pages, std::vector<uint32_t>& degrees) const {
  degrees.resize(pages.size());
  if (!has_in_degrees_.load(std::memory_order_acquire)) {
    // Reading all of them in order costs about as much as an eighth of them at random.
    constexpr uint64_t kInOrder = 8;
    const uint64_t asked = degrees_asked_.fetch_add(pages.size(), std::memory_order_relaxed);
    if (asked + pages.size() <= store_->pages() / kInOrder) return in().degrees(pages, degrees);
    COCITE_CHECK(read_in_degrees());
  }
  for (size_t i = 0; i < pages.size(); ++i) degrees[i] = in_degrees_[index(pages[i])];
  return {};
}

Result<void> Web::read_in_degrees() const {
  const std::scoped_lock lock(degrees_mutex_);
  if (has_in_degrees_.load(std::memory_order_relaxed)) return {};
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
  COCITE_CHECK(rank(name));
  const std::scoped_lock lock(computed_mutex_);
  return computed_.find(name)->second->ranked.about;
}

Result<Web::Numbers> Web::rank(const std::string& name) const {
  Computed* computed = nullptr;
  {
    const std::scoped_lock lock(computed_mutex_);
    auto& slot = computed_[name];
    if (!slot) slot = std::make_unique<Computed>();
    computed = slot.get();
  }
  const std::scoped_lock lock(computed->mutex);
  if (computed->is_there) return computed->numbers;
  if (has_column(name)) {
    COCITE_TRY(computed->column, store_->column(name));
    computed->numbers = computed->column.values();
  } else if (make_rank_) {
    COCITE_TRY(computed->ranked, make_rank_(name));
    computed->numbers = computed->ranked.values;
  } else {
    return fail(ErrorCode::kNotFound, store_->path() + ": has no column '" + name +
                                          "'; 'cocite rank " + store_->path() + " --by " + name +
                                          " --save' makes one");
  }
  computed->is_there = true;
  return computed->numbers;
}

}  // namespace cocite::related
