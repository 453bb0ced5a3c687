// A made-up graph of domains with the shape of Common Crawl's, of any size: what benchmarks of imports and requests run
// on where the real one (121 million domains, 3.9 billion links) cannot be downloaded.
//
//   DomainGenerator graph({.factor = 0.01, .seed = 1});
//   std::vector<uint32_t> targets;
//   graph.links_of(7, targets);  // sorted
//   graph.name_of(7);            // "ar.babakuzizo": reversed, as Common Crawl writes names
//
// What it imitates, because compression and locality depend on it:
// - 64 % of the domains have no links; the out-degrees of the others have a power-law tail, and the largest is 5.8 % of
//   all domains (7.0 million at factor 1).
// - One domain has links from 14 % of all domains (17.3 million), 29 others from a little less; the popularity of the
//   rest falls with the rank.
// - Names are sorted, so a top-level domain is a range. Domains with similar names can be a cluster: they share links
//   and link to each other. All others link within their community, whose members are anywhere in their top-level
//   domain, and to popular domains.
//
// Nothing is stored: links and names are computed from the domain's number. The figures for names, communities and
// clusters are made up; the clusters are such that BVGraph takes as many bits a link as it does for the real graph.
//
// All const; any number of threads may ask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::bench {

struct DomainShape {
  double factor = 0.01;  // 1: as large as Common Crawl's graph of April to June 2026
  uint64_t seed = 1;
};

class DomainGenerator {
 public:
  static constexpr double kDomains = 121e6;
  static constexpr double kLinks = 3.9e9;
  static constexpr size_t kMaxNameBytes = 64;

  explicit DomainGenerator(const DomainShape& shape);

  [[nodiscard]] uint32_t domains() const { return domains_; }

  // The links of one domain, sorted, without duplicates and without itself.
  void links_of(uint32_t domain, std::vector<uint32_t>& targets) const;

  [[nodiscard]] std::string name_of(uint32_t domain) const;
  // Writes the name to `out`, which has room for kMaxNameBytes, and returns its end.
  [[nodiscard]] char* write_name(uint32_t domain, char* out) const;

 private:
  static constexpr size_t kEnds = 44;
  struct Range {
    uint32_t begin;
    uint32_t size;
    uint32_t communities;
  };
  struct Cluster {
    uint32_t begin;
    uint32_t size;  // 1: the domain is on its own
    uint64_t hash;
  };

  [[nodiscard]] size_t end_of(uint32_t domain) const;  // the place of its top-level domain
  [[nodiscard]] uint32_t out_degree(uint32_t domain) const;
  [[nodiscard]] Cluster cluster_of(uint32_t domain, size_t end) const;
  [[nodiscard]] uint32_t at_rank(size_t end, uint32_t rank) const;
  [[nodiscard]] uint32_t popular(uint64_t random) const;
  [[nodiscard]] uint32_t in_community(size_t end, uint32_t community, uint64_t random) const;
  void fit_degrees();

  DomainShape shape_;
  uint32_t domains_;
  uint32_t linking_;     // domains with links
  double degree_scale_;  // of the out-degrees' distribution
  double degree_exponent_;
  std::array<Range, kEnds> ranges_{};
};

}  // namespace cocite::bench
