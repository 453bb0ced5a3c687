// Goes through all link lists again and again, as iterating needs it: from memory, or where that is
// short from a scratch file (list_spool.h), or where there is no room for one from the store
// itself.
//
//   COCITE_TRY(const auto sweep, LinkSweep::prepare(store.in(), {.threads = 2}));
//   COCITE_CHECK(sweep.visit(0, [&](uint32_t page, std::span<const uint32_t> sources) { … }));
//
// The pages are cut into parts of about equal work; a part is visited in order of page, by one
// thread; different parts may be visited at the same time.
//
// Unpacked, a graph takes 4 bytes a link and 4 a page: there is no array of offsets, since pages
// are visited in order and the number of links of each tells where the next begins.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "graph/packed_links.h"
#include "rank/big_array.h"
#include "rank/gather.h"
#include "rank/list_spool.h"
#include "rank/quad_code.h"

namespace cocite::rank {

struct SweepOptions {
  uint64_t parts = 1;         // about; fewer where there are few pages
  bool marks_others = false;  // see visit()
  const graph::PackedLinks* opposite =
      nullptr;                            // the same links the other way round: see targets()
  uint64_t page_bytes = 24;               // what the caller and this need for each page
  uint64_t memory_bytes = 0;              // unpacked if all fits in here, else streamed
  std::vector<std::string> scratch = {};  // folders for a scratch file, the best first
  unsigned threads = 1;
  const std::function<void(const Progress&)>* progress = nullptr;
  const std::atomic<bool>* stop = nullptr;
};

class LinkSweep {
 public:
  // `lists`: for each page where its score comes from.
  [[nodiscard]] static Result<LinkSweep> prepare(const graph::PackedLinks& lists,
                                                 const SweepOptions& options);

  [[nodiscard]] uint64_t pages() const { return lists_->pages(); }
  [[nodiscard]] uint64_t links() const { return lists_->links(); }
  [[nodiscard]] bool is_streamed() const { return is_streamed_; }
  // Streamed: the size of the scratch file; 0 if there is none, and the store is read.
  [[nodiscard]] uint64_t scratch_bytes() const { return spool_ ? spool_->bytes() : 0; }
  [[nodiscard]] size_t parts() const { return parts_.size(); }
  // In how many lists each page stands: the number of pages that its score flows to. Where
  // `opposite` was given, which tells it without a look at the links.
  [[nodiscard]] const BigArray<uint32_t>& targets() const { return targets_; }

  // What a rank needs to know of a page's links: here each counts once. WeightedSweep has the same.
  [[nodiscard]] uint32_t out(uint64_t page) const { return targets_[page]; }
  [[nodiscard]] uint32_t in(uint64_t /*page*/, std::span<const uint32_t> sources) const {
    return static_cast<uint32_t>(sources.size());
  }
  template <bool kAsksAhead, class Slot, class Value>
  [[nodiscard]] double sum(const Slot* slots, std::span<const uint32_t> sources,
                           const Value& value) const {
    return gather<kAsksAhead>(slots, sources, value);
  }
  template <class Give>
  void hand_back(std::span<const uint32_t> sources, double share, const Give& give) const {
    for (const uint32_t source : sources) give(source, share);
  }
  // Where a list that visit() gave stands among all of them. REQUIRES: not streamed.
  [[nodiscard]] size_t place_of(std::span<const uint32_t> sources) const {
    return static_cast<size_t>(sources.data() - sources_.data());
  }

  struct Part {
    uint64_t first = 0;  // pages [first, last)
    uint64_t last = 0;
    uint64_t first_link = 0;
  };
  [[nodiscard]] const Part& part(size_t i) const { return parts_[i]; }

  // Calls visit(page, sources) for each page of the part. With marks_others, the number of pages is
  // added to every source outside the part: such a source is read from the second half of an array
  // whose first half the part is changing.
  template <class Visit>
  [[nodiscard]] Result<void> visit(size_t part, Visit&& visit) const;

  // This many numbers behind the sources of a page can be read, and are pages with or without mark.
  static constexpr size_t kSlack = 64;

  // Whether a page of the run of kRun pages that `page` is in is a source of a page of another
  // part; where that is not known, yes. REQUIRES: marks_others.
  static constexpr uint64_t kRun = 64;
  [[nodiscard]] bool is_read_by_others(uint64_t page) const {
    return read_by_others_.size() == 0 || read_by_others_[page / kRun] != 0;
  }

 private:
  // How many links the chunks have, and each page.
  [[nodiscard]] Result<void> count_links(const SweepOptions& options);
  [[nodiscard]] Result<void> count_targets(const SweepOptions& options);
  [[nodiscard]] Result<void> unpack(const SweepOptions& options);
  [[nodiscard]] Result<void> spool(const SweepOptions& options);
  template <class Visit>
  [[nodiscard]] Result<void> visit_unpacked(const Part& part, Visit& visit) const;
  template <class Visit>
  [[nodiscard]] Result<void> visit_spooled(const Part& part, Visit& visit) const;
  template <class Visit>
  [[nodiscard]] Result<void> visit_packed(const Part& part, Visit& visit) const;
  [[nodiscard]] Marks marks(const Part& part) const {
    return {.first = static_cast<uint32_t>(part.first),
            .size = static_cast<uint32_t>(part.last - part.first),
            .mark = marks_others_ ? static_cast<uint32_t>(pages()) : 0};
  }
  void cut_into_parts(uint64_t parts);
  void mark(size_t part);
  // Calls work(chunk, first, last) for each chunk of pages; the first error of all.
  template <class Work>
  Result<void> for_each_chunk(const SweepOptions& options, const char* stage, const Work& work);
  [[nodiscard]] static tl::unexpected<Error> damaged() {
    return fail(ErrorCode::kCorrupt,
                "the lists of links are not as long as they say; 'cocite check' tells more");
  }
  [[nodiscard]] bool is_stopped() const {
    return stop_ != nullptr && stop_->load(std::memory_order_relaxed);
  }
  [[nodiscard]] static tl::unexpected<Error> stopped() {
    return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  }

  const graph::PackedLinks* lists_ = nullptr;
  const std::atomic<bool>* stop_ = nullptr;
  bool is_streamed_ = false;
  bool marks_others_ = false;
  std::vector<Part> parts_;
  std::vector<uint64_t> chunk_links_;
  BigArray<uint32_t> targets_;
  BigArray<uint32_t> degrees_;        // unpacked: the length of each list
  BigArray<uint32_t> sources_;        // unpacked: the lists
  BigArray<uint8_t> read_by_others_;  // unpacked and marked: for each run of pages
  std::optional<ListSpool> spool_;    // streamed, with a scratch file
};

// How often a visitor is interrupted to see whether it should stop, and, where links are streamed
// to save memory, the part of the file that was read is let go.
inline constexpr uint64_t kPagesBetweenStops = 4096;
inline constexpr uint64_t kPagesKept = uint64_t{1} << 16;

// Pages that a scratch file's chunk has: small enough for parts of equal work, whole groups of
// lists.
inline constexpr uint64_t kChunkPages = 4096;
static_assert(kChunkPages % graph::kGroupPages == 0);

template <class Visit>
Result<void> LinkSweep::visit(size_t part, Visit&& visit) const {
  if (!is_streamed_) return visit_unpacked(parts_[part], visit);
  return spool_ ? visit_spooled(parts_[part], visit) : visit_packed(parts_[part], visit);
}

template <class Visit>
Result<void> LinkSweep::visit_unpacked(const Part& part, Visit& visit) const {
  const uint32_t* at = sources_.data() + part.first_link;
  for (uint64_t begin = part.first; begin < part.last; begin += kPagesBetweenStops) {
    if (is_stopped()) return stopped();
    const uint64_t end = std::min(part.last, begin + kPagesBetweenStops);
    for (uint64_t page = begin; page < end; ++page) {
      const uint32_t degree = degrees_[page];
      visit(static_cast<uint32_t>(page), std::span<const uint32_t>(at, degree));
      at += degree;
    }
  }
  return {};
}

template <class Visit>
Result<void> LinkSweep::visit_spooled(const Part& part, Visit& visit) const {
  ListSpool::Reader reader(*spool_, part.first / kChunkPages,
                           (part.last + kChunkPages - 1) / kChunkPages, marks(part), kSlack);
  auto page = static_cast<uint32_t>(part.first);
  while (reader.next()) {
    if (is_stopped()) return stopped();
    const uint32_t* at = reader.sources();
    for (const uint32_t degree : reader.degrees()) {
      visit(page++, std::span<const uint32_t>(at, degree));
      at += degree;
    }
  }
  return reader.status();
}

template <class Visit>
Result<void> LinkSweep::visit_packed(const Part& part, Visit& visit) const {
  const Marks marked = marks(part);
  std::vector<uint32_t> sources(kSlack);
  auto scan = lists_->scan(page_id(part.first), part.last);
  while (scan.next()) {
    if (index(scan.page()) % kPagesBetweenStops == 0 && is_stopped()) return stopped();
    if (index(scan.page()) % kPagesKept == 0) lists_->container().let_go();
    const std::span<const PageId> list = scan.list();
    if (sources.size() < list.size() + kSlack) sources.resize(list.size() * 2 + kSlack);
    for (size_t i = 0; i < list.size(); ++i) sources[i] = marked(index(list[i]));
    visit(index(scan.page()), std::span<const uint32_t>(sources.data(), list.size()));
  }
  return scan.status();
}

}  // namespace cocite::rank
