#include "ingest/graph_writer.h"

#include <algorithm>
#include <limits>

#include "ingest/tidy_lists.h"

namespace cocite::ingest {
namespace {

constexpr uint64_t kUnseen = std::numeric_limits<uint64_t>::max();
constexpr uint32_t kNoPage = std::numeric_limits<uint32_t>::max();
// A bucket costs 8 bytes a link as it lies, 4 sorted, and its share of offsets and packing.
constexpr uint64_t kBytesPerLink = 16;
// This many links above the one before, and none below it, are no accident: the source was sorted.
constexpr uint64_t kSortedEvidence = 200;

}  // namespace

GraphWriter::GraphWriter(Context& context, store::Writer& writer, uint64_t pages,
                         const file::BitmapBuilder* host_starts)
    : context_(&context),
      writer_(&writer),
      pages_(pages),
      host_starts_(host_starts),
      crawled_(pages) {}

Result<void> GraphWriter::write(std::span<const std::unique_ptr<LinkFeed>> feeds) {
  for (const auto& feed : feeds) total_ += feed->size();
  const bool chooses = feeds.size() > 1 || std::ranges::any_of(feeds, &LinkFeed::may_repeat);
  // A stamp for each page where lists are chosen, and bits: crawled, begun, again, host starts.
  context_->hold(pages_ * (chooses ? sizeof(uint64_t) : 0) + pages_ / 8 * 4);
  links_per_bucket_ = std::max<uint64_t>(context_->limits().least_bucket_links,
                                         context_->free_bytes() / 2 / kBytesPerLink);
  COCITE_CHECK(survey(feeds));
  COCITE_TRY(LinkBuckets out, make_buckets(sources_.get(), "out-"));
  COCITE_CHECK(spread(feeds, out));
  for (const auto& feed : feeds) feed->release();
  COCITE_TRY(LinkBuckets in, make_buckets(targets_.get(), "in-"));
  COCITE_CHECK(pack_out(out, in));
  return pack_in(in);
}

Result<LinkBuckets> GraphWriter::make_buckets(const LinkHistogram* histogram,
                                              const std::string& name) const {
  if (histogram == nullptr) return LinkBuckets(pages_);
  return LinkBuckets::spread(pages_, *histogram, links_per_bucket_, writer_->scratch(name));
}

// A look at all sources before anything moves, where one is needed: to cut buckets, or to know
// which list a page takes that has several.
Result<void> GraphWriter::survey(std::span<const std::unique_ptr<LinkFeed>> feeds) {
  const SeenAgain mode = context_->request().seen_again;
  const bool chooses = feeds.size() > 1 || std::ranges::any_of(feeds, &LinkFeed::may_repeat);
  if (total_ > links_per_bucket_) {
    sources_ = std::make_unique<LinkHistogram>(pages_);
    targets_ = std::make_unique<LinkHistogram>(pages_);
  }
  if (!chooses && !sources_) return {};
  if (chooses) chosen_.assign(pages_, kUnseen);
  file::BitmapBuilder again(chooses ? pages_ : 0);
  uint64_t done = 0;
  for (const auto& feed : feeds) {
    COCITE_CHECK(feed->play([&](std::span<const PageLink> links, uint64_t stamp) {
      for (const PageLink& link : links) {
        if (sources_) sources_->add(link.page);
        if (!chooses) continue;
        uint64_t& chosen = chosen_[link.page];
        if (chosen == stamp) continue;
        if (chosen != kUnseen) again.set(link.page);
        const bool is_wanted = mode == SeenAgain::kOldest ? stamp < chosen : stamp > chosen;
        if (chosen == kUnseen || is_wanted) chosen = stamp;
      }
      done += links.size();
      return context_->report("counting links", done, total_, "links");
    }));
  }
  counts_.pages_seen_again = chooses ? again.ones() : 0;
  return {};
}

Result<void> GraphWriter::spread(std::span<const std::unique_ptr<LinkFeed>> feeds,
                                 LinkBuckets& buckets) {
  uint64_t done = 0;
  // A list in one stretch is judged link by link; one that is taken up again later is not known to
  // be sorted, whatever its stretches are.
  uint64_t rising = 0;
  bool is_out_of_order = false;
  file::BitmapBuilder begun(pages_);
  uint32_t last_page = kNoPage;
  uint32_t last_target = 0;
  bool all_sorted = !feeds.empty();
  if (!sources_) buckets.reserve(total_);
  for (const auto& feed : feeds) {
    all_sorted = all_sorted && feed->is_sorted();
    COCITE_CHECK(feed->play([&](std::span<const PageLink> links, uint64_t stamp) -> Result<void> {
      for (const PageLink& link : links) {
        if (!is_kept(link.page, stamp)) {
          if (link.other != kNoTarget) ++counts_.replaced_links;
          continue;
        }
        crawled_.set(link.page);
        if (link.other == kNoTarget) continue;
        if (link.page == last_page) {
          rising += link.other > last_target ? 1 : 0;
          is_out_of_order |= link.other < last_target;
        } else {
          is_out_of_order |= begun.get(link.page);
          begun.set(link.page);
        }
        last_page = link.page;
        last_target = link.other;
        if (targets_) targets_->add(link.other);
        COCITE_CHECK(buckets.add(link.page, link.other));
      }
      done += links.size();
      return context_->report("sorting links", done, total_, "links");
    }));
  }
  const bool looks_sorted = all_sorted || (!is_out_of_order && rising >= kSortedEvidence);
  const LinkOrder said = context_->request().order;
  counts_.link_order = said == LinkOrder::kPage || (said == LinkOrder::kAuto && !looks_sorted);
  return {};
}

Result<void> GraphWriter::pack_out(LinkBuckets& buckets, LinkBuckets& in_buckets) {
  const auto order = counts_.link_order ? graph::ListOrder::kPage : graph::ListOrder::kSorted;
  COCITE_TRY(auto file, writer_->create(store::Part::kOut));
  COCITE_TRY(auto packer, graph::LinkPacker::create(std::move(file), pages_, order, coding(),
                                                    context_->threads()));
  uint64_t host_begin = 0;
  uint64_t host_end = 0;
  for (size_t b = 0; b < buckets.size(); ++b) {
    COCITE_CHECK(context_->report("packing out-links", counts_.links, total_, "links"));
    COCITE_TRY(OwnedLists lists, buckets.take(b));
    const TidyCounts dropped = tidy_lists(lists, counts_.link_order, context_->threads());
    counts_.self_links += dropped.self_links;
    counts_.repeated_links += dropped.repeated_links;
    const graph::Lists view = lists.view();
    counts_.links += view.links();
    if (!targets_) in_buckets.reserve(view.links());
    for (size_t i = 0; i < view.size(); ++i) {
      const uint32_t page = lists.first + static_cast<uint32_t>(i);
      if (host_starts_ != nullptr && page >= host_end) {
        host_begin = page;
        host_end = page + 1;
        while (host_end < pages_ && !host_starts_->get(host_end)) ++host_end;
      }
      const auto list = view[i];
      if (list.empty()) ++counts_.childless;
      counts_.max_out = std::max<uint64_t>(counts_.max_out, list.size());
      for (const PageId target : list) {
        if (host_starts_ != nullptr && index(target) >= host_begin && index(target) < host_end) {
          ++counts_.same_host_links;
        }
        COCITE_CHECK(in_buckets.add(index(target), page));
      }
    }
    COCITE_CHECK(packer.add(view, [&](uint64_t links) {
      return context_->report("packing out-links", counts_.links - view.links() + links, total_,
                              "links");
    }));
  }
  return packer.finish();
}

Result<void> GraphWriter::pack_in(LinkBuckets& buckets) {
  COCITE_TRY(auto file, writer_->create(store::Part::kIn));
  COCITE_TRY(auto packer,
             graph::LinkPacker::create(std::move(file), pages_, graph::ListOrder::kSorted, coding(),
                                       context_->threads()));
  uint64_t done = 0;
  for (size_t b = 0; b < buckets.size(); ++b) {
    COCITE_CHECK(context_->report("packing in-links", done, counts_.links, "links"));
    COCITE_TRY(const OwnedLists lists, buckets.take(b));
    const graph::Lists view = lists.view();
    for (size_t i = 0; i < view.size(); ++i) {
      counts_.max_in = std::max<uint64_t>(counts_.max_in, view[i].size());
    }
    COCITE_CHECK(packer.add(view, [&](uint64_t links) {
      return context_->report("packing in-links", done + links, counts_.links, "links");
    }));
    done += view.links();
  }
  return packer.finish();
}

}  // namespace cocite::ingest
