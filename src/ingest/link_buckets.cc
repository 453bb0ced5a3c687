#include "ingest/link_buckets.h"

#include <algorithm>
#include <limits>

namespace cocite::ingest {
namespace {

constexpr size_t kReadLinks = size_t{1} << 17;
constexpr size_t kMaxBuckets = 500;  // an open file each

}  // namespace

LinkBuckets::LinkBuckets(uint64_t pages) {
  buckets_.resize(1);
  buckets_[0].last_page = pages;
}

Result<LinkBuckets> LinkBuckets::spread(uint64_t pages, const LinkHistogram& histogram,
                                        uint64_t links_per_bucket, const std::string& scratch) {
  uint64_t total = 0;
  for (const uint64_t count : histogram.counts()) total += count;
  links_per_bucket = std::max(links_per_bucket, total / (kMaxBuckets / 2) + 1);
  LinkBuckets spread;
  spread.bucket_of_.resize(histogram.counts().size());
  uint64_t in_bucket = 0;
  for (size_t i = 0; i < histogram.counts().size(); ++i) {
    if (spread.buckets_.empty() || in_bucket + histogram.counts()[i] > links_per_bucket) {
      if (spread.buckets_.empty() || in_bucket > 0) {
        Bucket bucket;
        bucket.first_page = uint64_t{i} << LinkHistogram::kShift;
        bucket.on_disk = true;
        COCITE_TRY(bucket.file,
                   file::RawFile::create(scratch + std::to_string(spread.buckets_.size())));
        spread.buckets_.push_back(std::move(bucket));
      }
      in_bucket = 0;
    }
    in_bucket += histogram.counts()[i];
    spread.bucket_of_[i] = static_cast<uint16_t>(spread.buckets_.size() - 1);
  }
  for (size_t b = 0; b < spread.buckets_.size(); ++b) {
    spread.buckets_[b].last_page =
        b + 1 < spread.buckets_.size() ? spread.buckets_[b + 1].first_page : pages;
  }
  return spread;
}

Result<void> LinkBuckets::spill(Bucket& bucket) {
  COCITE_CHECK(bucket.file.append(std::as_bytes(std::span(bucket.pending))));
  bucket.spilled += bucket.pending.size();
  bucket.pending.clear();
  return {};
}

Result<OwnedLists> LinkBuckets::take(size_t b) {
  Bucket& bucket = buckets_[b];
  OwnedLists lists;
  lists.first = static_cast<uint32_t>(bucket.first_page);
  const uint64_t pages = bucket.last_page - bucket.first_page;
  if (bucket.on_disk) {
    COCITE_CHECK(spill(bucket));
    COCITE_CHECK(bucket.file.flush());
  }
  std::vector<PageLink> chunk;
  const auto for_each = [&](auto&& use) -> Result<void> {
    for (const PageLink& link : bucket.pending) use(link);
    for (uint64_t at = 0; at < bucket.spilled; at += chunk.size()) {
      chunk.resize(std::min<uint64_t>(kReadLinks, bucket.spilled - at));
      COCITE_CHECK(
          bucket.file.read_at(at * sizeof(PageLink), std::as_writable_bytes(std::span(chunk))));
      for (const PageLink& link : chunk) use(link);
    }
    return {};
  };

  // A counting sort by page: stable, so the order of adding is the order in the list.
  lists.offsets.assign(pages + 1, 0);
  COCITE_CHECK(for_each([&](const PageLink& link) { ++lists.offsets[link.page - lists.first]; }));
  uint64_t sum = 0;
  for (uint64_t& offset : lists.offsets) {
    const uint64_t count = offset;
    offset = sum;
    sum += count;
  }
  lists.targets.resize(sum);
  COCITE_CHECK(for_each([&](const PageLink& link) {
    lists.targets[lists.offsets[link.page - lists.first]++] = page_id(link.other);
  }));
  // Every offset has moved to the end of its list: move them one place on.
  for (uint64_t i = pages; i > 0; --i) lists.offsets[i] = lists.offsets[i - 1];
  lists.offsets[0] = 0;
  bucket.pending = {};
  if (bucket.on_disk) {
    bucket.file.remove();
  }
  return lists;
}

}  // namespace cocite::ingest
