// What blend otherwise reads of a page's links again and again, in memory: 16 bytes a page.
//
//   const PageFacts* facts = notes.facts(web, 30);    // null: not worth it yet; 30 pages were read since
//   facts->mass(page)                                 // m(v), exactly
//   facts->popular(page)                              // which of the 64 most linked pages it links to
//
// For webs without link order, where that is all that O needs: so many pages share a menu that
// reading them one by one takes longer than everything else. Made once so many pages were read that
// it pays, by whoever notices; the others go on without. Never changes once made; any number of
// threads.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/page_map.h"
#include "related/web.h"

namespace cocite::related::blend {

class PageNotes;

class PageFacts {
 public:
  static constexpr size_t kPopular = 64;
  static constexpr uint64_t kMostPages = uint64_t{1} << 20;

  [[nodiscard]] static Result<PageFacts> make(const Web& web, const PageNotes& notes);

  [[nodiscard]] double mass(PageId page) const { return pages_[index(page)].mass; }
  [[nodiscard]] uint64_t popular(PageId page) const { return pages_[index(page)].popular; }
  // The bit of a page that is one of the most linked.
  [[nodiscard]] std::optional<unsigned> bit_of(PageId page) const {
    const uint32_t* const bit = bits_.find(page);
    return bit == nullptr ? std::nullopt : std::optional<unsigned>(*bit);
  }
  void prefetch(PageId page) const { __builtin_prefetch(&pages_[index(page)]); }

 private:
  struct Page {
    double mass = 0;
    uint64_t popular = 0;
  };
  std::vector<Page> pages_;
  PageMap<uint32_t> bits_;
};

// Facts that are made once they pay.
class FactsWhenWorthIt {
 public:
  // `read`: how many pages were read since it was asked the last time.
  [[nodiscard]] const PageFacts* get(const Web& web, const PageNotes& notes, uint64_t read);

 private:
  std::atomic<uint64_t> read_ = 0;
  std::atomic<const PageFacts*> made_ = nullptr;
  std::mutex mutex_;
  bool is_tried_ = false;
  std::unique_ptr<const PageFacts> owner_;
};

}  // namespace cocite::related::blend
