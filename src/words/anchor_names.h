// What others call the pages of a store: the names of those that have no title.
//
//   COCITE_TRY(AnchorNames names, AnchorNames::find(store, {.scratch = folder + "/names"}));
//   if (names.size() > 0) COCITE_CHECK(save_notes(store, names.notes(), goes_on));
//   ...
//   COCITE_TRY(const std::string name, store.anchor_name(page));    // empty: none
//
// Reads the anchor texts of all links once, sorts them by the page that is linked to (anchor_sorter.h) and
// lets it vote (anchor_votes.h). Links of a page to its own host do not count, unless this is
// one site (Store::is_one_site). The same on any number of threads and with any memory. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/spill.h"
#include "store/notes.h"
#include "store/store.h"
#include "text/record_spill.h"

namespace cocite::words {

struct FindNames {
  std::string scratch = {};  // prefix of scratch files, made only if they are needed
  uint64_t memory_bytes = uint64_t{256} << 20;
  // Called periodically with the progress; an error ends it.
  std::function<Result<void>(std::string_view stage, uint64_t done, uint64_t total)> report = {};
};

class AnchorNames {
 public:
  [[nodiscard]] static Result<AnchorNames> find(const store::Store& store,
                                                const FindNames& options);
  // For a graph of the hosts or sites of `pages`: what their roots are called there.
  [[nodiscard]] static Result<AnchorNames> of_roots(const store::Store& pages,
                                                    const store::Store& roots,
                                                    const FindNames& options);
  // Pages that have a name.
  [[nodiscard]] uint64_t size() const { return count_; }
  // To be written once, while this lives.
  [[nodiscard]] store::NewNotes notes();

 private:
  AnchorNames(uint64_t pages, const FindNames& options)
      : pages_(pages), names_(options.scratch + "-names", options.memory_bytes / 4) {}
  [[nodiscard]] Result<void> add(PageId page, std::string_view name);
  [[nodiscard]] Result<void> write(file::ContainerWriter& writer);

  uint64_t pages_;
  text::RecordSpill names_;  // page u32, bytes u32, name; pages rise
  uint64_t count_ = 0;
  std::vector<std::string> sample_;  // every stride_-th name
  uint64_t stride_ = 1;
};

}  // namespace cocite::words
