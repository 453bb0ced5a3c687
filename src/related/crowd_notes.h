// The crowds (crowds.h) that take longest to read, found beforehand and kept in the store.
//
//   COCITE_TRY(const CrowdNotes notes, CrowdNotes::make(web));   // once, by who prepares the store
//   take(notes.to_save());
//   const auto saved = CrowdNotes::saved(web);                   // null: there are none
//   if (const auto crowd = saved->find(page)) …
//
// A page that a million others link to costs half a second the first time it is met, which is when a
// program was just started. These are the pages with the most parents, for the default seed. Never
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
#include "related/crowds.h"
#include "store/notes.h"

namespace cocite::related {

class Web;

class CrowdNotes {
 public:
  static constexpr uint64_t kSeed = 0;
  // Fewer parents are quickly read.
  static constexpr uint32_t kLeastParents = 20'000;
  // So many crowds at most: 0.7 bytes a page, and a megabyte for small webs.
  [[nodiscard]] static constexpr uint64_t most_crowds(uint64_t pages) {
    return pages / 20'000 < 64 ? 64 : pages / 20'000;
  }

  [[nodiscard]] static Result<CrowdNotes> make(const Web& web,
                                               uint32_t least_parents = kLeastParents);
  // As the store has them, if they were made for crowds of this size.
  [[nodiscard]] static std::shared_ptr<const CrowdNotes> saved(const Web& web);
  // Views of this.
  [[nodiscard]] store::NewNotes to_save() const;

  [[nodiscard]] size_t size() const { return pages_.size(); }
  [[nodiscard]] std::optional<Crowd> find(PageId page) const;

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
