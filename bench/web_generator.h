// A made-up web of any size, the same on every machine: what benchmarks run on where no real crawl
// is large enough.
//
//   WebGenerator web({.pages = 10'000'000, .links_per_page = 14, .seed = 1});
//   web.for_each_page([&](uint32_t page, std::span<const uint32_t> targets) { ... });
//   web.name_of(7);  // "https://www.cedarpanel.org/forum/zinc0/mint_cube7"
//
// What it imitates, because compression and locality depend on it: hosts of power-law sizes whose
// pages are neighbours; four of five links stay on the host, half of those in a navigation list
// that a directory's pages share in the same order, the others near the page; links that leave go
// to pages of power-law popularity, half of them from a list that the host's pages share. Lists
// stand in page order (not sorted), without duplicates and without the page itself. Out-degrees
// have a power-law tail.
//
// Nothing is stored but where each host begins (about 5 bytes for 20 pages): links and names are
// computed from the page's number, with integer arithmetic and correctly rounded floating point
// only. All const; any number of threads may ask, each with its own Scratch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cocite::bench {

struct WebShape {
  uint64_t pages = 10'000'000;  // at most kMaxPages of base/ids.h
  double links_per_page = 14;   // mean
  uint64_t seed = 1;
};

class WebGenerator {
 public:
  // Working memory of links_of; reuse it from page to page.
  class Scratch {
   public:
    Scratch();

   private:
    friend class WebGenerator;
    bool add(uint32_t target);  // false if the page has it already
    void start(uint32_t page);

    std::vector<uint32_t> targets_;
    std::vector<std::pair<uint32_t, uint32_t>>
        seen_;  // open addressing: target, number of the list
    uint32_t list_ = 0;
  };

  static constexpr size_t kMaxNameBytes = 160;
  static constexpr uint32_t kMaxLinksPerPage = 2000;

  explicit WebGenerator(const WebShape& shape);

  [[nodiscard]] uint32_t pages() const { return host_begins_.back(); }
  [[nodiscard]] uint32_t hosts() const { return static_cast<uint32_t>(host_begins_.size() - 1); }
  [[nodiscard]] uint32_t host_of(uint32_t page) const;

  // The links of one page in page order; valid until the next use of `scratch`.
  [[nodiscard]] std::span<const uint32_t> links_of(uint32_t page, Scratch& scratch) const;

  // visit(page, targets) for every page in order.
  template <class Visit>
  void for_each_page(Visit&& visit) const {
    Scratch scratch;
    for (uint32_t page = 0; page < pages(); ++page) visit(page, links_of(page, scratch));
  }

  [[nodiscard]] std::string name_of(uint32_t page) const;

  // Writes the name to `out`, which has room for kMaxNameBytes, and returns its end.
  [[nodiscard]] char* write_name(uint32_t page, char* out) const;

 private:
  struct Host {
    uint32_t number;
    uint32_t begin;  // its pages are begin ... begin + size - 1
    uint32_t size;
    uint64_t hash;
    int directory_bits;  // a directory is 2^directory_bits pages
  };
  void fit_degrees();
  [[nodiscard]] Host host(uint32_t number) const;
  [[nodiscard]] uint32_t external_page(uint64_t random) const;
  [[nodiscard]] static uint32_t navigation_page(const Host& host, uint32_t directory,
                                                uint32_t place);
  [[nodiscard]] char* write_host_name(uint32_t host, char* out) const;

  WebShape shape_;
  double degree_scale_;
  std::vector<uint32_t> host_begins_;    // one more than hosts
  std::vector<uint32_t> host_of_block_;  // host of the first page of each block of pages
};

}  // namespace cocite::bench
