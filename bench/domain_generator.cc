#include "bench/domain_generator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/assert.h"
#include "base/hash.h"

namespace cocite::bench {
namespace {

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15U;

// Top-level domains in the order of their names, with made-up shares.
struct End {
  std::string_view name;
  uint32_t share;
};
constexpr std::array<End, 44> kEndShares = {{
    {"ar", 5},  {"at", 9},   {"au", 18},    {"be", 9},    {"biz", 7}, {"br", 25}, {"ca", 14},
    {"ch", 13}, {"cn", 20},  {"co", 8},     {"com", 455}, {"cz", 9},  {"de", 70}, {"dk", 9},
    {"edu", 2}, {"es", 11},  {"eu", 13},    {"fr", 22},   {"hu", 6},  {"in", 12}, {"info", 18},
    {"io", 5},  {"ir", 8},   {"it", 20},    {"jp", 22},   {"kr", 5},  {"me", 6},  {"net", 42},
    {"nl", 32}, {"no", 6},   {"online", 6}, {"org", 50},  {"pl", 17}, {"ro", 6},  {"ru", 30},
    {"se", 11}, {"shop", 4}, {"site", 5},   {"top", 5},   {"tr", 4},  {"ua", 7},  {"uk", 45},
    {"us", 8},  {"xyz", 10},
}};
constexpr size_t kCom = 10;

constexpr double kLinkingShare = 0.36;
constexpr double kMostOut = 7.0e6 / DomainGenerator::kDomains;
constexpr double kMostIn = 17.3e6 / DomainGenerator::kDomains;

constexpr uint32_t kGiants = 30;           // domains that everybody links to
constexpr uint32_t kCommunitySize = 2000;  // about
constexpr int kLargestCluster = 16;        // as a power of two
constexpr int kSmallestCluster = 3;
// Of 65536 blocks of a size this many are clusters, unless a larger block around them is one.
constexpr uint64_t kClusters = 8000;
constexpr uint32_t kMostShared = 2000;  // links that the domains of a cluster share
constexpr uint32_t kRun = 8;            // neighbours with similar out-degrees
constexpr uint32_t kLongList = 20'000;  // a longer list is a directory's: of anything

class Random {
 public:
  explicit Random(uint64_t seed) : state_(mix(seed)) {}
  uint64_t next() { return mix(state_ += kGolden); }
  bool chance(uint32_t of_sixteen) { return next() % 16 < of_sixteen; }

 private:
  uint64_t state_;
};

uint64_t scale(uint64_t x, uint64_t n) {
  return static_cast<uint64_t>((static_cast<unsigned __int128>(x) * n) >> 64);
}

// A bijection of 0 ... n-1 and its inverse: a Feistel network on the next even power of two, again until it is below n.
class Permutation {
 public:
  Permutation(uint32_t n, uint64_t key)
      : n_(n), half_(std::max(1, (static_cast<int>(std::bit_width(n - 1)) + 1) / 2)), key_(key) {}

  [[nodiscard]] uint32_t of(uint32_t x) const {
    do x = rounds(x, 0, 1);
    while (x >= n_);
    return x;
  }
  [[nodiscard]] uint32_t back(uint32_t x) const {
    do x = swap(rounds(swap(x), kRounds - 1, -1));
    while (x >= n_);
    return x;
  }

 private:
  static constexpr int kRounds = 4;
  [[nodiscard]] uint32_t mask() const { return (1U << half_) - 1; }
  [[nodiscard]] uint32_t swap(uint32_t x) const { return ((x & mask()) << half_) | (x >> half_); }
  [[nodiscard]] uint32_t rounds(uint32_t x, int first, int step) const {
    uint32_t left = x >> half_;
    uint32_t right = x & mask();
    for (int i = 0, round = first; i < kRounds; ++i, round += step) {
      const uint32_t next =
          left ^
          (static_cast<uint32_t>(mix(key_ + static_cast<uint64_t>(round) * kGolden + right)) &
           mask());
      left = right;
      right = next;
    }
    return (left << half_) | right;
  }

  uint32_t n_;
  int half_;
  uint64_t key_;
};

// A rank below n with a chance that falls as 1 / (rank + 64).
uint32_t skewed_rank(uint64_t random, uint32_t n) {
  constexpr uint64_t kHead = 64;
  const auto octaves = static_cast<uint64_t>(std::bit_width((n + kHead - 1) / kHead));
  const uint64_t u = mix(random);
  const uint64_t octave = scale(u, octaves);
  const uint64_t first = (kHead << octave) - kHead;
  const uint64_t size = std::min(kHead << octave, n - first);
  return static_cast<uint32_t>(first + scale(mix(u), size));
}

}  // namespace

DomainGenerator::DomainGenerator(const DomainShape& shape)
    : shape_(shape), domains_(static_cast<uint32_t>(kDomains * shape.factor)) {
  static_assert(kEndShares.size() == kEnds);
  COCITE_ASSERT(domains_ >= 10'000, "a graph of domains has at least 10,000");
  linking_ = static_cast<uint32_t>(kLinkingShare * domains_);
  uint64_t all = 0;
  for (const End& end : kEndShares) all += end.share;
  uint64_t before = 0;
  for (size_t i = 0; i < kEnds; ++i) {
    const auto begin = static_cast<uint32_t>(before * domains_ / all);
    before += kEndShares[i].share;
    const uint32_t size = static_cast<uint32_t>(before * domains_ / all) - begin;
    ranges_[i] = {begin, size, std::max(1U, size / kCommunitySize)};
  }
  fit_degrees();
}

// Out-degrees are 1 + s((L / (j + 1/2))^(1/a) - 1) for j below L, the number of domains that link: both a mean and a
// largest one are wanted, and a larger a makes the largest one smaller.
void DomainGenerator::fit_degrees() {
  const double mean = kLinks / kDomains / kLinkingShare;
  const double most = kMostOut * domains_;
  double low = 1.05;
  double high = 6;
  for (int step = 0; step < 60; ++step) {
    degree_exponent_ = (low + high) / 2;
    // The mean of (L / (j + 1/2))^(1/a) is nearly a / (a - 1).
    degree_scale_ = (mean - 1) * (degree_exponent_ - 1);
    const double largest = degree_scale_ * std::pow(2.0 * linking_, 1 / degree_exponent_);
    (largest > most ? low : high) = degree_exponent_;
  }
}

uint32_t DomainGenerator::out_degree(uint32_t domain) const {
  // Neighbours have similar numbers of links, as domains that were made together do; the last few are on their own.
  const uint32_t runs = domains_ / kRun;
  const uint32_t place =
      domain / kRun < runs ? Permutation(runs, shape_.seed).of(domain / kRun) * kRun + domain % kRun
                           : domain;
  if (place >= linking_) return 0;
  const double share = linking_ / (place + 0.5);
  return 1 +
         static_cast<uint32_t>(degree_scale_ * (std::pow(share, 1 / degree_exponent_) - 1) + 0.5);
}

size_t DomainGenerator::end_of(uint32_t domain) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), domain,
                       [](uint32_t d, const Range& range) { return d < range.begin; });
  return static_cast<size_t>(after - ranges_.begin()) - 1;
}

uint32_t DomainGenerator::at_rank(size_t end, uint32_t rank) const {
  const Range& range = ranges_[end];
  return range.begin + Permutation(range.size, shape_.seed + end + 1).of(rank);
}

uint32_t DomainGenerator::popular(uint64_t random) const {
  // A top-level domain by its size, .com twice.
  const uint64_t u = mix(random ^ kGolden);
  const size_t end = u % 3 == 0 ? kCom : end_of(static_cast<uint32_t>(scale(u, domains_)));
  const uint32_t giants = end == kCom ? kGiants : 0;
  return at_rank(end, giants + skewed_rank(random, ranges_[end].size - giants));
}

uint32_t DomainGenerator::in_community(size_t end, uint32_t community, uint64_t random) const {
  const Range& range = ranges_[end];
  const uint32_t rank = skewed_rank(random, std::max(1U, range.size / range.communities));
  const uint64_t place = uint64_t{rank} * range.communities + community;
  return at_rank(end, static_cast<uint32_t>(std::min<uint64_t>(place, range.size - 1)));
}

DomainGenerator::Cluster DomainGenerator::cluster_of(uint32_t domain, size_t end) const {
  const Range& range = ranges_[end];
  const uint32_t place = domain - range.begin;
  for (int bits = kLargestCluster; bits >= kSmallestCluster; --bits) {
    const uint32_t begin = (place >> bits) << bits;
    const uint64_t hash = mix(shape_.seed * kGolden + (uint64_t{range.begin + begin} << 6) +
                              static_cast<uint64_t>(bits));
    if (hash % 65536 >= kClusters || begin + (1U << bits) > range.size) continue;
    return {range.begin + begin, 1U << bits, hash};
  }
  return {domain, 1, mix(shape_.seed ^ domain)};
}

void DomainGenerator::links_of(uint32_t domain, std::vector<uint32_t>& targets) const {
  targets.clear();
  const uint32_t degree = std::min(out_degree(domain), domains_ / 2);
  if (degree == 0) return;
  Random random(shape_.seed ^ (domain * kGolden));
  const size_t end = end_of(domain);
  const Range& range = ranges_[end];
  const uint32_t rank = Permutation(range.size, shape_.seed + end + 1).back(domain - range.begin);
  const uint32_t community = rank % range.communities;
  const Cluster cluster = cluster_of(domain, end);

  for (uint32_t giant = 0; giant < kGiants && targets.size() < degree; ++giant) {
    const double chance = kMostIn / kLinkingShare * std::pow(giant + 1.0, -0.45);
    if (static_cast<double>(random.next() >> 11) * 0x1p-53 < chance)
      targets.push_back(at_rank(kCom, giant));
  }
  const auto left = [&] {
    return degree - std::min<uint32_t>(degree, static_cast<uint32_t>(targets.size()));
  };
  if (cluster.size > 1) {
    // What all of the cluster link to, and then each other.
    const auto shared =
        std::min(left() * 7 / 8, 16 + static_cast<uint32_t>(cluster.hash >> 32) % kMostShared);
    for (uint32_t i = 0; i < shared; ++i) {
      if (random.chance(1)) continue;
      const uint64_t r = mix(cluster.hash + i * kGolden);
      targets.push_back(
          r % 2 == 0 ? in_community(end, static_cast<uint32_t>(cluster.hash % range.communities), r)
                     : popular(r));
    }
    const uint32_t near = std::min(left() / 2, cluster.size / 2);
    for (uint32_t i = 0; i < near; ++i) {
      const uint64_t r = random.next();
      const uint64_t distance = 1 + (uint64_t{2} << 32) / ((r & 0xFFFFFFFFU) + 1);
      const uint64_t from = domain - cluster.begin;
      targets.push_back(cluster.begin + static_cast<uint32_t>(
                                            (from + (r >> 63 == 0 ? distance
                                                                  : uint64_t{cluster.size} * 8 -
                                                                        distance % cluster.size)) %
                                            cluster.size));
    }
  }
  const auto tidy = [&] {
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    const auto self = std::lower_bound(targets.begin(), targets.end(), domain);
    if (self != targets.end() && *self == domain) targets.erase(self);
  };
  tidy();
  // What was drawn twice is drawn again.
  for (int round = 0; round < 12 && left() > 0; ++round) {
    for (uint32_t missing = left(); missing > 0; --missing) {
      const uint64_t r = random.next();
      if (degree > kLongList ? r % 8 != 0 : r % 16 == 0 || round > 3) {
        targets.push_back(static_cast<uint32_t>(scale(r, domains_)));
      } else if (r % 2 == 0) {
        targets.push_back(in_community(end, community, r));
      } else {
        targets.push_back(popular(r));
      }
    }
    tidy();
  }
}

// Four syllables that keep the order, then up to six of any kind: as many bits as real names have.
char* DomainGenerator::write_name(uint32_t domain, char* out) const {
  constexpr std::string_view kConsonants = "bcdfghjklmnprstvwxyz";
  constexpr std::string_view kVowels = "aeiou";
  constexpr uint64_t kOrdered = 100'000'000;
  const auto syllable = [&](uint64_t number) {
    *out++ = kConsonants[number / 5 % 20];
    *out++ = kVowels[number % 5];
  };
  const size_t end = end_of(domain);
  const std::string_view name = kEndShares[end].name;
  std::memcpy(out, name.data(), name.size());
  out += name.size();
  *out++ = '.';
  const uint64_t place = uint64_t{domain - ranges_[end].begin} * kOrdered / ranges_[end].size;
  for (uint64_t unit = kOrdered / 100; unit > 0; unit /= 100) syllable(place / unit % 100);
  uint64_t hash = mix(shape_.seed + domain);
  for (uint64_t more = hash % 4; more > 0; --more) syllable((hash /= 100) % 100);
  return out;
}

std::string DomainGenerator::name_of(uint32_t domain) const {
  char name[kMaxNameBytes];
  return {name, write_name(domain, name)};
}

}  // namespace cocite::bench
