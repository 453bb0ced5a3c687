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

// Of each host the smallest hashes of its rare paths, rising.
class Sketches {
 public:
  Sketches(uint64_t hosts, uint32_t size) : size_(size) { begins_.reserve(hosts + 1); }
  void add(uint64_t hash) { own_.push_back(hash); }
  void end_host() {
    const size_t kept = std::min<size_t>(size_, own_.size());
    std::ranges::partial_sort(own_, own_.begin() + static_cast<ptrdiff_t>(kept));
    hashes_.insert(hashes_.end(), own_.begin(), own_.begin() + static_cast<ptrdiff_t>(kept));
    begins_.push_back(hashes_.size());
    own_.clear();
  }
  [[nodiscard]] std::span<const uint64_t> of(HostId host) const {
    return std::span(hashes_).subspan(begins_[index(host)],
                                      begins_[index(host) + 1] - begins_[index(host)]);
  }
  // How many of this host's entries the other one's sketch would hold if that host had them.
  [[nodiscard]] uint32_t comparable(HostId host, HostId other) const {
    const auto entries = of(host);
    const auto others = of(other);
    if (others.size() < size_) return static_cast<uint32_t>(entries.size());
    return static_cast<uint32_t>(std::ranges::upper_bound(entries, others.back()) -
                                 entries.begin());
  }
  // All of them, by hash.
  [[nodiscard]] std::vector<PathEntry> entries(unsigned threads) const {
    std::vector<PathEntry> all;
    all.reserve(hashes_.size());
    for (uint64_t host = 0; host + 1 < begins_.size(); ++host) {
      for (const uint64_t hash : of(host_id(host))) all.push_back({hash, index(host_id(host))});
    }
    sort_by_hash(all, threads);
    return all;
  }
  static constexpr uint64_t kBytesPerEntry = sizeof(uint64_t) + sizeof(PathEntry);

 private:
  uint32_t size_;
  std::vector<uint64_t> own_;
  std::vector<uint64_t> hashes_;
  std::vector<uint64_t> begins_ = {0};
};

Result<Sketches> make_sketches(Context& context, const PathCounts& counts, uint32_t size) {
  const store::Store& store = context.store();
  Sketches sketches(store.hosts(), size);
  uint64_t host = 0;
  uint64_t host_end = 0;
  Result<void> status;
  COCITE_CHECK(for_each_path(context, 1, 2, [&](PageId page, uint64_t hash) {
    if (!status) return;
    if (index(page) == host_end) {
      if (index(page) != 0) sketches.end_host();
      const auto range = store.pages_of(host_id(host++));
      if (!range) {
        status = tl::unexpected<Error>(range.error());
        return;
      }
      host_end = range->second;
    }
    const uint32_t having = counts.of(page);
    if (having >= 2 && having <= kMostHosts) sketches.add(hash);
  }));
  COCITE_CHECK(status);
  if (store.pages() > 0) sketches.end_host();
  return sketches;
}

// The largest share that is likely where `shared` of `count` were found: three standard deviations
// up, by Wilson. 1 where nothing was looked at.
double likely_at_most(uint32_t shared, uint32_t count) {
  if (count == 0) return 1;
  constexpr double kDeviations = 3;
  const double n = count;
  const double p = shared / n;
  const double z2 = kDeviations * kDeviations;
  const double root = std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return std::min(1.0, (p + z2 / (2 * n) + kDeviations * root) / (1 + z2 / n));
}

// Whether two hosts may have enough in common.
class CandidateJudge {
 public:
  CandidateJudge(const store::Store& store, const PathCounts& counts, const Sketches& sketches,
                 double least_paths)
      : store_(&store), counts_(&counts), sketches_(&sketches), least_paths_(least_paths) {}

  // What a host shares is never more than what it does not have alone.
  [[nodiscard]] bool can_be_smaller(HostId host) const {
    const PathCounts::HostWeight& weight = counts_->of_host(host);
    return weight.rare + weight.common >= least_paths_ * weight.all;
  }

  [[nodiscard]] Result<bool> is_worth_a_look(const MirrorCandidate& pair) const {
    COCITE_TRY(const auto one, store_->pages_of(pair.one));
    COCITE_TRY(const auto other, store_->pages_of(pair.other));
    const uint64_t pages = one.second - index(one.first);
    const uint64_t other_pages = other.second - index(other.first);
    return (pages <= other_pages && may_share(pair.one, pair.other, pair.shared)) ||
           (other_pages <= pages && may_share(pair.other, pair.one, pair.shared));
  }

 private:
  [[nodiscard]] bool may_share(HostId smaller, HostId larger, uint32_t shared) const {
    if (!can_be_smaller(smaller)) return false;
    // A sketch is shared by chance in an entry or two; a tenth of it, or several entries, is worth
    // a look.
    constexpr uint32_t kSeveral = 8;
    const uint32_t comparable = sketches_->comparable(smaller, larger);
    if (shared < kSeveral && shared * 10 < comparable) return false;
    const PathCounts::HostWeight& weight = counts_->of_host(smaller);
    return likely_at_most(shared, comparable) * weight.rare + weight.common >=
           least_paths_ * weight.all;
  }

  const store::Store* store_;
  const PathCounts* counts_;
  const Sketches* sketches_;
  double least_paths_;
};

// Of each host the candidates with most in common. What this drops of a part of all pairs, it would
// drop of all of them, too.
void keep_best(std::vector<MirrorCandidate>& pairs, uint64_t hosts, uint32_t per_host) {
  const auto hosts_of = [](const MirrorCandidate& pair) {
    return std::pair(index(pair.one), index(pair.other));
  };
  std::ranges::sort(pairs, [&](const MirrorCandidate& a, const MirrorCandidate& b) {
    return a.shared != b.shared ? a.shared > b.shared : hosts_of(a) < hosts_of(b);
  });
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
  std::ranges::sort(pairs, {}, hosts_of);
}

// Pairs of hosts that meet in entries; in as many passes as memory wants, by their first host.
template <class Use>
Result<void> for_each_meeting(Context& context, std::span<const PathEntry> entries,
                              const Use& use) {
  uint64_t meetings = 0;
  for_each_group(entries, [&](std::span<const PathEntry> group) {
    meetings += group.size() * (group.size() - 1) / 2;
  });
  const uint64_t fits = std::max<uint64_t>(1, context.memory_bytes() / 4 / sizeof(uint64_t));
  const uint64_t passes = meetings / fits + 1;
  std::vector<uint64_t> met;
  met.reserve(std::min(meetings, fits));
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
    COCITE_CHECK(context.tell("comparing sketches", pass, passes, "passes"));
    std::ranges::sort(met);
    for (size_t first = 0; first < met.size();) {
      size_t last = first + 1;
      while (last < met.size() && met[last] == met[first]) ++last;
      COCITE_CHECK(use({.one = host_id(met[first] >> 32),
                        .other = host_id(met[first] & 0xFFFFFFFFU),
                        .shared = static_cast<uint32_t>(last - first)}));
      first = last;
    }
  }
  return {};
}

}  // namespace

double PathCounts::weight(PageId page) const {
  const uint32_t count = of(page);
  return log_hosts_ - (count < logs_.size() ? logs_[count] : std::log(count));
}

Result<PathCounts> PathCounts::make(Context& context) {
  PathCounts made;
  made.log_hosts_ = std::log(static_cast<double>(context.store().hosts()));
  constexpr int kLogs = 4096;
  for (int i = 0; i < kLogs; ++i) made.logs_.push_back(std::log(i));
  COCITE_CHECK(made.count(context));
  COCITE_CHECK(made.weigh_hosts(context));
  return made;
}

Result<void> PathCounts::count(Context& context) {
  const uint64_t pages = context.store().pages();
  counts_.resize(pages);
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
        counts_[entry.at] = static_cast<uint32_t>(group.size());
      }
    });
  }
  return {};
}

Result<void> PathCounts::weigh_hosts(Context& context) {
  const store::Store& store = context.store();
  hosts_.resize(store.hosts());
  for (uint64_t host = 0; host < store.hosts(); ++host) {
    COCITE_TRY(const auto pages, store.pages_of(host_id(host)));
    HostWeight& own = hosts_[host];
    for (uint64_t page = index(pages.first); page < pages.second; ++page) {
      const double one = weight(page_id(page));
      const uint32_t having = of(page_id(page));
      own.all += one;
      if (having > kMostHosts) {
        own.common += one;
      } else if (having > 1) {
        own.rare += one;
      }
    }
  }
  return {};
}

Result<std::vector<MirrorCandidate>> find_candidates(Context& context, const PathCounts& counts,
                                                     double least_paths,
                                                     const CandidateLimits& limits) {
  const store::Store& store = context.store();
  const uint64_t hosts = std::max<uint64_t>(1, store.hosts());
  constexpr uint64_t kLeastSketch = 16;
  const uint64_t fits = context.memory_bytes() / 4 / Sketches::kBytesPerEntry / hosts;
  const uint64_t size = std::min<uint64_t>(limits.sketch, std::max(kLeastSketch, fits));
  COCITE_TRY(const Sketches sketches, make_sketches(context, counts, static_cast<uint32_t>(size)));
  const CandidateJudge judge(store, counts, sketches, least_paths);

  std::vector<PathEntry> entries = sketches.entries(context.threads());
  std::vector<MirrorCandidate> pairs;
  const uint64_t many = std::max<uint64_t>(hosts * limits.per_host * 2, 1 << 16);
  COCITE_CHECK(for_each_meeting(context, entries, [&](const MirrorCandidate& pair) -> Result<void> {
    COCITE_TRY(const bool is_worth_a_look, judge.is_worth_a_look(pair));
    if (!is_worth_a_look) return {};
    pairs.push_back(pair);
    if (pairs.size() >= many) keep_best(pairs, hosts, limits.per_host);
    return {};
  }));
  keep_best(pairs, hosts, limits.per_host);
  return pairs;
}

}  // namespace cocite::insight
