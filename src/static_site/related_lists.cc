#include "static_site/related_lists.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "answer/answering.h"
#include "base/parallel.h"
#include "graph/packed_links.h"

namespace cocite::static_site {
namespace {

// A few more than wanted, since some may be blocked.
constexpr uint64_t kSpare = 10;

std::vector<PageId> sorted(std::span<const PageId> pages) {
  std::vector<PageId> copy(pages.begin(), pages.end());
  std::ranges::sort(copy);
  return copy;
}

size_t common(const std::vector<PageId>& one, const std::vector<PageId>& other) {
  size_t count = 0;
  for (size_t i = 0, k = 0; i < one.size() && k < other.size();) {
    if (one[i] == other[k])
      ++count, ++i, ++k;
    else if (one[i] < other[k])
      ++i;
    else
      ++k;
  }
  return count;
}

// Why a visitor may want the other page, in a sentence. `related` explains in more detail, in four times the time
// that it takes to find the pages.
class Reasons {
 public:
  static Result<Reasons> of(const store::Store& store, PageId page) {
    Reasons reasons;
    reasons.store_ = &store;
    COCITE_TRY(const auto parents, store.parents(page, reasons.buffer_));
    reasons.parents_ = sorted(parents);
    COCITE_TRY(const auto children, store.children(page, reasons.buffer_));
    reasons.children_ = sorted(children);
    return reasons;
  }

  Result<std::string> sentence(PageId other) {
    COCITE_TRY(const auto parents, store_->parents(other, buffer_));
    const size_t linkers = common(parents_, sorted(parents));
    COCITE_TRY(const auto children, store_->children(other, buffer_));
    const size_t targets = common(children_, sorted(children));
    if (linkers > 0) {
      return std::to_string(linkers) + (linkers == 1 ? " page links" : " pages link") + " to both" +
             (targets > linkers
                  ? ", and both link to " + std::to_string(targets) + " of the same pages."
                  : ".");
    }
    if (targets > 0) {
      return "Both link to " + std::to_string(targets) + " of the same pages.";
    }
    if (std::ranges::binary_search(children_, other)) return "This page links to it.";
    if (std::ranges::binary_search(parents_, other)) return "It links to this page.";
    return "It has many of the same words.";
  }

 private:
  const store::Store* store_ = nullptr;
  graph::ListBuffer buffer_;
  std::vector<PageId> parents_;   // rising
  std::vector<PageId> children_;  // rising
};

class Lists {
 public:
  Lists(const store::Store& store, const answer::Answering& answering, const OwnPages& own,
        const Rules& rules, uint64_t top, const std::atomic<bool>* stop)
      : store_(&store),
        answering_(&answering),
        own_(&own),
        rules_(&rules),
        top_(top),
        stop_(stop) {}

  Result<std::vector<Relative>> of(uint32_t number) const {
    std::vector<Relative> list;
    for (const Pin& pin : rules_->pins(number)) {
      if (!rules_->hides(pin.page)) list.push_back({pin.page, pin.why});
    }
    const PageId page = own_->pages()[number].page;
    Budget budget(0, stop_);
    COCITE_TRY(const answer::Found found, answering_->find(page, budget));
    COCITE_TRY(Reasons reasons, Reasons::of(*store_, page));
    for (const related::Item& item : found.items) {
      if (list.size() >= top_) break;
      const uint32_t other = own_->number(item.page);
      if (other == OwnPages::kNone || other == number || rules_->blocks(number, other)) continue;
      if (std::ranges::find(list, other, &Relative::page) != list.end()) continue;
      COCITE_TRY(std::string why, reasons.sentence(item.page));
      list.push_back({other, std::move(why)});
    }
    if (list.size() > top_) list.resize(top_);
    return list;
  }

 private:
  const store::Store* store_;
  const answer::Answering* answering_;
  const OwnPages* own_;
  const Rules* rules_;
  uint64_t top_;
  const std::atomic<bool>* stop_;
};

}  // namespace

Result<RelatedLists> related_lists(const answer::Opened& opened, const OwnPages& own,
                                   const Rules& rules, const ExportRequest& request) {
  const uint64_t top = request.related.top;
  RelatedRequest asked = request.related;
  asked.top = top + kSpare;
  asked.only = OnlyPages::kCrawled;
  asked.chop = Switch::kOff;  // of another page: the reader is on this one
  asked.stop = request.stop;
  Budget at_first(0, asked.stop);
  COCITE_TRY(const answer::Answering answering,
             answer::Answering::make(opened.web, opened.stoplists, asked, at_first));
  COCITE_CHECK(opened.web.expect(own.pages().size()));
  const Lists lists(opened.store, answering, own, rules, top, asked.stop);
  RelatedLists all(own.pages().size());
  constexpr size_t kPiece = 64;
  const size_t pieces = (all.size() + kPiece - 1) / kPiece;
  std::vector<Result<void>> status(pieces);
  std::mutex mutex;
  uint64_t done = 0;
  parallel_for(pieces, request.threads == 0 ? hardware_threads() : request.threads,
               [&](size_t piece) {
                 const size_t end = std::min(all.size(), (piece + 1) * kPiece);
                 for (size_t i = piece * kPiece; i < end; ++i) {
                   if (asked.stop != nullptr && asked.stop->load(std::memory_order_relaxed)) return;
                   Result<std::vector<Relative>> list = lists.of(static_cast<uint32_t>(i));
                   if (!list) {
                     status[piece] = tl::unexpected<Error>(list.error());
                     return;
                   }
                   all[i] = *std::move(list);
                 }
                 const std::scoped_lock lock(mutex);
                 done += kPiece;
                 if (request.progress) {
                   request.progress({.stage = "finding related pages",
                                     .done = std::min<uint64_t>(done, all.size()),
                                     .total = all.size(),
                                     .unit = "pages"});
                 }
               });
  if (asked.stop != nullptr && asked.stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped; nothing was written");
  }
  for (const Result<void>& one : status) COCITE_CHECK(one);
  return all;
}

}  // namespace cocite::static_site
