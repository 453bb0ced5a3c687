#include "ingest/group_links.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "file/raw_file.h"
#include "ingest/target_tally.h"
#include "store/link_counts.h"

namespace cocite::ingest {
namespace {

constexpr size_t kPiecesAThread = 8;  // read before what they say is written down, in order
constexpr size_t kFeedLinks = size_t{1} << 17;

// Pages [first, last) of one group.
struct Stretch {
  uint32_t group;
  uint64_t first;
  uint64_t last;
};

// What the pages of a group in one piece of the work say.
struct Run {
  uint32_t group = 0;
  bool is_crawled = false;
  size_t end = 0;  // of its targets
};

struct Piece {
  std::vector<Stretch> stretches;
  std::vector<Run> runs;
  std::vector<TargetTally::Target> targets;  // of all runs
  Result<void> status;
};

// All pages, by group and within it by key, cut into pieces of like size.
class Pieces {
 public:
  Pieces(const store::Store& store, std::span<const uint32_t> group_of_host, uint64_t piece_pages)
      : store_(&store),
        group_of_host_(group_of_host),
        piece_pages_(piece_pages),
        order_(group_of_host.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    const auto group_of = [&](uint32_t host) { return group_of_host_[host]; };
    if (!std::ranges::is_sorted(order_, {}, group_of)) {
      std::ranges::stable_sort(order_, {}, group_of);
    }
  }
  // Empty at the end.
  [[nodiscard]] Result<std::vector<Stretch>> next() {
    std::vector<Stretch> stretches;
    for (uint64_t pages = 0; pages < piece_pages_;) {
      if (at_ == end_) {
        if (host_ == order_.size()) break;
        COCITE_TRY(const auto range, store_->pages_of(host_id(order_[host_])));
        at_ = index(range.first);
        end_ = range.second;
        ++host_;
      }
      const uint64_t taken = std::min(end_ - at_, piece_pages_ - pages);
      stretches.push_back({group_of_host_[order_[host_ - 1]], at_, at_ + taken});
      pages += taken;
      at_ += taken;
    }
    return stretches;
  }

 private:
  const store::Store* store_;
  std::span<const uint32_t> group_of_host_;
  uint64_t piece_pages_;
  std::vector<uint32_t> order_;  // hosts
  size_t host_ = 0;              // the next
  uint64_t at_ = 0;              // pages of the one before that are left
  uint64_t end_ = 0;
};

// Reads a piece; any thread.
class Reader {
 public:
  Reader(const store::Store& store, const std::vector<uint32_t>& group_of_page)
      : store_(&store), group_of_page_(&group_of_page) {}

  Result<void> read(Piece& piece) const {
    TargetTally tally;
    const std::vector<Stretch>& all = piece.stretches;
    for (size_t i = 0; i < all.size();) {
      // Neighbours are read in one go.
      size_t end = i + 1;
      while (end < all.size() && all[end].first == all[end - 1].last) ++end;
      auto scan = store_->out().scan(page_id(all[i].first), all[end - 1].last);
      for (; i < end; ++i) {
        if (piece.runs.empty() || piece.runs.back().group != all[i].group) {
          finish_run(tally, piece);
          piece.runs.push_back({.group = all[i].group});
        }
        for (uint64_t page = all[i].first; page < all[i].last; ++page) {
          if (!scan.next()) return scan.status();
          COCITE_TRY(const bool is_crawled, store_->is_crawled(scan.page()));
          piece.runs.back().is_crawled |= is_crawled;
          for (const PageId child : scan.list()) {
            const uint32_t target = (*group_of_page_)[index(child)];
            if (target != all[i].group) tally.add_link(target, static_cast<uint32_t>(page));
          }
        }
      }
    }
    finish_run(tally, piece);
    return {};
  }

 private:
  static void finish_run(TargetTally& tally, Piece& piece) {
    if (piece.runs.empty()) return;
    piece.targets.insert(piece.targets.end(), tally.targets().begin(), tally.targets().end());
    piece.runs.back().end = piece.targets.size();
    tally.clear();
  }

  const store::Store* store_;
  const std::vector<uint32_t>* group_of_page_;
};

// Takes pieces in order and writes down lists, one a group.
class ListWriter {
 public:
  static Result<ListWriter> create(store::Writer& writer, bool has_order) {
    ListWriter lists;
    lists.has_order_ = has_order;
    COCITE_TRY(lists.links_, file::RawFile::create(writer.scratch("group-links")));
    COCITE_TRY(auto counts, writer.create(store::Part::kCounts));
    COCITE_TRY(lists.counts_, store::LinkCountWriter::create(std::move(counts)));
    return lists;
  }
  Result<void> add(Piece& piece) {
    size_t begin = 0;
    for (size_t i = 0; i < piece.runs.size(); ++i) {
      const Run& run = piece.runs[i];
      const std::span targets = std::span(piece.targets).subspan(begin, run.end - begin);
      begin = run.end;
      if (run.group != group_) {
        COCITE_CHECK(write_pending());
        group_ = run.group;
        if (i + 1 < piece.runs.size()) {  // all of the group is in this piece
          COCITE_CHECK(write_list(run.is_crawled, targets));
          continue;
        }
      }
      is_crawled_ |= run.is_crawled;
      for (const TargetTally::Target& target : targets) tally_.add(target.target, target.count);
    }
    return {};
  }
  // Returns the file of links.
  Result<file::RawFile> finish() {
    COCITE_CHECK(write_pending());
    COCITE_CHECK(counts_.finish());
    COCITE_CHECK(links_.flush());
    return std::move(links_);
  }

 private:
  Result<void> write_pending() {
    sorted_.assign(tally_.targets().begin(), tally_.targets().end());
    COCITE_CHECK(write_list(is_crawled_, sorted_));
    tally_.clear();
    is_crawled_ = false;
    return {};
  }
  Result<void> write_list(bool is_crawled, std::span<TargetTally::Target> targets) {
    if (is_crawled) COCITE_CHECK(write_link({group_, kNoTarget}));
    if (!has_order_) std::ranges::sort(targets, {}, &TargetTally::Target::target);
    for (const TargetTally::Target& target : targets) {
      COCITE_CHECK(write_link({group_, target.target}));
      COCITE_CHECK(counts_.add(target.count));
    }
    return {};
  }
  Result<void> write_link(const PageLink& link) {
    return links_.append(std::as_bytes(std::span(&link, 1)));
  }

  bool has_order_ = true;
  file::RawFile links_;
  store::LinkCountWriter counts_;
  uint32_t group_ = kNoTarget;
  // Of a group that may go on in the next piece:
  bool is_crawled_ = false;
  TargetTally tally_;
  std::vector<TargetTally::Target> sorted_;
};

class FileFeed final : public LinkFeed {
 public:
  FileFeed(file::RawFile file, bool is_sorted) : file_(std::move(file)), is_sorted_(is_sorted) {}
  [[nodiscard]] uint64_t size() const override { return file_.size() / sizeof(PageLink); }
  [[nodiscard]] bool is_sorted() const override { return is_sorted_; }
  void release() override { file_.remove(); }
  Result<void> play(const Use& use) override {
    std::vector<PageLink> links;
    for (uint64_t at = 0; at < size(); at += links.size()) {
      links.resize(std::min<uint64_t>(kFeedLinks, size() - at));
      COCITE_CHECK(file_.read_at(at * sizeof(PageLink), std::as_writable_bytes(std::span(links))));
      COCITE_CHECK(use(links, stamp_of(0, 0)));
    }
    return {};
  }

 private:
  file::RawFile file_;
  bool is_sorted_;
};

Result<std::vector<uint32_t>> groups_of_pages(const store::Store& store,
                                              std::span<const uint32_t> group_of_host) {
  std::vector<uint32_t> groups(store.pages());
  for (uint64_t host = 0; host < group_of_host.size(); ++host) {
    COCITE_TRY(const auto range, store.pages_of(host_id(host)));
    std::fill(groups.begin() + index(range.first),
              groups.begin() + static_cast<ptrdiff_t>(range.second), group_of_host[host]);
  }
  return groups;
}

}  // namespace

Result<std::unique_ptr<LinkFeed>> group_links(Context& context, store::Writer& writer,
                                              const store::Store& store,
                                              std::span<const uint32_t> group_of_host) {
  COCITE_TRY(const std::vector<uint32_t> groups, groups_of_pages(store, group_of_host));
  COCITE_TRY(ListWriter lists, ListWriter::create(writer, store.has_link_order()));
  Pieces all(store, group_of_host, context.limits().piece_pages);
  const Reader reader(store, groups);
  std::vector<Piece> pieces;
  uint64_t done = 0;
  do {
    COCITE_CHECK(context.report("reading links", done, store.pages(), "pages"));
    pieces.clear();
    for (size_t i = 0; i < context.threads() * kPiecesAThread; ++i) {
      COCITE_TRY(std::vector<Stretch> stretches, all.next());
      if (stretches.empty()) break;
      for (const Stretch& stretch : stretches) done += stretch.last - stretch.first;
      pieces.emplace_back().stretches = std::move(stretches);
    }
    parallel_for(pieces.size(), context.threads(),
                 [&](size_t i) { pieces[i].status = reader.read(pieces[i]); });
    for (Piece& piece : pieces) {
      COCITE_CHECK(piece.status);
      COCITE_CHECK(lists.add(piece));
    }
  } while (!pieces.empty());
  COCITE_TRY(file::RawFile links, lists.finish());
  return std::unique_ptr<LinkFeed>(
      std::make_unique<FileFeed>(std::move(links), !store.has_link_order()));
}

}  // namespace cocite::ingest
