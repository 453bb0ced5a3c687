#include "insight/common_links.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"

namespace cocite::insight {
namespace {

// The lists of one direction, unpacked or where they are.
class Lists {
 public:
  static Result<Lists> make(const graph::PackedLinks& links, uint64_t memory_bytes,
                            const TellPages& tell) {
    Lists lists(links);
    if (links.links() * sizeof(PageId) + links.pages() * sizeof(uint64_t) > memory_bytes) {
      return lists;
    }
    lists.begins_.reserve(links.pages() + 1);
    lists.pages_.reserve(links.links());
    auto scan = links.scan(page_id(0), links.pages());
    while (scan.next()) {
      if (index(scan.page()) % 65536 == 0) COCITE_CHECK(tell(0));
      lists.begins_.push_back(lists.pages_.size());
      lists.pages_.insert(lists.pages_.end(), scan.list().begin(), scan.list().end());
    }
    COCITE_CHECK(scan.status());
    lists.begins_.push_back(lists.pages_.size());
    return lists;
  }
  Result<std::span<const PageId>> of(PageId page, graph::ListBuffer& buffer) const {
    if (begins_.empty()) return links_->list(page, buffer);
    return std::span(pages_).subspan(begins_[index(page)],
                                     begins_[index(page) + 1] - begins_[index(page)]);
  }

 private:
  explicit Lists(const graph::PackedLinks& links) : links_(&links) {}
  const graph::PackedLinks* links_;
  std::vector<uint64_t> begins_;
  std::vector<PageId> pages_;
};

// What a thread needs to count.
class Counter {
 public:
  Counter(const store::Store& store, const Lists& lists, const CommonOptions& options)
      : store_(&store), lists_(&lists), options_(&options), counts_(store.pages()) {}

  // `around`: the parents of the page (kChildren: its children).
  Result<void> count(PageId page, std::span<const PageId> around, std::vector<Common>& row) {
    row.clear();
    touched_.clear();
    const bool is_coupling = options_->side == Side::kChildren;
    if (is_coupling && around.size() > options_->max_children) return {};
    for (const PageId between : around) {
      COCITE_TRY(const auto list, lists_->of(between, buffer_));
      if (!is_coupling && list.size() > options_->max_children) continue;
      if (options_->window == 0) {
        add(page, list);
        continue;
      }
      const auto own = static_cast<size_t>(std::ranges::find(list, page) - list.begin());
      const size_t first = own - std::min<size_t>(own, options_->window);
      const size_t last = std::min<size_t>(list.size(), own + options_->window + 1);
      add(page, list.subspan(first, last - first));
    }
    std::ranges::sort(touched_);
    for (const uint32_t other : touched_) {
      const uint32_t count = std::exchange(counts_[other], 0);
      if (count < options_->min) continue;
      if (is_coupling) {
        COCITE_TRY(const uint32_t children, store_->out().degree(page_id(other)));
        if (children > options_->max_children) continue;
      }
      row.push_back({page_id(other), count});
    }
    return {};
  }

 private:
  void add(PageId page, std::span<const PageId> list) {
    for (const PageId other : list) {
      if (other == page || (!options_->both_ways && other < page)) continue;
      if (counts_[index(other)]++ == 0) touched_.push_back(index(other));
    }
  }

  const store::Store* store_;
  const Lists* lists_;
  const CommonOptions* options_;
  std::vector<uint32_t> counts_;
  std::vector<uint32_t> touched_;
  graph::ListBuffer buffer_;
};

// The rows of a few pages, waiting for their turn.
struct Piece {
  std::vector<PageId> pages;
  std::vector<size_t> ends;
  std::vector<Common> others;
  Result<void> status;
};

}  // namespace

Result<void> for_each_common(const store::Store& store, const CommonOptions& options,
                             const TellPages& tell, const UseCommon& use) {
  if (options.max_children < 2) {
    return fail({.message = "at least 2 children are needed for a pair", .about = "max_children"});
  }
  if (options.window != 0 && options.side == Side::kChildren) {
    return fail({.message = "a window is for common parents: it says how near two links stand on "
                            "the page that has both",
                 .about = "window"});
  }
  if (options.window != 0 && !store.has_link_order()) {
    return fail({.code = ErrorCode::kUnsupported,
                 .message = store.path() + ": has no link order, so that places mean nothing",
                 .about = "window"});
  }
  const bool by_parents = options.side == Side::kParents;
  const graph::PackedLinks& to_between = by_parents ? store.in() : store.out();
  COCITE_TRY(const Lists lists,
             Lists::make(by_parents ? store.out() : store.in(), options.memory_bytes / 2, tell));
  const unsigned threads = std::max(1U, options.threads);
  std::vector<Counter> counters;
  for (unsigned i = 0; i < threads; ++i) counters.emplace_back(store, lists, options);
  constexpr uint64_t kPiecePages = 128;
  std::vector<Piece> pieces(threads);
  for (uint64_t first = 0; first < store.pages(); first += threads * kPiecePages) {
    COCITE_CHECK(tell(first));
    parallel_for(threads, threads, [&](size_t i) {
      Piece& piece = pieces[i];
      piece = {};
      const uint64_t begin = std::min(store.pages(), first + i * kPiecePages);
      const uint64_t end = std::min(store.pages(), begin + kPiecePages);
      auto scan = to_between.scan(page_id(begin), end);
      std::vector<Common> row;
      while (begin < end && scan.next()) {
        piece.status = counters[i].count(scan.page(), scan.list(), row);
        if (!piece.status) return;
        if (row.empty()) continue;
        piece.pages.push_back(scan.page());
        piece.others.insert(piece.others.end(), row.begin(), row.end());
        piece.ends.push_back(piece.others.size());
      }
      if (begin < end) piece.status = scan.status();
    });
    for (const Piece& piece : pieces) {
      COCITE_CHECK(piece.status);
      size_t begin = 0;
      for (size_t i = 0; i < piece.pages.size(); ++i) {
        COCITE_CHECK(
            use(piece.pages[i], std::span(piece.others).subspan(begin, piece.ends[i] - begin)));
        begin = piece.ends[i];
      }
    }
  }
  return {};
}

}  // namespace cocite::insight
