// What blend has to know of every page beforehand, in six bytes a page and a bit and a half for
// sites.
//
//   COCITE_TRY(const PageNotes notes, PageNotes::make(web, {}));     // reads all links twice
//   web.save(notes.to_save());                                        // or import does
//   notes.linking_sites(page)                                         // n(v), exactly
//
// A pure function of the store, its PageRank and the lists of sites. Where a number does not fit
// its bits, it stands in a short list beside: all are exact but the mass, of which only bounds are
// kept (who needs m(v) reads the page's links). Any number of threads.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/sites.h"
#include "related/web.h"
#include "store/notes.h"
#include "url/folder_hosts.h"

namespace cocite::related::blend {

struct PrepareOptions {
  unsigned threads = 0;  // 0: all
  const std::atomic<bool>* stop = nullptr;
  // From time to time, by any thread: how many of how many pages were looked at.
  std::function<void(uint64_t done, uint64_t of)> progress = {};
  const url::FolderHosts* folders = nullptr;  // null: the shipped ones
};

class PageNotes {
 public:
  static constexpr std::string_view kName = "blend";

  // Takes six bytes a page, and what PageRank takes where it is no column.
  [[nodiscard]] static Result<PageNotes> make(const Web& web, const PrepareOptions& options);
  // Those that the store has, where they are of this version and made with these lists; else null.
  [[nodiscard]] static std::unique_ptr<PageNotes> saved(const Web& web,
                                                        const url::FolderHosts& folders);
  // Whether they came from the store.
  [[nodiscard]] bool are_saved() const { return are_saved_; }
  // Valid while this lives.
  [[nodiscard]] store::NewNotes to_save() const;

  [[nodiscard]] const Sites& sites() const { return *sites_; }
  // in(v): parents.
  [[nodiscard]] uint32_t in_degree(PageId page) const {
    const uint16_t kept = pages_[index(page)].in_degree;
    return kept != kMany16 ? kept : large(page).in_degree;
  }
  // Pages that link to it or that it links to; its degree in the undirected graph.
  [[nodiscard]] uint32_t neighbours(PageId page) const {
    const uint16_t kept = pages_[index(page)].neighbours;
    return kept != kMany16 ? kept : large(page).neighbours;
  }
  // n(v): sites that link to it.
  [[nodiscard]] uint32_t linking_sites(PageId page) const {
    const uint8_t kept = pages_[index(page)].linking_sites;
    return kept != kMany8 ? kept : large(page).linking_sites;
  }
  // Whether its PageRank is at least 1.2 times the smallest: else it is endorsed for no page.
  [[nodiscard]] bool is_ranked(PageId page) const {
    return (pages_[index(page)].mass_and_rank & kRanked) != 0;
  }
  // m(v) is at least the first and at most the second; both 0 where it has no children.
  struct Mass {
    float least;
    float most;
  };
  [[nodiscard]] Mass mass(PageId page) const {
    return kMasses[pages_[index(page)].mass_and_rank & ~kRanked & 0xFF];
  }
  void prefetch(PageId page) const { __builtin_prefetch(&pages_[index(page)]); }

  // Saved as they are: docs/formats/store.md.
  struct Page {
    uint16_t neighbours = 0;
    uint16_t in_degree = 0;
    uint8_t linking_sites = 0;
    uint8_t mass_and_rank = 0;
  };
  static_assert(sizeof(Page) == 6);
  // A page with a number that does not fit.
  struct Large {
    uint32_t page = 0;
    uint32_t neighbours = 0;
    uint32_t in_degree = 0;
    uint32_t linking_sites = 0;
  };

 private:
  static constexpr uint16_t kMany16 = std::numeric_limits<uint16_t>::max();
  static constexpr uint8_t kMany8 = std::numeric_limits<uint8_t>::max();
  static constexpr uint8_t kRanked = 0x80;
  static const std::array<Mass, 128> kMasses;

  PageNotes() = default;
  [[nodiscard]] const Large& large(PageId page) const;
  static uint8_t mass_code(double mass);

  std::span<const Page> pages_;
  std::span<const Large> large_;  // by page
  std::shared_ptr<const Sites> sites_;
  std::string about_;
  bool are_saved_ = false;
  std::shared_ptr<const void> owner_;
};

}  // namespace cocite::related::blend
