// What is known of every page without reading its links: enough to see that most candidates of a
// query cannot be among its answers.
//
//   COCITE_TRY(const PageBounds bounds, PageBounds::make(web, endorsements));
//   bounds.votes(page);            // at least; likewise mass()
//   bounds.in_degree(page).least;  // and .most
//
// Votes are blend's n(v), mass its m(v): see blend.cc. Eight bytes a page, four numbers rounded
// down to eight bits each, so that a look at a page is one line of the cache. Made once per web, in
// two readings of all links. Any number of threads.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/votes.h"
#include "related/web.h"

namespace cocite::related {

// in(x)^-0.3: how much a page counts that two others link to.
[[nodiscard]] double rareness(uint64_t in_degree);
// 1 / (1 + place / 10): how much a link counts by where it stands on its page.
[[nodiscard]] inline double prominence(uint64_t place) {
  return 1 / (1 + static_cast<double>(place) / 10);
}

// A positive number in two bytes: its sign, exponent and seven bits of its fraction, cut off.
class Short {
 public:
  Short() = default;
  explicit Short(double value) {
    auto nearest = static_cast<float>(value);
    if (nearest > value) nearest = std::nextafter(nearest, 0.0F);
    bits_ = static_cast<uint16_t>(std::bit_cast<uint32_t>(nearest) >> 16);
  }
  [[nodiscard]] double least() const { return std::bit_cast<float>(uint32_t{bits_} << 16); }
  [[nodiscard]] double most() const { return std::bit_cast<float>((uint32_t{bits_} + 1) << 16); }

 private:
  uint16_t bits_ = 0;
};

class PageBounds {
 public:
  // Groups of fewer parents are small.
  static constexpr uint64_t kSmall = 64;

  // All with no page stopped. Saved as it is: docs/formats/store.md.
  struct Page {
    uint32_t largest_host = ~uint32_t{0};  // that of the largest group
    Short largest;                         // parents in it, at least
    Short in_small;                        // parents in small groups: at most this
    Short loose;                           // parents that are endorsed for nobody: at least this
    Short votes;                           // n(v): at least this
    Short mass;                            // m(v): at least this
    Short in_degree;
    Short out_degree;
    uint16_t unused = 0;
  };
  static_assert(sizeof(Page) == 20);

  // Without hosts every page is its own.
  [[nodiscard]] static Result<PageBounds> make(const Web& web, const Endorsements& endorsements,
                                               bool hosts_on);
  // From what pages() was, saved; `owner` keeps it.
  PageBounds(std::span<const Page> pages, std::shared_ptr<const void> owner)
      : pages_(pages), owner_(std::move(owner)) {}
  [[nodiscard]] std::span<const Page> pages() const { return pages_; }

  [[nodiscard]] const Page& of(PageId page) const { return pages_[index(page)]; }
  void prefetch(PageId page) const { __builtin_prefetch(&pages_[index(page)]); }

 private:
  std::span<const Page> pages_;
  std::shared_ptr<const void> owner_;
};

}  // namespace cocite::related
