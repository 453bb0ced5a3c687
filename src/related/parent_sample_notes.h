// The largest samples of parents (parent_samples.h), kept as notes of the store.
//
//   COCITE_TRY(const ParentSampleNotes notes, ParentSampleNotes::make(web));   // by `prepare`
//   take(notes.to_save());
//   const auto saved = ParentSampleNotes::saved(web);                   // null: not in the store
//   if (const auto sample = saved->find(page)) …
//
// Reading the parents of a page with a million of them takes half a second, which a program that was
// just started would wait for. These are the pages with the most parents, for the default seed. Never
// changes once made; any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/parent_samples.h"
#include "store/notes.h"

namespace cocite::related {

class Web;

class ParentSampleNotes {
 public:
  static constexpr uint64_t kSeed = 0;
  // Fewer parents are quickly read.
  static constexpr uint32_t kLeastParents = 20'000;
  // At most this many samples: 0.7 bytes a page, and a megabyte for small webs.
  [[nodiscard]] static constexpr uint64_t most_samples(uint64_t pages) {
    return pages / 20'000 < 64 ? 64 : pages / 20'000;
  }

  [[nodiscard]] static Result<ParentSampleNotes> make(const Web& web,
                                                      uint32_t least_parents = kLeastParents);
  // From the store, if they were made for samples of this size.
  [[nodiscard]] static std::shared_ptr<const ParentSampleNotes> saved(const Web& web);
  // Views of this.
  [[nodiscard]] store::NewNotes to_save() const;

  [[nodiscard]] size_t size() const { return pages_.size(); }
  [[nodiscard]] std::optional<ParentSample> find(PageId page) const;

 private:
  std::string about_;
  uint64_t web_pages_ = 0;
  std::vector<PageId> made_pages_;
  std::vector<PageId> made_sampled_;
  std::vector<uint16_t> made_ranks_;
  std::vector<PageId> made_most_linked_;
  std::shared_ptr<const store::Notes> notes_;  // or these, which are mapped
  std::span<const PageId> pages_;              // rising
  std::span<const PageId> sampled_;            // of each page as many
  std::span<const uint16_t> ranks_;
  std::span<const PageId> most_linked_;
};

}  // namespace cocite::related
