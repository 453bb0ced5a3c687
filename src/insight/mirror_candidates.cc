// Long because: counts, sketches and meetings share one kind of entries, sorted in parts.
#include "insight/mirror_candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
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

// Entries by hash, cut by its first bits, so that threads share the work of sorting and stop soon
// when they are told to.
class PathEntries {
 public:
  void reserve(uint64_t entries) {
    // A little more than the mean, for parts that are larger than others.
    for (auto& part : parts_) part.reserve(entries / kParts + entries / kParts / 8 + 16);
  }
  void clear() {
    for (auto& part : parts_) part.clear();
  }
  void add(const PathEntry& entry) { parts_[entry.hash >> (64 - kPartBits)].push_back(entry); }
  [[nodiscard]] Result<void> sort(Context& context) {
    constexpr size_t kRound = 8;  // parts; progress is reported between rounds
    for (size_t first = 0; first < kParts; first += kRound) {
      COCITE_CHECK(context.tell("sorting paths", first, kParts, ""));
      parallel_for(kRound, context.threads(), [&](size_t i) {
        if (context.is_stopped()) return;
        std::ranges::sort(parts_[first + i], [](const PathEntry& a, const PathEntry& b) {
          return a.hash != b.hash ? a.hash < b.hash : a.at < b.at;
        });
      });
    }
    return context.tell("sorting paths", kParts, kParts, "");
  }
  // use(span) for each run of equal hashes. REQUIRES: sorted.
  template <class Use>
  void for_each_group(const Use& use) const {
    for (const auto& part : parts_) {
      for (size_t first = 0; first < part.size();) {
        size_t last = first + 1;
        while (last < part.size() && part[last].hash == part[first].hash) ++last;
        use(std::span(part).subspan(first, last - first));
        first = last;
      }
    }
  }

 private:
  static constexpr int kPartBits = 6;
  static constexpr size_t kParts = size_t{1} << kPartBits;
  std::array<std::vector<PathEntry>, kParts> parts_;
};

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

// Of each host the smallest hashes of its rare paths, rising; and of one that has few of those,
// hashes of pages with common paths, together with where they link to.
class Sketches {
 public:
  Sketches(uint64_t hosts, uint32_t size) : size_(size) { begins_.reserve(hosts + 1); }
  // REQUIRES: rising hashes of the next host.
  void add(std::span<const uint64_t> hashes) {
    hashes_.insert(hashes_.end(), hashes.begin(), hashes.end());
    begins_.push_back(hashes_.size());
  }
  // Of the host that is added next.
  void add_page(uint64_t hash) {
    pages_.push_back({hash, static_cast<uint32_t>(begins_.size() - 1)});
  }
  [[nodiscard]] std::span<const uint64_t> of(HostId host) const {
    return std::span(hashes_).subspan(begins_[index(host)],
                                      begins_[index(host) + 1] - begins_[index(host)]);
  }
  // How many entries both have.
  [[nodiscard]] uint32_t shared(HostId one, HostId other) const {
    const auto entries = of(one);
    const auto others = of(other);
    uint32_t count = 0;
    for (size_t i = 0, j = 0; i < entries.size() && j < others.size();) {
      if (entries[i] == others[j]) ++count;
      entries[i] <= others[j] ? ++i : ++j;
    }
    return count;
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
  [[nodiscard]] Result<PathEntries> entries(Context& context) const {
    PathEntries all;
    all.reserve(hashes_.size() + pages_.size());
    for (uint64_t host = 0; host + 1 < begins_.size(); ++host) {
      for (const uint64_t hash : of(host_id(host))) all.add({hash, index(host_id(host))});
    }
    for (const PathEntry& entry : pages_) all.add(entry);
    COCITE_CHECK(all.sort(context));
    return all;
  }
  static constexpr uint64_t kBytesPerEntry = sizeof(uint64_t) + sizeof(PathEntry);

 private:
  uint32_t size_;
  std::vector<uint64_t> hashes_;
  std::vector<uint64_t> begins_ = {0};
  std::vector<PathEntry> pages_;
};

// Gathers the paths of one host after the other.
class SketchMaker {
 public:
  SketchMaker(const store::Store& store, uint32_t size)
      : store_(&store), size_(size), sketches_(store.hosts(), size) {}
  void add(PageId page, uint64_t hash, uint32_t having) {
    if (having > kMostHosts) {
      common_.push_back({hash, index(page)});
    } else if (having >= 2) {
      rare_.push_back(hash);
    }
  }
  [[nodiscard]] Result<void> end_host(uint64_t first, uint64_t end) {
    // So few rare paths that two mirrors of it may never meet.
    constexpr size_t kFew = 8;
    if (rare_.size() < kFew) COCITE_CHECK(add_common_pages(first, end));
    const auto kept = static_cast<ptrdiff_t>(std::min<size_t>(size_, rare_.size()));
    std::ranges::partial_sort(rare_, rare_.begin() + kept);
    sketches_.add(std::span(rare_).first(static_cast<size_t>(kept)));
    rare_.clear();
    common_.clear();
    return {};
  }
  [[nodiscard]] Sketches take() { return std::move(sketches_); }

 private:
  // Many hosts have "/about.html", and few of those link to the same places away from themselves.
  // Mirrors choose the same pages, since they choose by path.
  [[nodiscard]] Result<void> add_common_pages(uint64_t first, uint64_t end) {
    constexpr size_t kPages = 16;
    const auto kept = static_cast<ptrdiff_t>(std::min(kPages, common_.size()));
    std::ranges::partial_sort(common_, common_.begin() + kept, {}, &PathEntry::hash);
    for (const PathEntry& entry : std::span(common_).first(static_cast<size_t>(kept))) {
      COCITE_TRY(const auto children, store_->children(page_id(entry.at), buffer_));
      uint64_t sum = 0;
      for (const PageId child : children) {
        if (index(child) < first || index(child) >= end) sum += mix(index(child));
      }
      if (sum != 0) sketches_.add_page(mix(entry.hash ^ sum));
    }
    return {};
  }

  const store::Store* store_;
  uint32_t size_;
  Sketches sketches_;
  std::vector<uint64_t> rare_;
  std::vector<PathEntry> common_;
  graph::ListBuffer buffer_;
};

Result<Sketches> make_sketches(Context& context, const PathCounts& counts, uint32_t size) {
  const store::Store& store = context.store();
  SketchMaker maker(store, size);
  uint64_t host = 0;
  uint64_t host_first = 0;
  uint64_t host_end = 0;
  const auto next_host = [&]() -> Result<void> {
    if (host > 0) COCITE_CHECK(maker.end_host(host_first, host_end));
    if (host == store.hosts()) return {};
    COCITE_TRY(const auto range, store.pages_of(host_id(host++)));
    host_first = index(range.first);
    host_end = range.second;
    return {};
  };
  Result<void> status;
  COCITE_CHECK(for_each_path(context, 1, 2, [&](PageId page, uint64_t hash) {
    if (status && index(page) == host_end) status = next_host();
    if (status) maker.add(page, hash, counts.of(page));
  }));
  COCITE_CHECK(status);
  if (store.pages() > 0) COCITE_CHECK(next_host());
  return maker.take();
}

// The largest share that is likely where `shared` of `count` were found: three standard deviations
// up, by Wilson. 1 where nothing was looked at.
double likely_at_most(uint32_t shared, uint32_t count) {
  if (count == 0) return 1;
  constexpr double kDeviations = 3;
  const double n = count;
  const double p = std::min(1.0, shared / n);  // pages of common paths may be shared, too
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

  // `is_one_machine`: any shared path will do, and less of the weight.
  [[nodiscard]] Result<bool> is_worth_a_look(const MirrorCandidate& pair,
                                             bool is_one_machine = false) const {
    COCITE_TRY(const auto one, store_->pages_of(pair.one));
    COCITE_TRY(const auto other, store_->pages_of(pair.other));
    const uint64_t pages = one.second - index(one.first);
    const uint64_t other_pages = other.second - index(other.first);
    const auto may = [&](HostId smaller, HostId larger) {
      return may_share(smaller, larger, pair.shared, is_one_machine);
    };
    return (pages <= other_pages && may(pair.one, pair.other)) ||
           (other_pages <= pages && may(pair.other, pair.one));
  }

 private:
  [[nodiscard]] bool may_share(HostId smaller, HostId larger, uint32_t shared,
                               bool is_one_machine) const {
    constexpr double kMostAdded =
        1.2;  // times the paths: what one address makes of a score, at most
    const double least_paths = is_one_machine ? least_paths_ / kMostAdded : least_paths_;
    const PathCounts::HostWeight& weight = counts_->of_host(smaller);
    if (weight.rare + weight.common < least_paths * weight.all) return false;
    // A sketch is shared by chance in an entry or two; a tenth of it, or several entries, is worth
    // a look.
    constexpr uint32_t kSeveral = 8;
    const uint32_t comparable = sketches_->comparable(smaller, larger);
    if (!is_one_machine && shared < kSeveral && shared * 10 < comparable) return false;
    return likely_at_most(shared, comparable) * weight.rare + weight.common >=
           least_paths * weight.all;
  }

  const store::Store* store_;
  const PathCounts* counts_;
  const Sketches* sketches_;
  double least_paths_;
};

bool comes_before(const MirrorCandidate& a, const MirrorCandidate& b) {
  return std::pair(index(a.one), index(a.other)) < std::pair(index(b.one), index(b.other));
}

// Pairs of hosts that one machine serves, unless it serves more than kMostHosts. In order.
std::vector<MirrorCandidate> pairs_of_machines(const store::Store& store,
                                               const Sketches& sketches) {
  std::vector<MirrorCandidate> pairs;
  const store::MachineTable* const machines = store.machines();
  if (machines == nullptr) return pairs;
  std::vector<std::pair<uint32_t, uint32_t>> served;  // machine, host
  for (uint64_t host = 0; host < store.hosts(); ++host) {
    const auto pages = store.pages_of(host_id(host));
    if (!pages) continue;  // damaged: reading the host reports it
    for (const auto& run : machines->within(index(pages->first), pages->second)) {
      served.emplace_back(run.number, static_cast<uint32_t>(host));
    }
  }
  std::ranges::sort(served);
  served.erase(std::unique(served.begin(), served.end()), served.end());
  for (size_t first = 0, last = 0; first < served.size(); first = last) {
    while (last < served.size() && served[last].first == served[first].first) ++last;
    if (last - first > kMostHosts) continue;
    for (size_t i = first; i < last; ++i) {
      for (size_t j = i + 1; j < last; ++j) {
        const HostId one = host_id(served[i].second);
        const HostId other = host_id(served[j].second);
        pairs.push_back({.one = one, .other = other, .shared = sketches.shared(one, other)});
      }
    }
  }
  std::ranges::sort(pairs, comes_before);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// Of each host the candidates with most in common. What this drops of a part of all pairs, it would
// drop of all of them, too.
void keep_best(std::vector<MirrorCandidate>& pairs, uint64_t hosts, uint32_t per_host) {
  std::ranges::sort(pairs, [](const MirrorCandidate& a, const MirrorCandidate& b) {
    return a.shared != b.shared ? a.shared > b.shared : comes_before(a, b);
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
  std::ranges::sort(pairs, comes_before);
}

// Pairs of hosts that meet in entries; in as many passes as memory wants, by their first host.
template <class Use>
Result<void> for_each_meeting(Context& context, const PathEntries& entries, const Use& use) {
  uint64_t meetings = 0;
  entries.for_each_group(
      [&](std::span<const PathEntry> group) { meetings += group.size() * (group.size() - 1) / 2; });
  const uint64_t fits = std::max<uint64_t>(1, context.memory_bytes() / 4 / sizeof(uint64_t));
  const uint64_t passes = meetings / fits + 1;
  std::vector<uint64_t> met;
  met.reserve(std::min(meetings, fits));
  for (uint64_t pass = 0; pass < passes; ++pass) {
    COCITE_CHECK(context.tell("comparing sketches", pass, passes, "passes"));
    met.clear();
    entries.for_each_group([&](std::span<const PathEntry> group) {
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
  PathEntries entries;
  entries.reserve(pages / passes);
  for (uint64_t pass = 0; pass < passes; ++pass) {
    entries.clear();
    COCITE_CHECK(for_each_path(context, pass, passes + 1, [&](PageId page, uint64_t hash) {
      if (passes == 1 || mix(hash) % passes == pass) entries.add({hash, index(page)});
    }));
    COCITE_CHECK(entries.sort(context));
    // The pages of a host have different paths: a group has each host once.
    entries.for_each_group([&](std::span<const PathEntry> group) {
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
    if (host % 4096 == 0) {
      COCITE_CHECK(context.tell("weighing hosts", host, store.hosts(), "hosts"));
    }
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

  COCITE_TRY(const PathEntries entries, sketches.entries(context));
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
  const size_t met = pairs.size();
  for (const MirrorCandidate& pair : pairs_of_machines(store, sketches)) {
    const auto known = std::span(pairs).first(met);
    if (std::ranges::binary_search(known, pair, comes_before)) continue;
    COCITE_TRY(const bool is_worth_a_look, judge.is_worth_a_look(pair, true));
    if (is_worth_a_look) pairs.push_back(pair);
  }
  keep_best(pairs, hosts, limits.per_host);
  return pairs;
}

}  // namespace cocite::insight
