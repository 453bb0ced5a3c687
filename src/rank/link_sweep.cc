#include "rank/link_sweep.h"

#include <mutex>
#include <numeric>
#include <string>

#include "base/parallel.h"

namespace cocite::rank {
namespace {

// If memory is short, pages of the store are released after this many chunks.
constexpr uint64_t kChunksKept = kPagesKept / kChunkPages;
// What a page costs, in links, beside its links.
constexpr uint64_t kPageWork = 3;

}  // namespace

template <class Work>
Result<void> LinkSweep::for_each_chunk(const SweepOptions& options, const char* stage,
                                       const Work& work) {
  const uint64_t chunks = (pages() + kChunkPages - 1) / kChunkPages;
  std::atomic<bool> has_failed = false;
  std::mutex mutex;
  uint64_t done = 0;
  Result<void> status;
  parallel_for(chunks, options.threads, [&](size_t chunk) {
    if (has_failed.load(std::memory_order_relaxed)) return;
    const uint64_t first = chunk * kChunkPages;
    const Result<void> result =
        is_stopped() ? stopped() : work(chunk, first, std::min(pages(), first + kChunkPages));
    const std::scoped_lock lock(mutex);
    ++done;
    if (!result && status) {
      status = result;
      has_failed = true;
    } else if (options.progress != nullptr && *options.progress) {
      Progress progress;
      progress.stage = stage;
      progress.done = done;
      progress.total = chunks;
      progress.links = std::min(links(), done * kChunkPages * (links() / pages() + 1));
      (*options.progress)(progress);
    }
  });
  return status;
}

Result<LinkSweep> LinkSweep::prepare(const graph::PackedLinks& lists, const SweepOptions& options) {
  LinkSweep sweep;
  sweep.lists_ = &lists;
  sweep.stop_ = options.stop;
  const uint64_t unpacked = lists.links() * sizeof(uint32_t) + lists.pages() * options.page_bytes;
  sweep.is_streamed_ = unpacked > options.memory_bytes;
  sweep.chunk_links_.resize((lists.pages() + kChunkPages - 1) / kChunkPages);
  if (options.opposite != nullptr) COCITE_CHECK(sweep.count_targets(options));
  COCITE_CHECK(sweep.count_links(options));
  if (!sweep.is_streamed_) {
    COCITE_CHECK(sweep.unpack(options));
  } else if (!options.scratch.empty()) {
    const Result<void> spooled = sweep.spool(options);
    // No room for a scratch file, or no place: the store itself can be read as often, but slower.
    if (!spooled && spooled.error().code == ErrorCode::kIo) {
      sweep.spool_.reset();
    } else {
      COCITE_CHECK(spooled);
    }
  }
  // A mark makes a number of 32 bits out of a page and a bit: not with more pages than this.
  const bool can_mark = lists.pages() < uint64_t{1} << 31;
  sweep.cut_into_parts(options.marks_others && !can_mark ? 1 : options.parts);
  sweep.marks_others_ = options.marks_others && sweep.parts() > 1;
  if (sweep.marks_others_ && !sweep.is_streamed_) {
    sweep.read_by_others_ = BigArray<uint8_t>((lists.pages() + kRun - 1) / kRun);
    parallel_for(sweep.parts(), options.threads, [&](size_t i) { sweep.mark(i); });
  }
  return sweep;
}

Result<void> LinkSweep::count_targets(const SweepOptions& options) {
  targets_ = BigArray<uint32_t>(pages());
  std::atomic<uint64_t> all = 0;
  COCITE_CHECK(for_each_chunk(options, "reading degrees",
                              [&](size_t /*chunk*/, uint64_t first, uint64_t last) -> Result<void> {
                                uint64_t sum = 0;
                                for (uint64_t page = first; page < last; ++page) {
                                  COCITE_TRY(targets_[page],
                                             options.opposite->degree(page_id(page)));
                                  sum += targets_[page];
                                }
                                all += sum;
                                return {};
                              }));
  if (all != links()) return damaged();
  options.opposite->container().let_go();
  return {};
}

Result<void> LinkSweep::count_links(const SweepOptions& options) {
  if (!is_streamed_) degrees_ = BigArray<uint32_t>(pages());
  COCITE_CHECK(for_each_chunk(options, "reading degrees",
                              [&](size_t chunk, uint64_t first, uint64_t last) -> Result<void> {
                                for (uint64_t page = first; page < last; ++page) {
                                  COCITE_TRY(const uint32_t degree, lists_->degree(page_id(page)));
                                  if (!is_streamed_) degrees_[page] = degree;
                                  chunk_links_[chunk] += degree;
                                }
                                return {};
                              }));
  const uint64_t all = std::accumulate(chunk_links_.begin(), chunk_links_.end(), uint64_t{0});
  if (all != links()) return damaged();
  return {};
}

Result<void> LinkSweep::unpack(const SweepOptions& options) {
  std::vector<uint64_t> begins(chunk_links_.size());
  std::exclusive_scan(chunk_links_.begin(), chunk_links_.end(), begins.begin(), uint64_t{0});
  sources_ = BigArray<uint32_t>(links() + kSlack);
  COCITE_CHECK(for_each_chunk(options, "unpacking links",
                              [&](size_t chunk, uint64_t first, uint64_t last) -> Result<void> {
                                uint32_t* at = sources_.data() + begins[chunk];
                                auto scan = lists_->scan(page_id(first), last);
                                while (scan.next()) {
                                  const std::span<const PageId> list = scan.list();
                                  if (list.size() != degrees_[index(scan.page())]) return damaged();
                                  for (const PageId source : list) *at++ = index(source);
                                }
                                return scan.status();
                              }));
  lists_->container().let_go();
  return {};
}

Result<void> LinkSweep::spool(const SweepOptions& options) {
  COCITE_TRY(spool_, ListSpool::create(options.scratch, chunk_links_.size()));
  return for_each_chunk(options, "spooling links",
                        [&](size_t chunk, uint64_t first, uint64_t last) -> Result<void> {
                          if (chunk % kChunksKept == 0) lists_->container().let_go();
                          return spool_->write(chunk, lists_->scan(page_id(first), last));
                        });
}

void LinkSweep::cut_into_parts(uint64_t parts) {
  const uint64_t work = links() + kPageWork * pages();
  uint64_t done = 0;
  uint64_t links_done = 0;
  parts_.push_back({});
  for (size_t chunk = 0; chunk < chunk_links_.size(); ++chunk) {
    // A part ends where the chunk's middle lies behind what it should have.
    const uint64_t first = chunk * kChunkPages;
    const uint64_t chunk_work =
        chunk_links_[chunk] + kPageWork * (std::min(pages(), first + kChunkPages) - first);
    const uint64_t wanted = work / parts * parts_.size();
    if (parts_.size() < parts && first > parts_.back().first && done + chunk_work / 2 > wanted) {
      parts_.back().last = first;
      parts_.push_back({.first = first, .last = first, .first_link = links_done});
    }
    done += chunk_work;
    links_done += chunk_links_[chunk];
  }
  parts_.back().last = pages();
}

void LinkSweep::mark(size_t part) {
  const Part& range = parts_[part];
  const uint64_t end = part + 1 < parts() ? parts_[part + 1].first_link : links();
  const auto first = static_cast<uint32_t>(range.first);
  const auto size = static_cast<uint32_t>(range.last - range.first);
  const auto mark = static_cast<uint32_t>(pages());
  for (uint64_t i = range.first_link; i < end; ++i) {
    const uint32_t source = sources_[i];
    if (source - first < size) continue;
    std::atomic_ref(read_by_others_[source / kRun]).store(1, std::memory_order_relaxed);
    sources_[i] = source + mark;
  }
}

}  // namespace cocite::rank
