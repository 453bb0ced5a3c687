#include "insight/mirror_candidates.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/hash.h"
#include "base/parallel.h"

namespace cocite::insight {
namespace {

constexpr std::string_view kReading = "reading paths";

struct PathEntry {
  uint64_t hash;
  uint32_t at;  // a page, or a host
};

// What follows the host in a key: ")/b?x=1". Keys of two hosts are the same page if these are.
uint64_t path_hash(std::string_view key) {
  const size_t end = key.find(')');
  return hash64(end == std::string_view::npos ? key : key.substr(end));
}

// Sorted by hash, on several threads: cut by the first bits, each part sorted on its own.
void sort_by_hash(std::vector<PathEntry>& entries, unsigned threads) {
  const auto less = [](const PathEntry& a, const PathEntry& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.at < b.at;
  };
  constexpr size_t kSmall = size_t{1} << 16;
  if (threads <= 1 || entries.size() < kSmall) {
    std::ranges::sort(entries, less);
    return;
  }
  // The hash of a pass has its own first bits, so halves are cut by value, not by bit.
  const auto middle = entries.begin() + static_cast<ptrdiff_t>(entries.size() / 2);
  std::nth_element(entries.begin(), middle, entries.end(), less);
  parallel_for(2, threads, [&](size_t half) {
    if (half == 0) {
      std::sort(entries.begin(), middle, less);
    } else {
      std::sort(middle, entries.end(), less);
    }
  });
}

// use(first, last) for each run of equal hashes.
template <class Use>
void for_each_group(std::span<const PathEntry> entries, const Use& use) {
  for (size_t first = 0; first < entries.size();) {
    size_t last = first + 1;
    while (last < entries.size() && entries[last].hash == entries[first].hash) ++last;
    use(entries.subspan(first, last - first));
    first = last;
  }
}

// Reads all keys; use(page, hash).
template <class Use>
Result<void> for_each_path(Context& context, uint64_t pass, uint64_t passes, const Use& use) {
  const uint64_t pages = context.store().pages();
  auto cursor = context.store().keys().cursor();
  uint64_t page = 0;
  for (std::string_view key; cursor.next(key); ++page) {
    if (page % 65536 == 0) {
      COCITE_CHECK(context.tell(kReading, pass * pages + page, passes * pages, "pages"));
    }
    use(page_id(page), path_hash(key));
  }
  return cursor.status();
}

// A host's entries: the smallest hashes of its rare paths.
class Sketches {
 public:
  explicit Sketches(uint32_t size) : size_(size) {}
  void add(uint64_t hash) { own_.push_back(hash); }
  void end_host(HostId host) {
    const size_t kept = std::min<size_t>(size_, own_.size());
    std::ranges::partial_sort(own_, own_.begin() + static_cast<ptrdiff_t>(kept));
    for (size_t i = 0; i < kept; ++i) entries_.push_back({own_[i], index(host)});
    sizes_.push_back(static_cast<uint32_t>(kept));
    own_.clear();
  }
  [[nodiscard]] std::vector<PathEntry>& entries() { return entries_; }
  [[nodiscard]] uint32_t size_of(HostId host) const { return sizes_[index(host)]; }

 private:
  uint32_t size_;
  std::vector<uint64_t> own_;
  std::vector<PathEntry> entries_;
  std::vector<uint32_t> sizes_;
};

// A sketch is shared by chance in an entry or two; a tenth of the smaller one, or several entries,
// is worth a look.
bool is_worth_a_look(uint32_t shared, uint32_t smaller) {
  constexpr uint32_t kSeveral = 8;
  return shared >= kSeveral || shared * 10 >= smaller;
}

// Of each host the candidates with most in common.
void keep_best(std::vector<MirrorCandidate>& pairs, uint64_t hosts, uint32_t per_host) {
  std::ranges::stable_sort(pairs, std::greater<>(), &MirrorCandidate::shared);
  std::vector<uint32_t> counts(hosts);
  std::erase_if(pairs, [&](const MirrorCandidate& pair) {
    uint32_t& one = counts[index(pair.one)];
    uint32_t& other = counts[index(pair.other)];
    // A pair stays while one of the two has room: 50 mirrors of a host all find it.
    if (one >= per_host && other >= per_host) return true;
    ++one;
    ++other;
    return false;
  });
  std::ranges::sort(pairs, {}, [](const MirrorCandidate& pair) {
    return std::pair(index(pair.one), index(pair.other));
  });
}

}  // namespace

double PathCounts::weight(PageId page) const {
  return std::log(static_cast<double>(hosts_) / static_cast<double>(of(page)));
}

Result<PathCounts> PathCounts::make(Context& context) {
  PathCounts made;
  const uint64_t pages = context.store().pages();
  made.hosts_ = context.store().hosts();
  made.counts_.resize(pages);
  const uint64_t fits = std::max<uint64_t>(1, context.memory_bytes() / 2 / sizeof(PathEntry));
  const uint64_t passes = pages / fits + 1;
  std::vector<PathEntry> entries;
  for (uint64_t pass = 0; pass < passes; ++pass) {
    entries.clear();
    entries.reserve(pages / passes + pages / passes / 8);
    COCITE_CHECK(for_each_path(context, pass, passes + 1, [&](PageId page, uint64_t hash) {
      if (passes == 1 || mix(hash) % passes == pass) entries.push_back({hash, index(page)});
    }));
    sort_by_hash(entries, context.threads());
    // The pages of a host have different paths: a group has each host once.
    for_each_group(entries, [&](std::span<const PathEntry> group) {
      for (const PathEntry& entry : group) {
        made.counts_[entry.at] = static_cast<uint32_t>(group.size());
      }
    });
  }
  return made;
}

Result<std::vector<MirrorCandidate>> find_candidates(Context& context, const PathCounts& counts,
                                                     const CandidateLimits& limits) {
  const store::Store& store = context.store();
  Sketches sketches(limits.sketch);
  uint64_t host = 0;
  uint64_t host_end = 0;
  Result<void> status;
  COCITE_CHECK(for_each_path(context, 1, 2, [&](PageId page, uint64_t hash) {
    if (!status) return;
    if (index(page) == 0 || index(page) == host_end) {
      if (index(page) != 0) sketches.end_host(host_id(host++));
      const auto range = store.pages_of(host_id(host));
      if (!range) {
        status = tl::unexpected<Error>(range.error());
        return;
      }
      host_end = range->second;
    }
    const uint32_t having = counts.of(page);
    if (having >= 2 && having <= limits.most_hosts) sketches.add(hash);
  }));
  COCITE_CHECK(status);
  if (store.pages() > 0) sketches.end_host(host_id(host));

  std::vector<PathEntry>& entries = sketches.entries();
  sort_by_hash(entries, context.threads());
  uint64_t meetings = 0;
  for_each_group(entries, [&](std::span<const PathEntry> group) {
    meetings += group.size() * (group.size() - 1) / 2;
  });
  // Pairs in as many passes as memory wants, by their first host.
  const uint64_t fits = std::max<uint64_t>(1, context.memory_bytes() / 4 / sizeof(uint64_t));
  const uint64_t passes = meetings / fits + 1;
  std::vector<MirrorCandidate> pairs;
  std::vector<uint64_t> met;
  for (uint64_t pass = 0; pass < passes; ++pass) {
    COCITE_CHECK(context.tell("comparing sketches", pass, passes, "passes"));
    met.clear();
    for_each_group(entries, [&](std::span<const PathEntry> group) {
      for (size_t i = 0; i < group.size(); ++i) {
        if (passes > 1 && mix(group[i].at) % passes != pass) continue;
        for (size_t j = i + 1; j < group.size(); ++j) {
          met.push_back(uint64_t{group[i].at} << 32 | group[j].at);
        }
      }
    });
    std::ranges::sort(met);
    for (size_t first = 0; first < met.size();) {
      size_t last = first + 1;
      while (last < met.size() && met[last] == met[first]) ++last;
      const MirrorCandidate pair{.one = host_id(met[first] >> 32),
                                 .other = host_id(met[first] & 0xFFFFFFFFU),
                                 .shared = static_cast<uint32_t>(last - first)};
      first = last;
      const uint32_t smaller = std::min(sketches.size_of(pair.one), sketches.size_of(pair.other));
      if (is_worth_a_look(pair.shared, smaller)) pairs.push_back(pair);
    }
  }
  keep_best(pairs, store.hosts(), limits.per_host);
  return pairs;
}

}  // namespace cocite::insight
