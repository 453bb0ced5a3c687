// Pages that everybody links to and that tell nothing: ignored in every neighbourhood and never an
// answer.
//
//   COCITE_TRY(const Stoplist stoplist, Stoplist::most_linked(web, 21));
//   stoplist.contains(page)
//
// Never changes once made; any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/page_map.h"
#include "related/web.h"
#include "store/notes.h"

namespace cocite::related {

class Stoplist {
 public:
  // Empty.
  Stoplist() = default;
  explicit Stoplist(std::span<const PageId> pages);
  // The `count` pages with the highest in-degree in hosts (ties: in-degree, then key): from notes
  // where the store has them.
  [[nodiscard]] static Result<Stoplist> most_linked(const Web& web, uint64_t count);

  // For those who find it out beforehand: the first kNoted pages, and the notes of them, which are
  // views of `pages`.
  static constexpr uint64_t kNoted = 256;
  [[nodiscard]] static Result<std::vector<PageId>> find_most_linked(const Web& web, uint64_t count);
  [[nodiscard]] static store::NewNotes notes_of(std::span<const PageId> pages);
  [[nodiscard]] static bool has_notes(const Web& web);

  [[nodiscard]] bool empty() const { return pages_.empty(); }
  [[nodiscard]] size_t size() const { return pages_.size(); }
  [[nodiscard]] std::span<const PageId> pages() const { return pages_.pages(); }
  [[nodiscard]] bool contains(PageId page) const {
    return !pages_.empty() && pages_.contains(page);
  }

 private:
  PageSet pages_;
};

// How many hosts other than the page's own link to it. `parents`: all of them, rising.
[[nodiscard]] Result<uint64_t> in_degree_in_hosts(const store::Store& store, PageId page,
                                                  std::span<const PageId> parents);

}  // namespace cocite::related
